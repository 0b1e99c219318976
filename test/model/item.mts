import type { IDataObject } from 'n8n-workflow';

import { type Facts, faultsIn } from './facts.mts';
import {
	type ItemOutcome,
	type FaultName,
	hasOwnKeys,
	isContent,
	isMadeIfMissing,
	isRead,
	isSend,
	type Scenario,
	timeoutOf,
} from './scenario.mts';
import { answerOf, type Effect, failureOf, type NodeRun, type Output } from './observation.mts';
import { subjectOf } from './items.mts';
import { isInConflict } from './conflict.mts';
import * as texts from './texts.mts';

/** After these a call is repeated where a second arrival does no harm. */
const REPEATED: FaultName[] = [
	'500 before',
	'503 after',
	'reset before',
	'reset after',
	'truncated',
	'page 200 before',
	'page 200 after',
	'page 502 after',
	'stalled before',
	'stalled after',
	'trickled',
];

const isRateLimit = (fault: string) => fault.startsWith('429');
const looksBefore = ({ operation }: Scenario) => /schedule|saveContent/.test(operation);

/** An item in a run of the node: what was to be expected, what was said about it, what Loops did. */
export class Item {
	/** Put out for it as done. */
	readonly outputs: Output[];
	/** What Validate Only says of it. */
	readonly dryRun?: IDataObject;
	/** Message and description of its failure. */
	readonly failure?: string;
	readonly input: IDataObject;
	/** What Loops did for it in this run. */
	readonly effects: Effect[];

	constructor(
		private readonly facts: Facts,
		readonly run: NodeRun,
		readonly position: number,
	) {
		const paired = run.output?.filter(({ item }) => item === position) ?? [];
		this.input = run.inputs[position];
		const said = paired.filter((each) => failureOf(each) === undefined);
		this.outputs = said.filter((each) => answerOf(each).ready !== false);
		this.dryRun = said.map(answerOf).find(({ ready }) => ready !== undefined);
		this.failure =
			run.error?.item === position ? run.error.text : paired.map(failureOf).find(Boolean);
		this.effects = facts.effectsOf(run).filter(({ item }) => item === this.input.n);
	}

	get times(): number {
		return this.effects.length;
	}

	get isDone(): boolean {
		return this.outputs.length > 0;
	}

	get isCanceled(): boolean {
		return this.facts.isCanceled(this.run);
	}

	/** A request that changes or sends something has left. */
	get isStarted(): boolean {
		return this.run.changing.includes(this.input.n as number);
	}

	get isDuplicate(): boolean {
		return this.outputs.some((output) => answerOf(output).deduplicated === true);
	}

	/** Items that are one message have the same: that of the key, or the run where there is none. */
	get message(): string {
		const { scenario, executions, runs } = this.facts;
		if (hasOwnKeys(scenario)) {
			return this.isReadable ? `key ${String(this.input.key)}` : `none ${this.position}`;
		}
		const { origin } = executions[this.run.execution];
		const scope = scenario.keys === 'none' ? `run ${runs.indexOf(this.run)}` : origin;
		return `item ${String(this.input.n)} of ${scope}`;
	}

	/** Items that Loops did with the same message. */
	get sent(): Item[] {
		return this.facts.items.filter((item) => item.times > 0 && item.message === this.message);
	}

	/** It in all runs until now. */
	get untilNow(): Item[] {
		const { items, isBefore } = this.facts;
		const isSame = ({ input }: Item) => input.n === this.input.n;
		return items.filter((item) => isSame(item) && !isBefore(this.run, item.run));
	}

	get sentBefore(): Item[] {
		return this.sent.filter(({ run }) => this.facts.isBefore(run, this.run));
	}

	/** What was or would be changed or sent for it, as text; undefined where nothing was. */
	get contents(): string | undefined {
		const { ready, request } = this.dryRun ?? {};
		if (request || ready === false) return ready ? JSON.stringify(request) : undefined;
		return this.run.requests.findLast(({ item, contents }) => item === this.input.n && contents)
			?.contents;
	}

	/** Its execution, or another one with the same contents, has sent it before. */
	get isSentAlike(): boolean {
		return this.wasSentAlike(() => true);
	}

	/** The same, also from an earlier try: what is known to be sent is not asked for again. */
	private get contentsOfTries(): string | undefined {
		const earlier = this.facts.runs
			.filter((run) => run.execution === this.run.execution && this.facts.isBefore(run, this.run))
			.flatMap(({ requests }) => requests);
		const ofItem = earlier.filter(({ item, contents }) => item === this.input.n && contents);
		return this.contents ?? ofItem.at(-1)?.contents;
	}

	/** `isOwn` says which items of its own execution count. */
	private wasSentAlike(isOwn: (sent: Item) => boolean): boolean {
		const { executions, observation, runs } = this.facts;
		const originOf = ({ run }: Item) => executions[run.execution].origin;
		return this.sentBefore.some(
			(sent) =>
				(sent.input.n === this.input.n && originOf(sent) === originOf(this) && isOwn(sent)) ||
				observation.effects.some(
					({ run, contents }) => runs[run] === sent.run && contents === this.contentsOfTries,
				),
		);
	}

	/** Loops has had its key with other contents. After a lost answer nobody knows whose they were. */
	get hasForeignKey(): boolean {
		const isAlike = this.wasSentAlike((sent) => !sent.isInDoubt);
		const isAnother = this.contents !== undefined && !isAlike;
		return hasOwnKeys(this.facts.scenario) && this.sentBefore.length > 0 && isAnother;
	}

	/** The item that this one was refused for, as it has the same key. */
	get twin(): Item | undefined {
		const position = texts.sameKeyAs(this.failure ?? '');
		return this.facts.itemsOf(this.run).find((item) => item.position === position);
	}

	get isReadable(): boolean {
		const { scenario } = this.facts;
		const outcome = this.input.outcome as ItemOutcome;
		if (outcome === 'badJson' || outcome === 'unknownProperty') {
			return scenario.form !== 'json' || (outcome === 'unknownProperty' && !scenario.strict);
		}
		return outcome === 'good' || outcome === 'refused';
	}

	/** Loops has done it, in this run or as the same message before, or it is as if it had. */
	get isFulfilled(): boolean {
		const { scenario } = this.facts;
		const { contacts, suppressed, properties } = this.run.account;
		if (this.times > 0 || isRead(scenario)) return true;
		if (isSend(scenario)) return this.sentBefore.length > 0;
		// What a try of Retry On Fail has made is not made again.
		if (this.facts.triesOf(this).some(({ effects }) => effects.length > 0)) return true;
		const subject = subjectOf(this.input);
		const isThere = contacts.includes(subject);
		const isLeft = ['foundFalse', 'noItem'].includes(scenario.whenNotFound ?? '') && !isThere;
		switch (scenario.operation) {
			case 'contact delete':
				// After a lost answer, "not found" may come of the try before it: nobody can tell.
				return isLeft || (!isThere && this.isInDoubt);
			case 'contact removeSuppression': {
				const isFree = scenario.lenient && isThere && !suppressed.includes(subject);
				return isLeft || (isFree && this.outputs.every((each) => answerOf(each).removed === false));
			}
			case 'contact update':
			case 'mailingList subscribe':
			case 'mailingList unsubscribe':
				return isLeft;
			case 'emailMessage update':
			case 'transactionalEmail saveContent':
				// An earlier run has: after a lost answer, what is found may be of that one.
				return this.untilNow.some(({ effects }) => effects.length > 0);
			case 'contactProperty create':
				return scenario.lenient && properties.includes(String(this.input.property));
			default:
				return false;
		}
	}

	/** It may be called done: it is, or nobody can tell and that is said. */
	get mayBeDone(): boolean {
		const { output, hints, error } = this.run;
		const isSaid = texts.isDoubtful([this.outputs, output && hints, error]);
		const isOpen = this.facts.triesOf(this).some(({ isInDoubt }) => isInDoubt);
		return this.isFulfilled || (isOpen && isSaid);
	}

	/** For what changes nothing: Loops itself gave an answer, and the output says the same. */
	get wasAnswered(): boolean {
		const { scenario } = this.facts;
		const { answers, account } = this.run;
		const subject = subjectOf(this.input);
		const isThere = account.contacts.includes(subject);
		const isCheck = scenario.operation === 'contact checkSuppression';
		const its = answers.filter(
			({ item, status }) =>
				status === (isCheck && !isThere ? 404 : 200) && (item ?? this.input.n) === this.input.n,
		);
		if (its.length === 0 || !/find|check/.test(scenario.operation)) return its.length > 0;
		const isSuppressed = isThere ? account.suppressed.includes(subject) : null;
		return this.outputs
			.map(answerOf)
			.every((said) => said.found === isThere && (!isCheck || said.isSuppressed === isSuppressed));
	}

	/** What a message about it has to name. */
	private get expectedName(): RegExp {
		const { identity } = this.facts.scenario;
		return texts.NAMES[String(this.input.outcome)] ?? texts.FIELDS[identity];
	}

	/** Why it failed is said, and names what is wrong with the item, if anything is. */
	get saysWhy(): boolean {
		const text = this.failure ?? '';
		if (texts.isHollow(text)) return false;
		const names = this.expectedName;
		const isOther = this.isReadable && this.input.outcome !== 'refused';
		return (
			isOther ||
			names.test(text) ||
			this.twin !== undefined ||
			this.facts.sharedFaults(this.run).length > 0
		);
	}

	/** Validate Only tells what would be sent from what would not, and why. */
	get isRehearsedWell(): boolean {
		if (!this.dryRun) return true;
		const { ready, reasons } = this.dryRun;
		const text = String(reasons);
		if (ready) return this.isReadable && text === '';
		const isTwin = texts.sameKeyAs(text) !== undefined || texts.isOfAccount(text);
		return isTwin || (!this.isReadable && this.expectedName.test(text));
	}

	/** Faults that struck its requests. */
	get faults(): string[] {
		const { isOfAll, faultsOf } = this.facts;
		return faultsOf(this.run, isOfAll ? undefined : this.input.n);
	}

	/** Whether an answer that is not Loops' own left open if Loops has done it. */
	get isInDoubt(): boolean {
		return this.faults.some((fault) => !isRateLimit(fault));
	}

	/** Nothing stands in its way but what the node is to get over, in five tries and two minutes. */
	get isSound(): boolean {
		const { isBefore, runs, scenario, sharedFaults } = this.facts;
		if (this.input.outcome === 'refused' || !this.isReadable || this.isCanceled) return false;
		const { faults } = this;
		const all = faultsIn(this.run.requests);
		const untilNow = runs.filter((run) => !isBefore(this.run, run));
		const limited = untilNow.flatMap(({ requests }) => faultsIn(requests)).filter(isRateLimit);
		// A list that is never answered.
		if (this.facts.isOfAll && scenario.lookUps) return false;
		if (!this.facts.isOfAll && sharedFaults(this.run).length > 0) return false;
		const isKeyed = !isSend(scenario) || scenario.keys !== 'none';
		const isOnce = /create|schedule/.test(scenario.operation) || isMadeIfMissing(scenario);
		const repeated = isKeyed && !isOnce ? REPEATED : [];
		const stalled = faults.filter((fault) => /^(stalled|trickled)/.test(fault)).length;
		return (
			faults.length <= 4 &&
			faults.every((fault) => isRateLimit(fault) || repeated.includes(fault as FaultName)) &&
			stalled * timeoutOf(scenario) <= 60 &&
			// They hold all items back.
			all.filter(isRateLimit).length <= 6 &&
			// Each one holds the calls about contents back for a minute, of two in all, also in the next run.
			(!isContent(scenario) || limited.length === 0 || faults.length <= 1) &&
			// After two, one such call may leave a minute: a look before a change is never fresh enough.
			(!looksBefore(scenario) || limited.length < 2) &&
			all.filter((fault) => fault.endsWith('20')).length <= 2 &&
			!isInConflict(this, this.facts)
		);
	}
}
