import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { AccountFacts } from '../account/facts';
import type { ContactIds } from '../api/contacts';
import { isAt } from '../api/content';
import { Form } from '../form/form';
import { itemOptions, labelIn } from '../form/parameter';
import type { Mapping } from '../form/section';
import { callLoops } from '../http/client';
import { CallFailed, labelOf } from '../http/errors';
import {
	type Caller,
	type CallResult,
	type DoneBy,
	isChange,
	isChecked,
	type LoopsRequest,
} from '../http/request';
import {
	claimEmail,
	claimKey,
	claimPerson,
	type Claims,
	type IdempotencyKey,
} from '../sends/messageKey';
import type { WrittenDrafts } from '../sends/nodeMemory';
import { adviceAfterChange, adviceForItem, type Rerun, rerunOf } from '../sends/rerun';
import { keyedRequest, type Send, sentBefore } from '../sends/sendMessage';
import { type Body, LOST, withoutHalves } from '../values/checked';
import type { Turn } from './scheduler';
import type { Reached, Run } from './startRun';

export interface InputNotes {
	warnings?: string[];
	/** How the input was mapped automatically. */
	mapping?: Mapping;
	/** Contact properties that lose their value because the input is empty. */
	cleared?: string[];
	/** Input fields that say that the person wants no email. */
	optedOut?: string[];
}

export interface AboutChange {
	/** What a second run of the item does, if it is not what Loops does with a second call. */
	rerun?: Rerun;
	/** Loops makes the change again, but the item's own look-up then ends otherwise. */
	changesLookUp?: boolean;
	/** Throws ItemRefused for an answer by which Loops says that it changed nothing. */
	check?(answer: IDataObject): void;
	/** Says what is done, for the error of a later step. */
	done?(answer: IDataObject): string;
	/** What the error of a later step has in the output. */
	fields?(answer: IDataObject): IDataObject;
	/** What to do if a later step fails. */
	next?: string;
	/**
	 * Asks for what Loops would refuse the change for, such as an unknown ID. Only Validate Only does so: a
	 * run gets Loops' own answer.
	 */
	precheck?(get: Caller): Promise<unknown>;
	/** What follows the change: Validate Only shows it. */
	follows?: FollowingSteps;
}

/** The later steps of an item, in words, and what they write. */
export interface FollowingSteps {
	steps: string[];
	content?: Body;
}

export interface Changed {
	/** Loops' answer, or what a check found after a lost one. `{}` if the change was made before. */
	answer: IDataObject;
	doneBy: DoneBy;
	/** Another try of n8n's Retry On Fail made it: what the answer says may have changed since. */
	isOfEarlierTry: boolean;
}

const UNKNOWN_STEP = 'It is not known whether Loops made the next change';

const LOST_ANSWER =
	"Loops' response was lost. The node checked Loops: the change is in place, but may have been made before this run";

const OTHER_TRY =
	'This is another attempt by Retry On Fail. The previous attempt changed something for this item, with other values. Check both changes in Loops';

const MAY_BE_MADE_TWICE =
	'This is another attempt by Retry On Fail. The previous attempt may have made the same change, because its response was lost. Check Loops for a duplicate';

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

/** What an operation that changes nothing gets of its item. */
export type Reader = Pick<Item, 'facts' | 'get' | 'note' | 'warn'>;

/**
 * One input item: its form, the calls that it makes in its turn, and what it has done. Operations take its methods
 * apart, so these are arrow functions.
 */
export class Item {
	readonly form: Form;
	readonly options: ReturnType<typeof itemOptions>;
	readonly warnings: string[] = [];
	/** How the input was mapped automatically. */
	mapping?: Mapping;
	/** Contact properties that lost their value. */
	readonly cleared: string[] = [];
	/** Input fields that say that the person wants no email. */
	readonly optedOut: string[] = [];
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
	private turn!: Turn;
	private properties: INodeProperties[] = [];
	private madeFacts?: AccountFacts;
	private key?: IdempotencyKey;
	/** Whether a second try would repeat a change, fail at it, or answer otherwise. */
	private isOnce = false;

	constructor(
		private readonly run: Run,
		readonly index: number,
	) {
		this.form = new Form(run.node, index, run.memory.isToolCall);
		this.options = itemOptions(() => this.form.parameter('options', {}));
	}

	/** Begins the turn of the item. `properties` are those of its operation: messages name its fields. */
	start(turn: Turn, properties: INodeProperties[]): void {
		this.turn = turn;
		this.properties = properties;
	}

	get input(): INodeExecutionData {
		return this.form.input;
	}

	/** What Loops knows about the account. */
	get facts(): AccountFacts {
		const { loader } = this.run;
		this.madeFacts ??= new AccountFacts(loader, this.options.validatesOnly, this.turn.signal);
		return this.madeFacts;
	}

	/** What this node wrote last to the drafts of emails. */
	get drafts(): WrittenDrafts {
		return this.run.memory.drafts;
	}

	/**
	 * Checks whom the item can reach, where the credential allows some domains only.
	 * @throws ItemRefused for anybody else
	 */
	async checkReach(reaches: (get: Caller) => Reached[] | Promise<Reached[]>): Promise<void> {
		const { checkReach } = this.run;
		if (checkReach) checkReach(await reaches(this.get));
	}

	/** Makes a call that changes nothing, and returns Loops' answer. */
	readonly get: Caller = async (request) => {
		if (isChange(request)) throw new Error(`${request.path} is a change`);
		return (await this.call(request)).body;
	};

	/** Makes a change. Under Validate Only, the item ends here. */
	readonly change = async (given: LoopsRequest, about: AboutChange = {}): Promise<Changed> => {
		const request = given.body ? { ...given, body: this.asSent(given.body, given.labels) } : given;
		if (this.options.validatesOnly) {
			await this.precheck(about);
			throw new Validated(request, about.follows);
		}
		const changed = await this.makeChange(request, about);
		const { answer } = changed;
		const done = about.done && this.run.redactor.text(about.done(answer));
		if (done !== undefined) this.steps.push(done);
		if (about.next !== undefined) this.next.push(about.next);
		Object.assign(this.fields, about.fields?.(answer));
		return changed;
	};

	/** Sends an email or an event once. Under Validate Only, the item ends here. */
	readonly send = async (message: Send): Promise<Changed> => {
		const { memory } = this.run;
		const origin = memory.originOf(this.index);
		const before = sentBefore(message, origin);
		this.isMessage = true;
		if (before && !this.options.validatesOnly) {
			this.rerun = before.rerun;
			this.warn(before.result.warning);
			return this.markChanged(before.result);
		}
		const body = async () => this.asSent(await message.body(), message.labels);
		const keyed = await keyedRequest({ ...message, body }, origin);
		claimKey(this.claims, this.index, keyed.key);
		if (this.options.validatesOnly) throw new Validated(keyed.request);
		this.key = keyed.key;
		return await this.makeChange(keyed.request, { rerun: keyed.rerun });
	};

	/** Refuses a user ID that the run has written with another email. */
	readonly identify = (ids: ContactIds): void => {
		this.warn(claimPerson(this.claims, this.index, ids));
	};

	/** Refuses other content for an email that an earlier item of the run writes. */
	readonly claimEmail = (email: string, content: Body): void => {
		claimEmail(this.claims, this.index, email, content);
	};

	/** Warns of something that stops nothing. */
	readonly warn = (texts: string | string[] = []): void => {
		for (const text of [texts].flat().map((each) => this.run.redactor.text(each))) {
			this.warnings.push(text);
			this.run.report.warn(this.index, text);
		}
	};

	/** Tells how the input fills the request. */
	readonly note = ({ warnings, mapping, cleared = [], optedOut = [] }: InputNotes): void => {
		this.warn(warnings);
		this.cleared.push(...cleared);
		const saysNo = optedOut.map(this.run.redactor.text);
		this.optedOut.push(...saysNo);
		this.run.report.warnOptedOut(this.index, saysNo);
		if (!mapping) return;
		this.mapping = mapping;
		for (const [name, key] of Object.entries(mapping.sentAs)) this.run.mapped.set(name, key);
		this.run.report.warnNotMapped(mapping);
	};

	/** Whether an earlier try of Retry On Fail may have made the first change, but its answer was lost. */
	get mayBeDone(): boolean {
		return this.changed === 'no' && this.run.memory.tries.isOpen(this.index);
	}

	/** What the item put out, if an earlier try of Retry On Fail finished it. */
	finishedBefore(operation: string): IDataObject[] | undefined {
		const finished = this.run.memory.tries.finished(this.index, operation);
		if (!finished) return undefined;
		this.changed = 'yes';
		this.isOfEarlierTry = true;
		this.rerun = finished.rerun;
		this.doneBy = finished.doneBy;
		return finished.results;
	}

	/** Keeps what the item puts out, where a second try would fail or answer otherwise. */
	recordFinished(operation: string, results: IDataObject[]): void {
		if (!this.isOnce || this.isMessage) return;
		const { rerun, doneBy } = this;
		// n8n keeps it with the execution.
		const kept = this.run.redactor.answer(results);
		this.run.memory.tries.recordFinished(this.index, { operation, results: kept, rerun, doneBy });
	}

	/** Frees what the item has claimed, unless it may have changed something. */
	release(): void {
		if (this.changed === 'no') this.claims.release(this.index);
	}

	/** Records a message that may have reached Loops. Returns what a second run of such an item does. */
	recordMaybeSent(): Rerun | undefined {
		const isCanceled = this.run.node.getExecutionCancelSignal()?.aborted === true;
		const isOpen = this.changed === 'maybe' || (isCanceled && this.turn.isDispatched);
		if (!isOpen) return undefined;
		this.record();
		return this.rerun;
	}

	private get claims(): Claims {
		const { claims, validatedClaims } = this.run;
		return this.options.validatesOnly ? validatedClaims : claims;
	}

	/** The body without halves of characters. Warns of what is lost, but not of thousands of rows. */
	private asSent(body: Body, labels: LoopsRequest['labels']): Body {
		const lost: string[] = [];
		const sent = withoutHalves(body, (path) => lost.push(path));
		const shown = lost.slice(0, MAX_LOST).map((path) => labelOf(path, labels, this.labelInForm));
		// Long names may be the same when they are shortened.
		this.warn([...new Set(shown)].map((label) => `${label} ${HOLDS_LOST}`));
		return sent;
	}

	/** A check that fails for another reason than its answer says nothing. A run would meet a wrong key as well. */
	private async precheck({ precheck }: AboutChange): Promise<void> {
		try {
			await precheck?.(this.get);
		} catch (error) {
			const isAnswer = !(error instanceof CallFailed) || error.about.rejection !== undefined;
			if (isAnswer || error.about.httpCode === '401') throw error as Error;
			this.warn(`whether Loops would refuse this could not be checked. ${error.message}`);
		}
	}

	private readonly labelInForm = (part: string) => labelIn(this.properties, part);

	private async makeChange(
		request: LoopsRequest,
		{ rerun = rerunOf(request.repeat), changesLookUp = false, check }: AboutChange,
	): Promise<Changed> {
		const isFirst = this.changed === 'no';
		if (isFirst) this.rerun = rerun;
		const { tries } = this.run.memory;
		const earlier = tries.take(this.index, request);
		if (isFirst) this.isOfEarlierTry = earlier !== undefined;
		if (isFirst && !earlier && tries.hasOther(this.index)) this.warn(OTHER_TRY);
		if (this.mayBeDone && rerun === 'repeated') this.warn(MAY_BE_MADE_TWICE);
		this.isOnce ||= rerun !== 'harmless' || request.repeat.kind !== 'safe' || changesLookUp;
		const result: CallResult = earlier ?? (await this.call(request));
		check?.(result.body as IDataObject);
		// A message has a key of its own, and the same values can be written again.
		if (!earlier && this.rerun !== 'harmless' && !this.isMessage) {
			// n8n keeps it with the execution.
			const body = this.run.redactor.answer(result.body);
			tries.record(this.index, request, { ...result, body });
		}
		if (result.doneBy === 'unknown' && isChecked(request.repeat)) this.warn(LOST_ANSWER);
		if (isFirst) this.warn(result.warning);
		// A warning means that another message may have had the key.
		if (!result.warning) this.record(result.doneBy);
		else if (result.doneBy === 'unknown') this.record();
		// Items may name what this one has named.
		if (isNameChanged(request)) this.run.loader.forget(request.path);
		return this.markChanged(result, earlier !== undefined);
	}

	private markChanged(result: CallResult, isOfEarlierTry = false): Changed {
		if (this.changed !== 'yes') this.doneBy = result.doneBy;
		this.changed = 'yes';
		return { answer: result.body as IDataObject, doneBy: result.doneBy, isOfEarlierTry };
	}

	private async call(request: LoopsRequest): Promise<CallResult> {
		const { run, turn } = this;
		const called = callLoops(run.node, request, {
			...run.settings,
			labelInForm: this.labelInForm,
			signal: turn.signal,
			mayHaveArrived: isChange(request) && this.mayBeDone,
			observer: {
				onAttempt: (each) => {
					if (isChange(each)) turn.onDispatched();
				},
				onNotArrived: (each) => {
					// An item that has already changed something must be finished.
					if (isChange(each) && this.changed !== 'yes') turn.onNotArrived();
				},
				onWait: (ms) => run.report.countWait(ms),
				onMaybeApplied: () => {
					this.countMaybe();
					if (this.isOnce && !this.isMessage) run.memory.tries.recordLostAnswer(this.index);
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
		const isFound = await isAt(this.get, ofOther, id).catch(() => false);
		return isFound ? `This is the ID of ${noun}` : first;
	}

	/** What to do about a failed call. */
	private advise(mayBeApplied: boolean): string | undefined {
		const { onError = 'stopWorkflow' } = this.run.node.getNode();
		const { changed, rerun } = this;
		const afterChange = changed === 'yes' ? adviceAfterChange(rerun) : undefined;
		const ofItem = () => adviceForItem(rerun, onError !== 'stopWorkflow');
		return afterChange ?? (mayBeApplied ? ofItem() : undefined);
	}

	/** Loops may have made a change. */
	private countMaybe(): void {
		if (this.changed === 'yes') this.steps.push(UNKNOWN_STEP);
		else this.changed = 'maybe';
	}

	private record(by?: DoneBy): void {
		if (this.key) this.run.memory.record(this.index, this.key, by);
	}
}
