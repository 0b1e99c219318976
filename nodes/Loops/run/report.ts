import { NodeApiError, type NodeExecutionHint, type NodeOperationError } from 'n8n-workflow';

import { redact } from '../http/redact';
import type { DoneBy, LoopsRequest } from '../http/request';
import { adviceFor, type Rerun, rerunOf } from './rerun';
import { Warnings } from './warnings';

export type NodeError = NodeApiError | NodeOperationError;

/** Less than this is not worth a line: a run begins with a few calls that go ahead. */
const WORTH_TELLING_MS = 500;

/** What became of the items of a run, and what its user is to know about it. */
export class Report {
	private sent = 0;
	private sentBefore = 0;
	private perhapsBefore = 0;
	private hasSentBefore = false;
	private retries = 0;
	private waitedMs = 0;
	private waitedUntil = -Infinity;
	private done = 0;
	/** Items of which nothing is sent; those that have failed are counted as such, too. */
	private readonly previewed = { ready: 0, refused: 0, failed: 0 };
	private readonly reruns = new Set<Rerun>();
	private failed = 0;
	/** The first in the order of the items. An error holds its item and more: only one is kept. */
	private firstFailure?: { index: number; error: NodeError };
	private readonly warnings: Warnings;

	/** `apiKey` only to keep it out of what is said, should an answer repeat it. */
	constructor(
		private readonly total: number,
		private readonly apiKey = '',
	) {
		this.warnings = new Warnings(total);
	}

	/** A text as it may be shown. */
	withoutKey(text: string): string {
		return redact(text, this.apiKey);
	}

	countRetry(): void {
		this.retries++;
	}

	/**
	 * Takes in a wait for the rate limit that ends now. What counts is the time in which any call waited:
	 * they leave in their order, so that of each only what comes after the last one is new.
	 */
	countWait(ms: number): void {
		const now = performance.now();
		this.waitedMs += Math.min(ms, now - this.waitedUntil);
		this.waitedUntil = now;
	}

	/** Takes in an item that is done; `request` is the call that did it, if there was one. */
	countDone(request?: LoopsRequest, doneBy: DoneBy = 'thisRun'): void {
		this.done++;
		this.reruns.add(request ? rerunOf(request) : 'safe');
		if (!request) return;
		if (doneBy === 'unknown') this.perhapsBefore++;
		const { repeat } = request;
		if (repeat.kind !== 'never' && !(repeat.kind === 'refused' && repeat.key)) return;
		if (doneBy !== 'thisRun') this.hasSentBefore = true;
		if (doneBy === 'earlierRun') this.sentBefore++;
		else this.sent++;
	}

	/** Takes in an item that was looked at, and not sent. */
	countPreviewed(as: 'ready' | 'refused' | 'failed'): void {
		this.previewed[as]++;
		if (as !== 'failed') this.reruns.add('safe');
	}

	/** Items that were looked at, and have not failed. */
	private get validated(): number {
		return this.previewed.ready + this.previewed.refused;
	}

	/** Takes in an item that has failed; `request` is a call that may have been done all the same. */
	countFailed(index: number, error: NodeError, request?: LoopsRequest): void {
		this.failed++;
		if (index < (this.firstFailure?.index ?? Infinity)) this.firstFailure = { index, error };
		if (request) this.reruns.add(rerunOf(request));
	}

	/** Notes something that stops nothing. Items with the same text are counted. */
	warn(index: number, text: string): void {
		this.warnings.add(index, this.withoutKey(text));
	}

	warnNotMapped(names: string[]): void {
		this.warnings.addNotMapped(names.map((name) => this.withoutKey(name)));
	}

	/**
	 * The error that stops the run: that of the first failed item. n8n throws the output of a stopped
	 * node and its hints away, so that it has to say what was done, and what is worth a look about that.
	 */
	stopError(): NodeError {
		const { index, error } = this.firstFailure as { index: number; error: NodeError };
		const hasDone = this.reruns.size > 0;
		// An error of Loops has those of its item.
		const withoutItem = error instanceof NodeApiError ? index : undefined;
		const warnings = hasDone ? this.warnings.texts(withoutItem) : [];
		// n8n's error panel shows HTML, and styles lists.
		const list = [...this.progress(), ...warnings.map(escaped)]
			.map((each) => `<li>${each}</li>`)
			.join('');
		if (list) error.description = [error.description, `<ul>${list}</ul>`].filter(Boolean).join(' ');
		return error;
	}

	/** How many items were done, and what a second run would do; nothing where there is only one. */
	private progress(): string[] {
		if (this.total === 1) return [];
		const before =
			this.perhapsBefore > 0 ? ` (${this.perhapsBefore} of them perhaps before this run)` : '';
		const counts = inWords([
			[this.done, `done${before}`],
			[this.validated, 'validated'],
			[this.failed, 'failed'],
			[this.total - this.done - this.validated - this.failed, 'not started'],
		]);
		return [
			`Of ${this.total} items: ${counts}.`,
			adviceFor(this.reruns, this.hasSentBefore) ?? [],
		].flat();
	}

	/** What is shown next to the output. */
	hints(): NodeExecutionHint[] {
		const hint = (message: string, type: NodeExecutionHint['type']): NodeExecutionHint => ({
			message: escaped(message),
			type,
			location: 'outputPane',
		});
		const facts = [this.previews(), this.summary()].filter((each) => each !== undefined);
		return [
			...this.warnings.texts().map((message) => hint(message, 'warning')),
			...facts.map((message) => hint(message, 'info')),
		];
	}

	/** Of the items that were to be validated only. */
	private previews(): string | undefined {
		const { ready, refused, failed } = this.previewed;
		const count = ready + refused + failed;
		if (count === 0) return undefined;
		const [which, what] =
			count === this.total
				? ['', 'nothing']
				: [` for ${count} of ${this.total} items`, 'none of them'];
		const counts = inWords([
			[ready, 'ready'],
			[refused, "not ready: see 'reasons'"],
			[failed, 'failed'],
		]);
		return `Validate Only is on${which}: ${what} was sent. ${counts}.`;
	}

	/** Nothing, unless something was waited for, tried again or kept from being sent twice. */
	private summary(): string | undefined {
		const hasWaited = this.waitedMs >= WORTH_TELLING_MS;
		if (!hasWaited && this.retries + this.sentBefore + this.perhapsBefore === 0) return undefined;
		const some = (count: number, one: string, many: string) =>
			count > 0 && `${count} ${count === 1 ? one : many}`;
		return [
			this.sent + this.sentBefore > 0 ? `${this.sent} sent` : `${this.done + this.validated} done`,
			this.perhapsBefore > 0 && `${this.perhapsBefore} of them perhaps before this run`,
			this.sentBefore > 0 && `${this.sentBefore} sent before, within 24 hours`,
			hasWaited && `waited ${(this.waitedMs / 1_000).toFixed(1)} s for the rate limit`,
			some(this.retries, 'retry', 'retries'),
		]
			.filter(Boolean)
			.join(', ');
	}
}

/** As n8n shows it, which takes it for HTML. */
const escaped = (text: string): string => text.replaceAll('<', '&lt;');

/** Counts that are not zero. */
const inWords = (counts: Array<[count: number, what: string]>): string =>
	counts
		.filter(([count]) => count > 0)
		.map(([count, what]) => `${count} ${what}`)
		.join(', ');
