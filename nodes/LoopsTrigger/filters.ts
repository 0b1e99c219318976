import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { isBlank, trimmed } from '../Loops/values/format';
import { listIn, asRecord } from '../Loops/values/parse';
import type { LoopsEvent } from './event';

/** The values that each filter includes. A filter that the user did not add is empty. */
export type Filters = ReturnType<typeof readFilters>;

/** @throws Error when a filter is empty or isn't a list of IDs */
export function readFilters(context: IWebhookFunctions) {
	const filters = context.getNodeParameter('filters', {}) as IDataObject;
	const idsFrom = (label: string, name: string) =>
		name in filters ? readIds(label, filters[name]) : [];
	return {
		events: readIds('Events', context.getNodeParameter('events', [])),
		mailingLists: idsFrom('Mailing List Names or IDs', 'mailingLists'),
		/** IDs of campaigns, workflows and transactional emails. */
		sources: [
			...idsFrom('Transactional Names or IDs', 'transactionalEmails'),
			...idsFrom('Campaign or Workflow', 'campaignsAndWorkflows'),
		],
		sourceTypes: idsFrom('Source Types', 'sourceTypes'),
	};
}

/** Why an event does not start the workflow; undefined if it passes all filters. */
export function exclusion(event: LoopsEvent, filters: Filters): string | undefined {
	const sourceType = event.sourceType === 'workflow' ? 'loop' : event.sourceType;
	const lists = [
		...event.mailingLists.map(({ id }) => id),
		...Object.entries(asRecord(event.contact?.mailingLists))
			.filter(([, isSubscribed]) => isSubscribed === true)
			.map(([id]) => id),
	];
	if (excludes(filters.events, ['*', event.event])) return "'Events' does not include this event";
	if (excludes(filters.mailingLists, lists))
		return "'Mailing List Names or IDs' does not include any of the event's lists";
	if (excludes(filters.sources, [event.sourceId])) {
		return "no filter includes the event's campaign, workflow or transactional email";
	}
	if (excludes(filters.sourceTypes, [sourceType])) {
		return "'Source Types' does not include the event's source";
	}
	return undefined;
}

function excludes(filter: string[], given: unknown[]): boolean {
	const included = new Set(filter);
	return filter.length > 0 && !given.some((value) => included.has(String(value)));
}

/** Refuses an empty list, such as from an expression that finds nothing: every event would pass. */
function readIds(label: string, value: unknown): string[] {
	const given = typeof value === 'string' ? listIn(value) : value;
	const isList = Array.isArray(given) && given.every((id) => typeof id === 'string');
	if (!isList && !isBlank(value)) throw new Error(`'${label}' is not a list of text values`);
	const ids = isList ? [...new Set(given.map(trimmed).filter((id) => id !== ''))] : [];
	if (ids.length === 0) throw new Error(`'${label}' is empty`);
	return ids;
}
