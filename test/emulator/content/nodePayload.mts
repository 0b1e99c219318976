import { Refusal } from '../answer.mts';
import type { Account } from '../account.mts';
import type { JsonObject } from '../values.mts';
import { changedAudience, filter } from './audience.mts';
import { flag, nullable, number, object, oneOf, optional, type Reader, text } from './read.mts';
import type { WorkflowNode } from './records.mts';

const value: Reader<unknown> = (given, path) => {
	if (['string', 'number', 'boolean'].includes(typeof given)) return given;
	throw new Refusal(400, `Invalid ${path}: required.`);
};
const comparison = object({
	value,
	operator: oneOf(
		...['any', 'contains', 'not_contains', 'empty', 'not_empty', 'equal', 'not_equal'],
		...['greater_than', 'less_than', 'true', 'false', 'numeric_equal', 'numeric_not_equal'],
		...['after', 'before', 'between'],
	),
});
const reEligible = optional(flag);

const TRIGGERS: Record<string, Reader<JsonObject>> = {
	SignupTrigger: object({ typeName: optional(oneOf('SignupTrigger')) }),
	EventTrigger: object({
		typeName: optional(oneOf('EventTrigger')),
		eventPatternId: optional(nullable(text())),
		eventName: optional(nullable(text())),
		reEligible,
	}),
	ContactPropertyTrigger: object({
		typeName: optional(oneOf('ContactPropertyTrigger')),
		contactPropertyQuery: optional(object({ key: text(), is: comparison, was: comparison })),
		reEligible,
	}),
	AddToListTrigger: object({ typeName: optional(oneOf('AddToListTrigger')), reEligible }),
};
const OTHERS: Record<string, Reader<JsonObject>> = {
	AudienceFilter: object({
		audienceSegmentId: optional(nullable(text())),
		audienceFilter: optional(nullable(filter)),
		appliesDownstream: optional(flag),
	}),
	TimerAction: object({ amount: optional(number(0)), unit: optional(oneOf('m', 'h', 'd')) }),
	ExperimentBranchNode: object({ samplingRate: optional(number(0, 100)) }),
	VariantNode: object({ isControl: optional(flag) }),
};

const isTrigger = (typeName: string) => typeName.endsWith('Trigger');

/** Type and fields of an updated node; a trigger can become another trigger. */
export function nodePayload(
	account: Account,
	node: WorkflowNode,
	payload: JsonObject,
): Pick<WorkflowNode, 'typeName' | 'fields'> {
	if (!isTrigger(node.typeName)) {
		const read = OTHERS[node.typeName];
		if (!read) throw new Refusal(501, 'This node update is not implemented.');
		const changes = read(payload, 'payload');
		const audience = node.typeName === 'AudienceFilter' && changedAudience(account, changes);
		return { typeName: node.typeName, fields: set({ ...node.fields, ...changes, ...audience }) };
	}
	const typeName = String(payload.typeName ?? node.typeName);
	const read = TRIGGERS[typeName];
	if (!read) throw new Refusal(400, `Invalid payload.typeName: ${typeName}.`);
	const { typeName: _, eventPatternId, eventName, ...changes } = read(payload, 'payload');
	const before = typeName === node.typeName ? node.fields : INITIAL[typeName];
	const event = eventOf(account, eventPatternId, eventName);
	return { typeName, fields: { ...before, ...changes, ...event } };
}

const INITIAL: Record<string, JsonObject> = {
	EventTrigger: { eventName: null, reEligible: false },
	ContactPropertyTrigger: { contactPropertyQuery: null, reEligible: false },
	AddToListTrigger: { mailingListId: null, reEligible: false },
};

/** Removes null fields: an unset audience is absent. */
const set = (fields: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(fields).filter(([, each]) => each !== null));

function eventOf({ eventPatterns }: Account, id: unknown, name: unknown): JsonObject {
	if (id === undefined && name === undefined) return {};
	if (id !== undefined && name !== undefined) {
		throw new Refusal(400, 'Use either eventPatternId or eventName, not both.');
	}
	if (id === null || name === null) return { eventName: null };
	const pattern = [...eventPatterns.values()].find(
		(each) => each.id === id || each.eventName === name,
	);
	if (!pattern) throw new Refusal(400, 'Event pattern not found.');
	return { eventName: pattern.eventName, eventProperties: pattern.eventProperties };
}
