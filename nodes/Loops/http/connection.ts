import { type ICredentialDataDecryptedObject, NodeOperationError } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { loopsApiKey, loopsBaseUrl } from '../../../credentials/LoopsEmailApi.credentials';
import type { CallQueue, RateLimiter } from './rateLimiter';
import type { LoopsContext, LoopsRequest } from './request';

/**
 * Shorter parts stay. Who may use a key without seeing it can give values until one of them is replaced, and find
 * the key from there: 8 characters of a key of 32 hex digits took 576 s. With large values, 15 million per second,
 * 12 would take more than a week of a busy n8n.
 */
const SHORTEST_PART = 12;

/**
 * Removes an API key from what users see. Texts and answers may repeat it, whole or in part, in any case.
 * Redact before you truncate: a part that is cut shorter is not found.
 */
export class Redactor {
	/** Without parts of the key. Of a shorter key, the whole is removed, from 8 characters on. */
	readonly text: (text: string) => string;
	private readonly inAnswer: (text: string) => string;

	constructor(apiKey = '') {
		const { length } = apiKey;
		this.text = withoutParts(apiKey, Math.min(SHORTEST_PART, Math.max(8, length)));
		// A chance match would change data. Loops' keys have 32 characters.
		this.inAnswer = withoutParts(apiKey, length < 32 ? Math.max(16, length) : SHORTEST_PART);
	}

	/** Without parts of the key. Of a short key, only the whole is removed, from 16 on. */
	answer<T>(body: T): T {
		return redactIn(body, this.inAnswer) as T;
	}
}

/** @param shortest the length of the shortest part that is removed */
function withoutParts(apiKey: string, shortest: number): (text: string) => string {
	const key = lowerCase(apiKey);
	const parts = new Set<string>();
	for (let at = 0; at + shortest <= key.length; at++) parts.add(key.slice(at, at + shortest));
	const characters = new Set(key);
	return (text) => {
		const lower = lowerCase(text);
		// Checking one character first is faster, since most begin no part.
		const isPart = (at: number) =>
			characters.has(lower[at]) && parts.has(lower.slice(at, at + shortest));
		let result = '';
		let kept = 0;
		for (let at = 0; at + shortest <= text.length; at++) {
			if (!isPart(at)) continue;
			result += `${text.slice(kept, at)}***`;
			while (isPart(at + 1)) at++;
			kept = at + shortest;
			at = kept - 1;
		}
		return result + text.slice(kept);
	};
}

/** The text at the same length: the only letter that becomes two in lower case is U+0130, which no key has. */
const lowerCase = (text: string) => text.replaceAll('\u0130', ' ').toLowerCase();

function redactIn(body: unknown, clean: (text: string) => string): unknown {
	if (typeof body === 'string') return clean(body);
	if (Array.isArray(body)) return body.map((each) => redactIn(each, clean));
	if (typeof body !== 'object' || body === null) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [clean(name), redactIn(value, clean)]),
	);
}

export type CredentialType = 'loopsEmailApi' | 'loopsEmailWebhookApi';

export interface Connection {
	credentialType: CredentialType;
	baseUrl: string;
	/** Identifies the account in shared memory, without its key. */
	id: string;
	/** A copy, since a user may edit the credential for another account during the run. */
	credentials: ICredentialDataDecryptedObject;
	/** Removes the API key. */
	redactor: Redactor;
}

/** @throws NodeOperationError when the credential's Base URL isn't a URL, or its API key isn't one */
export async function loopsConnection(
	context: LoopsContext,
	credentialType: CredentialType = 'loopsEmailApi',
): Promise<Connection> {
	const credentials = await context.getCredentials(credentialType);
	try {
		const apiKey = loopsApiKey(credentials.apiKey);
		const baseUrl = loopsBaseUrl(credentials.baseUrl);
		const id = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
		return { credentialType, baseUrl, id, credentials, redactor: new Redactor(apiKey) };
	} catch (error) {
		throw new NodeOperationError(context.getNode(), (error as Error).message);
	}
}

/** How a call is made. */
export interface CallSettings {
	/** Read from the credential if absent. */
	connection?: Connection;
	/** How long one attempt may take, including its whole answer. */
	timeoutMs?: number;
	/** How long after the first attempt another one may start. */
	patienceMs: number;
	/** Shared by the calls of a run. */
	queueIn?(limiter: RateLimiter): CallQueue;
	/** Goes first in its queue, as a retry does. */
	isUrgent?: boolean;
	/** An earlier try may have made the change. */
	mayHaveArrived?: boolean;
	/** Ends all waiting, and with it the call. */
	signal?: AbortSignal;
	observer?: CallObserver;
	/** The label of the field that fills this part of a request. */
	labelInForm?(part: string): string | undefined;
}

interface CallObserver {
	onAttempt?(request: LoopsRequest): void;
	onWait?(ms: number): void;
	/** No attempt so far has reached Loops, or it refused them with 429. */
	onNotArrived?(request: LoopsRequest): void;
	/** The call failed, but Loops may have made the change. */
	onMaybeApplied?(): void;
}
