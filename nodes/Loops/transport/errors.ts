import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { redact } from './redact';
import { asRecord, isChange, isRefusal, type LoopsRequest, type Outcome } from './request';
import { type Failure, isAmbiguous } from './retryPolicy';
import { atItem, labelOf, type Saying, sayings, sentence } from './sentences';

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

const { badKey, noAccess, notLoops, rateLimit, unavailable } = sayings;

/** What a refusal by Loops itself means, where the operation does not know better. */
const REFUSALS: Partial<Record<number, Saying>> = {
	401: badKey,
	403: noAccess,
	405: notLoops,
	413: {
		problem: 'The request is too large for Loops',
		wayOut:
			'Loops takes at most 4 MB per request, attachments in base64 included. Send less or smaller attachments',
	},
};

/** Of somebody else these say nothing about contacts and keys. */
const AMBIGUOUS_STATUS = [404, 409];

/**
 * The error a user sees when a call has failed for good: what happened and to which field, the HTTP
 * status, Loops' own words, the item; then what to do about it, and what was tried. Built from plain
 * data, never from the error of the HTTP helper: re-wrapping a NodeApiError would return it unchanged,
 * and its cause holds the request with the API key.
 */
export function failedCall(node: INode, failed: FailedCall): NodeApiError {
	const { outcome, itemIndex, apiKey } = failed;
	const answer = read(outcome.body, apiKey);
	const { problem, wayOut } = saying(failed, answer.path);
	const message = redact(`${problem}${evidence(failed, answer.text)}${atItem(itemIndex)}`, apiKey);
	// Where it may have been done, that decides whether to run it again.
	const isDown = failed.failure === 'unavailable' || failed.failure === 'noAnswer';
	const mayPass = isDown || failed.failure === 'rateLimited';
	const again = fate(failed) || (mayPass ? sayings.runLater : '');
	const parts = isDown ? [again, wayOut, effort(failed)] : [wayOut, again, effort(failed)];
	const description = redact(parts.filter(Boolean).map(sentence).join(' '), apiKey);
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

/** What has happened in our own words, and what to do. `path` is the part that Loops complains of. */
function saying({ request, outcome, failure }: FailedCall, path?: string): Saying {
	const { statusCode = 0 } = outcome;
	switch (failure) {
		case 'rateLimited':
			return {
				problem: rateLimit,
				wayOut: 'The limit counts for the whole team: let other workflows and tools finish',
			};
		case 'unreachable':
			return { problem: 'Loops could not be reached', wayOut: notLoops.wayOut };
		case 'noAnswer':
			return {
				problem: statusCode ? 'The answer of Loops was cut off' : 'No answer from Loops',
				wayOut: `If this happens each time: ${notLoops.wayOut}`,
			};
		case 'notLoops':
			return notLoops;
		case 'redirected':
			return { ...notLoops, problem: 'The Base URL answers with a redirect' };
		case 'unavailable':
			return { problem: unavailable, wayOut: '' };
		case 'refused':
			return refusal(request, outcome, path);
	}
}

function refusal(request: LoopsRequest, outcome: Outcome, path?: string): Saying {
	const { statusCode = 0 } = outcome;
	const isForeign = isPage(outcome)
		? statusCode !== 413
		: AMBIGUOUS_STATUS.includes(statusCode) && !isRefusal(outcome);
	const ofOperation = request.refusals?.find(
		({ status, path: ofPath }) => status === statusCode && (ofPath ?? path) === path,
	);
	return {
		problem:
			path === undefined
				? 'Loops refused the request'
				: `Loops refused ${labelOf(path, request.labels)}`,
		wayOut: 'Check the values of this item against the description of the fields',
		...(isForeign ? notLoops : (ofOperation ?? REFUSALS[statusCode])),
	};
}

/** HTML or text: Loops itself speaks JSON. */
const isPage = ({ body }: Outcome) => typeof body === 'string' && body !== '';

/** The facts behind a headline: a status or code, and Loops' own words. */
function evidence({ outcome, failure }: FailedCall, text: string): string {
	const { statusCode, networkCode, headers } = outcome;
	if (failure === 'rateLimited') {
		// An answer from in front of the API may lack the header.
		const limit = headers['x-ratelimit-limit'];
		return limit === undefined ? '' : ` (${String(limit)} requests per second)`;
	}
	if (statusCode === undefined) return ` (${networkCode})`;
	const words = failure === 'redirected' || failure === 'noAnswer' ? '' : text;
	return ` (HTTP ${statusCode}${words && `: ${words}`})`;
}

/** Whether a call that was given up may have been done all the same, and what that means. */
function fate({ request, failure, mayHaveArrived }: FailedCall): string {
	if (!isChange(request) || !(mayHaveArrived || isAmbiguous(failure))) return '';
	const unknown = sayings.unknownFate;
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
function read(body: unknown, apiKey: string): { text: string; path?: string } {
	if (typeof body !== 'object' || body === null) return { text: line(String(body ?? ''), apiKey) };
	const { message, path, error } = asRecord(body);
	const inner = typeof error === 'object' ? asRecord(error) : { message: error };
	const text = [message, inner.message, inner.reason].find((each) => typeof each === 'string');
	const part = [path, inner.path].find((each) => typeof each === 'string');
	return {
		text: line(String(text ?? JSON.stringify(body)), apiKey),
		path: part === undefined ? undefined : line(String(part), apiKey),
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
