import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { LoopsRequest, Outcome } from './call';
import { type Failure, isAmbiguous, POLICY } from './policy';

/** What a call had come to when it was given up. */
export interface GivenUp {
	request: LoopsRequest;
	outcome: Outcome;
	failure: Failure;
	tries: number;
	/** ms since the first try left. */
	elapsed: number;
	/** Only to keep it out of the error, should an answer repeat it. */
	apiKey: string;
	itemIndex?: number;
}

const checkBaseUrl =
	'Check the Base URL of the credential (normally https://app.loops.so/api/v1), and any proxy in between';

const hints: Record<number, string> = {
	400: 'Check the values of this item against the description of the fields',
	401: 'Check the API key of the credential. A new one is made in Loops under Settings > API > Generate key',
	403: 'Check the API key of the credential under Settings > API in Loops',
	404: checkBaseUrl,
	405: checkBaseUrl,
	413: 'Loops takes at most 4 MB per request, attachments in base64 included. Send less or smaller attachments',
};

/**
 * The error a user sees when a call has failed for good: Loops' own words, the HTTP status, the
 * failing field, the item, what was tried, and what to do about it. Built from plain data, never from
 * the error of the HTTP helper: re-wrapping a NodeApiError would return it unchanged, and its cause
 * holds the request with the API key.
 */
export function loopsError(node: INode, given: GivenUp): NodeApiError {
	const { outcome, itemIndex } = given;
	const { text, field } = read(outcome.body);
	const where = itemIndex === undefined ? '' : ` [item ${itemIndex}]`;
	const message = redact(`${headline(given, text)}${where}`, given.apiKey);
	const description = redact(
		[field && `Field: ${field}.`, `${hint(given)}.`, effort(given)].filter(Boolean).join(' '),
		given.apiKey,
	);
	const httpCode = String(outcome.statusCode ?? outcome.networkCode);
	const error = new NodeApiError(
		node,
		{ message, httpCode },
		{ message, description, httpCode, itemIndex, failure: declaration(given) },
	);
	// n8n replaces a message in which it finds an error code: 'preexisting' holds EEXIST.
	error.message = message;
	error.description = description;
	return error;
}

function headline({ outcome, failure }: GivenUp, text: string): string {
	switch (failure) {
		case 'rateLimited':
			return `Loops' rate limit is reached${budget(outcome.headers)}`;
		case 'unreachable':
		case 'noAnswer':
			return `No answer from Loops (${outcome.networkCode})`;
		case 'notLoops':
			return `The answer is not one of the Loops API (HTTP ${outcome.statusCode}${text && `: ${text}`})`;
		case 'redirected':
			return `The Base URL answers with a redirect (HTTP ${outcome.statusCode})`;
		case 'serverError':
			return `Loops could not process the request (HTTP ${outcome.statusCode}${text && `: ${text}`})`;
		case 'refused':
			return `Loops refused the request (HTTP ${outcome.statusCode}${text && `: ${text}`})`;
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

function hint({ request, outcome, failure }: GivenUp): string {
	if (outcome.statusCode && request.hints?.[outcome.statusCode]) {
		return request.hints[outcome.statusCode];
	}
	switch (failure) {
		case 'rateLimited':
			return 'The limit counts for the whole team: let other workflows and tools finish, or run this one again later';
		case 'redirected':
			return checkBaseUrl;
		case 'refused':
			return hints[outcome.statusCode ?? 0] ?? hints[400];
		default:
			return POLICY[request.kind][failure] === 'repeat' || !isAmbiguous(failure)
				? checkBaseUrl
				: 'It is not known whether Loops processed the request, and it was not repeated because that could do it twice: look in Loops before you run it again';
	}
}

function effort({ tries, elapsed }: GivenUp): string {
	return tries === 1 ? '' : `Gave up after ${tries} tries in ${(elapsed / 1_000).toFixed(1)} s.`;
}

function declaration({ failure, outcome }: GivenUp) {
	if (failure === 'rateLimited') return { cause: 'rate-limited' } as const;
	if (outcome.statusCode === 401) return { cause: 'credential-invalid' } as const;
	return undefined;
}

/**
 * Finds what an answer says, in every shape Loops is known to use: `message`; `message` and `path`;
 * `error` as text, or as an object with `path` and `message` or `reason`. Anything else is shown as
 * the beginning of its text.
 */
function read(body: unknown): { text: string; field?: string } {
	if (typeof body !== 'object' || body === null) return { text: plain(String(body ?? '')) };
	const { message, path, error } = body as IDataObject;
	const inner: IDataObject =
		typeof error === 'object' && error !== null ? (error as IDataObject) : { message: error };
	const text = [message, inner.message, inner.reason].find((each) => typeof each === 'string');
	const field = [path, inner.path].find((each) => typeof each === 'string');
	return {
		text: plain(String(text ?? JSON.stringify(body))),
		field: field === undefined ? undefined : String(field),
	};
}

/** One short line: an error page's tags and white space say nothing to a user. */
function plain(text: string): string {
	const line = text
		.replace(/<(style|script|head)[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

function redact(text: string, apiKey: string): string {
	return apiKey ? text.replaceAll(apiKey, '***') : text;
}
