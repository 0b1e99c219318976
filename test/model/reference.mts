import type { IDataObject } from 'n8n-workflow';

import { hasDraftOfOthers } from './conflict.mts';
import { type Claims, Facts } from './facts.mts';
import { COLUMNS } from './names.mts';
import { OF_DRAFTED_ITEMS, OF_DRAFTED_RUNS } from './draftClaims.mts';
import { OF_GUARDED_RUNS } from './guardClaims.mts';
import { hasNames, hasOwnKeys, isContent, isList, isRead, isSend } from './scenario.mts';
import type { Item } from './item.mts';
import { type Execution, failureOf, type NodeRun, type Observation } from './observation.mts';
import { MAX_TRIES, mayTake, triesOfLookUps } from './pace.mts';
import * as texts from './texts.mts';

/** What the documentation lets a user expect of an item, whatever else happens in its run. */
const OF_ITEMS: Claims<Item> = {
	'A Nobody is sent the same message twice': ({ times, sentBefore }, { scenario }) =>
		!isSend(scenario) || times === 0 || times + sentBefore.length === 1,
	'B What can not be read is not sent, and not reported as done': (item) =>
		item.isReadable || (item.times === 0 && !item.isDone),
	'B, I Only what Loops has done is reported as done': (item, { changes }) =>
		!changes || !item.isDone || item.mayBeDone,
	'I Only what Loops itself has answered is reported': (item, { scenario }) =>
		!isRead(scenario) || !item.isDone || item.wasAnswered,
	'B What failed though Loops has done it says that this is not known': (
		{ failure, times },
		{ scenario },
	) => !failure || times === 0 || isContent(scenario) || texts.isUnknown(failure),
	'B An item is refused for its key only if another was sent with it': (item, { changes }) =>
		!changes ||
		!item.twin ||
		item.sent.length > 0 ||
		// Also in an earlier try.
		item.twin.untilNow.some(({ failure }) => texts.isUnknown(failure ?? '')),
	'B Of items with the same key the first one goes first': ({ twin, position, run, sentBefore }) =>
		!twin ||
		twin.position < position ||
		sentBefore.length > 0 ||
		// An earlier try refused this item, and may have sent the other one.
		twin.untilNow.some((each) => each.run !== run && texts.isUnknown(each.failure ?? '')),
	'C, E A failure says why': (item) => !item.failure || item.isCanceled || item.saysWhy,
	'C, E A failure says which item': ({ failure, isCanceled, position }) =>
		!failure || isCanceled || texts.itemOf(failure) === position,
	'E What the node can get over does not fail': ({ failure, isSound }) => !failure || !isSound,
	'K Validate Only says what can not be sent, and why': (item) => item.isRehearsedWell,
	"H 'deduplicated' means that an earlier run has sent it": (
		{ isDuplicate, sentBefore, run },
		facts,
	) => !isDuplicate || sentBefore.some((sent) => !facts.isSameRun(sent.run, run)),
	'H What is called deduplicated was sent with the same contents': (item) =>
		!item.isDuplicate || item.isSentAlike,
	'L A name that the account has by now is sent': ({ contents, run }) =>
		contents === undefined ||
		columnsOf(run).every((name) => !run.names.includes(name) || contents.includes(`"${name}":`)),
	'L A column that is not sent is named': ({ contents, run, dryRun }) =>
		contents === undefined ||
		!run.output ||
		columnsOf(run).every(
			(name) =>
				contents.includes(`"${name}":`) || JSON.stringify([dryRun, run.hints]).includes(name),
		),
	'J Nothing but the API key is taken out': ({ outputs }) =>
		!JSON.stringify(outputs).includes('***'),
	...OF_DRAFTED_ITEMS,
};

/** Of a run of the node. */
const OF_RUNS: Claims<NodeRun> = {
	'A With Retry On Fail the node runs again only if an item has failed': (run, facts) =>
		!facts.isTriedAgain(run) || facts.itemsOf(run).some((item) => item.failure || item.isCanceled),
	'D What is about one contact happens in the order of the items': (run, { effectsOf }) =>
		effectsOf(run)
			.filter(({ item }) => run.items.includes(item))
			.every(({ subject, item }, n, all) => {
				const before = all.slice(0, n).filter((effect) => effect.subject === subject);
				return before.every((effect) => run.items.indexOf(effect.item) <= run.items.indexOf(item));
			}),
	'H The summary counts what was sent, and what was sent before': (run, facts) => {
		const summary = run.hints.map(texts.summaryOf).find(Boolean);
		if (!summary || !isSend(facts.scenario)) return true;
		const done = facts.itemsOf(run).filter(({ isDone }) => isDone);
		const isRight = summary.duplicates === done.filter(({ isDuplicate }) => isDuplicate).length;
		const [doubtful, others] = [true, false].map((isDoubtful) =>
			done.filter((item) => facts.triesOf(item).some(({ isInDoubt }) => isInDoubt) === isDoubtful),
		);
		const isSent = (item: Item) => facts.triesOf(item).some(({ times }) => times > 0);
		const more = summary.sent - others.filter(isSent).length;
		return isRight && more >= 0 && more <= doubtful.filter((item) => !item.isDuplicate).length;
	},
	'L What can not be looked up is asked for once': (run, { scenario }) =>
		!hasNames(scenario) || triesOfLookUps(run).every((tries) => tries <= MAX_TRIES),
	'P A run takes no longer than the limit, its answers and their order': (run, facts) =>
		facts.isCanceled(run) || run.took <= (mayTake(run, facts) ?? Infinity),
	'K Reading and Validate Only change nothing': (run, { changes, effectsOf }) =>
		changes || (run.changing.length === 0 && effectsOf(run).length === 0),
	...OF_DRAFTED_RUNS,
	...OF_GUARDED_RUNS,
};

/** Of a run that an item has stopped. */
const OF_STOPS: Claims<NodeRun> = {
	'C A stop names its item, and counts all of them': ({ error, items }) => {
		if (items.length === 1) return error?.item === 0;
		const stop = texts.progressOf(error?.text ?? '');
		if (!stop || stop.item !== error?.item || stop.total !== items.length) return false;
		return stop.done + stop.validated + 1 + stop.failedToo + stop.notStarted === items.length;
	},
	'C Every item before the one that failed is done': (run, { itemsOf, changes }) =>
		!changes ||
		itemsOf(run).every((item) => item.position >= (run.error?.item ?? 0) || item.mayBeDone),
	'C As many are done as a stop says': (run, { itemsOf, changes }) => {
		const may = itemsOf(run).filter(({ mayBeDone }) => mayBeDone).length;
		return !changes || (texts.progressOf(run.error?.text ?? '')?.done ?? 0) <= may;
	},
	'C What a stop says is not started has changed nothing': (run, { itemsOf, changes }) => {
		const { notStarted = 0 } = texts.progressOf(run.error?.text ?? '') ?? {};
		const started = itemsOf(run).filter(({ isStarted }) => isStarted);
		return !changes || started.length <= run.items.length - notStarted;
	},
};

/** Of an execution. */
const OF_EXECUTIONS: Claims<Execution> = {
	'E Nothing stops a run but On Error = Stop': ({ status }, { scenario }) =>
		status !== 'error' || scenario.onError === 'stopWorkflow',
	'E Failed items are on the error output, the others on the main one': ({ outputs }, facts) =>
		facts.scenario.onError !== 'continueErrorOutput' ||
		outputs.every(({ done, failed }) => !done.some(failureOf) && failed.every(failureOf)),
	'E There is one output for each item, in their order': (execution, { scenario, putsOutAll }) =>
		!putsOutAll(execution) ||
		isList(scenario) ||
		execution.outputs.every(({ inputs, done, failed }) => {
			const isInOrder = [done, failed].every((each) =>
				each.every(({ item = -1 }, n) => n === 0 || (each[n - 1].item ?? -1) < item),
			);
			const positions = new Set([...done, ...failed].map(({ item }) => item));
			const isOptional = scenario.whenNotFound === 'noItem';
			return isInOrder && inputs.every((_, n) => positions.has(n) || isOptional);
		}),
	'E A list is put out once for each set of parameters': (execution, facts) =>
		!facts.putsOutAll(execution) ||
		!isList(facts.scenario) ||
		execution.outputs.every(({ run, done, failed }) => {
			const positions = new Set([...done, ...failed].map(({ item }) => item));
			return positions.size === facts.listsIn(facts.runs[run].inputs);
		}),
	'E A failed item has its input': ({ outputs }, facts) =>
		outputs.every(({ run, done, failed }) =>
			[...done, ...failed]
				.filter(failureOf)
				.every(({ json, item }) => holds(json, facts.inputOf(run, item))),
		),
	'F After a cancel nothing more leaves, and the node ends': ({ leftAfterCancel, lingered }) =>
		(leftAfterCancel ?? 0) === 0 && (lingered ?? 0) < 500,
	'F A canceled execution is canceled': ({ leftAfterCancel, status }) =>
		leftAfterCancel === undefined || status === 'canceled',
	'G What is said to be safe to run again succeeds': ({ isFixed, status }, facts) =>
		!isFixed || status === 'success' || hasDraftOfOthers(facts),
	'G What is said to be safe to run again reaches everyone, and nobody twice': (
		execution,
		facts,
	) => {
		const { scenario, observation, changes, executions, runs } = facts;
		// Without a key, Retry On Fail sends again.
		const isOnce = isSend(scenario) && (scenario.keys !== 'none' || scenario.maxTries === 1);
		// A key of the user's is one message for ever; else those count that the promise was about.
		const from = hasOwnKeys(scenario) ? 0 : executions.indexOf(execution) - 1;
		const effects = observation.effects.filter(({ run }) => runs[run].execution >= from);
		const timesOf = (n: number) => effects.filter(({ item }) => item === n).length;
		const isRight = (n: number) => (isOnce ? timesOf(n) === 1 : timesOf(n) > 0);
		if (!execution.isFixed || !changes || hasDraftOfOthers(facts)) return true;
		return scenario.items.every((_, n) => isRight(n));
	},
	'J No part of the API key can be read anywhere': (_, { observation: { apiKey, readable } }) =>
		[...apiKey.slice(7)].every((_, n) => !readable.includes(apiKey.slice(n, n + 8))),
};

const columnsOf = ({ inputs: [input] }: NodeRun) =>
	Object.keys(COLUMNS).filter((name) => name in input);

/** A field `error` is within the error of the node. */
const holds = (json: IDataObject, { error, ...input }: IDataObject) =>
	(json.error as IDataObject).inputError === error &&
	Object.entries(input).every(
		([name, value]) => JSON.stringify(json[name]) === JSON.stringify(value),
	);

/** The sentences that do not hold, with the case. */
export function judge(observation: Observation): string[] {
	const facts = new Facts(observation);
	const { items, runs, executions } = facts;
	const broken = <T,>(claims: Claims<T>, all: T[], name: (of: T) => string) =>
		all.flatMap((of) =>
			Object.entries(claims)
				.filter(([, holds]) => !holds(of, facts))
				.map(([sentence]) => `${sentence} (${name(of)})`),
		);
	const runOf = (run: NodeRun) => `run ${runs.indexOf(run)}`;
	return [
		...broken(OF_ITEMS, items, ({ position, run }) => `item ${position} of ${runOf(run)}`),
		...broken(OF_RUNS, runs, runOf),
		...broken(OF_STOPS, runs.filter(facts.isStopped), runOf),
		...broken(OF_EXECUTIONS, executions, (each) => `execution ${executions.indexOf(each)}`),
	];
}
