import type { Content } from './content.mts';
import {
	dateTime,
	list,
	mapOf,
	nullable,
	object,
	oneOf,
	optional,
	type Reader,
	text,
} from './read.mts';
import { filter } from './audience.mts';
import type { Campaign, Scheduling } from './records.mts';
import { newNode } from './workflows.mts';
import { isObject } from '../values.mts';

const loose = text({ mayBeEmpty: true });
const anything: Reader<unknown> = (value) => value;
const fields = mapOf(anything);
const each = <T,>(read: Reader<T>) => optional(list(read));
const group = object({ id: text(), name: text(), description: optional(loose) });

/** Reads the content of a seed. */
const readSeed = object({
	campaignGroups: each(group),
	transactionalGroups: each(group),
	workflowGroups: each(group),
	campaigns: each(
		object({
			id: text(),
			name: text(),
			emailMessageId: text(),
			mailingListId: optional(text()),
			subject: optional(loose),
			lmx: optional(loose),
			audienceSegmentId: optional(text()),
			audienceFilter: optional(filter),
			status: optional(oneOf('Draft', 'Scheduled', 'Sending', 'Sent')),
			scheduling: optional(
				object({ method: oneOf('now', 'schedule'), timestamp: nullable(dateTime) }),
			),
		}),
	),
	themes: each(object({ id: text(), name: text(), styles: optional(fields) })),
	components: each(object({ id: text(), name: text(), lmx: text() })),
	segments: each(object({ id: text(), name: text(), description: optional(text()), filter })),
	workflows: each(
		object({
			id: text(),
			name: text(),
			rootNodeId: text(),
			mailingListId: optional(text()),
			revision: optional(text()),
			nodes: list(
				object({
					id: text(),
					typeName: text(),
					nextNodeIds: list(text()),
					fields: optional(fields),
				}),
			),
			status: optional(oneOf('Draft', 'Sending', 'Paused', 'PausedAndQueueing')),
		}),
	),
});

/** When all seeded content was created. */
const AT = '2026-08-31T09:00:00.000Z';
const NOW: Scheduling = { method: 'now', timestamp: null };
const dated = { createdAt: AT, updatedAt: AT };

/** Adds the content of a seed to an account; throws if it is invalid. */
export function plantContent(content: Content, seed: unknown): void {
	if (!isObject(seed)) throw new Error('content must be an object');
	const given = readSeed(seed, 'content');
	const put = <T extends { id: string }>(into: Map<string, T>, records: T[] | undefined) => {
		for (const record of records ?? []) into.set(record.id, record);
	};
	const groups = (of: ReturnType<typeof group>[] = []) =>
		of.map(({ description = '', ...rest }) => ({ ...rest, description, ...dated }));
	put(content.groups.campaign, groups(given.campaignGroups));
	put(content.groups.transactional, groups(given.transactionalGroups));
	put(content.groups.workflow, groups(given.workflowGroups));
	put(
		content.themes,
		given.themes?.map(({ styles = {}, ...rest }) => ({
			...rest,
			styles: styles as Record<string, string>,
			isDefault: false,
			...dated,
		})),
	);
	put(content.components, given.components);
	put(
		content.segments,
		given.segments?.map(({ description = null, ...rest }) => ({ ...rest, description, ...dated })),
	);
	for (const { subject, lmx, status = 'Draft', scheduling = NOW, ...rest } of given.campaigns ??
		[]) {
		const campaign: Campaign = {
			mailingListId: rest.mailingListId ?? null,
			audienceSegmentId: rest.audienceSegmentId ?? null,
			audienceFilter: rest.audienceFilter ?? null,
			status,
			scheduling,
			campaignGroupId: content.groupId('campaign', undefined),
			id: rest.id,
			name: rest.name,
			emailMessageId: rest.emailMessageId,
			...dated,
		};
		content.campaigns.set(campaign.id, campaign);
		const id = rest.emailMessageId;
		content.addMessage('campaign', rest.id, {
			id,
			updatedAt: AT,
			...(subject !== undefined && { subject }),
			...(lmx !== undefined && { lmx }),
		});
	}
	for (const { id: parent, nodes } of given.workflows ?? []) {
		for (const { fields: { emailMessageId: id } = {} } of nodes) {
			if (typeof id === 'string') content.addMessage('workflow', parent, { id, updatedAt: AT });
		}
	}
	put(
		content.workflows,
		given.workflows?.map(({ nodes, status = 'Draft', ...rest }) => ({
			...rest,
			description: '',
			status,
			workflowGroupId: content.groupId('workflow', undefined),
			mailingListId: rest.mailingListId ?? null,
			revision: rest.revision ?? null,
			...dated,
			nodes: new Map(
				nodes.map((node) => [
					node.id,
					newNode(node.id, node.typeName, node.nextNodeIds, node.fields as never),
				]),
			),
		})),
	);
}
