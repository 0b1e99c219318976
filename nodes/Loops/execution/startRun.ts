import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { AccountFacts } from '../account/accountFacts';
import { EventChecks } from '../account/eventChecks';
import { FactLoader } from '../account/factLoader';
import { UnknownProperties } from '../account/unknownProperties';
import { loopsConnection } from '../http/connection';
import type { CallSettings } from '../http/client';
import { CallQueue } from '../http/callQueue';
import { type RateLimiter, rateLimiterOf } from '../http/rateLimiter';
import { InputItem } from './inputItem';
import type { Run } from './item';
import { NodeMemory } from './nodeMemory';
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
	const connection = await loopsConnection(node).catch(() => undefined);
	const limiter = connection && rateLimiterOf(connection.id, 'plain');
	const report = new Report(total, connection?.apiKey);
	const memory = new NodeMemory(node);
	const first = new InputItem(node, 0, report, memory);
	const { isOneAtATime, timeoutMs, maxRate } = optionsOfFirst(first);
	const beside = new AbortController();
	const endBeside = () => beside.abort();
	canceled?.addEventListener('abort', endBeside, { once: true });
	const queues = queuesOf(node, maxRate);
	const settings: CallSettings = {
		connection,
		timeoutMs,
		patienceMs: PATIENCE_MS,
		signal: beside.signal,
		queueIn: (each) => {
			const queue = queues.get(each) ?? new CallQueue(maxRate);
			queues.set(each, queue);
			return queue;
		},
	};
	const loader = new FactLoader(node, settings, maxRate !== undefined);
	const facts = new AccountFacts(async (fact) => await loader.read(fact, 'warning'));
	const unknownProperties = new UnknownProperties(facts);
	const events = new EventChecks(facts);
	const lookUps = new Set<Promise<void>>();
	const run: Run = { node, settings, loader, unknownProperties, events, lookUps, memory, report };
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
