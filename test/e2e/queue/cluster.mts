import type { Installation } from '../n8n/install.mts';
import { type N8nOptions, type N8nProcess, startN8n } from '../n8n/server.mts';
import { database, startPostgres, startRedis } from './services.mts';

/** An n8n in queue mode: the main process takes webhooks in, the workers run the executions. */
export interface Cluster {
	readonly main: N8nProcess;
	readonly workers: N8nProcess[];
	/** They take in webhooks, too. */
	readonly webhookProcessors: N8nProcess[];
	/** The worker that has taken an execution from the queue. */
	workerOf(executionId: string): N8nProcess | undefined;
	/** What all of its processes printed. */
	log(): string;
	stop(): Promise<void>;
}

/** What a cluster is made of. */
export interface ClusterSetUp {
	installation: Installation;
	/** The package to install; without it, none of them has it. */
	tarball?: string;
	/** How many of each. */
	workers: number;
	webhookProcessors?: number;
	/** Of all its processes. */
	env?: Record<string, string>;
}

/**
 * Starts PostgreSQL, Redis, the main process, some workers and webhook processors, each n8n with a user
 * folder of its own, as in containers.
 * @throws with what was printed, where one of them does not become ready
 */
export async function startCluster({
	installation,
	tarball,
	env = {},
	...counts
}: ClusterSetUp): Promise<Cluster> {
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		// In reverse, so that n8n ends before what it needs.
		while (stops.length > 0) await stops.pop()?.();
	};
	try {
		const postgres = await startPostgres();
		stops.push(postgres.stop);
		const redis = await startRedis();
		stops.push(redis.stop);

		const queueMode = {
			EXECUTIONS_MODE: 'queue',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(postgres.port),
			DB_POSTGRESDB_USER: database.user,
			DB_POSTGRESDB_DATABASE: database.name,
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
		// First, because it creates the tables.
		const main = await start({ command: 'start' });
		const workers: N8nProcess[] = [];
		const addWorker = async () => {
			workers.push(await start({ command: 'worker' }));
		};
		const webhookProcessors: N8nProcess[] = [];
		const addWebhookProcessor = async () => {
			webhookProcessors.push(await start({ command: 'webhook' }));
		};
		const starting = [
			...Array.from({ length: counts.workers }, addWorker),
			...Array.from({ length: counts.webhookProcessors ?? 0 }, addWebhookProcessor),
		];
		// Should one fail, the other is not left behind half started.
		await Promise.allSettled(starting);
		await Promise.all(starting);
		return {
			main,
			workers,
			webhookProcessors,
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
