import { setTimeout as sleep } from 'node:timers/promises';

import { NotChecked } from './assumption.mts';
import type { Journal } from './journal.mts';

/** An answer with its body parsed where it is JSON. */
export interface Answer {
	status: number;
	headers: Headers;
	body: unknown;
}

export interface Exchange {
	method: string;
	path: string;
	answer: Answer;
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
}

/** Half of the 10 requests per second that Loops allows a team. */
const PACE = 5;
/** The content API has 60 per minute, of which a run takes half. */
const CONTENT_SHARE = 1 / 10;
const CONTENT =
	/^\/(campaigns|campaign-groups|components|email-messages|themes|transactional-(emails|groups)|uploads|workflows)\b/;
const PATIENCE_MS = 30_000;
/** How often a call is repeated after a 429, with a longer wait each time. */
const REPEATS = 4;

/** The service under test, called at a slow pace. Notes each contact before it is written. */
export class Service {
	private readonly next = { content: 0, others: 0 };
	/** The calls of the check that runs, with their answers. */
	exchanges: Exchange[] = [];

	constructor(
		readonly settings: ServiceSettings,
		private readonly journal: Journal,
	) {}

	/** An address of this run that nobody else has. */
	email(name: string): string {
		const { domain } = this.settings;
		if (!domain) throw new Error('Writing takes a domain.');
		return `${this.journal.prefix}-${name}@${domain}`;
	}

	/** A user ID of this run. */
	userId(name: string): string {
		return `${this.journal.prefix}-${name}`;
	}

	/** Makes one call with the key of the account. */
	async call(
		method: string,
		path: string,
		body?: object | string,
		headers: Record<string, string> = {},
	): Promise<Answer> {
		const { apiKey } = this.settings;
		return await this.callAs(`Bearer ${apiKey}`, method, path, body, headers);
	}

	/** One attempt: a 429 is an answer, too. */
	async once(method: string, path: string, body?: object): Promise<Answer> {
		return await this.ask(`Bearer ${this.settings.apiKey}`, method, path, body, {});
	}

	/** The same with another Authorization; without one for undefined. */
	async callAs(
		authorization: string | undefined,
		method: string,
		path: string,
		body?: object | string,
		headers: Record<string, string> = {},
	): Promise<Answer> {
		if (typeof body === 'object') this.journal.note(body);
		for (let attempt = 0; ; attempt += 1) {
			await this.turn(path);
			const answer = await this.ask(authorization, method, path, body, headers);
			if (answer.status === 429 && attempt < REPEATS) {
				// Loops does not process what it answers with 429.
				await sleep((this.pace(path) * 2 ** attempt) / 2);
				continue;
			}
			if (answer.status === 429) throw new NotChecked('others use up the rate limit (429)');
			this.exchanges.push({ method, path, answer });
			return answer;
		}
	}

	private async ask(
		authorization: string | undefined,
		method: string,
		path: string,
		body: object | string | undefined,
		headers: Record<string, string>,
	): Promise<Answer> {
		const response = await fetch(this.settings.baseUrl + path, {
			method,
			redirect: 'manual',
			signal: AbortSignal.timeout(PATIENCE_MS),
			headers: {
				...(authorization && { authorization }),
				...(body !== undefined && { 'content-type': 'application/json' }),
				...headers,
			},
			body: typeof body === 'object' ? JSON.stringify(body) : body,
		});
		const text = await response.text();
		return { status: response.status, headers: response.headers, body: parsed(text) };
	}

	private async turn(path: string): Promise<void> {
		const limit = CONTENT.test(path) ? 'content' : 'others';
		const now = performance.now();
		const at = Math.max(now, this.next[limit]);
		this.next[limit] = at + this.pace(path);
		await sleep(at - now);
	}

	/** Milliseconds between two calls. */
	private pace(path: string): number {
		const { pace = PACE } = this.settings;
		return 1_000 / (CONTENT.test(path) ? pace * CONTENT_SHARE : pace);
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
