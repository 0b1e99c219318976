import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Item } from './item';
import { dateOf, isMoment } from './date';
import { checkedValues, fromAssignments, fromJson, type ValueCheck } from './namedValues';
import { readChoice } from './values';

export const eventPropertiesFields: INodeProperties[] = [
	{
		displayName: 'Event Properties From',
		name: 'eventPropertiesFrom',
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
		displayOptions: { show: { eventPropertiesFrom: ['fields'] } },
		description: 'Values of this event, for use in the emails it triggers',
	},
	{
		displayName: 'Event Properties (JSON)',
		name: 'eventPropertiesJson',
		type: 'json',
		default: '{}',
		displayOptions: { show: { eventPropertiesFrom: ['json'] } },
		placeholder: 'e.g. { "plan": "team", "seats": 4, "isTrial": false }',
		description: 'Object of names and values: text, number, boolean or date',
	},
];

/** The official client offers no null here, unlike for contact properties. */
const check: ValueCheck = (value) => {
	if (isMoment(value)) return dateOf(value);
	return ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
		? { value }
		: {
				wayOut:
					'An event property takes text, a number, true or false, or a date. Leave out what has no value.',
			};
};

/** `eventProperties` of the body; absent when there are none. */
export function readEventProperties(item: Item): IDataObject {
	const mode = item.parameter('eventPropertiesFrom', 'fields');
	const given =
		readChoice(item, 'Event Properties From', mode, ['fields', 'json']) === 'json'
			? fromJson(item, 'eventPropertiesJson', 'Event Properties (JSON)')
			: fromAssignments(item, 'eventProperties', 'Event Properties');
	const eventProperties = checkedValues(item, given, check);
	return Object.keys(eventProperties).length ? { eventProperties } : {};
}
