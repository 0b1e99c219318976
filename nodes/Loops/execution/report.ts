import type { NodeApiError, NodeExecutionHint, NodeOperationError } from 'n8n-workflow';

import type { Warning } from '../account/unknownProperties';
import { isChange, type LoopsRequest } from '../transport/request';
import type { DoneBy } from '../transport/retryPolicy';

export type NodeError = NodeApiError | NodeOperationError;

/** Less than this is not worth a line: a run begins with a few calls that go ahead. */
const WORTH_TELLING_MS = 500;

/** More different warnings than this are only counted, so that a long run stays small. */
const MAX_WARNINGS = 20;

/**
 * What it takes to run an item again that may have been done, from the least to the most:
 * nothing; its own key, which Loops keeps for 24 hours; to know that Loops refuses it; the same
 * execution, whose automatic key Loops keeps as long; or not to do it.
 */
const RERUNS = ['safe', 'ownKey', 'refused', 'automaticKey', 'twice'] as const;
type Rerun = (typeof RERUNS)[number];

/** Whether all items may be run again, once those that may have been done are of these kinds. */
const ADVICE: Record<Rerun, string> = {
	safe: 'It is safe to run all items again.',
	ownKey: 'It is safe to run all items again within 24 hours.',
	refused: 'To run all items again stops at those that are done: run the others only.',
	automaticKey:
		"To retry this execution is safe for 24 hours. To run all items in a new one would do what is or may be done a second time: run the others only, or use 'Send Only Once For'.",
	twice:
		"To run all items again would do what is or may be done a second time: run the others only, or use 'Send Only Once For' for sends.",
};

/** What became of the items of a run, and what its user is to know about it. */
export class Report {
	private sent = 0;
	private sentBefore = 0;
	private perhapsBefore = 0;
	private retries = 0;
	private waits = 0;
	private waitedMs = 0;
	private done = 0;
	private readonly reruns = new Set<Rerun>();
	private readonly failures: Array<{ index: number; error: NodeError }> = [];
	private readonly warnings = new Map<string, Warning>();
	private unlisted = 0;

	constructor(private readonly total: number) {}

	countRetry(): void {
		this.retries++;
	}

	countWait(ms: number): void {
		this.waits++;
		this.waitedMs += ms;
	}

	/** Takes in an item that is done; `request` is the call that did it, if there was one. */
	countDone(request?: LoopsRequest, doneBy: DoneBy = 'thisRun'): void {
		this.done++;
		this.reruns.add(request ? rerunOf(request) : 'safe');
		if (!request) return;
		if (doneBy === 'either') this.perhapsBefore++;
		const { repeat } = request;
		if (repeat.kind !== 'never' && !(repeat.kind === 'refused' && repeat.key)) return;
		if (doneBy === 'earlierRun') this.sentBefore++;
		else this.sent++;
	}

	/** Takes in an item that has failed; `request` is a call that may have been done all the same. */
	countFailed(index: number, error: NodeError, request?: LoopsRequest): void {
		this.failures.push({ index, error });
		if (request) this.reruns.add(rerunOf(request));
	}

	/** Notes something that is worth a look but stops nothing. Items with the same text are counted. */
	warn(index: number, text: string): void {
		this.addWarning({ text, first: index, more: 0 });
	}

	addWarning(warning: Warning): void {
		const known = this.warnings.get(warning.text);
		if (known) known.more += 1 + warning.more;
		else if (this.warnings.size < MAX_WARNINGS) this.warnings.set(warning.text, { ...warning });
		else this.unlisted++;
	}

	/**
	 * The error that stops the run: that of the first failed item. n8n throws the output of a stopped
	 * node away, so that it has to say what was done.
	 */
	stopError(): NodeError {
		const [{ index, error }, ...others] = [...this.failures].sort((a, b) => a.index - b.index);
		if (this.total === 1) return error;
		const notStarted = this.total - this.done - this.failures.length;
		const before =
			this.perhapsBefore > 0 ? ` (${this.perhapsBefore} of them perhaps before this run)` : '';
		const progress = [
			`Stopped at item ${index} of ${this.total}: ${this.done} done${before}`,
			others.length > 0 && `${others.length} more failed`,
			`${notStarted} not started.`,
		];
		error.description = [
			error.description && `${error.description.replace(/\.$/, '')}.`,
			progress.filter(Boolean).join(', '),
			this.advice,
		]
			.filter(Boolean)
			.join(' ');
		return error;
	}

	/** What to know before all items are run again; nothing where none may have been done. */
	private get advice(): string | undefined {
		const worst = RERUNS.filter((rerun) => this.reruns.has(rerun)).at(-1);
		// To retry the execution stops at what is refused, too.
		const isMixed = worst === 'automaticKey' && this.reruns.has('refused');
		return worst && ADVICE[isMixed ? 'twice' : worst];
	}

	/** What is shown next to the output. */
	hints(): NodeExecutionHint[] {
		const texts = [...this.warnings.values()].map(({ text, first, more }) =>
			more === 0 ? `Item ${first}: ${text}` : `Item ${first} and ${more} more: ${text}`,
		);
		if (this.unlisted > 0) texts.push(`${this.unlisted} more warnings are not listed`);
		const hint = (message: string, type: NodeExecutionHint['type']): NodeExecutionHint => ({
			message,
			type,
			location: 'outputPane',
		});
		const summary = this.summary();
		return [
			...texts.map((message) => hint(message, 'warning')),
			...(summary ? [hint(summary, 'info')] : []),
		];
	}

	/** Nothing, unless something was waited for, tried again or kept from being sent twice. */
	private summary(): string | undefined {
		const hasWaited = this.waitedMs >= WORTH_TELLING_MS;
		if (!hasWaited && this.retries + this.sentBefore + this.perhapsBefore === 0) return undefined;
		const some = (count: number, one: string, many: string) =>
			count > 0 && `${count} ${count === 1 ? one : many}`;
		const wait = `${this.waits} ${this.waits === 1 ? 'wait' : 'waits'}`;
		return [
			this.sent + this.sentBefore > 0 ? `${this.sent} sent` : `${this.done} done`,
			this.perhapsBefore > 0 && `${this.perhapsBefore} of them perhaps before this run`,
			this.sentBefore > 0 && `${this.sentBefore} sent before, within 24 hours`,
			hasWaited && `${wait} for the rate limit (${(this.waitedMs / 1_000).toFixed(1)} s)`,
			some(this.retries, 'retry', 'retries'),
		]
			.filter(Boolean)
			.join(', ');
	}
}

/** What a second run of a call that may have been done would come to. */
function rerunOf(request: LoopsRequest): Rerun {
	const { repeat } = request;
	if (!isChange(request)) return 'safe';
	if (request.rerun) return request.rerun;
	switch (repeat.kind) {
		case 'safe':
			return 'safe';
		case 'lookUp':
			return 'refused';
		case 'never':
			return 'twice';
		case 'refused':
			if (repeat.key) return repeat.key.option ? 'ownKey' : 'automaticKey';
			return repeat.mayBeDone ? 'safe' : 'refused';
	}
}
