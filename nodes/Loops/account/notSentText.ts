import { isSafeObjectProperty } from 'n8n-workflow';

import { type ContactProperty, indexOf, roleOf } from './contactProperties';
import { nameShown } from '../transport/sentences';
import type { NameIndex } from './nameIndex';

const MAX_SHOWN = 10;

/**
 * What to tell about input fields that are mapped to nothing: those first about which there is something
 * to say. `likely` gives the property that a name may be a misspelling of.
 */
export function notSentText(
	names: string[],
	account: ContactProperty[],
	likely: (name: string) => string | undefined,
): string {
	const index = indexOf(account);
	const explained: string[] = [];
	const others: string[] = [];
	for (const name of names) {
		const why = whyNotSent(name, index, likely);
		if (why) explained.push(`${nameShown(name)} (${why})`);
		else others.push(nameShown(name));
	}
	const shown = [...explained, ...others].slice(0, MAX_SHOWN);
	if (names.length > MAX_SHOWN) shown.push('…');
	const fields = names.length === 1 ? 'input field is' : 'input fields are';
	return `${names.length} ${fields} not sent: ${shown.join(', ')}`;
}

/** Nothing for an input field that has to do with no property. */
function whyNotSent(
	name: string,
	index: NameIndex,
	likely: (name: string) => string | undefined,
): string | undefined {
	const keys = index.find(name);
	if (keys.length > 1)
		return `it could be ${keys.map((key) => `'${nameShown(key)}'`).join(' or ')}`;
	const [key] = keys;
	if (key === undefined) {
		const meant = likely(name);
		return meant && `did you mean '${nameShown(meant)}'?`;
	}
	switch (roleOf(key)) {
		case 'identifier':
			return 'it has a field of its own';
		case 'consent':
			return "it has a field of its own under 'Additional Fields'";
		case 'readOnly':
			return 'Loops lets nobody write it';
		case 'creation':
			return 'it would change when the contact was created: give it in the form or in JSON';
		case 'reserved':
		case 'bodyPart':
			return undefined;
		default:
			// n8n loses such a name in the form, so that nothing else is known there as a writing of it.
			if (!isSafeObjectProperty(key)) return `did you mean '${nameShown(key)}'?`;
			return 'the fields of this node are older than the property: refresh them in the editor';
	}
}
