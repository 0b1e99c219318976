import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Item } from './item';
import { loopsDate } from './date';
import { checkedValues, fromAssignments, fromJson, type ValueCheck } from './namedValues';

export const eventPropertiesFields: INodeProperties[] = [
	{
		displayName: 'Event Properties From',
		name: 'eventPropertiesMode',
		type: 'options',
		options: [
			{ name: 'Fields', value: 'fields', description: 'Names with typed values, one by one' },
			{ name: 'JSON', value: 'json', description: 'One object with names and values' },
		],
		default: 'fields',
		description: 'How to give the event properties',
	},
	{
		displayName: 'Event Properties',
		name: 'eventProperties',
		type: 'assignmentCollection',
		default: {},
		displayOptions: { show: { eventPropertiesMode: ['fields'] } },
		description: 'Values of this event, for use in the emails it triggers',
	},
	{
		displayName: 'Event Properties (JSON)',
		name: 'eventPropertiesJson',
		type: 'json',
		default: '{}',
		displayOptions: { show: { eventPropertiesMode: ['json'] } },
		placeholder: 'e.g. { "plan": "team", "seats": 4, "isTrial": false }',
		description: 'Object of names and values: text, number, boolean or date',
	},
];

/** The official client offers no null here, unlike for contact properties. */
const check: ValueCheck = (value) => {
	if (value instanceof Date) {
		const result = loopsDate(value);
		return result.wayOut === undefined ? { value: result.date } : { wayOut: result.wayOut };
	}
	return ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
		? { value }
		: {
				wayOut:
					'An event property takes text, a number, true or false, or a date. Leave out what has no value.',
			};
};

/** `eventProperties` of the body; absent when there are none. */
export function readEventProperties(item: Item): IDataObject {
	const given =
		item.parameter('eventPropertiesMode', 'fields') === 'json'
			? fromJson(item, 'eventPropertiesJson', 'Event Properties (JSON)')
			: fromAssignments(item, 'eventProperties', 'Event Properties');
	const eventProperties = checkedValues(item, given, check);
	return Object.keys(eventProperties).length ? { eventProperties } : {};
}
