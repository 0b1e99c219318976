import type { IDataObject } from 'n8n-workflow';

import type { Caller, LoopsRequest } from '../../http/request';
import type { WrittenDrafts } from '../../sends/writtenDrafts';
import type { Body } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { isPlainObject } from '../../values/parse';
import { checkMessage, type Guardian, guardianCall, withFixes } from '../emailMessage/guardian';
import {
	isWritten,
	messageIdOf,
	revisionOf,
	variablesIn,
	warnOfDropped,
	writeMessage,
} from '../emailMessage/requests';
import type { FollowUpTools } from '../operation';
import { checkName } from './byName';
import {
	checkDraft,
	differing,
	messageDigest,
	type Found,
	getFound,
	getMessage,
	hasContent,
	isOwn,
	type SaveValues,
	writtenAs,
} from './draft';
import { draftCall, newVariables, publishNow, transactionalEmail, warnOfNew } from './requests';

/** The output if what is published is what the item gives, and no draft of this node is newer. */
export function unchanged(
	{ email, published, draft }: Found,
	{ content }: SaveValues,
	drafts: WrittenDrafts,
): IDataObject | undefined {
	const written = drafts.of(String(email.id));
	if (!hasContent(published, content, written)) return undefined;
	if (isOwn(draft, written) && differing(draft as IDataObject, published).length > 0) {
		return undefined;
	}
	const guardian = { errors: [], warnings: [] };
	return outputOf(email, published, guardian, { published: true });
}

const outputOf = (
	email: IDataObject,
	message: IDataObject,
	{ errors, warnings }: Guardian,
	state: { published: boolean; newVariables?: string[] },
): IDataObject => ({
	id: email.id,
	name: email.name,
	created: false,
	newVariables: [],
	...state,
	emailMessageId: message.id,
	contentRevisionId: message.contentRevisionId,
	dataVariables: email.dataVariables,
	errors: withFixes(errors),
	warnings: withFixes(warnings),
});

/** Writes the draft, checks it, and publishes it if asked. `email` is what Loops answered about the draft. */
export async function save(
	found: Found,
	given: IDataObject | undefined,
	values: SaveValues,
	drafts: WrittenDrafts,
	{ call, done, warn }: FollowUpTools,
): Promise<IDataObject> {
	const id = String(found.email.id);
	const email = given ?? ((await call(draftCall(id))) as IDataObject);
	const { chosen, publishes } = values;
	if ('name' in chosen) checkName(email, chosen.name);
	const messageId = messageIdOf(email.draftEmailMessageId, transactionalEmail.noun);
	const revision = email.draftEmailMessageContentRevisionId;
	const draft = isSeen(found, messageId, revision)
		? found.draft
		: await getMessage(call, messageId);
	const before = drafts.of(id);
	const others = checkDraft({ ...found, draft }, values, before);
	const isDone = Object.keys(others).length === 0 && hasContent(draft, values.content, before);
	const content = { ...others, ...values.content };
	const read = draft === 'unreadable' ? revision : draft?.contentRevisionId;
	const record = (now: IDataObject) => drafts.record(id, writtenAs(values.content, now));
	const write = async () => {
		const request = writeMessage(messageId, await revisionOf(read, messageId, call), content);
		const written = (await call(orFound(request, content))) as IDataObject;
		record(written);
		done('The content is saved as a draft');
		const now = await getWritten(written, content, messageId, call);
		record(now);
		return now;
	};
	const message = isDone ? draft : await write();
	// The draft is what this item would write, so a later item may overwrite it.
	if (isDone && publishes) drafts.record(id, writtenAs(values.content, message));
	const guardian = (await call(guardianCall(messageId))) as Guardian & IDataObject;
	const added = newVariables(found.email, variablesIn(message));
	warn([...warnOfDropped(content, message), ...warnOfNew(added)]);
	if (!publishes) {
		return outputOf(email, message, guardian, { published: false, newVariables: added });
	}
	checkMessage(message, guardian);
	const live = await publishNow(email, message, call).catch(async (caught: Error) => {
		// Another run may have published the same.
		if (!isConflict(caught)) throw caught;
		const now = await getFound(call, id);
		if (hasContent(now.published, values.content, drafts.of(id))) return now.email;
		throw caught;
	});
	drafts.record(id, { ...writtenAs(values.content, message), live: messageDigest(message) });
	return outputOf(live, message, guardian, {
		published: true,
		newVariables: newVariables(found.email, added, live.dataVariables),
	});
}

const isConflict = (error: Error & { httpCode?: string | null }): boolean =>
	error instanceof ItemRefused || error.httpCode === '409';

/** Whether the draft is the one that was read before. */
const isSeen = ({ draft }: Found, id: string, revision: unknown): boolean =>
	draft === 'unreadable' ||
	(isPlainObject(draft) && draft.id === id && !!revision && draft.contentRevisionId === revision);

/** What Loops shows for a draft that was just `written`. */
async function getWritten(
	{ contentRevisionId }: IDataObject,
	content: Body,
	id: string,
	call: Caller,
): Promise<IDataObject> {
	const now = await getMessage(call, id);
	const isSame =
		isPlainObject(now) &&
		now.contentRevisionId === contentRevisionId &&
		// Loops may show other text than it took.
		(contentRevisionId || isWritten(content, now));
	if (isSame) return now;
	throw new ItemRefused(
		'The draft has changed since this item wrote it',
		'Look at it in Loops, then run this item again',
	);
}

/** Accepts a refusal if another run has written the same. */
function orFound(request: LoopsRequest, content: Body): LoopsRequest {
	const { repeat } = request;
	if (repeat.kind !== 'checkFirst') return request;
	const foundAfterRefusal = (answer: unknown) =>
		isWritten(content, answer as IDataObject) ? (answer as IDataObject) : undefined;
	return { ...request, repeat: { ...repeat, foundAfterRefusal } };
}
