import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { idsOf } from '../Loops/fields/idList';
import { asRecord } from '../Loops/transport/request';
import type { LoopsEvent } from './event';

/** Which events start the workflow. Empty where the node has no such filter: all pass. */
export interface Filters {
	/** At least one name, or `*` for all. */
	events: string[];
	mailingLists: string[];
	/** IDs of campaigns, workflows and transactional emails. */
	sources: string[];
	sourceTypes: string[];
}

/** @throws Error when a parameter isn't a list of IDs, or is there and names none */
export function readFilters(context: IWebhookFunctions): Filters {
	const filters = context.getNodeParameter('filters', {}) as IDataObject;
	const filter = (label: string, name: string) =>
		name in filters ? read(label, filters[name]) : [];
	return {
		events: read('Events', context.getNodeParameter('events', [])),
		mailingLists: filter('Mailing List', 'mailingLists'),
		sources: [
			...filter('Transactional Email', 'transactionalEmails'),
			...filter('Campaign or Workflow IDs', 'campaignsAndWorkflows'),
		],
		sourceTypes: filter('Source Types', 'sourceTypes'),
	};
}

/** An event that does not have what a filter asks for does not pass it. */
export function passes(event: LoopsEvent, filters: Filters): boolean {
	const { events, mailingLists, sources, sourceTypes } = filters;
	return (
		(events.includes('*') || events.includes(event.event)) &&
		isAmong(mailingLists, listsOf(event)) &&
		isAmong(sources, [event.sourceId]) &&
		isAmong(sourceTypes, [event.sourceType])
	);
}

const isAmong = (wanted: string[], given: unknown[]) =>
	wanted.length === 0 || given.some((value) => wanted.includes(value as string));

/** Those that the event names, and those that a new contact is subscribed to. */
const listsOf = ({ mailingLists, contact }: LoopsEvent): unknown[] => [
	...mailingLists.map(({ id }) => id),
	...Object.entries(asRecord(contact?.mailingLists))
		.filter(([, subscribed]) => subscribed === true)
		.map(([id]) => id),
];

/** An expression may find nothing: as an empty filter, it would let through what it was to keep. */
function read(label: string, value: unknown): string[] {
	const ids = idsOf(value);
	if (!ids) throw new Error(`'${label}' is no list of IDs`);
	if (ids.length === 0) throw new Error(`'${label}' is empty`);
	return ids;
}
