import type { IDataObject } from 'n8n-workflow';

import type { ReceivedRequest } from '../emulator/requestLog.mts';
import type { Seed } from '../emulator/seed.mts';
import type { Emulator } from '../emulator/server.mts';
import { messageIdOf } from '../emulator/templates.mts';
import { identified, orThrow } from './expressions.mts';
import type { Deed, Effect, NodeRun } from './observation.mts';
import { MEANWHILE, type Operation, type Scenario } from './scenario.mts';

export const FIRST_SUBJECT = 'Draft';

/** A workflow that is sending is deleted only with its contacts. */
export const isSending = (label: string) => label === '3';

/** What is in Loops at first: a campaign and an email for each of some labels, and a workflow for each item. */
export function draftsOf(labels: string[], items: number): Pick<Seed, 'templates' | 'content'> {
	const lmx = '<Paragraph>Hello</Paragraph>';
	const exit = { id: 'exit', typeName: 'ExitAction', nextNodeIds: [] };
	const workflowsOf = (label: string) =>
		Array.from({ length: items }, (_, n) => ({
			id: `workflow-${label}-${n}`,
			name: `Workflow ${label}`,
			status: isSending(label) ? 'Sending' : 'Draft',
			revision: `revision-${label}-${n}`,
			rootNodeId: 'exit',
			nodes: [exit],
		}));
	return {
		templates: labels.map((label) => ({ id: `email-${label}`, name: `Mail ${label}` })),
		content: {
			campaigns: labels.map((label) => ({
				id: `campaign-${label}`,
				name: `Draft ${label}`,
				emailMessageId: `message-${label}`,
				mailingListId: 'c0modellist00000000000',
				subject: FIRST_SUBJECT,
				lmx,
			})),
			workflows: labels.flatMap(workflowsOf),
		},
	};
}

const IDS: Partial<Record<Operation, string>> = {
	'campaign schedule': 'campaign-',
	'emailMessage update': 'message-',
	'transactionalEmail saveContent': 'email-',
	'workflow delete': 'workflow-',
};

/** What tells the draft of an item from others, in two parts. */
export function draftOf({ operation, identity }: Scenario, n: number, label: string) {
	if (operation === 'campaign create') return ['Issue ', String(n)];
	if (operation === 'workflow delete') return ['workflow-', `${label}-${n}`];
	return [identity === 'name' ? 'Mail ' : (IDS[operation] ?? ''), label];
}

export const subjectLine = (n: number) => `Item ${n}`;

/** The parameters of an operation. The subject tells the item. */
export function draftParameters(scenario: Scenario): IDataObject {
	const { body, identity, operation, publishes } = scenario;
	const id = identified(scenario, 'id', '$json.part');
	const locator = { __rl: true, mode: 'id', value: id };
	const texts = { now: '$now.toISO()', random: 'String(Math.random())' };
	const previewText = body in texts && `={{ ${texts[body as keyof typeof texts]} }}`;
	const subject = `={{ ${orThrow('"Item " + $json.n')} }}`;
	const added = previewText ? { previewText } : {};
	const content = { subject, ...added };
	const lmx = '<Paragraph>Hello</Paragraph>';
	switch (operation) {
		case 'campaign create':
			return {
				name: identified(scenario, 'name', '$json.part'),
				subject,
				lmx,
				additionalFields: added,
			};
		case 'campaign schedule':
			return {
				campaignId: locator,
				confirmName: '={{ "Draft " + $json.contact }}',
				sendWhen: 'at',
				sendAt: '={{ "2030-01-31T09:" + String($json.n).padStart(2, "0") + ":00Z" }}',
			};
		case 'emailMessage update':
			return { emailMessageId: locator, updateFields: content };
		case 'workflow delete':
			return { workflowId: locator, dryRun: false, discardQueuedContacts: publishes };
		default: {
			const name = { mode: 'name', value: identified(scenario, 'name', '$json.part') };
			return {
				transactionalId: identity === 'name' ? { ...locator, ...name } : locator,
				subject: content.subject,
				lmx,
				...(previewText && { additionalFields: { previewText } }),
				publish: publishes,
			};
		}
	}
}

export const goesOut = (deed?: Deed) => deed === 'publish' || deed === 'schedule';

/** What a request does; undefined if it only reads or makes sure that there is a draft. */
export function deedOf({ method, path }: ReceivedRequest): Deed | undefined {
	if (method === 'GET' || path.endsWith('/draft')) return undefined;
	if (method === 'DELETE') return 'delete';
	if (path.endsWith('/publish')) return 'publish';
	if (path.includes('/email-messages/')) return 'write';
	return /\/campaigns\//.test(path) ? 'schedule' : 'create';
}

/** What a request is about: a campaign, an email or a workflow, and its message, as Loops has them now. */
function draftAt({ content, templates }: Emulator, { path }: ReceivedRequest) {
	const [, , , id = ''] = path.split('/');
	const ownerId = content.messages.get(id)?.parent.id ?? id;
	const campaign = content.campaigns.get(ownerId);
	const template = templates().find((each) => each.id === ownerId);
	const messageId =
		campaign?.emailMessageId ?? template?.draftMessageId ?? template?.publishedMessageId ?? id;
	const workflow = content.workflows.get(id);
	const { name = '' } = campaign ?? template ?? {};
	return { id: ownerId, name, message: content.messages.get(messageId), workflow };
}

/** The item that a request is for; undefined if several ones are about its draft, and nothing tells. */
export function itemOfDraft(
	emulator: Emulator,
	request: ReceivedRequest,
	{ inputs }: NodeRun,
	effects: Effect[],
): number | undefined {
	const { id, name } = draftAt(emulator, request);
	const [, ofWorkflow] = /^workflow-.+-(\d+)$/.exec(id) ?? [];
	if (ofWorkflow) return Number(ofWorkflow);
	const body = (request.body ?? {}) as IDataObject;
	const { timestamp } = (body.scheduling ?? {}) as IDataObject;
	if (timestamp) return new Date(String(timestamp)).getUTCMinutes();
	const [, kind, label] = /^(\w+) (.+)$/.exec(String(body.subject ?? body.name ?? name)) ?? [];
	if (kind === 'Item' || kind === 'Issue') return Number(label);
	// Items about one draft take turns.
	if (request.path.endsWith('/publish'))
		return effects.findLast(({ draft }) => draft?.id === id)?.item;
	const [one, ...others] = inputs.filter(
		({ contact, outcome }) => contact === label && (outcome === 'good' || outcome === 'refused'),
	);
	return others.length === 0 ? (one?.n as number | undefined) : undefined;
}

/** What another client does to the draft that a request is about, unless it goes out: no call prevents that. */
export function changeMeanwhile(emulator: Emulator, request: ReceivedRequest): void {
	if (goesOut(deedOf(request))) return;
	const { message, workflow } = draftAt(emulator, request);
	const contentRevisionId = emulator.content.revision();
	if (workflow) workflow.revision = contentRevisionId;
	if (message) Object.assign(message, { subject: 'Of another client', contentRevisionId });
}

/** Follows what is known of drafts from request to request. */
export class Drafts {
	/** The revision of each message that was last checked. */
	private readonly checked = new Map<string, string>();

	/** Notes the revisions that there are after a request, and tells what it has done. */
	after(
		emulator: Emulator,
		request: ReceivedRequest,
		fault: string | undefined,
		revisions: Record<string, string>,
	): Effect['draft'] {
		const { content, templates } = emulator;
		const isLost = fault !== undefined && fault !== MEANWHILE;
		for (const { contentRevisionId, subject } of content.messages.values()) {
			revisions[contentRevisionId] = subject;
		}
		const { id, message } = draftAt(emulator, request);
		const { id: messageId = '', contentRevisionId = '' } = message ?? {};
		if (request.path.endsWith('/guardian') && (!isLost || fault === 'trickled')) {
			this.checked.set(messageId, contentRevisionId);
		}
		const deed = deedOf(request);
		const made = request.path.endsWith('/campaigns')
			? [...content.campaigns.values()]
			: templates();
		return (
			deed && {
				deed,
				id: deed === 'create' ? (made.at(-1)?.id ?? '') : id,
				isLost,
				revision: contentRevisionId,
				checked: this.checked.get(messageId),
			}
		);
	}
}

/** What is in Loops of emails, campaigns and workflows. */
export function draftsIn({ content, templates }: Emulator): NodeRun['drafts'] {
	const published = templates().filter((each) => each.publishedMessageId !== messageIdOf(each));
	return {
		names: templates().map(({ name }) => name),
		workflows: [...content.workflows.keys()],
		goingOut: [
			...content.scheduled.map(({ campaignId }) => campaignId),
			...published.filter((each) => each.published).map(({ id }) => id),
		],
	};
}
