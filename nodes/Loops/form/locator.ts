import type { INodeProperties } from 'n8n-workflow';

import type { NamedKind } from '../account/names';
import type { Identifier } from '../values/checked';
import { idInUrl, isLoopsId } from '../values/parse';
import type { Field } from './field';
import type { Parameter } from './parameter';
import type { Form } from './form';
import { idOrName } from './idOrName';
import { type IdOrReference, Reference } from './reference';

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
	/** The locator whose choice decides what the dropdown lists. */
	dependsOn?: string;
	isOptional?: boolean;
	hint?: string;
	displayOptions?: INodeProperties['displayOptions'];
}

/** One with the mode 'name'. */
interface NamedLocator extends Locator {
	/** The list in which it looks. */
	kind: NamedKind;
}

/** The parameter of something in Loops. */
export const locatorProperty = ({
	displayName,
	name,
	description,
	search,
	modes = search ? ['list', 'id'] : ['id'],
	exampleName,
	dependsOn,
	isOptional = false,
	hint,
	displayOptions,
}: Locator): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	required: !isOptional,
	default: { mode: modes[0], value: '' },
	description,
	...(hint && { hint }),
	...(displayOptions && { displayOptions }),
	...(dependsOn && { typeOptions: { loadOptionsDependsOn: [`${dependsOn}.value`] } }),
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

export const isIdOrUrl = (text: string): boolean => idInUrl(text) !== undefined || isLoopsId(text);

/** The ID of something in Loops: chosen from a list, entered, or taken from its address. */
export const locator = (of: Locator): Field<Identifier> => ({
	properties: [locatorProperty(of)],
	read: (form) => readId(form, of),
});

function readId(form: Form, { displayName, name, search, modes = [] }: Locator): Identifier {
	const byName = modes.includes('name') ? '. Or choose By Name, and enter its name' : '';
	const hint = search
		? `Choose from the list, or enter the ID that Loops shows${byName}`
		: 'Enter the ID';
	const { value } = form.locator(name, displayName);
	const given = value.identifier('items', { hint });
	const found = ((modes.includes('url') && idInUrl(given)) || given) as Identifier;
	return ID.test(found)
		? found
		: value.refuse(`'${displayName}' is not an ID: ${value.shown}`, hint);
}

/** A locator in a body or a collection, also by name. In any mode, its value may be a name or an ID. */
export const locatorEntry = (of: NamedLocator): Parameter<IdOrReference> => ({
	property: locatorProperty({ modes: ['list', 'name', 'id'], ...of }),
	read: (value) => idOrName(value, of.kind),
});

/** As `locator`, but also by name. */
export const namedLocator = (of: NamedLocator): Field<IdOrReference> => ({
	properties: [locatorProperty(of)],
	read: (form) => {
		const { value, mode, mayVary } = form.locator(of.name, of.displayName);
		// Items that name one thing in both ways have to take turns.
		const isMixed = () => mayVary && form.isGivenBothWays(of.name);
		const lockOf = (own: string) => () => (isMixed() ? 'any' : own);
		const hint = 'Enter the name';
		// In a name's place, an ID is one as well.
		const given = mode === 'name' ? idOrName(value, of.kind, { hint, lockOf }) : readId(form, of);
		if (typeof given !== 'string' || !mayVary) return given;
		const find = async () => await Promise.resolve(given);
		return value.refer(new Reference(given, find, lockOf(given)));
	},
});
