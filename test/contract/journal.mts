import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** What a run has written and has to remove. */
interface Written {
	prefix: string;
	emails: string[];
	/** By name. */
	workflows: string[];
	/** What no call removes. */
	kept: string[];
}

/**
 * Remembers in a file what is written, before it is: a run that was killed leaves it to the next one.
 * A contact belongs to a run by the prefix of its email or user ID.
 */
export class Journal {
	private readonly written: Written;

	/** @param file where it is kept; nowhere without one */
	constructor(
		private readonly file?: string,
		readonly prefix = `contract-${Date.now().toString(36)}`,
	) {
		this.written = { prefix, emails: [], workflows: [], kept: [] };
	}

	/** What an earlier run left; undefined where it ended well. */
	static left(file: string): Written | undefined {
		return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Written) : undefined;
	}

	/** Notes the contact, the event and the workflow that a body may make. */
	note(body: object): void {
		const { email, eventName, name } = body as Record<string, unknown>;
		if (isOf(this.prefix, name)) this.add(this.written.workflows, name);
		if (isOf(this.prefix, email)) this.add(this.written.emails, email);
		if (isOf(this.prefix, eventName)) this.add(this.written.kept, `event ${eventName}`);
	}

	get emails(): readonly string[] {
		return this.written.emails;
	}

	get workflows(): readonly string[] {
		return this.written.workflows;
	}

	/** What is left for good. */
	get kept(): readonly string[] {
		return this.written.kept;
	}

	/** Forgets all: it is removed. */
	close(): void {
		for (const file of this.file ? [this.file, `${this.file}.new`] : [])
			rmSync(file, { force: true });
	}

	private add(to: string[], name: string): void {
		if (to.includes(name)) return;
		to.push(name);
		if (!this.file) return;
		// A run that is killed in between leaves the former file whole.
		writeFileSync(`${this.file}.new`, JSON.stringify(this.written));
		renameSync(`${this.file}.new`, this.file);
	}
}

const isOf = (prefix: string, value: unknown): value is string =>
	typeof value === 'string' && value.startsWith(prefix);
