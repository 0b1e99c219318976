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
import { lookUpError, withSteps } from './nodeError';
import { LOST, withoutHalves } from '../values/lostCharacters';
import { asRefusal, nameOwner, rejectionOf } from './rejections';
import { claimPerson } from './people';
import type { Turn } from './scheduler';
import type { Run } from './startRun';
import { claimEmail } from './writtenEmails';

const LOST_ANSWER =
	"Loops' answer was lost. What was asked for is done now, but it may have been done before";

const OTHER_TRY =
	'This is another try of Retry On Fail. The try before changed something for this item, with other values: look in Loops for both';

const HOLDS_LOST = `holds ${LOST}, which stands for a character that was lost. Check the encoding in which the data are read, and where text is cut`;

const UNKNOWN_STEP = 'It is not known whether the next step was done';

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

/** Makes the calls of one item in its turn, and knows what they have done. */
export class Handle implements Tools {
	readonly facts: AccountFacts;
	readonly drafts: WrittenDrafts;
	readonly warnings: string[] = [];
	mapping?: InputNotes['mapping'];
	cleared: string[] = [];
	/** Which run made the first change. */
	doneBy: DoneBy = 'thisRun';
	/** What a second run of the item does. Its first change decides. */
	rerun: Rerun = 'harmless';
	/** Whether the item has changed something in Loops. */
	changed: 'no' | 'maybe' | 'yes' = 'no';
	/** Fields of the error, if the item fails now. */
	readonly fields: IDataObject = {};
	/** Whether the item is an email or an event. */
	isMessage = false;
	/** Whether n8n ran the node again, and the earlier try had begun this item. */
	isOfEarlierTry = false;
	private reach: Reach = () => [];
	private isDispatched = false;
	private key?: IdempotencyKey;
	private readonly steps: string[] = [];
	private readonly next: string[] = [];

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
		if (about.done) this.steps.push(this.run.redactor.text(about.done(answer)));
		if (about.next !== undefined) this.next.push(about.next);
		Object.assign(this.fields, about.fields?.(answer));
		return changed;
	};

	readonly send = async (message: Send): Promise<Changed> => {
		const { memory } = this.run;
		await this.checkReach();
		const origin = memory.originOf(this.index);
		const before = sentBefore(message, origin);
		this.isMessage = true;
		if (before && !this.item.validatesOnly) {
			this.rerun = before.rerun;
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
			this.warnings.push(text);
			this.run.report.warn(this.index, text);
		}
	};

	readonly note = ({ warnings, mapping, cleared = [] }: InputNotes): void => {
		this.warn(warnings);
		this.cleared.push(...cleared);
		if (!mapping) return;
		this.mapping = mapping;
		this.run.report.warnNotMapped(this.index, mapping);
	};

	/** Frees what the item has claimed, unless it may have changed something. */
	release(): void {
		if (this.changed === 'no') this.claims.release(this.index);
	}

	/** Adds what is done to the error of the item. */
	explain(caught: unknown): unknown {
		return withSteps(caught, this.steps, this.next);
	}

	/** Records a message that may have reached Loops. Returns what a second run of such an item does. */
	recordMaybeSent(): Rerun | undefined {
		const isCanceled = this.run.node.getExecutionCancelSignal()?.aborted === true;
		if (this.changed !== 'maybe' && !(isCanceled && this.isDispatched)) return undefined;
		this.record();
		return this.rerun;
	}

	private get claims(): Claims {
		const { claims, validatedClaims } = this.run;
		return this.item.validatesOnly ? validatedClaims : claims;
	}

	private async checkReach(): Promise<void> {
		const { checkReach } = this.run;
		if (checkReach && this.changed === 'no') checkReach(await this.reach(this.get));
	}

	/** The body without halves of characters. Warns of what is lost. */
	private asSent(body: Body, labels: LoopsRequest['labels']): Body {
		return withoutHalves(body, (path) => {
			this.warn(`${labelOf(path, labels, this.item.labelInForm)} ${HOLDS_LOST}`);
		});
	}

	private async make(
		request: LoopsRequest,
		rerun: Rerun = rerunOf(request.repeat),
		check?: AboutChange['check'],
	): Promise<Changed> {
		const isFirst = this.changed === 'no';
		if (isFirst) this.rerun = rerun;
		const { changes } = this.run.memory;
		const earlier = changes.take(this.index, request);
		if (isFirst) this.isOfEarlierTry = earlier !== undefined;
		if (isFirst && !earlier && changes.hasOther(this.index)) this.warn(OTHER_TRY);
		const result: CallResult = earlier ?? (await this.call(request));
		check?.(result.body as IDataObject);
		// A message has a key of its own, and the same values can be written again.
		if (!earlier && this.rerun !== 'harmless' && !this.isMessage) {
			changes.record(this.index, request, result);
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

	private markChanged({ body, doneBy }: CallResult, isOfEarlierTry = false): Changed {
		if (this.changed !== 'yes') this.doneBy = doneBy;
		this.changed = 'yes';
		return { answer: body as IDataObject, doneBy, isOfEarlierTry };
	}

	private async call(request: LoopsRequest): Promise<CallResult> {
		const { item, run, turn } = this;
		const called = callLoops(run.node, request, {
			...run.settings,
			itemIndex: this.index,
			labelInForm: item.labelInForm,
			signal: turn.signal,
			advise: (mayBeApplied) => this.advise(mayBeApplied),
			observer: {
				onAttempt: (each, attempt) => {
					if (attempt > 1) run.report.countRetry();
					if (!isChange(each)) return;
					this.isDispatched = true;
					turn.onDispatched();
				},
				onNotArrived: (each) => {
					// An item that has already changed something must be finished.
					if (!isChange(each) || this.changed === 'yes') return;
					this.isDispatched = false;
					turn.onNotArrived();
				},
				onWait: (ms) => run.report.countWait(ms),
				onMaybeApplied: () => {
					if (this.changed === 'yes') this.steps.push(UNKNOWN_STEP);
					else this.changed = 'maybe';
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
		const afterChange = this.changed === 'yes' ? adviceAfterChange(this.rerun) : undefined;
		const ofItem = () => adviceForItem(this.rerun, onError !== 'stopWorkflow');
		return afterChange ?? (mayBeApplied ? ofItem() : undefined);
	}

	private record(by?: DoneBy): void {
		if (this.key) this.run.memory.record(this.index, this.key, by);
	}
}
