import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { CachedLists } from '../account/cachedLists';
import { EventChecks } from '../account/eventChecks';
import { UnknownProperties } from '../account/unknownProperties';
import { loopsAccount } from '../transport/account';
import type { CallSettings } from '../transport/client';
import { type CallQueue, type RateLimiter, rateLimiterOf } from '../transport/rateLimiter';
import { InputItem } from './inputItem';
import type { Run } from './item';
import { Report } from './report';
import { optionsOfFirst } from './runOptions';

/** Items in progress at once: enough to use the limit at any latency, within reason. */
const CONCURRENCY = { min: 10, max: 128 };

const PATIENCE_MS = 120_000;

/** How long a finished run waits for what was read beside it. */
const WARNINGS_GRACE_MS = 2_000;

type Queues = Map<RateLimiter, CallQueue>;

/** A run that has begun. */
interface StartedRun {
	run: Run;
	/** How many items may be in progress at the moment. */
	concurrency(): number;
	/** Takes in what was found beside the items, and ends what goes on there: at once if it `isStopped`. */
	end(isStopped: boolean): Promise<void>;
}

/** Gathers what the items of a run share. A credential that can't be read is reported by the items. */
export async function startRun(node: IExecuteFunctions, total: number): Promise<StartedRun> {
	const canceled = node.getExecutionCancelSignal();
	const account = await loopsAccount(node).catch(() => undefined);
	const limiter = account && rateLimiterOf(account.id, 'plain');
	const report = new Report(total, account?.apiKey);
	const lists = new CachedLists(node);
	const who = { identity: identityOf(node), isToolCall: isToolCall(node) };
	const { isOneAtATime, timeoutMs, maxRate } = optionsOfFirst(new InputItem(node, 0, report, who));
	const beside = new AbortController();
	const endBeside = () => beside.abort();
	canceled?.addEventListener('abort', endBeside, { once: true });
	const queues = queuesOf(node, maxRate);
	const settings: CallSettings = {
		account,
		timeoutMs,
		patienceMs: PATIENCE_MS,
		signal: beside.signal,
		queueIn: (each) => {
			const queue = queues.get(each) ?? each.queue(maxRate);
			queues.set(each, queue);
			return queue;
		},
	};
	const unknownProperties = new UnknownProperties(lists, settings);
	const events = new EventChecks(lists, settings);
	const lookUps = new Set<Promise<void>>();
	const run: Run = { ...who, node, settings, lists, unknownProperties, events, lookUps, report };
	return {
		run,
		concurrency: () => {
			if (isOneAtATime) return 1;
			// Little's law: the rate that Loops allows times what an answer takes, and some more.
			const { limit = 0, latency = 0 } = limiter ?? {};
			const needed = Math.ceil((limit * latency * 1.5) / 1_000) + 2;
			return Math.min(CONCURRENCY.max, Math.max(CONCURRENCY.min, needed));
		},
		end: async (isStopped) => {
			// Nothing leaves any more, and there is nothing to warn of.
			if (isStopped && !report.hasDone) beside.abort();
			const late = sleep(isStopped ? 0 : WARNINGS_GRACE_MS, beside.signal).catch(() => undefined);
			const found = await unknownProperties.warnings(late);
			await Promise.race([Promise.all(lookUps), late]);
			// What is not there yet says so.
			beside.abort();
			await Promise.all(lookUps);
			for (const warning of found) report.addWarning(warning);
			canceled?.removeEventListener('abort', endBeside);
		},
	};
}

/** By what n8n keeps for a node in one execution, and the rate. */
const queuesOfNodes = new WeakMap<object, Map<number, Queues>>();

/** The queues of a run. A maximum rate holds for all runs of the node in an execution: a loop has many. */
function queuesOf(node: IExecuteFunctions, maxRate?: number): Queues {
	if (maxRate === undefined) return new Map();
	const context = node.getContext('node');
	const ofNode = queuesOfNodes.get(context) ?? new Map<number, Queues>();
	const queues: Queues = ofNode.get(maxRate) ?? new Map();
	queuesOfNodes.set(context, ofNode.set(maxRate, queues));
	return queues;
}

/** An AI agent runs the variant of the node that n8n makes of it, whose type has this ending. */
const isToolCall = (node: IExecuteFunctions): boolean => node.getNode().type.endsWith('Tool');

/**
 * What tells this run of the node from every other one, and stays the same when n8n repeats it.
 * Another instance of n8n may have an execution with the same ID.
 */
function identityOf(node: IExecuteFunctions): string {
	// Loop Over Items runs the node many times in one execution, each time from item 0. For an agent,
	// Retry On Fail counts as another run: there the contents of a message tell it from others.
	const runIndex = isToolCall(node) ? 'tool' : String(node.getWorkflowDataProxy(0).$runIndex);
	// A failed execution is retried under a new ID. The context of the node goes along.
	const context = node.getContext('node');
	context.executionId ??= node.getExecutionId();
	const { id } = node.getNode();
	return [node.getInstanceId(), context.executionId, id, runIndex].join(':');
}
