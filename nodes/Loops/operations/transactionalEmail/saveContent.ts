import type { IDataObject } from 'n8n-workflow';

import { contentCall } from '../../api/content';
import { body, required } from '../../form/body';
import { expectedRevision, transactionalContent } from '../../fields/emailContent';
import type { Field } from '../../form/form';
import {
	isIdOrUrl,
	locatorProperty,
	checkbox,
	fieldOf,
	NOT_FOR_TOOLS,
	options,
	validateOnly,
} from '../../form/parameter';
import type { IdOrReference } from '../../form/formValue';
import { spellingKey, format, listed } from '../../values/format';
import type { Body, Identifier } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { locksOf } from '../base/builders';
import type { FollowingSteps, Item } from '../../run/item';
import { operation } from '../base/operation';
import { checkMessage, getGuardian, type Guardian, withFixes } from '../email/guardian';
import {
	copiesOf,
	revisionOf,
	droppedWarnings,
	messageCall,
	publishedReached,
} from '../email/message';
import { messageIdOf, transactionalEmail } from '../base/resources';
import {
	checkDraft,
	differing,
	type Found,
	getFound,
	getMessage,
	getWritten,
	hasContent,
	isOwn,
	isSeen,
	messageDigest,
	type SaveValues,
	replacedWarnings,
	withOnlyItsFallbacks,
	writtenAs,
} from './draft';
import {
	checkPublished,
	draftCall,
	newVariables,
	publishCall,
	newVariableWarnings,
} from './requests';

const LABEL = 'Transactional Email';

/** An email that exists, by its ID, or a name. An email of that name is made if there is none. */
type Chosen<Id> = { id: Id } | { name: Identifier; lock: string };

const chosen: Field<Chosen<IdOrReference>> = {
	properties: [
		locatorProperty({
			displayName: LABEL,
			name: 'transactionalId',
			description:
				'Email to write. If you choose By Name and no email has this name, the node creates it.',
			search: 'searchEmailsAndDrafts',
			modes: ['list', 'id', 'url', 'name'],
			exampleName: 'Password reset',
		}),
	],
	read: (form) => {
		const { value, mode, mayVary } = form.locator('transactionalId', LABEL);
		if (mode !== 'name') return { id: transactionalEmail.id.read(form) };
		const name = value.identifier('emails', { hint: 'Enter the name' });
		const isMixed = mayVary && form.isGivenBothWays('transactionalId');
		if (!isIdOrUrl(name)) return { name, lock: isMixed ? 'any' : `called ${caseless(name)}` };
		throw new ItemRefused(
			`'${LABEL}' is not a name: ${format(name)}`,
			'By Name would create an email with this name. Choose By ID or By URL instead',
		);
	},
};

/** A switch for people. It is off in a tool call, where n8n drops what it does not show. */
function switchForPeople(displayName: string, name: string, description: string): Field<boolean> {
	const field = fieldOf(
		checkbox({ displayName, name, description, displayOptions: NOT_FOR_TOOLS }),
	);
	return { ...field, read: (form) => !form.isToolCall && field.read(form) };
}

const publishes = switchForPeople(
	'Publish',
	'publish',
	'Whether to publish the content if its check finds no errors. From then on, every send uses it. If this is off, the content stays a draft.',
);

const replaces = switchForPeople(
	'Overwrite Draft Changes',
	'replaceDraft',
	'Whether to overwrite changes that others made in the draft and did not publish. Fields that you do not add are reset to the published version. If this is off and there are such changes, the item fails and lists the fields.',
);

const { subject, lmx, ...added } = transactionalContent;

const revision: typeof expectedRevision = {
	...expectedRevision,
	property: {
		...expectedRevision.property,
		description:
			"Value of 'contentRevisionId' from when you read the draft. If the draft still has this revision, it is replaced, no matter who wrote it.",
	},
};

export const saveContent = operation({
	value: 'saveContent',
	name: 'Save Content',
	action: 'Save transactional email content',
	description:
		'Write the subject and content as a draft, check it, and publish it if you choose. By Name creates a missing email.',
	fields: {
		chosen,
		content: body({ subject: required(subject), lmx: required(lmx) }, added),
		publishes,
		replaces,
		options: options({ validateOnly, revision }),
	},
	locks: ({ chosen }) =>
		'id' in chosen
			? locksOf(transactionalEmail, chosen.id)
			: [`${transactionalEmail.noun} ${chosen.lock}`],
	reaches: ({ content, publishes }) => [
		...copiesOf(content),
		...(publishes ? publishedReached() : []),
	],
	run: async ({ chosen, ...values }, tools) => {
		const { change, drafts, get, warn } = tools;
		const { content, publishes } = values;
		const found = await find(chosen, tools);
		if (found) tools.claimEmail(String(found.email.id), content);
		const output = found && unchanged(found, content, tools);
		if (output) return output;

		const opened = found
			? await openDraft(found, chosen, values, tools)
			: await createEmail(chosen, values, tools);
		const { message, dropped } = await writeDraft(opened, values, tools);
		const guardian = await getGuardian(get, String(message.id));
		const added = newVariables(opened.found, message);
		warn([...dropped, ...newVariableWarnings(added)]);
		const state = {
			created: !found,
			published: publishes,
			newVariables: added,
			notes: [...opened.replaced, ...dropped],
		};
		if (!publishes) return outputOf(opened.email, message, guardian, state);

		checkMessage(message, guardian);
		// If the answer is lost, the call looks whether this draft was published before it is made again.
		const { answer } = await change(publishCall(opened.email, message));
		const live = checkPublished(answer, message);
		drafts.record(String(live.id), {
			...writtenAs(content, message),
			live: messageDigest(message),
		});
		const newNow = newVariables(opened.found, message, live.dataVariables);
		return outputOf(live, message, guardian, { ...state, newVariables: newNow });
	},
});

const stepsAfter = ({ content, publishes }: SaveValues): FollowingSteps => ({
	steps: [
		'The node would write the content to the draft',
		'Loops would check the draft',
		...(publishes ? ['The node would publish the draft if the check finds no errors'] : []),
	],
	content,
});

/** Undefined if no email has the name. */
async function find(chosen: Chosen<Identifier>, { facts, get }: Item): Promise<Found | undefined> {
	if ('id' in chosen) return await getFound(get, chosen.id);
	const existing = findByName(await facts.emailsAndDrafts(), chosen.name);
	if (!existing) return undefined;
	const found = await getFound(get, String(existing.id));
	checkName(found.email, chosen.name);
	return found;
}

/** A name without case: of two emails that differ only in case, either may be meant. */
const caseless = (name: unknown): string => spellingKey(String(name)).toLowerCase();

/** @throws ItemRefused if several emails have the name, or if one has it in another case */
function findByName(emails: IDataObject[], name: string): IDataObject | undefined {
	const alike = emails.filter((each) => caseless(each.name) === caseless(name));
	const [found, ...others] = alike.filter((each) => isCalled(each, name));
	if (others.length > 0) {
		throw new ItemRefused(
			`${others.length + 1} transactional emails are called ${format(name)}`,
			`Rename all but one in Loops, or choose one by its ID: ${listed([found, ...others].map(({ id }) => String(id)))}`,
		);
	}
	if (found || alike.length === 0) return found;
	throw new ItemRefused(
		`There is already a transactional email called ${format(alike[0].name)}`,
		`${format(name)} differs only in upper and lower case. To write to that email, use its exact name. To create an email, use another name`,
	);
}

const isCalled = (email: IDataObject, name: string): boolean =>
	spellingKey(String(email.name)) === spellingKey(name);

/** @throws ItemRefused for an email that was renamed since its name was looked up */
function checkName(email: IDataObject, name: string): void {
	if (isCalled(email, name)) return;
	throw new ItemRefused(
		`The transactional email ${format(name)} was renamed to ${format(email.name)}`,
		'Nothing was written. Run the workflow again with this item to look the name up again',
	);
}

/** An email whose draft can be written. */
interface Opened {
	/** What was published before, and the draft as it was read. */
	found: Found;
	/** What Loops answered about the draft. */
	email: IDataObject;
	/** Warnings of what publishing replaces. */
	replaced: string[];
}

/** Gives the email a draft if it has none, after a check that the item overwrites nobody's changes. */
async function openDraft(
	found: Found,
	chosen: Chosen<Identifier>,
	values: SaveValues,
	{ change, drafts, warn }: Item,
): Promise<Opened> {
	const id = String(found.email.id);
	checkDraft(found, values, drafts.of(id));
	const replaced = values.publishes ? replacedWarnings(found, values.content, drafts.of(id)) : [];
	warn(replaced);
	const { answer: email } = await change(draftCall(id), { follows: stepsAfter(values) });
	if ('name' in chosen) checkName(email, chosen.name);
	return { found, email, replaced };
}

async function createEmail(
	chosen: Chosen<Identifier>,
	values: SaveValues,
	{ change, claimEmail, drafts }: Item,
): Promise<Opened> {
	// An unknown ID has failed before.
	const name = 'name' in chosen ? chosen.name : chosen.id;
	const call = contentCall({ method: 'POST', path: transactionalEmail.path, body: { name } });
	claimEmail(name, values.content);
	const { answer: email } = await change(call, {
		rerun: 'harmless', // It finds the email by its name.
		done: ({ id }) => `The transactional email was created as ${String(id)}`,
		follows: stepsAfter(values),
	});
	const { id, draftEmailMessageContentRevisionId: given } = email;
	claimEmail(String(id), values.content);
	if (typeof given === 'string') drafts.record(String(id), { revision: given });
	return { found: { email }, email, replaced: [] };
}

/** The output if what is published is what the item gives, and no draft of this node is newer. */
function unchanged(
	{ email, published, draft }: Found,
	content: Body,
	{ drafts }: Item,
): IDataObject | undefined {
	const written = drafts.of(String(email.id));
	if (!hasContent(published, content, written)) return undefined;
	if (isOwn(draft, written) && differing(draft as IDataObject, published).length > 0) {
		return undefined;
	}
	return outputOf(email, published, { errors: [], warnings: [] }, { published: true });
}

/** The draft with what the item gives, and warnings of what Loops left out. Writes only what is missing. */
async function writeDraft(
	{ found, email }: Opened,
	values: SaveValues,
	{ change, drafts, get }: Item,
): Promise<{ message: IDataObject; dropped: string[] }> {
	const id = String(email.id);
	const messageId = messageIdOf(email.draftEmailMessageId, transactionalEmail.noun);
	const revisionNow = email.draftEmailMessageContentRevisionId;
	const draft = isSeen(found, messageId, revisionNow)
		? found.draft
		: await getMessage(get, messageId);
	const before = drafts.of(id);
	// The draft may have changed, or may be a new one.
	const others = checkDraft({ ...found, draft }, values, before);
	const content = { ...others, ...withOnlyItsFallbacks(values.content, draft) };
	const record = (now: IDataObject) => drafts.record(id, writtenAs(values.content, now));
	if (Object.keys(others).length === 0 && hasContent(draft, values.content, before)) {
		// It is what this item would write, so a later item may overwrite it.
		if (values.publishes) record(draft);
		return { message: draft, dropped: droppedWarnings(content, draft) };
	}
	const read = draft === 'unreadable' ? revisionNow : draft?.contentRevisionId;
	const call = messageCall(messageId, await revisionOf(read, messageId, get), content);
	const { answer } = await change(call, { done: () => 'The content is saved as a draft' });
	record(answer);
	const message = await getWritten(answer, content, messageId, get);
	record(message);
	return { message, dropped: droppedWarnings(content, message) };
}

interface SavedState {
	created?: boolean;
	published: boolean;
	newVariables?: string[];
	/** What was replaced, and what Loops left out. */
	notes?: string[];
}

/** The output of Save Content. */
const outputOf = (
	email: IDataObject,
	message: IDataObject,
	{ errors, warnings }: Guardian,
	{ created = false, published, newVariables: added = [], notes = [] }: SavedState,
): IDataObject => ({
	id: email.id,
	name: email.name,
	created,
	newVariables: added,
	published,
	emailMessageId: message.id,
	contentRevisionId: message.contentRevisionId,
	dataVariables: email.dataVariables,
	errors: withFixes(errors),
	// Nobody sees the hints of a scheduled run.
	warnings: [
		...[...notes, ...newVariableWarnings(added)].map((title) => ({ title })),
		...withFixes(warnings),
	],
});
