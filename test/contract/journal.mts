import {
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** A contact is named by its email, and once more by its user ID. */
export type Kind =
	| 'contact'
	| 'userId'
	| 'workflow'
	| 'event'
	| 'campaign'
	| 'segment'
	| 'upload'
	| 'email';

export interface Thing {
	kind: Kind;
	name: string;
}

export interface Entry extends Thing {
	/** Asked for, then answered with success, then removed; or left in Loops, where no call removes it. */
	state: 'asked' | 'made' | 'gone' | 'kept';
	id?: string;
}

/** What is left of a run, for people. Without the domain of an address. */
export const labelOf = ({ kind, name, id }: Entry): string =>
	`${kind} ${name.split('@')[0]}${id ? ` (ID ${id})` : ''}`;

/** Journals that this process writes. */
const open = new Set<string>();

/**
 * What a run makes, noted in a file before each request and after its answer. A run that was killed leaves
 * its file to the next one. Each run has a file of its own, with its process ID in the name.
 */
export class Journal {
	private readonly noted = new Map<string, Entry>();

	/** @param file kept in memory only without one */
	constructor(
		readonly file?: string,
		readonly prefix = `contract-${randomBytes(5).toString('hex')}`,
	) {
		if (file) open.add(file);
		for (const line of file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
			// A kill may cut off a line before its request was sent.
			if (!line.endsWith('}')) continue;
			const entry = JSON.parse(line) as Entry;
			this.noted.set(keyOf(entry), entry);
		}
	}

	/** A new one for a run with an account. */
	static start(folder: string, account: string): Journal {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		const { prefix } = new Journal();
		return new Journal(join(folder, `${account}.${prefix}.${process.pid}.jsonl`), prefix);
	}

	/** Those of earlier runs with an account. Renaming takes one over: it works for one process only. */
	static left(folder: string, account: string): Journal[] {
		return (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
			const [of, prefix, pid, end] = name.split('.');
			const file = join(folder, name);
			if (of !== account || end !== 'jsonl' || isInUse(file, Number(pid))) return [];
			const own = join(folder, `${account}.${prefix}.${process.pid}.jsonl`);
			try {
				renameSync(file, own);
			} catch {
				return [];
			}
			return [new Journal(own, prefix)];
		});
	}

	get entries(): readonly Entry[] {
		return [...this.noted.values()];
	}

	/** Notes what a request may make, on disk when it returns; gives what was not noted before. */
	ask(things: readonly Thing[]): Entry[] {
		const added = things.filter(
			(thing) => (this.noted.get(keyOf(thing))?.state ?? 'gone') === 'gone',
		);
		for (const thing of added) this.note(thing, 'asked');
		return added.map((thing) => this.noted.get(keyOf(thing))!);
	}

	/** Notes what became of a thing, on disk when it returns. */
	note({ kind, name }: Thing, state: Entry['state'], id = this.noted.get(`${kind} ${name}`)?.id) {
		const entry = { kind, name, state, ...(id !== undefined && { id }) };
		this.noted.set(keyOf(entry), entry);
		if (!this.file) return;
		const file = openSync(this.file, 'a', 0o600);
		// A line that a kill cut off stays a line of its own.
		writeSync(file, `\n${JSON.stringify(entry)}`);
		fsyncSync(file);
		closeSync(file);
	}

	/** Ends the run; the file stays while something is in Loops. */
	close(): void {
		if (!this.file) return;
		open.delete(this.file);
		if (this.entries.every(({ state }) => state === 'gone')) rmSync(this.file, { force: true });
	}
}

const keyOf = ({ kind, name }: Thing): string => `${kind} ${name}`;

function isInUse(file: string, pid: number): boolean {
	if (pid === process.pid) return open.has(file);
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
