import {
	type PoolOptions,
	type PoolWorker,
	ThreadsPoolWorker,
	type WorkerRequest,
} from 'vitest/node';

type Listener = (message: unknown) => void;

/** Lives from run to run: to load n8n-core takes longer than most tests. */
let kept: ThreadsPoolWorker | undefined;
/** Whether Vitest's side of it is set up. */
let isSetUp = false;
/** The mutant that Stryker made last. */
let lastMutant: unknown;

/**
 * A worker as Vitest knows it, on the one kept thread. Vitest ends its workers after each file; here only
 * the modules of this project are loaded anew: for each mutant, or for each file while Stryker finds out
 * what each of them reaches. The thread itself ends when Vitest forces it to.
 */
class KeptThread implements PoolWorker {
	readonly name = 'keptThread';
	private readonly listeners: Array<[event: string, listener: Listener]> = [];
	private isReleased = false;
	private config?: object;

	constructor(private readonly options: PoolOptions) {}

	on(event: string, listener: Listener): void {
		this.listeners.push([event, listener]);
		kept?.on(event, listener);
	}

	off(event: string, listener: Listener): void {
		kept?.off(event, listener);
	}

	async start(): Promise<void> {
		if (kept) return;
		kept = new ThreadsPoolWorker(this.options);
		isSetUp = false;
		await kept.start();
		kept.on('exit', () => (kept = undefined));
	}

	send(message: WorkerRequest): void {
		if (message.type === 'start') {
			this.config = message.context.config;
			if (isSetUp) return this.answer('started');
			isSetUp = true;
		}
		if (message.type === 'stop') {
			this.release();
			return this.answer('stopped');
		}
		// What changes from run to run, such as the names of the tests, came with the start.
		if (message.type === 'run') {
			const { activeMutant } = message.context.providedContext as { activeMutant?: string };
			const isolate = activeMutant !== lastMutant;
			lastMutant = activeMutant;
			Object.assign(message.context, { config: { ...this.config, isolate } });
		}
		kept?.send(message);
	}

	async stop(): Promise<void> {
		if (this.isReleased) return;
		const thread = kept;
		kept = undefined;
		await thread?.stop();
	}

	deserialize(data: unknown): unknown {
		return data;
	}

	private release(): void {
		this.isReleased = true;
		for (const [event, listener] of this.listeners) kept?.off(event, listener);
	}

	private answer(type: 'started' | 'stopped'): void {
		for (const [event, listener] of this.listeners) {
			if (event === 'message') {
				queueMicrotask(() => listener({ type, __vitest_worker_response__: true }));
			}
		}
	}
}

/** Ends also a test that never ends. Without it, the process goes on. */
export const endThread = async () => await kept?.stop();

/** A plugin that makes Vitest use it. */
export const keepThread = {
	name: 'keep-thread',
	configureVitest({ project }: { project: { config: object } }) {
		const createPoolWorker = (options: PoolOptions) => new KeptThread(options);
		Object.assign(project.config, {
			pool: 'keptThread',
			poolRunner: { name: 'keptThread', createPoolWorker },
		});
	},
};
