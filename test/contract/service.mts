import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from './journal.mts';

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
}

/** Half of the 10 requests per second that Loops allows a team. */
const PACE = 5;
const PATIENCE_MS = 30_000;

/** The service under test, called at a slow pace. Notes each contact before it is written. */
export class Service {
	private next = 0;

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

	/** The same with another Authorization; without one for undefined. */
	async callAs(
		authorization: string | undefined,
		method: string,
		path: string,
		body?: object | string,
		headers: Record<string, string> = {},
	): Promise<Answer> {
		if (typeof body === 'object') this.journal.note(body);
		await this.turn();
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

	private async turn(): Promise<void> {
		const now = performance.now();
		const at = Math.max(now, this.next);
		this.next = at + 1_000 / (this.settings.pace ?? PACE);
		await sleep(at - now);
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
