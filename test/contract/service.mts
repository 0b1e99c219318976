import { setTimeout as sleep } from 'node:timers/promises';

import { parsed } from '../emulator/testClient.mts';
import { isRecord, NotEnabled, Unfinished } from './assumption.mts';
import { type Change, changeOf, type Changes } from './changes.mts';
import type { Entry, Journal } from './journal.mts';

/** An answer with its body parsed where it is JSON. */
export interface Answer {
	status: number;
	headers: Headers;
	body: unknown;
}

export interface ServiceSettings {
	/** For example `https://app.loops.so/api/v1`. */
	baseUrl: string;
	apiKey: string;
	/** Of the addresses that are written. */
	domain?: string;
	/** Who gets the emails. */
	recipient?: string;
	/** The published email to send. */
	transactionalId?: string;
	/** Requests per second, half the limit without it. */
	pace?: number;
	/** Milliseconds until a request counts as unanswered, 30,000 without it. */
	patience?: number;
	/** Of an emulator that the checks may change as they like. */
	isOurs?: boolean;
}

interface Request {
	method: string;
	path: string;
	body?: object | string;
	headers: Record<string, string>;
}

/** Half of the 10 requests per second that Loops allows a team. */
const PACE = 5;
/** The content API has 60 per minute, of which a run takes half. */
const CONTENT_SHARE = 1 / 10;
const CONTENT =
	/^\/(campaigns|campaign-groups|components|email-messages|themes|transactional-(emails|groups)|uploads|workflow-groups|workflows)\b/;
/** What Loops enables per team. */
const ENABLED = new RegExp(`${CONTENT.source}|^/(audience-segments|event-patterns)\\b`);
const PATIENCE_MS = 30_000;
/** How often a call is repeated after a 429, with a longer wait each time. */
const REPEATS = 4;
/** Unanswered requests after which nothing more is asked. */
export const MOST_UNANSWERED = 3;

/**
 * The service under test, called at a slow pace. Sends a request that may change something only if its check
 * has announced it and it concerns nothing but this run's own, and notes what it may make before and after.
 */
export class Service {
	private readonly next = { content: 0, others: 0 };
	/** Changing calls that were sent. */
	readonly sent: string[] = [];
	/** How many requests got no answer. */
	unanswered = 0;
	private permitted: Record<string, number> = {};
	private signal?: AbortSignal;
	private readonly ownIds = new Set<string>();

	constructor(
		readonly settings: ServiceSettings,
		private readonly journal: Journal,
	) {
		for (const { id } of journal.entries) if (id) this.ownIds.add(id);
	}

	/** What may be sent from now on, and what ends it. */
	permit(changes: Changes, signal?: AbortSignal): void {
		this.permitted = { ...changes };
		this.signal = signal;
	}

	/** A thing with a name of this run. */
	own(id: string): void {
		this.ownIds.add(id);
	}

	/** An address of this run that nobody else has. */
	email(name: string): string {
		const { domain } = this.settings;
		if (!domain) throw new Error('Writing takes a domain.');
		return `${this.journal.prefix}-${name}@${domain}`;
	}

	/** Another name of this run. */
	name(name: string): string {
		return `${this.journal.prefix}-${name}`;
	}

	/** Makes one call with the key of the account. */
	async call(
		method: string,
		path: string,
		body?: object | string,
		headers: Record<string, string> = {},
	): Promise<Answer> {
		const answer = await this.patiently({
			method,
			path,
			body,
			headers: { ...this.authorization, ...headers },
		});
		if (answer.status === 401) await this.checkKey(path, answer);
		return answer;
	}

	/** One attempt: a 429 is an answer. */
	async once(method: string, path: string, body?: object): Promise<Answer> {
		return await this.ask({ method, path, body, headers: this.authorization });
	}

	/** Reads the API key's own path with another Authorization, or without one. */
	async keyAs(authorization?: string): Promise<Answer> {
		const headers: Record<string, string> = authorization ? { authorization } : {};
		return await this.patiently({ method: 'GET', path: '/api-key', headers });
	}

	private get authorization() {
		return { authorization: `Bearer ${this.settings.apiKey}` };
	}

	/** Tells a key that has gone from what this team can't use. */
	private async checkKey(path: string, answer: Answer): Promise<void> {
		const { status } = path === '/api-key' ? answer : await this.once('GET', '/api-key');
		if (status === 401) throw new Unfinished('Loops refuses the key (401)', true);
		if (ENABLED.test(path)) throw new NotEnabled(answer);
	}

	private async patiently(request: Request): Promise<Answer> {
		const { path } = request;
		for (let attempt = 0; ; attempt += 1) {
			await this.turn(path);
			const answer = await this.ask(request);
			if (answer.status === 429 && attempt < REPEATS) {
				await this.pause((this.pace(path) * 2 ** attempt) / 2);
				continue;
			}
			if (answer.status === 429) throw new Unfinished('others use up the rate limit (429)');
			return answer;
		}
	}

	private async ask(request: Request): Promise<Answer> {
		const { method, path, body, headers } = request;
		if (this.signal?.aborted) throw new Unfinished('the run was ended');
		if (method === 'GET') return await this.exchange(request);
		const change = changeOf(method, path, body, headers['idempotency-key']);
		if (!this.settings.isOurs) this.checkChange(change);
		const asked = this.journal.ask(change.things);
		this.sent.push(change.call);
		const answer = await this.exchange(request);
		// Loops does not process what it answers with 429.
		if (answer.status === 429) this.permitted[change.call] += 1;
		this.noteAnswer(change, asked, answer);
		return answer;
	}

	private checkChange({ call, concerns: { names, ids } }: Change): void {
		const left = this.permitted[call] ?? 0;
		const { recipient } = this.settings;
		const isOwn = (name: unknown) => String(name).startsWith(this.journal.prefix);
		const isAnothers =
			names.some(
				(name) => !isOwn(name) && !(call === 'POST /transactional' && name === recipient),
			) || ids.some((id) => !this.ownIds.has(id));
		if (left < 1 || isAnothers) throw new Unfinished(`the check did not announce its ${call}`);
		this.permitted[call] = left - 1;
	}

	private noteAnswer({ things }: Change, asked: Entry[], { status, body }: Answer): void {
		const fields = isRecord(body) ? body : {};
		const ids = [fields.id ?? fields.emailAssetId, fields.emailMessageId].filter(isText);
		for (const id of ids) this.ownIds.add(id);
		if (status < 300) for (const thing of things) this.journal.note(thing, 'made', ids[0]);
		// Other answers than a refusal in Loops' own words may come from something in between.
		const message = isText(fields.message) ? fields.message : undefined;
		const isRefusal = status >= 400 && status < 500 && message !== undefined;
		if (isRefusal || /unavailable for this team/i.test(message ?? '')) {
			for (const entry of asked) this.journal.note(entry, 'gone');
		}
	}

	private async exchange({ method, path, body, headers }: Request): Promise<Answer> {
		const { baseUrl, patience = PATIENCE_MS } = this.settings;
		const timeout = AbortSignal.timeout(patience);
		// A change is not given up, so that its answer is known.
		const isRead = method === 'GET' && this.signal;
		try {
			const response = await fetch(baseUrl + path, {
				method,
				redirect: 'manual',
				signal: isRead ? AbortSignal.any([timeout, isRead]) : timeout,
				headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
				body: typeof body === 'object' ? JSON.stringify(body) : body,
			});
			const text = await response.text();
			return { status: response.status, headers: response.headers, body: parsed(text) };
		} catch (error) {
			if (this.signal?.aborted && isRead) throw new Unfinished('the run was ended');
			this.unanswered += 1;
			throw new Unfinished(timeout.aborted ? `no answer in ${patience / 1_000} s` : broken(error));
		}
	}

	private async turn(path: string): Promise<void> {
		const limit = CONTENT.test(path) ? 'content' : 'others';
		const now = performance.now();
		const at = Math.max(now, this.next[limit]);
		this.next[limit] = at + this.pace(path);
		await this.pause(at - now);
	}

	private async pause(ms: number): Promise<void> {
		await sleep(ms, undefined, { signal: this.signal }).catch(() => {
			throw new Unfinished('the run was ended');
		});
	}

	/** Milliseconds between two calls. */
	private pace(path: string): number {
		const { pace = PACE } = this.settings;
		return 1_000 / (CONTENT.test(path) ? pace * CONTENT_SHARE : pace);
	}
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The code of a network error: its text can hold what was sent. */
function broken(error: unknown): string {
	const { code } = ((error as Error).cause ?? error) as { code?: unknown };
	return `the connection broke${typeof code === 'string' ? ` (${code})` : ''}`;
}
