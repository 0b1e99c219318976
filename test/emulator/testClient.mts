import { afterAll, beforeEach } from 'vitest';
import { type Seed, shippedSeed } from './seed.mts';
import { startEmulator, type Emulator } from './server.mts';

/** Mailing lists and templates of seed.json. */
export const RELEASE_NOTES = 'cm9list0releasenotes00001';
export const WELCOME = 'cm8tx0welcome00000000001a';
export const NO_VARIABLES = 'cm8tx0heartbeat000000008a';
/** The default seed without content. */
export const NO_CONTENT = { ...(shippedSeed() as Seed), content: {} };

export interface Reply {
	status: number;
	headers: Headers;
	/** Parsed JSON, or text. */
	body: unknown;
}

export type Call = (
	method: string,
	path: string,
	body?: unknown,
	headers?: Record<string, string>,
) => Promise<Reply>;

/** Calls the API by fetch with the right key; a string body is sent unchanged. */
export function callerOf(emulator: Pick<Emulator, 'baseUrl' | 'apiKey'>): Call {
	return async (method, path, body, headers = {}) => {
		const response = await fetch(emulator.baseUrl + path, {
			method,
			redirect: 'manual',
			headers: {
				authorization: `Bearer ${emulator.apiKey}`,
				...(body !== undefined && { 'content-type': 'application/json' }),
				...headers,
			},
			body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
		});
		const text = await response.text();
		return { status: response.status, headers: response.headers, body: parsed(text) };
	};
}

/** Starts an emulator without rate limits for a test file, reset before each test. */
export async function startUnlimited(seed?: Seed) {
	const emulator = await startEmulator({ rateLimit: 0, contentRateLimit: 0 });
	const call = callerOf(emulator);
	beforeEach(() => emulator.reset(seed));
	afterAll(async () => await emulator.close());

	return { emulator, call };
}

/** JSON, or other text as it is. */
export function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
