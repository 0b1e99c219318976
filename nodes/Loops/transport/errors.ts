import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { redact } from './redact';
import { asRecord, isChange, isRefusal, type LoopsRequest, type Outcome } from './request';
import { type Failure, isAmbiguous } from './retryPolicy';

/** What a call had come to when it was given up. */
export interface FailedCall {
	request: LoopsRequest;
	outcome: Outcome;
	failure: Failure;
	attempts: number;
	/** Since the first attempt left. */
	elapsedMs: number;
	/** True where an attempt may have reached Loops, the last one or one before it. */
	mayHaveArrived: boolean;
	/** Only to keep it out of the error, should an answer repeat it. */
	apiKey: string;
	itemIndex?: number;
}

const checkBaseUrl =
	'Check the Base URL of the credential (normally https://app.loops.so/api/v1), and any proxy in between';
const runLater = 'Loops is not available at the moment: run it again later';

const hints: Record<number, string> = {
	400: 'Check the values of this item against the description of the fields',
	401: 'Check the API key of the credential. A new one is made in Loops under Settings > API > Generate key',
	403: 'Check the API key of the credential under Settings > API in Loops',
	404: checkBaseUrl,
	405: checkBaseUrl,
	413: 'Loops takes at most 4 MB per request, attachments in base64 included. Send less or smaller attachments',
};

/** Loops and what may stand before it give these for different reasons. */
const AMBIGUOUS_STATUS = [404, 409];

/**
 * The error a user sees when a call has failed for good: Loops' own words, the HTTP status, the
 * failing field, the item, what was tried, and what to do about it. Built from plain data, never from
 * the error of the HTTP helper: re-wrapping a NodeApiError would return it unchanged, and its cause
 * holds the request with the API key.
 */
export function failedCall(node: INode, failed: FailedCall): NodeApiError {
	const { outcome, itemIndex, apiKey } = failed;
	const { text, field } = read(outcome.body, apiKey);
	const where = itemIndex === undefined ? '' : ` [item ${itemIndex}]`;
	const message = redact(`${headline(failed, text)}${where}`, apiKey);
	const parts = [field && `Field: ${field}.`, `${hint(failed)}.`, fate(failed), effort(failed)];
	const description = redact(parts.filter(Boolean).join(' '), apiKey);
	const httpCode = String(outcome.statusCode ?? outcome.networkCode);
	const error = new NodeApiError(
		node,
		{ message, httpCode },
		{ message, description, httpCode, itemIndex, failure: declaration(failed) },
	);
	// n8n replaces a message in which it finds an error code: 'preexisting' holds EEXIST.
	error.message = message;
	error.description = description;
	return error;
}

function headline({ outcome, failure }: FailedCall, text: string): string {
	const { statusCode, networkCode } = outcome;
	const status = `(HTTP ${statusCode}${text && `: ${text}`})`;
	switch (failure) {
		case 'rateLimited':
			return `Loops' rate limit is reached${budget(outcome.headers)}`;
		case 'unreachable':
		case 'noAnswer':
			return statusCode === undefined
				? `No answer from Loops (${networkCode})`
				: `The answer of Loops was cut off (HTTP ${statusCode})`;
		case 'notLoops':
			return `The answer is not one of the Loops API ${status}`;
		case 'redirected':
			return `The Base URL answers with a redirect (HTTP ${statusCode})`;
		case 'unavailable':
			return `Loops could not process the request ${status}`;
		case 'refused':
			return `Loops refused the request ${status}`;
	}
}

/** Both headers are documented; an answer from in front of the API may lack them. */
function budget(headers: IDataObject): string {
	const limit = headers['x-ratelimit-limit'];
	const remaining = headers['x-ratelimit-remaining'];
	return limit === undefined
		? ''
		: ` (${String(limit)} requests per second, ${String(remaining ?? 'an unknown number')} remaining)`;
}

function hint({ request, outcome, failure }: FailedCall): string {
	const { statusCode = 0 } = outcome;
	switch (failure) {
		case 'rateLimited':
			return 'The limit counts for the whole team: let other workflows and tools finish, or run this one again later';
		case 'refused':
			// Somebody else's 404 or 409 says nothing about contacts and keys.
			if (AMBIGUOUS_STATUS.includes(statusCode) && !isRefusal(outcome)) return checkBaseUrl;
			return request.hints?.[statusCode] ?? hints[statusCode] ?? hints[400];
		case 'unavailable':
			return runLater;
		case 'noAnswer':
			return statusCode ? runLater : checkBaseUrl;
		default:
			return checkBaseUrl;
	}
}

/** Whether a call that was given up may have been done all the same, and what that means. */
function fate({ request, failure, mayHaveArrived }: FailedCall): string {
	if (!isChange(request) || !(mayHaveArrived || isAmbiguous(failure))) return '';
	const unknown = 'It is not known whether Loops processed the request';
	const { repeat } = request;
	switch (repeat.kind) {
		case 'safe':
			return request.rerun === 'refused'
				? `${unknown}. If it did, it refuses the same again.`
				: `${unknown}. It is safe to run this item again.`;
		case 'refused':
			if (!repeat.key) return `${unknown}. If it did, it refuses the same again.`;
			return repeat.key.option
				? `${unknown}. It is safe to run this item again within 24 hours: its key keeps Loops from doing it twice.`
				: `${unknown}. To retry this execution is safe for 24 hours; in a new one, look in Loops first.`;
		case 'lookUp':
			return `${unknown}: look in Loops before you run this item again.`;
		case 'never':
			return `${unknown}, and it was not repeated because that could do it twice: look in Loops before you run it again.`;
	}
}

function effort({ attempts, elapsedMs }: FailedCall): string {
	return attempts === 1
		? ''
		: `Gave up after ${attempts} attempts in ${(elapsedMs / 1_000).toFixed(1)} s.`;
}

function declaration({ failure, outcome }: FailedCall) {
	if (failure === 'rateLimited') return { cause: 'rate-limited' } as const;
	if (outcome.statusCode === 401) return { cause: 'credential-invalid' } as const;
	return undefined;
}

/**
 * Finds what an answer says, in every shape Loops is known to use: `message`; `message` and `path`;
 * `error` as text, or as an object with `path` and `message` or `reason`. Anything else is shown as
 * the beginning of its text.
 */
function read(body: unknown, apiKey: string): { text: string; field?: string } {
	if (typeof body !== 'object' || body === null) return { text: line(String(body ?? ''), apiKey) };
	const { message, path, error } = asRecord(body);
	const inner = typeof error === 'object' ? asRecord(error) : { message: error };
	const text = [message, inner.message, inner.reason].find((each) => typeof each === 'string');
	const field = [path, inner.path].find((each) => typeof each === 'string');
	return {
		text: line(String(text ?? JSON.stringify(body)), apiKey),
		field: field === undefined ? undefined : line(String(field), apiKey),
	};
}

/** One short line without the API key: an error page's tags and white space say nothing to a user. */
function line(text: string, apiKey: string): string {
	const plain = text
		.slice(0, 20_000)
		.replace(/<(style|script|head)[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	const safe = redact(plain, apiKey);
	return safe.length > 200 ? `${safe.slice(0, 200)}…` : safe;
}
