import type { IExecuteFunctions } from 'n8n-workflow';

import { FactLoader } from '../account/factLoader';
import { CallQueue } from '../http/callQueue';
import type { CallSettings } from '../http/client';
import { loopsConnection } from '../http/connection';
import { type RateLimiter, rateLimiterOf } from '../http/rateLimiter';
import { parseBoolean, parseNumber } from '../values/parse';
import { KeyRegistry } from './keys';
import { NodeMemory } from './nodeMemory';
import { Report } from './report';

/** Items in progress at once: enough to use the limit at any latency, within reason. */
const CONCURRENCY = { min: 10, max: 128 };

const PATIENCE_MS = 120_000;

/** Events that a run looks up only to warn of a typo: each takes a call. */
const MAX_CHECKED_EVENTS = 20;

type Queues = Map<RateLimiter, CallQueue>;

/** What the items of a run share. */
export interface Run {
	readonly node: IExecuteFunctions;
	readonly settings: CallSettings;
	readonly loader: FactLoader;
	readonly memory: NodeMemory;
	readonly report: Report;
	readonly keys: KeyRegistry;
	/** Of items that are only validated: nothing of theirs is sent. */
	readonly keysOfPreviews: KeyRegistry;
	/** What became of the lists, by their parameters. */
	readonly lists: Map<string, 'done' | 'failed'>;
	/** Whether there is room to look up another event. */
	mayCheckEvent(name: string): boolean;
	/** How many items may be in progress at the moment. */
	concurrency(): number;
	/** Ends what is still being looked up. */
	end(): void;
}

/** Gathers what the items of a run share. A credential that can't be read is reported by the items. */
export async function startRun(node: IExecuteFunctions, total: number): Promise<Run> {
	const connection = await loopsConnection(node).catch(() => undefined);
	const limiter = connection && rateLimiterOf(connection.id, 'plain');
	const { isOneAtATime, timeoutMs, maxRate } = optionsOfFirst(node);
	const ended = new AbortController();
	const canceled = node.getExecutionCancelSignal();
	const end = () => {
		ended.abort();
		canceled?.removeEventListener('abort', end);
	};
	canceled?.addEventListener('abort', end);
	const queues = queuesOf(node, maxRate);
	const settings: CallSettings = {
		connection,
		timeoutMs,
		patienceMs: PATIENCE_MS,
		signal: ended.signal,
		queueIn: (each) => {
			const queue = queues.get(each) ?? new CallQueue(maxRate);
			queues.set(each, queue);
			return queue;
		},
	};
	const events = new Set<string>();
	return {
		node,
		settings,
		loader: new FactLoader(node, settings, maxRate !== undefined),
		memory: new NodeMemory(node),
		report: new Report(total, connection?.apiKey),
		keys: new KeyRegistry(),
		keysOfPreviews: new KeyRegistry(),
		lists: new Map(),
		mayCheckEvent: (name) => {
			if (events.size < MAX_CHECKED_EVENTS) events.add(name);
			return events.has(name);
		},
		concurrency: () => {
			if (isOneAtATime) return 1;
			// Little's law: the rate that Loops allows times what an answer takes, and some more.
			const { limit = 0, latency = 0 } = limiter ?? {};
			const needed = Math.ceil((limit * latency * 1.5) / 1_000) + 2;
			return Math.min(CONCURRENCY.max, Math.max(CONCURRENCY.min, needed));
		},
		end,
	};
}

/** The first item decides for all. What can't be read is reported by that item; the others hold. */
function optionsOfFirst(node: IExecuteFunctions) {
	const read = (name: string): unknown => {
		try {
			return node.getNodeParameter(`options.${name}`, 0, undefined);
		} catch {
			return undefined;
		}
	};
	const positive = (name: string, max: number) => {
		const { value } = parseNumber(read(name));
		return value !== undefined && value > 0 && value <= max ? value : undefined;
	};
	const seconds = positive('timeout', 3_600);
	return {
		isOneAtATime: parseBoolean(read('oneItemAtATime')).value === true,
		timeoutMs: seconds && seconds * 1_000,
		/** Requests per second. */
		maxRate: positive('maxRequestsPerSecond', Infinity),
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
