import type { IExecuteFunctions } from 'n8n-workflow';

import { FactLoader } from '../account/factLoader';
import { TIMEOUT_S } from '../form/options';
import { CallQueue } from '../http/callQueue';
import type { CallSettings } from '../http/callSettings';
import { loopsConnection } from '../http/connection';
import { Redactor } from '../http/redact';
import { type RateLimiter, rateLimiterOf } from '../http/rateLimiter';
import { parseNumber } from '../values/parse';
import { Claims } from '../sends/claims';
import { NodeMemory } from '../sends/nodeMemory';
import { type ReachCheck, reachCheckOf } from './allowedAddresses';
import { Report } from './report';

const PATIENCE_MS = 120_000;

/** The most items in progress with attachments, each of which may hold 12 MB. */
const MAX_WITH_FILES = 20;

/** What the items of a run share. */
export interface Run {
	readonly node: IExecuteFunctions;
	readonly settings: CallSettings;
	readonly redactor: Redactor;
	readonly checkReach?: ReachCheck;
	/** Why the run has no connection: each item fails with it. */
	readonly credentialError?: Error;
	readonly loader: FactLoader;
	readonly memory: NodeMemory;
	readonly report: Report;
	readonly claims: Claims;
	/** Validate Only changes nothing, so what it claims never blocks a real item. */
	readonly validatedClaims: Claims;
	/** Whether an item could be read: its required fields then have values. */
	hasRead?: true;
	/** The name of the team, once it was looked up. */
	team?: string;
	/** The lists so far, by their parameters. */
	readonly lists: Map<string, 'done' | 'failed'>;
	/** How many items may be in progress now. */
	concurrency(): number;
	/** Ends look-ups that are still running. */
	end(): void;
}

export async function startRun(node: IExecuteFunctions, total: number): Promise<Run> {
	let credentialError: Error | undefined;
	const connection = await loopsConnection(node).catch((error: Error) => {
		credentialError = error;
		return undefined;
	});
	const limiter = connection && rateLimiterOf(connection.id, 'plain');
	const { hasFiles, timeoutMs } = readRunOptions(node);
	const most = hasFiles ? MAX_WITH_FILES : Infinity;
	const ended = new AbortController();
	const canceled = node.getExecutionCancelSignal();
	const end = () => {
		ended.abort();
		canceled?.removeEventListener('abort', end);
	};
	canceled?.addEventListener('abort', end);
	const queues = new Map<RateLimiter, CallQueue>();
	const memory = new NodeMemory(node, connection?.id ?? '');
	const settings: CallSettings = {
		connection,
		timeoutMs,
		patienceMs: PATIENCE_MS,
		signal: ended.signal,
		queueIn: (each) => {
			const queue = queues.get(each) ?? new CallQueue();
			queues.set(each, queue);
			return queue;
		},
	};
	const redactor = connection?.redactor ?? new Redactor();
	return {
		node,
		settings,
		redactor,
		checkReach: reachCheckOf(connection?.credentials ?? {}),
		credentialError,
		loader: new FactLoader(node, settings),
		memory,
		report: new Report(total, redactor),
		claims: new Claims(memory.usedKeys()),
		validatedClaims: new Claims(),
		lists: new Map(),
		concurrency: () => Math.min(most, limiter?.concurrency.maxInFlight ?? 1),
		end,
	};
}

/** The first item sets these options for all. An invalid one is ignored here, since that item reports it. */
function readRunOptions(node: IExecuteFunctions) {
	const read = (name: string): unknown => {
		try {
			return node.getNodeParameter(`options.${name}`, 0, undefined);
		} catch {
			return undefined;
		}
	};
	const { value: seconds = NaN } = parseNumber(read('timeout'));
	const isInRange = seconds >= TIMEOUT_S.min && seconds <= TIMEOUT_S.max;
	return {
		hasFiles: read('attachments') !== undefined,
		timeoutMs: isInRange ? seconds * 1_000 : undefined,
	};
}
