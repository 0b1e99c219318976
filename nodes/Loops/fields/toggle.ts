import type { INodeProperties } from 'n8n-workflow';

import type { Field } from './field';
import { readBoolean } from './read';

/** A parameter that is on or off. */
export const toggle = (property: INodeProperties): Field<boolean> => ({
	properties: [property],
	read: (form) =>
		readBoolean(property.displayName, form.parameter(property.name, property.default)),
});
