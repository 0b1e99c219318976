import { type INode, type NodeExecutionHint, NodeOperationError } from 'n8n-workflow';

import type { Mapping } from '../form/section';
import { Redactor } from '../http/connection';
import { atItem, CallFailed } from '../http/errors';
import type { DoneBy } from '../http/request';
import { adviceForRun, type Rerun, SENDS_OF_SUB_WORKFLOW } from '../sends/rerun';
import { formatName, isBlank, listed, sentence, withoutTags } from '../values/format';
import type { FailureTexts, Reason } from './failure';

/** How many texts are listed, and how many more are counted. Both bound memory. */
const MAX_LISTED = 20;
const MAX_UNLISTED = 1_000;

/** How many names a warning lists. */
const MAX_NAMES = 10;

/** How many names of unmapped input fields are kept, and how many are compared with those in Loops. */
const MAX_FIELDS = 1_000;
const MAX_COMPARED = 300;

/**
 * Fields that n8n's own nodes add: Google Sheets, Airtable, Data Table, Form Trigger and Webhook. The data of a webhook
 * is in `body`.
 */
const OF_N8N = [
	...['row_number', 'id', 'createdTime', 'createdAt', 'updatedAt', 'submittedAt', 'formMode'],
	...['headers', 'params', 'query', 'webhookUrl', 'executionMode'],
];

const withSuggestion = ([name, meant]: [string, string | undefined]): string =>
	`${isBlank(name) ? 'a blank header' : formatName(name)}${meant === undefined ? '' : ` (did you mean '${formatName(meant)}'?)`}`;

/** Warns that people who opted out elsewhere become subscribers. */
export const optedOutText = (fields: string): string =>
	`These input fields suggest that a person should get no email: ${fields}. Loops subscribes new contacts. Filter these people out before this node, or set 'Subscription (All Emails)' to 'Unsubscribe' for them.`;

/** How many item numbers a warning lists. */
const MAX_NUMBERS = 10;

/** The items that a warning is about. Only the first numbers are kept, since there may be thousands. */
class ItemNumbers {
	first: number[] = [];
	count = 0;

	/** Items are not done in their order. */
	add(index: number): this {
		this.count++;
		if (this.first.length === MAX_NUMBERS && index > this.first[MAX_NUMBERS - 1]) return this;
		this.first = [...this.first, index].sort((a, b) => a - b).slice(0, MAX_NUMBERS);
		return this;
	}

	get shown(): string {
		return `${this.first.join(', ')}${this.count > MAX_NUMBERS ? ', …' : ''}`;
	}
}

/** Texts about the items of a run, each with the items that it is about. */
class ItemTexts {
	private readonly listed = new Map<string, ItemNumbers>();
	private readonly unlisted = new Set<string>();

	/** @param total items in the run */
	constructor(private readonly total: number) {}

	add(index: number, text: string): void {
		const known = this.listed.get(text);
		if (known) known.add(index);
		else if (this.listed.size < MAX_LISTED) this.listed.set(text, new ItemNumbers().add(index));
		else if (this.unlisted.size < MAX_UNLISTED) this.unlisted.add(text);
	}

	/** Leaves out texts that only `withoutItem` has. */
	texts(withoutItem?: number): string[] {
		return [...this.listed]
			.filter(([, { first, count }]) => count > 1 || first[0] !== withoutItem)
			.sort(([, one], [, other]) => one.first[0] - other.first[0])
			.map(([text, items]) => `${sentence(text)}${this.suffix(items)}`);
	}

	/** How many texts are not listed; '' for none. */
	get more(): string {
		const { size } = this.unlisted;
		return size === 0 ? '' : `${size < MAX_UNLISTED ? '' : 'at least '}${size}`;
	}

	/** Says which items a text is about; '' if the run has a single one. */
	suffix(items: ItemNumbers): string {
		if (this.total === 1) return '';
		if (items.count === 1) return atItem(items.first[0]);
		return items.count === this.total
			? ` [all ${this.total} items]`
			: ` [${items.count} of ${this.total} items: ${items.shown}]`;
	}
}

/** Non-fatal warnings about the items of a run. */
class Warnings {
	private readonly byText: ItemTexts;
	/** Unmapped input fields, with what they may mean. */
	private readonly notMapped = new Map<string, string | undefined>();
	/** Fields that say that a person wants no email. */
	private readonly optedOutBy = new Set<string>();
	private readonly optedOut = new ItemNumbers();
	private readonly clearedNames = new Set<string>();
	private cleared = 0;

	constructor(total: number) {
		this.byText = new ItemTexts(total);
	}

	add(index: number, text: string): void {
		this.byText.add(index, text);
	}

	/** Adds input fields that an automatic mapping does not send. */
	addNotMapped(names: string[], meant: (index: number) => string | undefined): void {
		for (const [index, name] of names.entries()) {
			const { size } = this.notMapped;
			if (size >= MAX_FIELDS) return;
			if (!this.notMapped.has(name)) {
				this.notMapped.set(name, size < MAX_COMPARED ? meant(index) : undefined);
			}
		}
	}

	/** Adds an item whose fields `names` say that the person wants no email. */
	addOptedOut(index: number, names: string[]): void {
		if (names.length === 0) return;
		this.optedOut.add(index);
		for (const name of names) if (this.optedOutBy.size < MAX_FIELDS) this.optedOutBy.add(name);
	}

	/** Adds contact properties that lost their value. */
	addCleared(names: string[]): void {
		this.cleared += names.length;
		for (const name of names) if (this.clearedNames.size < MAX_FIELDS) this.clearedNames.add(name);
	}

	/** Leaves out warnings that only `withoutItem` has: its error contains them. */
	texts(withoutItem?: number): string[] {
		const texts = this.byText.texts(withoutItem);
		if (this.optedOut.count > 0) {
			const fields = listed([...this.optedOutBy].map(formatName), MAX_NAMES);
			texts.unshift(`${optedOutText(fields)}${this.byText.suffix(this.optedOut)}`);
		}
		const { size } = this.notMapped;
		if (size > 0) {
			const fields = size === 1 ? 'input field is' : 'input fields are';
			const atLeast = size < MAX_FIELDS ? '' : 'at least ';
			const meantFirst = [...this.notMapped].sort(([, a], [, b]) => Number(!a) - Number(!b));
			const names = listed(meantFirst.map(withSuggestion), MAX_NAMES);
			texts.push(sentence(`${atLeast}${size} ${fields} not mapped: ${names}`));
		}
		if (this.cleared > 0) {
			const values = this.cleared === 1 ? 'value was' : 'values were';
			const names = listed([...this.clearedNames].map(formatName));
			texts.push(`${this.cleared} property ${values} cleared in Loops: ${names}.`);
		}
		const { more } = this.byText;
		if (more) texts.push(`More warnings are not listed: ${more}.`);
		return texts;
	}
}

/** Shorter waits are not worth a line. */
const MIN_REPORTED_WAIT_MS = 60_000;

const LOG_EVERY_MS = 30_000;

const GO_ON =
	"To let the workflow continue when an item fails, set 'Settings > On Error' to 'Continue (using error output)'.";

interface Done {
	rerun?: Rerun;
	doneBy?: DoneBy;
	isMessage?: boolean;
	isOfEarlierTry?: boolean;
	cleared?: string[];
}

/** Counts what happens to the items of a run, and reports it to the user. */
export class Report {
	private sent = 0;
	private sentBefore = 0;
	private perhapsBefore = 0;
	/** Items that an earlier try of n8n's Retry On Fail had done. */
	private ofEarlierTry = 0;
	private loggedAt = performance.now();
	private waitedMs = 0;
	private waitedUntil = -Infinity;
	private done = 0;
	/** Items that a cancel ended while Loops may have made their change. */
	private maybeDone = 0;
	/** Items under Validate Only. Failed ones are also in `failures`. */
	private readonly validated = { ready: 0, notReady: 0, failed: 0 };
	private readonly reruns = new Set<Rerun>();
	private failed = 0;
	/** What is wrong with items that failed, and with those that are not ready. */
	private readonly failures: ItemTexts;
	private readonly unready: ItemTexts;
	/** The first failure in input order. Only one is kept, since there may be thousands. */
	private firstFailure?: { index: number; texts: FailureTexts };
	private readonly warnings: Warnings;

	constructor(
		private readonly total: number,
		private readonly redactor = new Redactor(),
	) {
		this.warnings = new Warnings(total);
		this.failures = new ItemTexts(total);
		this.unready = new ItemTexts(total);
	}

	/**
	 * Counts a wait for the rate limit that ends now. Overlapping waits count once: calls leave in order,
	 * so only the time since the last wait ended is new.
	 */
	countWait(ms: number): void {
		const now = performance.now();
		this.waitedMs += Math.min(ms, now - this.waitedUntil);
		this.waitedUntil = now;
	}

	/** The counts for n8n's log, once every half minute: n8n shows nothing of a node while it runs. */
	countsToLog(): string | undefined {
		const now = performance.now();
		if (now - this.loggedAt < LOG_EVERY_MS) return undefined;
		this.loggedAt = now;
		return this.counts(false);
	}

	/** What an item has done. `cleared` are the contact properties that lost their value. */
	countDone({ rerun = 'harmless', doneBy, isMessage, isOfEarlierTry, cleared = [] }: Done): void {
		this.done++;
		if (isOfEarlierTry) this.ofEarlierTry++;
		this.warnings.addCleared(cleared.map((name) => this.redactor.text(name)));
		this.reruns.add(rerun);
		if (doneBy === 'unknown') this.perhapsBefore++;
		if (!isMessage) return;
		if (doneBy === 'earlierRun') this.sentBefore++;
		else this.sent++;
	}

	countValidated(as: 'ready' | 'notReady' | 'failed'): void {
		this.validated[as]++;
		if (as !== 'failed') this.reruns.add('harmless');
	}

	countNotReady(index: number, reasons: Reason[]): void {
		this.countValidated('notReady');
		for (const { kind } of reasons) this.unready.add(index, this.redactor.text(kind));
	}

	private get notSent(): number {
		return this.validated.ready + this.validated.notReady;
	}

	/** `rerun` is that of an item which may have changed something despite the failure. */
	countFailed(index: number, texts: FailureTexts, rerun?: Rerun): void {
		this.failed++;
		for (const kind of texts.kinds) this.failures.add(index, this.redactor.text(kind));
		if (index < (this.firstFailure?.index ?? Infinity)) this.firstFailure = { index, texts };
		if (rerun) this.reruns.add(rerun);
	}

	/** `rerun` is that of an item which may have changed something before the run ended. */
	countEnded(rerun?: Rerun): void {
		if (!rerun) return;
		this.maybeDone++;
		this.reruns.add(rerun);
	}

	warn(index: number, text: string): void {
		this.warnings.add(index, text);
	}

	warnOptedOut(index: number, names: string[]): void {
		this.warnings.addOptedOut(index, names);
	}

	warnNotMapped({ notMapped, meant }: Mapping): void {
		const others = notMapped.filter((name) => !OF_N8N.includes(name));
		const names = others.map((name) => this.redactor.text(name));
		this.warnings.addNotMapped(names, (index) => meant?.(others[index]));
	}

	/**
	 * What the error of the first failed item says. n8n discards the output and hints of a stopped node, so it
	 * also says what was done, in three sentences at most with the advice first, and lists the warnings. `hasNext`
	 * if another node follows.
	 */
	stopped(hasNext: boolean, sendsInSubWorkflow: boolean, ofAllItems: string[] = []) {
		const { index, texts } = this.firstFailure as { index: number; texts: FailureTexts };
		const hasDone = this.reruns.size > 0;
		// An API error already contains the warnings of its item.
		const withoutItem = texts.of instanceof CallFailed ? index : undefined;
		const warnings = hasDone ? this.warnings.texts(withoutItem) : [];
		// A single item needs no counts.
		const isOne = this.total === 1;
		const ofRun = isOne ? undefined : adviceForRun(this.reruns);
		const advice = sendsInSubWorkflow ? SENDS_OF_SUB_WORKFLOW : ofRun;
		const isSafe = !sendsInSubWorkflow && [...this.reruns].every((each) => each === 'harmless');
		const goOn = isSafe && !isOne && !texts.isOfRun ? GO_ON : undefined;
		const end = [advice, goOn, isOne ? undefined : this.counts(hasNext)];
		// No HTML and no list, since error workflows pass the description on, for example to Slack.
		const warned = [...warnings, ...this.masked(ofAllItems)].map(withoutTags);
		const failed = this.failed > 1 ? withoutTags(this.grouped(this.failures)) : '';
		const lines = [texts.description, end.filter(Boolean).join(' '), failed, ...warned];
		const description = lines.filter(Boolean).join('\n') || undefined;
		return { index, texts: { ...texts, description } };
	}

	/** The error of a canceled run. n8n stores it after a time-out, and its own after a stop by hand. */
	canceledError(node: INode, hasNext: boolean): NodeOperationError {
		// The word 'canceled' makes n8n mark the execution as canceled, not failed.
		const message = `The execution was canceled. ${this.counts(hasNext)}`;
		return new NodeOperationError(node, message, { description: adviceForRun(this.reruns) });
	}

	/** What the items have come to. */
	private counts(hasNext: boolean): string {
		const before =
			this.perhapsBefore > 0 ? ` (${this.perhapsBefore} possibly before this run)` : '';
		const counts = formatCounts([
			[this.done, `done${before}`],
			[this.notSent, 'validated'],
			[this.maybeDone, 'possibly done'],
			[this.failed, 'failed'],
			[this.total - this.done - this.notSent - this.maybeDone - this.failed, 'not started'],
		]);
		const next = hasNext && this.reruns.size > 0 ? ', and none went on to the next node' : '';
		return `Of ${this.total} ${this.total === 1 ? 'item' : 'items'}: ${counts}${next}.`;
	}

	/** n8n shows these next to the output. `ofAllItems` are warnings about the run as a whole. */
	hints(ofAllItems: string[] = []): NodeExecutionHint[] {
		const hint = (message: string, type: NodeExecutionHint['type']): NodeExecutionHint => ({
			message: withoutTags(message),
			type,
			location: 'outputPane',
		});
		const ofRun = this.masked(ofAllItems);
		const warnings = [...this.warnings.texts(), ...ofRun, ...this.failureHint()];
		const facts = [this.validation(), this.summary()].filter((each) => each !== undefined);
		return [
			...warnings.map((each) => hint(each, 'warning')),
			...facts.map((message) => hint(message, 'info')),
		];
	}

	private masked(texts: string[]): string[] {
		return texts.map((text) => this.redactor.text(text));
	}

	/** A single item shows its error itself. */
	private failureHint(): string[] {
		if (this.failed === 0 || this.total === 1) return [];
		const why = this.grouped(this.failures);
		return [`${this.failed} of ${this.total} items failed: 'error' in the output says why. ${why}`];
	}

	/** What is wrong with which items. A single item says so itself. */
	private grouped(problems: ItemTexts): string {
		if (this.total === 1) return '';
		const more = problems.more && `More problems are not listed: ${problems.more}.`;
		return [...problems.texts(), more].filter(Boolean).join(' ');
	}

	private validation(): string | undefined {
		const { ready, notReady, failed } = this.validated;
		const count = ready + notReady + failed;
		if (count === 0) return undefined;
		const [which, what] =
			count === this.total
				? ['', 'nothing was']
				: [` for ${count} of ${this.total} items`, 'only the others were'];
		const counts = formatCounts([
			[ready, 'ready'],
			[notReady, "not ready: see 'reasons'"],
			[failed, 'failed'],
		]);
		const found = this.grouped(this.unready);
		return `Validate Only is on${which}: ${what} sent. ${counts}.${found && ` ${found}`}`;
	}

	/** Undefined unless the run waited for long, or found something sent before. */
	private summary(): string | undefined {
		const hasWaited = this.waitedMs >= MIN_REPORTED_WAIT_MS;
		const before = this.sentBefore + this.perhapsBefore + this.ofEarlierTry;
		if (!hasWaited && before === 0) return undefined;
		const done = this.done + this.notSent;
		return [
			this.sent + this.sentBefore > 0 ? `${this.sent} sent` : done > 0 && `${done} done`,
			this.perhapsBefore > 0 && `${this.perhapsBefore} of them possibly before this run`,
			this.ofEarlierTry > 0 && `${this.ofEarlierTry} of them by the previous attempt`,
			this.sentBefore > 0 && `${this.sentBefore} already sent in the last 24 hours`,
			this.failed > 0 && `${this.failed} failed`,
			hasWaited && `waited ${Math.round(this.waitedMs / 1_000)} s for the rate limit`,
		]
			.filter(Boolean)
			.join(', ');
	}
}

const formatCounts = (counts: Array<[count: number, what: string]>): string =>
	counts
		.filter(([count]) => count > 0)
		.map(([count, what]) => `${count} ${what}`)
		.join(', ');
