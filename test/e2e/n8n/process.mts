import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** A process of n8n or of a service it needs. */
export interface RunningProcess {
	/** Undefined if the command could not be started. */
	readonly pid?: number;
	/** All output so far. */
	log(): string;
	/** Resolves at the end of the process with its exit code, or null after a signal. */
	readonly ended: Promise<number | null>;
	kill(signal: NodeJS.Signals): void;
	/** Terminates the process, and kills it after ten seconds. */
	stop(): Promise<void>;
}

/** Starts a command with only the given environment, PATH and HOME. Appends its output to `logFile`. */
export function startProcess(
	command: string,
	args: string[],
	env: Record<string, string>,
	{ logFile, ...options }: { uid?: number; gid?: number; logFile?: string } = {},
): RunningProcess {
	const child: ChildProcess = spawn(command, args, {
		...options,
		env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const killWithUs = () => void child.kill('SIGKILL');
	process.once('exit', killWithUs);
	let log = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (text: string) => {
			log += text;
			if (logFile) appendFileSync(logFile, text);
		});
	}
	const ended = new Promise<number | null>((resolve) => {
		child.once('error', (error) => {
			log += `\n${error.message}`;
			resolve(null);
		});
		child.once('close', (code) => {
			process.off('exit', killWithUs);
			resolve(code);
		});
	});
	return {
		pid: child.pid,
		log: () => log,
		ended,
		kill: (signal) => void child.kill(signal),
		async stop() {
			child.kill('SIGTERM');
			const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
			await ended;
			clearTimeout(force);
		},
	};
}

/** Polls until a process is ready. False if it ends or takes longer than `ms`. */
export async function becomesReady(
	{ ended }: RunningProcess,
	ms: number,
	isReady: () => boolean | Promise<boolean>,
): Promise<boolean> {
	let hasEnded = false;
	void ended.then(() => (hasEnded = true));
	for (const deadline = Date.now() + ms; Date.now() < deadline && !hasEnded; await wait(100)) {
		if (await isReady()) return true;
	}
	return false;
}
