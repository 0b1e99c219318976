import type { INodeProperties } from 'n8n-workflow';

import type { Identifier } from '../values/checked';
import type { Field } from './field';

type Mode = 'list' | 'name' | 'id' | 'url';

interface Locator {
	displayName: string;
	name: string;
	description: string;
	/** The method of the dropdown; without one, the ID is entered. */
	search?: string;
	/** How it can be chosen. Loops shows some things at an address that ends with their ID. */
	modes?: Mode[];
	exampleName?: string;
}

/** The parameter of something in Loops. */
export const locatorProperty = ({
	displayName,
	name,
	description,
	search,
	modes = search ? ['list', 'id'] : ['id'],
	exampleName,
}: Locator): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	required: true,
	default: { mode: modes[0], value: '' },
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list' as const,
			typeOptions: { searchListMethod: search, searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string' as const,
			placeholder: `e.g. ${exampleName}`,
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string' as const,
			placeholder: 'e.g. clfq6dinn000yl70fgwwyp82l',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string' as const,
			placeholder: 'e.g. https://app.loops.so/…/clfq6dinn000yl70fgwwyp82l',
		},
	].filter((mode) => modes.includes(mode.name as Mode)),
});

/** Anything else would lead to another path. */
const ID = /^[\w-]+$/;

/** Loops' IDs are CUIDs. */
const URL_WITH_ID = /^https:\/\/[^/?#]+\/(?:[^?#]*\/)?(c[a-z0-9]{20,})(?:[/?#]|$)/;

export const isIdOrUrl = (text: string): boolean =>
	URL_WITH_ID.test(text) || /^c[a-z0-9]{20,}$/.test(text);

/** The ID of something in Loops: chosen from a list, entered, or taken from its address. */
export function locator(of: Locator): Field<Identifier> {
	const { displayName, name, search, modes } = of;
	const hint = search
		? 'Choose one from the list, or give its ID as Loops shows it'
		: 'Give its ID';
	return {
		properties: [locatorProperty(of)],
		read: (form) => {
			const { slot } = form.locator(name, displayName);
			const given = slot.identifier('items', { hint });
			const found = ((modes?.includes('url') && URL_WITH_ID.exec(given)?.[1]) ||
				given) as Identifier;
			return ID.test(found)
				? found
				: slot.refuse(`'${displayName}' is not an ID: ${slot.shown}`, hint);
		},
	};
}
