import type { IDataObject } from 'n8n-workflow';

import { answersAbout, contentCall, pageOf } from '../../account/content';
import { name, option } from '../../fields/body';
import { locator } from '../../fields/locator';
import { options, validateOnly } from '../../fields/options';
import { allPages, PAGE_SIZE } from '../../http/pages';
import type { Read } from '../../http/request';
import { InvalidValue } from '../../values/invalidValue';
import {
	checkMessage,
	type Guardian,
	guardianCall,
	messageCall,
	variablesIn,
	warningsOf,
} from '../emailRequests';
import { getMetrics } from '../metrics';
import { type Operation, operation } from '../operation';
import { create, get, getCall, type Resource, update } from '../resource';

/** A transactional email with its drafts, as the content API has it. */
export const template: Resource = {
	resource: 'transactionalEmail',
	noun: 'transactional email',
	path: '/transactional-emails',
	id: locator({
		displayName: 'Transactional Email',
		name: 'transactionalId',
		description: 'The email, published or not',
		search: 'searchEmailsAndDrafts',
		hasUrl: true,
	}),
};

const parts = {
	name: name({
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		description: 'Name of the email. Recipients do not see it.',
	}),
	transactionalGroupId: option({
		displayName: 'Transactional Group Name or ID',
		name: 'transactionalGroup',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getTransactionalGroups' },
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	}),
};

export const templateLocks = (id: string) => [`transactionalEmail ${id}`];

/** Answers with the draft that exists or a new one, which begins as what is published. */
export const draftCall = (id: string) =>
	contentCall({
		method: 'POST',
		path: `${template.path}/${id}/draft`,
		repeat: { kind: 'safe' },
		isAnswer: answersAbout(id),
		refusals: getCall(template, id).refusals,
	});

const getDraft = operation({
	resource: 'transactionalEmail',
	value: 'getDraft',
	name: 'Get or Create Draft',
	action: 'Get or create draft of transactional email',
	description: 'Get the draft of a transactional email, or make one of what is published',
	fields: { id: template.id, options: options({ validateOnly }) },
	locks: ({ id }) => templateLocks(id),
	plan: ({ id }) => ({ request: draftCall(id) }),
});

/** What publishing an email depends on. */
export interface Draft {
	template: IDataObject;
	message: IDataObject;
	guardian: Guardian;
}

async function readDraft(read: Read, id: string): Promise<Draft> {
	const found = (await read(getCall(template, id))) as IDataObject;
	const { draftEmailMessageId } = found;
	if (typeof draftEmailMessageId !== 'string') {
		throw new InvalidValue(
			'The transactional email has no draft to publish',
			"Write one with 'Save Content', or in Loops",
		);
	}
	const [message, guardian] = await Promise.all([
		read(messageCall(draftEmailMessageId)),
		read(guardianCall(draftEmailMessageId)),
	]);
	return { template: found, message, guardian } as Draft;
}

const draftChanged = new InvalidValue(
	'The draft has changed since this item checked it',
	'Look at it in Loops, then run this item again',
);

/** Repeats only if the draft is still the same. */
export const publishCall = (id: string, draftId: unknown) =>
	contentCall({
		method: 'POST',
		path: `${template.path}/${id}/publish`,
		isAnswer: answersAbout(id),
		repeat: {
			kind: 'lookUp',
			request: getCall(template, id),
			found: (answer) => {
				const now = answer as IDataObject;
				if (now.publishedEmailMessageId === draftId) return now;
				return now.draftEmailMessageId === draftId ? undefined : draftChanged;
			},
		},
		refusals: [
			...(getCall(template, id).refusals ?? []),
			{
				status: 409,
				problem: 'The transactional email has no draft to publish',
				hint: 'Somebody may have published or discarded it. Look at it in Loops',
			},
			{
				status: 422,
				problem: 'Loops did not publish the draft',
				hint: 'Check its content, and that the sending domain is verified in Loops',
			},
		],
	});

/** Sends that give no value for these variables fail from now on. */
export function newVariables(message: IDataObject, email: IDataObject): string[] {
	if (!email.publishedEmailMessageId) return [];
	const before = (email.dataVariables ?? []) as string[];
	const added = variablesIn(message).filter((each) => !before.includes(each));
	return added.length > 0 ? [`Each send now has to give these variables: ${added.join(', ')}`] : [];
}

const publish = operation({
	resource: 'transactionalEmail',
	value: 'publish',
	name: 'Publish',
	action: 'Publish transactional email',
	description: 'Check the draft of a transactional email, and send what it says from now on',
	isForPeople: true,
	fields: { id: template.id, options: options({ validateOnly }) },
	locks: ({ id }) => templateLocks(id),
	needs: ({ id }) => ({ lookUp: async (read) => await readDraft(read, id) }),
	plan: ({ id }, { answer }) => {
		const draft = answer as Draft;
		checkMessage(draft.message, draft.guardian);
		return {
			warnings: [...warningsOf(draft.guardian), ...newVariables(draft.message, draft.template)],
			request: publishCall(id, draft.template.draftEmailMessageId),
		};
	},
});

/** Those with this name, of which there should be one at most. */
export async function findByName(read: Read, wanted: string): Promise<IDataObject[]> {
	const all = await allPages(
		async (cursor) =>
			await pageOf(read, template.path, { perPage: PAGE_SIZE.max, ...(cursor && { cursor }) }),
	);
	return all.filter((each) => each.name === wanted);
}

export const templates: Operation[] = [
	get(template),
	create(template, {
		given: { name: parts.name },
		added: { transactionalGroupId: parts.transactionalGroupId },
		description: 'Create a transactional email with an empty draft',
	}),
	update(template, { added: parts, description: 'Change the name or group, not the content' }),
	getDraft,
	publish,
	getMetrics(template),
];
