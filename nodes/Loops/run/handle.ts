import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { AccountFacts } from '../account/facts';
import type { ContactIds } from '../api/contacts';
import type { CallSettings } from '../http/callSettings';
import { callLoops } from '../http/client';
import { labelOf } from '../http/messages';
import {
	type Caller,
	type CallResult,
	type DoneBy,
	isChange,
	isChecked,
	type LoopsRequest,
} from '../http/request';
import type { Reach } from '../operations/base/operation';
import type {
	AboutChange,
	Changed,
	FollowingSteps,
	InputNotes,
	Tools,
} from '../operations/base/tools';
import { claimKey } from '../sends/claimKey';
import type { Claims } from '../sends/claims';
import type { IdempotencyKey } from '../sends/idempotencyKey';
import { adviceAfterChange, adviceForItem, type Rerun, rerunOf } from '../sends/rerun';
import { keyedRequest, type Send, sentBefore } from '../sends/sendMessage';
import type { WrittenDrafts } from '../sends/writtenDrafts';
import type { Body } from '../values/checked';
import { lookUpError } from './nodeError';
import { LOST, withoutHalves } from '../values/lostCharacters';
import { asRefusal, nameOwner, rejectionOf } from './rejections';
import { claimPerson } from './people';
import { Progress } from './progress';
import type { Turn } from './scheduler';
import type { Run } from './startRun';
import { claimEmail } from './writtenEmails';

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
		const failed = (what: string, error: unknown) => lookUpError(run.node, index, what, error);
		this.facts = new AccountFacts(run.loader, failed, turn.signal);
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
			itemIndex: this.index,
			labelInForm: item.labelInForm,
			signal: turn.signal,
			advise: (mayBeApplied) => this.advise(mayBeApplied),
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
			const known = rejectionOf(error, request);
			if (known) await nameOwner(error as NodeApiError, known, request, this.get);
			throw known && item.validatesOnly ? asRefusal(error as NodeApiError) : error;
		});
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
