import type { IDataObject } from 'n8n-workflow';

import { AccountFacts } from '../account/facts';
import type { ContactIds } from '../api/contacts';
import { answersAbout, contentCall } from '../api/content';
import { callLoops } from '../http/client';
import type { CallSettings } from '../http/connection';
import { CallFailed, labelOf } from '../http/errors';
import {
	type Caller,
	type CallResult,
	type DoneBy,
	isChange,
	isChecked,
	type LoopsRequest,
} from '../http/request';
import type {
	AboutChange,
	Changed,
	FollowingSteps,
	InputNotes,
	Reach,
	Tools,
} from '../operations/base/operation';
import { claimKey, type Claims, type IdempotencyKey } from '../sends/messageKey';
import type { WrittenDrafts } from '../sends/nodeMemory';
import { adviceAfterChange, adviceForItem, type Rerun, rerunOf } from '../sends/rerun';
import { keyedRequest, type Send, sentBefore } from '../sends/sendMessage';
import { type Body, LOST, withoutHalves } from '../values/checked';
import { formatName } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import type { Turn } from './scheduler';
import type { Run } from './startRun';

const UNKNOWN_STEP = 'It is not known whether Loops made the next change';

/** What an item has done so far: its error, its output and the report of the run say it. */
class Progress {
	readonly warnings: string[] = [];
	mapping?: InputNotes['mapping'];
	readonly cleared: string[] = [];
	/** Whether the item has changed something in Loops. */
	changed: 'no' | 'maybe' | 'yes' = 'no';
	/** Which run made the first change. */
	doneBy: DoneBy = 'thisRun';
	/** What a second run of the item does. Its first change decides. */
	rerun: Rerun = 'harmless';
	/** Whether the item is an email or an event. */
	isMessage = false;
	/** Whether n8n ran the node again, and the earlier try had begun this item. */
	isOfEarlierTry = false;
	/** Fields of the error, if the item fails now. */
	readonly fields: IDataObject = {};
	/** What the error of a later step says: what is done, and what to do next. */
	readonly steps: string[] = [];
	readonly next: string[] = [];

	/** Loops has made a change. */
	countChange({ doneBy }: CallResult): void {
		if (this.changed !== 'yes') this.doneBy = doneBy;
		this.changed = 'yes';
	}

	/** Loops may have made a change. */
	countMaybe(): void {
		if (this.changed === 'yes') this.steps.push(UNKNOWN_STEP);
		else this.changed = 'maybe';
	}

	addStep(done?: string, next?: string): void {
		if (done !== undefined) this.steps.push(done);
		if (next !== undefined) this.next.push(next);
	}
}

/**
 * Claims the user ID of a contact for its email. Loops finds a contact by its user ID and gives it the
 * email (contract: update-changes-email). So where people share an ID, such as the number of their company,
 * each row would rename the contact of the row before. Returns warnings.
 * @throws ItemRefused if another item of the run has written the user ID with another email
 */
function claimPerson(claims: Claims, index: number, { email, userId }: ContactIds): string[] {
	if (email === undefined || userId === undefined) return [];
	// Loops compares emails without case (contract: email-case).
	const address = email.toLowerCase();
	const ofId = { index, key: `user ID ${userId}`, value: address };
	const ofEmail = { index, key: `email ${address}`, value: String(userId) };
	const other = claims.conflict(ofId);
	if (other) {
		throw new ItemRefused(
			`'User ID' ${formatName(userId)} already belongs to ${formatName(other.value)} in item ${other.index}: ${formatName(email)} would replace that email`,
			"If several people have this ID, set 'Identify Contact By' to 'Email'. To change the email of one person, use 'Contact > Update' with 'Change Email To'",
		);
	}
	const before = claims.conflict(ofEmail);
	claims.add(ofId);
	claims.add(ofEmail);
	return before
		? [
				`The email ${formatName(email)} has two user IDs in this run, ${formatName(before.value)} and ${formatName(userId)}: Loops keeps the last one`,
			]
		: [];
}

/**
 * Claims the fields of an email for their values. Two files of the same name would overwrite each other,
 * and each run would write both again.
 * @throws ItemRefused if an earlier item of the run gives one of the fields another value
 */
function claimEmail(claims: Claims, index: number, email: string, content: Body): void {
	const ofFields = Object.entries(content).map(([name, value]) => ({
		index,
		key: `content ${email} ${name}`,
		value: JSON.stringify(value),
	}));
	const other = ofFields.map((each) => claims.conflict(each)).find(Boolean);
	if (other) {
		throw new ItemRefused(
			`Item ${other.index} writes other content to the same email`,
			'Only one version can be kept. Let each item write to a different email, for example one for each language',
		);
	}
	for (const each of ofFields) claims.add(each);
}

const LOST_ANSWER =
	"Loops' response was lost. The node checked Loops: the change is in place, but may have been made before this run";

const OTHER_TRY =
	'This is another attempt by Retry On Fail. The previous attempt changed something for this item, with other values. Check both changes in Loops';

const HOLDS_LOST = `contains ${LOST}, which replaces a lost character. Check the encoding with which the data is read, and any step that shortens text`;

/** How many texts with lost characters a request tells of. */
const MAX_LOST = 10;

/** Whether the change adds, renames or removes what items may name. */
const isNameChanged = ({ isContentApi, method, body }: LoopsRequest): boolean =>
	isContentApi === true && (method === 'DELETE' || body?.name !== undefined);

/** Thrown at the first change of an item under Validate Only. */
export class Validated {
	constructor(
		readonly request: LoopsRequest,
		readonly follows?: FollowingSteps,
	) {}
}

/** What the calls of an item need to know of its form. */
interface ItemSettings {
	validatesOnly: boolean;
	labelInForm: CallSettings['labelInForm'];
}

/** Makes the calls of one item in its turn. */
export class Handle implements Tools {
	readonly facts: AccountFacts;
	readonly drafts: WrittenDrafts;
	readonly progress = new Progress();
	private reach: Reach = () => [];
	private key?: IdempotencyKey;

	constructor(
		private readonly run: Run,
		private readonly index: number,
		private readonly turn: Turn,
		private readonly item: ItemSettings,
	) {
		this.facts = new AccountFacts(run.loader, turn.signal);
		this.drafts = run.memory.drafts;
	}

	reaching(reach: Reach): this {
		this.reach = reach;
		return this;
	}

	readonly get: Caller = async (request) => {
		if (isChange(request)) throw new Error(`${request.path} is a change`);
		return (await this.call(request)).body;
	};

	readonly change = async (given: LoopsRequest, about: AboutChange = {}): Promise<Changed> => {
		await this.checkReach();
		const request = given.body ? { ...given, body: this.asSent(given.body, given.labels) } : given;
		if (this.item.validatesOnly) {
			await about.precheck?.(this.get);
			throw new Validated(request, about.follows);
		}
		const changed = await this.make(request, about.rerun, about.check);
		const { answer } = changed;
		const done = about.done && this.run.redactor.text(about.done(answer));
		this.progress.addStep(done, about.next);
		Object.assign(this.progress.fields, about.fields?.(answer));
		return changed;
	};

	readonly send = async (message: Send): Promise<Changed> => {
		const { memory } = this.run;
		await this.checkReach();
		const origin = memory.originOf(this.index);
		const before = sentBefore(message, origin);
		this.progress.isMessage = true;
		if (before && !this.item.validatesOnly) {
			this.progress.rerun = before.rerun;
			this.warn(before.result.warning);
			return this.markChanged(before.result);
		}
		const body = async () => this.asSent(await message.body(), message.labels);
		const keyed = await keyedRequest({ ...message, body }, origin);
		claimKey(this.claims, this.index, keyed.key);
		if (this.item.validatesOnly) throw new Validated(keyed.request);
		this.key = keyed.key;
		return await this.make(keyed.request, keyed.rerun);
	};

	readonly identify = (ids: ContactIds): void => {
		this.warn(claimPerson(this.claims, this.index, ids));
	};

	readonly claimEmail = (email: string, content: Body): void => {
		claimEmail(this.claims, this.index, email, content);
	};

	readonly warn = (texts: string | string[] = []): void => {
		for (const text of [texts].flat().map((each) => this.run.redactor.text(each))) {
			this.progress.warnings.push(text);
			this.run.report.warn(this.index, text);
		}
	};

	readonly note = ({ warnings, mapping, cleared = [] }: InputNotes): void => {
		this.warn(warnings);
		this.progress.cleared.push(...cleared);
		if (!mapping) return;
		this.progress.mapping = mapping;
		this.run.report.warnNotMapped(this.index, mapping);
	};

	/** Frees what the item has claimed, unless it may have changed something. */
	release(): void {
		if (this.progress.changed === 'no') this.claims.release(this.index);
	}

	/** Records a message that may have reached Loops. Returns what a second run of such an item does. */
	recordMaybeSent(): Rerun | undefined {
		const isCanceled = this.run.node.getExecutionCancelSignal()?.aborted === true;
		const isOpen = this.progress.changed === 'maybe' || (isCanceled && this.turn.isDispatched);
		if (!isOpen) return undefined;
		this.record();
		return this.progress.rerun;
	}

	private get claims(): Claims {
		const { claims, validatedClaims } = this.run;
		return this.item.validatesOnly ? validatedClaims : claims;
	}

	private async checkReach(): Promise<void> {
		const { checkReach } = this.run;
		if (checkReach && this.progress.changed === 'no') checkReach(await this.reach(this.get));
	}

	/** The body without halves of characters. Warns of what is lost, but not of thousands of rows. */
	private asSent(body: Body, labels: LoopsRequest['labels']): Body {
		const lost: string[] = [];
		const sent = withoutHalves(body, (path) => lost.push(path));
		const shown = lost
			.slice(0, MAX_LOST)
			.map((path) => labelOf(path, labels, this.item.labelInForm));
		// Long names may be the same when they are shortened.
		this.warn([...new Set(shown)].map((label) => `${label} ${HOLDS_LOST}`));
		return sent;
	}

	private async make(
		request: LoopsRequest,
		rerun: Rerun = rerunOf(request.repeat),
		check?: AboutChange['check'],
	): Promise<Changed> {
		const { progress } = this;
		const isFirst = progress.changed === 'no';
		if (isFirst) progress.rerun = rerun;
		const { changes } = this.run.memory;
		const earlier = changes.take(this.index, request);
		if (isFirst) progress.isOfEarlierTry = earlier !== undefined;
		if (isFirst && !earlier && changes.hasOther(this.index)) this.warn(OTHER_TRY);
		const result: CallResult = earlier ?? (await this.call(request));
		check?.(result.body as IDataObject);
		// A message has a key of its own, and the same values can be written again.
		if (!earlier && progress.rerun !== 'harmless' && !progress.isMessage) {
			// n8n keeps it with the execution.
			const body = this.run.redactor.answer(result.body);
			changes.record(this.index, request, { ...result, body });
		}
		if (isFirst) {
			const isUnsure = result.doneBy === 'unknown' && isChecked(request.repeat);
			if (isUnsure) this.warn(LOST_ANSWER);
			this.warn(result.warning);
		}
		// A warning means that another message may have had the key.
		if (!result.warning) this.record(result.doneBy);
		else if (result.doneBy === 'unknown') this.record();
		// Items may name what this one has named.
		if (isNameChanged(request)) this.run.loader.forget(request.path);
		return this.markChanged(result, earlier !== undefined);
	}

	private markChanged(result: CallResult, isOfEarlierTry = false): Changed {
		this.progress.countChange(result);
		return { answer: result.body as IDataObject, doneBy: result.doneBy, isOfEarlierTry };
	}

	private async call(request: LoopsRequest): Promise<CallResult> {
		const { item, progress, run, turn } = this;
		const called = callLoops(run.node, request, {
			...run.settings,
			labelInForm: item.labelInForm,
			signal: turn.signal,
			observer: {
				onAttempt: (each, attempt) => {
					if (attempt > 1) run.report.countRetry();
					if (isChange(each)) turn.onDispatched();
				},
				onNotArrived: (each) => {
					// An item that has already changed something must be finished.
					if (isChange(each) && progress.changed !== 'yes') turn.onNotArrived();
				},
				onWait: (ms) => run.report.countWait(ms),
				onMaybeApplied: () => {
					progress.countMaybe();
					if (request.isContentApi) run.loader.forget(request.path);
				},
			},
		});
		return await called.catch(async (error: Error) => {
			if (!(error instanceof CallFailed)) throw error;
			const { mayBeApplied = false, again } = error.about;
			const first = await this.ownerOf(error, request);
			throw error.with({ first, again: this.advise(mayBeApplied) ?? again });
		});
	}

	/**
	 * Says what else has an unknown ID: the IDs of a campaign and of its email are easily confused (contract:
	 * content-unknown, id-form).
	 */
	private async ownerOf(
		{ about: { first, rejection } }: CallFailed,
		{ path }: LoopsRequest,
	): Promise<string | undefined> {
		if (!rejection?.mistakenFor) return first;
		const { noun, path: ofOther } = rejection.mistakenFor;
		const [, , id] = path.split('/');
		const isAnswer = answersAbout(id);
		const other = contentCall({ method: 'GET', path: `${ofOther}/${id}`, isAnswer });
		const isFound = await this.get(other).then(
			() => true,
			() => false,
		);
		return isFound ? `This is the ID of ${noun}` : first;
	}

	/** What to do about a failed call. */
	private advise(mayBeApplied: boolean): string | undefined {
		const { onError = 'stopWorkflow' } = this.run.node.getNode();
		const { changed, rerun } = this.progress;
		const afterChange = changed === 'yes' ? adviceAfterChange(rerun) : undefined;
		const ofItem = () => adviceForItem(rerun, onError !== 'stopWorkflow');
		return afterChange ?? (mayBeApplied ? ofItem() : undefined);
	}

	private record(by?: DoneBy): void {
		if (this.key) this.run.memory.record(this.index, this.key, by);
	}
}
