import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { CachedLists } from '../account/cachedLists';
import { UnknownProperties } from '../account/unknownProperties';
import type { Item } from '../fields/item';
import { readBoolean, readNumber } from '../fields/values';
import { loopsAccount } from '../transport/account';
import type { CallSettings } from '../transport/client';
import { type CallQueue, type RateLimiter, rateLimiterOf } from '../transport/rateLimiter';
import { type Run, RunItem } from './item';
import { Report } from './report';

/** Items in progress at once: enough to use the limit at any latency, within reason. */
const CONCURRENCY = { min: 10, max: 128 };

const PATIENCE_MS = 120_000;

/** How long a finished run waits for what was read beside it. */
const WARNINGS_GRACE_MS = 2_000;

/** The options that hold for a whole run. */
interface RunOptions {
	isOneAtATime: boolean;
	timeoutMs?: number;
	/** Requests per second. */
	maxRate?: number;
}

/** A run that has begun. */
interface StartedRun {
	run: Run;
	/** How many items may be in progress at the moment. */
	concurrency(): number;
	/** Ends what goes on beside the items, and takes in what it found. */
	end(): Promise<void>;
}

/** Gathers what the items of a run share. A credential that can't be read is reported by the items. */
export async function startRun(node: IExecuteFunctions, total: number): Promise<StartedRun> {
	const canceled = node.getExecutionCancelSignal();
	const account = await loopsAccount(node).catch(() => undefined);
	const limiter = account && rateLimiterOf(account.id, 'plain');
	const report = new Report(total);
	const lists = new CachedLists(node);
	const beside = new AbortController();
	canceled?.addEventListener('abort', () => beside.abort(), { once: true });
	const queues = new Map<RateLimiter, CallQueue>();
	const settings: CallSettings = {
		account,
		patienceMs: PATIENCE_MS,
		signal: beside.signal,
		queueIn: (each) => {
			const queue = queues.get(each) ?? each.queue(options.maxRate);
			queues.set(each, queue);
			return queue;
		},
	};
	const run: Run = {
		node,
		identity: identityOf(node),
		isToolCall: isToolCall(node),
		settings,
		lists,
		unknownProperties: new UnknownProperties(lists, settings),
		report,
	};
	const options = optionsOfFirst(new RunItem(run, 0));
	settings.timeoutMs = options.timeoutMs;
	return {
		run,
		concurrency: () => {
			if (options.isOneAtATime) return 1;
			// Little's law: the rate that Loops allows times what an answer takes, and some more.
			const { limit = 0, latency = 0 } = limiter ?? {};
			const needed = Math.ceil((limit * latency * 1.5) / 1_000);
			return Math.min(CONCURRENCY.max, Math.max(CONCURRENCY.min, needed));
		},
		end: async () => {
			const found = run.unknownProperties.warnings();
			const late = sleep(WARNINGS_GRACE_MS, beside.signal).catch(() => undefined);
			for (const warning of (await Promise.race([found, late])) ?? []) report.addWarning(warning);
			beside.abort();
		},
	};
}

/** The first item decides for all. What can't be read is reported by the items. */
function optionsOfFirst(item: RunItem): RunOptions {
	try {
		return readRunOptions(item);
	} catch {
		return { isOneAtATime: false };
	}
}

/** @throws NodeOperationError for a value that is no number, or neither true nor false */
export function readRunOptions(item: Item): RunOptions {
	const { oneAtATime, timeout, maxRate } = item.options;
	const timeoutSeconds = readNumber(item, 'Timeout', timeout);
	return {
		isOneAtATime: readBoolean(item, 'One Item at a Time', oneAtATime),
		timeoutMs: timeoutSeconds ? timeoutSeconds * 1_000 : undefined,
		maxRate: readNumber(item, 'Max Requests per Second', maxRate) || undefined,
	};
}

/** An AI agent runs the variant of the node that n8n makes of it, whose type has this ending. */
const isToolCall = (node: IExecuteFunctions): boolean => node.getNode().type.endsWith('Tool');

/**
 * What tells this run of the node from every other one, and stays the same when n8n repeats it.
 * Another instance of n8n may have an execution with the same ID.
 */
function identityOf(node: IExecuteFunctions): string {
	// Loop Over Items runs the node many times in one execution, each time from item 0.
	const runIndex = String(node.getWorkflowDataProxy(0).$runIndex);
	// A failed execution is retried under a new ID. The context of the node goes along.
	const context = node.getContext('node');
	context.executionId ??= node.getExecutionId();
	const { id } = node.getNode();
	return [node.getInstanceId(), context.executionId, id, runIndex].join(':');
}
