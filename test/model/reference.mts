import { Facts, type Item } from './facts.mts';
import { isList, isRead, isSend, type Scenario } from './generate.mts';
import { type Execution, failureOf, type NodeRun, type Observation } from './observation.mts';
import * as texts from './texts.mts';

/** What the README lets a user expect of an item, whatever else happens in its run. */
const OF_ITEMS: Record<string, (item: Item, facts: Facts) => boolean> = {
	'A Nobody is sent the same message twice': (item, { scenario }) =>
		!isSend(scenario) || item.times === 0 || item.times + item.sentBefore.length === 1,
	'B What can not be read is not sent, and not reported as done': (item) =>
		item.isReadable || (item.times === 0 && !item.isDone),
	'B, I Only what Loops has done is reported as done': (item, { changes }) =>
		!changes || !item.isDone || item.isFulfilled,
	'I Only what Loops itself has answered is reported': (item, { scenario }) =>
		!isRead(scenario) || !item.isDone || item.wasAnswered,
	'B What failed though Loops has done it says that this is not known': ({ failure, times }) =>
		!failure || times === 0 || texts.isUnknown(failure),
	'B An item is refused for its key only if another was sent with it': (item, { changes }) =>
		!changes || !item.twin || item.sent.length > 0 || texts.isUnknown(item.twin.failure ?? ''),
	'B Of items with the same key the first one goes first': (item) =>
		!item.twin || item.twin.position < item.position,
	'C, E A failure says why': (item, { isCanceled }) =>
		!item.failure || isCanceled(item.run) || item.saysWhy,
	'C, E A failure says which item': (item, { isCanceled }) =>
		!item.failure || isCanceled(item.run) || texts.itemOf(item.failure) === item.position,
	'E What the node can get over does not fail': (item) => !item.failure || !item.isSound,
	"H 'deduplicated' means that an earlier run has sent it": (item) =>
		!item.isDuplicate || item.sentBefore.length > 0,
};

/** Of a run of the node. */
const OF_RUNS: Record<string, (run: NodeRun, facts: Facts) => boolean> = {
	'A With Retry On Fail the node runs again only if an item has failed': (
		run,
		{ runs, itemsOf, isCanceled },
	) => {
		const next = runs[runs.indexOf(run) + 1];
		const isAgain = next?.execution === run.execution && next.index === run.index;
		return !isAgain || isCanceled(run) || itemsOf(run).some(({ failure }) => failure);
	},
	'D What is about one contact happens in the order of the items': (run, { effectsOf }) =>
		effectsOf(run).every(({ subject, item }, n, all) =>
			all
				.slice(0, n)
				.every(
					(before) =>
						before.subject !== subject || run.items.indexOf(before.item) <= run.items.indexOf(item),
				),
		),
	'H The summary counts what was sent, and what was sent before': (run, { scenario, itemsOf }) => {
		const summary = run.hints.map(texts.summaryOf).find(Boolean);
		if (!summary || !isSend(scenario)) return true;
		const sent = itemsOf(run).filter(({ isDone, times }) => isDone && times > 0);
		const duplicates = itemsOf(run).filter(({ isDuplicate }) => isDuplicate);
		return summary.sent === sent.length && summary.duplicates === duplicates.length;
	},
	'K Reading and Validate Only change nothing': (run, { changes, effectsOf }) =>
		changes || (run.changing.length === 0 && effectsOf(run).length === 0),
};

/** Of a run that an item has stopped. */
const OF_STOPS: Record<string, (error: Stop, items: Item[], facts: Facts) => boolean> = {
	'C A stop names its item, and counts all of them': ({ item, text }, items) => {
		if (items.length === 1) return item === 0;
		const counts = texts.progressOf(text);
		if (!counts || counts.item !== item || counts.total !== items.length) return false;
		return counts.done + 1 + counts.failedToo + counts.notStarted === items.length;
	},
	'C Every item before the one that failed is done': ({ item = 0 }, items, { changes }) =>
		!changes || items.slice(0, item).every(({ isFulfilled }) => isFulfilled),
	'C As many are done as a stop says': ({ text }, items, { changes }) => {
		const { done = 0 } = texts.progressOf(text) ?? {};
		return !changes || done <= items.filter(({ isFulfilled }) => isFulfilled).length;
	},
	'C What a stop says is not started has changed nothing': ({ text }, items, { changes }) => {
		const { notStarted = 0 } = texts.progressOf(text) ?? {};
		return !changes || items.filter((item) => isStarted(item)).length <= items.length - notStarted;
	},
};

/** Of an execution. */
const OF_EXECUTIONS: Record<string, (execution: Execution, facts: Facts) => boolean> = {
	'E Nothing stops a run but On Error = Stop': ({ status }, { scenario }) =>
		status !== 'error' || scenario.onError === 'stopWorkflow',
	'E Failed items are on the error output, the others on the main one': (
		{ outputs },
		{ scenario },
	) =>
		scenario.onError !== 'continueErrorOutput' ||
		outputs.every(({ done, failed }) => !done.some(failureOf) && failed.every(failureOf)),
	'E There is one output for each item, in their order': (execution, { scenario }) =>
		!putsOutAll(execution, scenario) ||
		isList(scenario) ||
		execution.outputs.every(({ inputs, done, failed }) => {
			const places = [...done, ...failed].map(({ item }) => item);
			const isInOrder = [done, failed].every((each) =>
				each.every(({ item = -1 }, n) => n === 0 || (each[n - 1].item ?? -1) < item),
			);
			const isOptional = scenario.whenNotFound === 'noItem';
			return isInOrder && inputs.every((_, n) => places.includes(n) || isOptional);
		}),
	'E A list is put out once for each set of parameters': (execution, { scenario, runs, listsIn }) =>
		!putsOutAll(execution, scenario) ||
		!isList(scenario) ||
		execution.outputs.every(({ run, done, failed }) => {
			const places = new Set([...done, ...failed].map(({ item }) => item));
			return places.size === listsIn(runs[run].inputs);
		}),
	'E A failed item has its input': ({ outputs }) =>
		outputs.every(({ inputs, done, failed }) =>
			[...done, ...failed].every(
				(each) => !failureOf(each) || each.json.n === inputs[each.item ?? -1],
			),
		),
	'F After a cancel nothing more leaves, and the execution is canceled': (execution) =>
		execution.leftAfterCancel === undefined ||
		(execution.leftAfterCancel === 0 && execution.status === 'canceled'),
	'G What is said to be safe to run again succeeds': ({ isMended, status }) =>
		!isMended || status === 'success',
	'G What is said to be safe to run again reaches everyone, and nobody twice': (execution, facts) =>
		!execution.isMended ||
		!facts.changes ||
		facts.observation.scenario.items.every((_, n) => {
			const times = facts.observation.effects.filter(({ item }) => item === n).length;
			return isSend(facts.scenario) ? times === 1 : times > 0;
		}),
};

type Stop = NonNullable<NodeRun['error']>;

const isStarted = ({ run, input, times }: Item) =>
	times > 0 || run.changing.includes(input.n as number);

/** A stopped or canceled run has no output. */
const putsOutAll = ({ status }: Execution, { onError }: Scenario) =>
	status === 'success' && onError !== 'stopWorkflow';

/** The sentences that do not hold, with the case. */
export function judge(observation: Observation): string[] {
	const facts = new Facts(observation);
	const { items, runs, executions, itemsOf, isCanceled } = facts;
	const broken: string[] = [];
	const each = <T,>(
		claims: Record<string, (of: T, facts: Facts) => boolean>,
		of: T,
		where: string,
	) => {
		for (const [sentence, holds] of Object.entries(claims)) {
			if (!holds(of, facts)) broken.push(`${sentence} (${where})`);
		}
	};
	items.forEach((item) =>
		each(OF_ITEMS, item, `item ${item.position} of run ${runs.indexOf(item.run)}`),
	);
	runs.forEach((run, n) => {
		each(OF_RUNS, run, `run ${n}`);
		const { error } = run;
		if (!error || isCanceled(run)) return;
		for (const [sentence, holds] of Object.entries(OF_STOPS)) {
			if (!holds(error, itemsOf(run), facts)) broken.push(`${sentence} (run ${n})`);
		}
	});
	executions.forEach((execution, n) => each(OF_EXECUTIONS, execution, `execution ${n}`));
	const { apiKey, readable } = observation;
	const parts = Array.from({ length: apiKey.length - 7 }, (_, n) => apiKey.slice(n, n + 8));
	if (parts.some((part) => readable.includes(part)))
		broken.push('J No part of the API key can be read anywhere');
	return broken;
}
