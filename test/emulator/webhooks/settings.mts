import { urlToHttpOptions } from 'node:url';
import { Refusal } from '../answer.mts';
import { isObject } from '../values.mts';
import { EXAMPLE_SECRET, isSecret } from './signature.mts';

export interface WebhookSettings {
	/** Where events are sent; without it none is. */
	url?: string;
	/** `whsec_` and base64. */
	secret: string;
	/** Maximum retries of a failed delivery, 1, 2, 4 … s apart. */
	retries: number;
	/** How often each event is sent again with its `webhook-id`. */
	repeat: number;
	/** ms before an event is sent. */
	delay: number;
	/** Signs with another secret. */
	forge: boolean;
	/** Age of the signed `webhook-timestamp` in seconds. */
	replay: number;
}

/** Settings after a reset. */
export const NO_TRICKS = { repeat: 0, delay: 0, forge: false, replay: 0 };

export const DEFAULT_SETTINGS: WebhookSettings = {
	secret: EXAMPLE_SECRET,
	retries: 0,
	...NO_TRICKS,
};

const MOST = { retries: 10, repeat: 10, delay: 3_600_000, replay: 31_536_000 };

/**
 * The settings to change. An empty URL or null stops sending.
 *
 * @throws Refusal that names the mistake without the secret
 */
export function readSettings(value: unknown): Partial<WebhookSettings> {
	if (!isObject(value)) throw new Refusal(400, 'Settings of the webhook must be a JSON object.');
	const read = Object.entries(value)
		.filter(([, setting]) => setting !== undefined)
		.map(([key, setting]) => [key, readSetting(key, setting)]);
	return Object.fromEntries(read) as Partial<WebhookSettings>;
}

function readSetting(key: string, value: unknown): unknown {
	switch (key) {
		case 'url':
			return value === null || value === '' ? undefined : readUrl(value);
		case 'secret':
			if (typeof value === 'string' && isSecret(value)) return value;
			throw new Refusal(400, 'secret must be whsec_ followed by base64.');
		case 'forge':
			if (typeof value === 'boolean') return value;
			throw new Refusal(400, 'forge must be true or false.');
		case 'retries':
		case 'repeat':
		case 'delay':
		case 'replay':
			if (isCount(value, MOST[key])) return value;
			throw new Refusal(400, `${key} must be a whole number from 0 to ${MOST[key]}.`);
		default:
			throw new Refusal(400, `Unknown setting of the webhook: ${key}`);
	}
}

function readUrl(value: unknown): string {
	const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
	if (url && canBeCalled(url)) return url.href;
	throw new Refusal(400, 'url must be an http:// or https:// address that can be called.');
}

function canBeCalled(url: URL): boolean {
	// Node.js would use port 80 instead of 0.
	if (!['http:', 'https:'].includes(url.protocol) || url.port === '0') return false;
	try {
		// Throws for invalid percent-encoding in user or password.
		urlToHttpOptions(url);
		return true;
	} catch {
		return false;
	}
}

function isCount(value: unknown, most: number): boolean {
	return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}
