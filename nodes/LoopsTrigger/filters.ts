import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { idsOf } from '../Loops/fields/idList';
import { asRecord } from '../Loops/http/request';
import { readCollection } from './collection';
import type { LoopsEvent } from './event';

/** Which events start the workflow. A filter that the node does not have is empty: all events pass. */
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
	const filters: IDataObject = readCollection(context, 'Filters', 'filters');
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

/** Why an event does not start the workflow; undefined if it passes all filters. */
export function exclusion(event: LoopsEvent, filters: Filters): string | undefined {
	const { events, mailingLists, sources, sourceTypes } = filters;
	const sourceType = event.sourceType === 'workflow' ? 'loop' : event.sourceType;
	if (!events.includes('*') && !events.includes(event.event)) {
		return "'Events' does not include this event";
	}
	if (excludes(mailingLists, listsOf(event))) return "'Mailing List' does not include its lists";
	if (excludes(sources, [event.sourceId])) {
		return 'no filter includes its campaign, workflow or transactional email';
	}
	if (excludes(sourceTypes, [sourceType])) return "'Source Types' does not include its source";
	return undefined;
}

/** An event without what a filter asks for does not pass it. */
function excludes(wanted: string[], given: unknown[]): boolean {
	const values = new Set(wanted);
	return wanted.length > 0 && !given.some((value) => values.has(String(value)));
}

/** Those that the event names, and those that a new contact is subscribed to. */
const listsOf = ({ mailingLists, contact }: LoopsEvent): unknown[] => [
	...mailingLists.map(({ id }) => id),
	...Object.entries(asRecord(contact?.mailingLists))
		.filter(([, subscribed]) => subscribed === true)
		.map(([id]) => id),
];

/** An expression may find nothing. As an empty filter, that would let every event through. */
function read(label: string, value: unknown): string[] {
	const ids = idsOf(value);
	if (!ids) throw new Error(`'${label}' is not a list of IDs`);
	if (ids.length === 0) throw new Error(`'${label}' is empty`);
	return ids;
}
