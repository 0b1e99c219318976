import type { Installation } from '../n8n/install.mts';
import { type N8nOptions, type N8nProcess, startN8n } from '../n8n/server.mts';
import { inPostgres, startPostgres, startRedis } from './services.mts';

/** An n8n in queue mode: the main process receives webhooks, workers run executions. */
export interface Cluster {
	readonly main: N8nProcess;
	readonly workers: N8nProcess[];
	/** Processes that also receive webhooks. */
	readonly webhookProcessors: N8nProcess[];
	/** The worker that runs an execution. */
	workerOf(executionId: string): N8nProcess | undefined;
	/** Starts a worker, in the user folder of a killed one if given. */
	addWorker(userFolder?: string): Promise<void>;
	/** The output of all processes. */
	log(): string;
	stop(): Promise<void>;
}

export interface ClusterSetUp {
	installation: Installation;
	/** The package to install in all processes, if any. */
	tarball?: string;
	/** Number of workers. */
	workers: number;
	webhookProcessors?: number;
	/** Environment of all processes. */
	env?: Record<string, string>;
}

/**
 * Starts PostgreSQL, Redis, the main process, workers and webhook processors, each with its own user
 * folder as in containers.
 * @throws with the output if one of them does not become ready
 */
export async function startCluster({
	installation,
	tarball,
	env = {},
	...counts
}: ClusterSetUp): Promise<Cluster> {
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		// In reverse, so that n8n ends before its services.
		while (stops.length > 0) await stops.pop()?.();
	};
	try {
		const postgres = await startPostgres();
		stops.push(postgres.stop);
		const redis = await startRedis();
		stops.push(redis.stop);

		const queueMode = {
			EXECUTIONS_MODE: 'queue',
			...inPostgres(postgres),
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			...env,
		};
		const start = async (options: N8nOptions): Promise<N8nProcess> => {
			const n8n = await startN8n(installation, tarball, {
				...options,
				env: { ...queueMode, ...options.env },
			});
			stops.push(n8n.stop);
			return n8n;
		};
		// First, since it creates the tables.
		const main = await start({ command: 'start' });
		const workers: N8nProcess[] = [];
		const addWorker = async (userFolder?: string) => {
			workers.push(await start({ command: 'worker', userFolder }));
		};
		const webhookProcessors: N8nProcess[] = [];
		const addWebhookProcessor = async () => {
			webhookProcessors.push(await start({ command: 'webhook' }));
		};
		const starting = [
			...Array.from({ length: counts.workers }, async () => await addWorker()),
			...Array.from({ length: counts.webhookProcessors ?? 0 }, addWebhookProcessor),
		];
		// Waits for all, so that none is left behind if one fails.
		await Promise.allSettled(starting);
		await Promise.all(starting);
		return {
			main,
			workers,
			webhookProcessors,
			addWorker,
			workerOf: (id) =>
				workers.find((worker) => worker.log().includes(`Worker started execution ${id} `)),
			log: () =>
				[postgres, redis, main, ...workers, ...webhookProcessors]
					.map((process) => process.log())
					.join('\n\n---\n'),
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
