import { isSafeObjectProperty } from 'n8n-workflow';

import { roleOf } from './contactProperties';
import { formatName } from '../http/sentences';
import { NameIndex } from './nameIndex';
import { nearest } from './nearest';

const MAX_SHOWN = 10;

/** What to tell about input fields that are mapped to nothing: those first for which there is a reason. */
export function notSentText(
	names: string[],
	reasonOf: (name: string) => string | undefined,
): string {
	const explained: string[] = [];
	const others: string[] = [];
	for (const name of names) {
		const why = reasonOf(name);
		if (why) explained.push(`${formatName(name)} (${why})`);
		else others.push(formatName(name));
	}
	const shown = [...explained, ...others].slice(0, MAX_SHOWN);
	if (names.length > MAX_SHOWN) shown.push('…');
	const fields = names.length === 1 ? 'input field is' : 'input fields are';
	return `${names.length} ${fields} not sent: ${shown.join(', ')}`;
}

/**
 * Why an input field goes to no contact property; undefined where it has to do with none. `likely` gives
 * the property that a name may be a misspelling of.
 */
export function reasonAmongProperties(
	name: string,
	index: NameIndex,
	likely: (name: string) => string | undefined,
): string | undefined {
	const keys = index.find(name);
	if (keys.length !== 1) return reasonWithout(keys, likely(name));
	const [key] = keys;
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
			if (!isSafeObjectProperty(key)) return reasonWithout([], key);
			return 'the fields of this node are older than the property: refresh them in the editor';
	}
}

/** The same for the properties of an event and the variables of an email. */
export const reasonAmong = (name: string, candidates: string[]): string | undefined =>
	reasonWithout(
		new NameIndex(candidates.map((key) => ({ key }))).find(name),
		nearest(name, candidates),
	);

/** Where there is not one thing that the name stands for. */
function reasonWithout(keys: string[], meant?: string): string | undefined {
	if (keys.length > 1)
		return `it could be ${keys.map((key) => `'${formatName(key)}'`).join(' or ')}`;
	return meant && `did you mean '${formatName(meant)}'?`;
}
