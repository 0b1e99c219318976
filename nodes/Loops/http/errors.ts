import type { INode, NodeApiError } from 'n8n-workflow';

import { apiError } from './apiError';
import { redact } from './redact';
import { refusal, type Said } from './refusals';
import { repeatAdvice } from './repeatAdvice';
import { asRecord, type LoopsRequest, type Outcome } from './request';
import type { Failure } from './retryPolicy';
import { type Message, messages, sentence } from './sentences';

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
	/** True where the key is good, and the call was refused as with a bad one. */
	isOff: boolean;
	/** Only to keep it out of the error, should an answer repeat it. */
	apiKey: string;
	itemIndex?: number;
}

const { notLoops, rateLimit, unavailable } = messages;

/**
 * The error a user sees when a call has failed for good: what happened and to which field, the HTTP
 * status, Loops' own words, the item; then what to do about it, and what was tried.
 */
export function failedCall(node: INode, failed: FailedCall): NodeApiError {
	const { outcome, itemIndex, apiKey } = failed;
	const answer = read(outcome.body, apiKey);
	const { problem, hint } = saying(failed, answer);
	const message = redact(`${problem}${evidence(failed, answer.text)}`, apiKey);
	// Where it may have been done, that decides whether to run it again.
	const isDown = failed.failure === 'unavailable' || failed.failure === 'noAnswer';
	const mayPass = isDown || failed.failure === 'rateLimited';
	const again = repeatAdvice(failed) || (mayPass ? messages.runLater : '');
	const parts = isDown ? [again, hint, effort(failed)] : [hint, again, effort(failed)];
	const description = redact(parts.filter(Boolean).map(sentence).join(' '), apiKey);
	const httpCode = String(outcome.statusCode ?? outcome.networkCode);
	return apiError(
		node,
		{ message, description, httpCode, failure: declaration(failed) },
		itemIndex,
	);
}

/** What has happened in our own words, and what to do. */
function saying({ request, outcome, failure, isOff }: FailedCall, said: Said): Message {
	switch (failure) {
		case 'rateLimited':
			return {
				problem: rateLimit,
				hint: 'The limit counts for the whole team: let other workflows and tools finish',
			};
		case 'unreachable':
			return { problem: 'Loops could not be reached', hint: notLoops.hint };
		case 'noAnswer':
			return {
				problem: loss(outcome),
				hint: `If this happens each time: ${notLoops.hint}`,
			};
		case 'notLoops':
			return notLoops;
		case 'redirected':
			return { ...notLoops, problem: 'The Base URL answers with a redirect' };
		case 'unavailable':
			return { problem: unavailable, hint: '' };
		case 'refused':
			return isOff ? messages.notEnabled : refusal(request, outcome, said);
	}
}

/** How an answer was lost. */
function loss({ statusCode, timeoutMs }: Outcome): string {
	if (timeoutMs) return `No complete answer from Loops within ${Math.round(timeoutMs) / 1_000} s`;
	return statusCode ? 'The answer of Loops was cut off' : 'No answer from Loops';
}

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

function effort({ attempts, elapsedMs }: FailedCall): string {
	return attempts === 1
		? ''
		: `Gave up after ${attempts} attempts in ${(elapsedMs / 1_000).toFixed(1)} s.`;
}

function declaration({ failure, outcome, isOff }: FailedCall) {
	if (failure === 'rateLimited') return { cause: 'rate-limited' } as const;
	if (outcome.statusCode === 401 && !isOff) return { cause: 'credential-invalid' } as const;
	return undefined;
}

/**
 * Finds what an answer says, in every shape Loops is known to use: `message`; `message` and `path`;
 * `error` as text, or as an object with `path` and `message` or `reason`. Anything else is shown as
 * the beginning of its text.
 */
function read(body: unknown, apiKey: string): Said {
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
		.replace(/<(style|script|head)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	const safe = redact(plain, apiKey);
	return safe.length > 200 ? `${safe.slice(0, 200)}…` : safe;
}
