import type { INodeProperties } from 'n8n-workflow';

import type { NamedKind } from '../account/names';
import type { Parameter } from './parameter';
import { idOrName } from './idOrName';
import type { IdOrReference } from './reference';

/** A dropdown of names for one ID. */
export const select = (
	displayName: string,
	name: string,
	loadOptionsMethod: string,
): INodeProperties => ({
	displayName: `${displayName} Name or ID`,
	name,
	type: 'options',
	typeOptions: { loadOptionsMethod },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

/** A dropdown of several: of names for IDs, which a method loads, or of fixed values. */
export const multiSelect = (
	displayName: string,
	name: string,
	from: string | string[],
): INodeProperties => ({
	displayName: `${displayName} Names or IDs`,
	name,
	type: 'multiOptions',
	...(typeof from === 'string'
		? { typeOptions: { loadOptionsMethod: from } }
		: { options: from.map((each) => ({ name: each, value: each })) }),
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

/** A dropdown whose expression may give a name or an ID. */
export const selectIdOrName = (
	kind: NamedKind,
	displayName: string,
	name: string,
	loadOptionsMethod: string,
): Parameter<IdOrReference> => ({
	property: select(displayName, name, loadOptionsMethod),
	read: (value) => idOrName(value, kind),
});
