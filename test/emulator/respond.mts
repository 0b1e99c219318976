import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { printed } from './abridged.mts';
import type { Answer } from './answer.mts';
import type { Fault } from './faults.mts';
import type { RateDecision } from './rateLimit.mts';

/** An answer as bytes and headers. */
interface Message {
	status: number;
	contentType?: string;
	text: string;
	headers: Record<string, string>;
}

export interface Delivery {
	answer: Answer;
	fault?: Fault;
	rate?: RateDecision;
	/** ms before anything is sent. */
	latency: number;
	/** Called with each complete answer. */
	onAnswer: (answer: { status: number; text: string }) => void;
}

export function deliver(req: IncomingMessage, res: ServerResponse, delivery: Delivery): void {
	const { fault, latency } = delivery;
	if (fault?.kind === 'hang') return;
	const wait = latency + (fault?.kind === 'slow' ? (fault.delay ?? 0) : 0);
	if (wait === 0) strikeOrSend(req, res, delivery);
	else setTimeout(() => strikeOrSend(req, res, delivery), wait).unref();
}

function strikeOrSend(req: IncomingMessage, res: ServerResponse, delivery: Delivery): void {
	// The client may have given up during the latency.
	if (res.destroyed) return;
	const { fault, answer, rate, onAnswer } = delivery;
	switch (fault?.kind) {
		case 'resetBefore':
		case 'resetAfter':
			req.socket.resetAndDestroy();
			return;
		case 'truncate':
			sendHalf(res, asMessage(answer, rate));
			return;
		case 'trickle':
			trickle(res, asMessage(answer, rate), fault.delay ?? 300);
			return;
		default: {
			const message = struckMessage(answer, rate, fault);
			send(res, message);
			onAnswer(message);
		}
	}
}

/** Throws if Node.js would refuse to send the answer of this fault. */
export function dryRun(fault: Fault): void {
	const message = struckMessage({ status: 200, body: {} }, undefined, fault);
	const nowhere = new ServerResponse(new IncomingMessage(new Socket()));
	nowhere.writeHead(message.status, headersOf(message));
}

function struckMessage(answer: Answer, rate?: RateDecision, fault?: Fault): Message {
	const message = (fault && faultMessage(fault, rate)) ?? asMessage(answer, rate);
	return { ...message, headers: { ...message.headers, ...fault?.headers } };
}

/** Sends an answer of the control API, which may contain anything that a client sent. */
export function sendAnswer(res: ServerResponse, answer: Answer): void {
	send(res, asMessage(answer, undefined, printed));
}

function asMessage(
	{ status, body, html, headers }: Answer,
	rate?: RateDecision,
	print: (value: unknown) => string = JSON.stringify,
): Message {
	return {
		status,
		contentType: html ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
		text: html ? String(body) : status === 204 ? '' : print(body),
		headers: { ...rateHeaders(rate), ...headers },
	};
}

/**
 * Undefined for a fault that does not change the answer. Pages, empty answers and redirects come
 * from a proxy, so they have no rate limit headers.
 */
function faultMessage(fault: Fault, rate: RateDecision | undefined): Message | undefined {
	switch (fault.kind) {
		case 'status': {
			const status = fault.status ?? 500;
			const remaining = status === 429 ? 0 : rate?.remaining;
			return asMessage(errorAnswer(status), rate && { ...rate, remaining: remaining ?? 0 });
		}
		case 'html': {
			const status = fault.status ?? 502;
			return asMessage(htmlAnswer(status));
		}
		case 'empty':
			return { status: fault.status ?? 200, text: '', headers: {} };
		case 'redirect':
			return {
				status: fault.status ?? 302,
				text: '',
				headers: fault.location === undefined ? {} : { location: fault.location },
			};
		case 'body': {
			const answer = { status: fault.status ?? 200, body: fault.body ?? null };
			const message = asMessage(answer, rate);
			return typeof fault.body === 'string' ? { ...message, text: fault.body } : message;
		}
		default:
			return undefined;
	}
}

export function errorAnswer(status: number): Answer {
	const message = status === 429 ? 'Rate limit exceeded' : (STATUS_CODES[status] ?? 'Error');
	return { status, body: { success: false, message, error: message } };
}

/** The page of a proxy or an unknown route. */
export function htmlAnswer(status: number): Answer {
	const title = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
	const body = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
	return { status, body, html: true };
}

function rateHeaders(rate: RateDecision | undefined): Record<string, string> {
	if (!rate) return {};
	return {
		'x-ratelimit-limit': String(rate.limit),
		'x-ratelimit-remaining': String(rate.remaining),
	};
}

function send(res: ServerResponse, message: Message): void {
	res.writeHead(message.status, headersOf(message));
	res.end(message.text);
}

function sendHalf(res: ServerResponse, message: Message): void {
	res.writeHead(message.status, headersOf(message));
	const half = message.text.slice(0, Math.floor(message.text.length / 2));
	res.write(half, () => res.destroy());
}

/** Sends a byte at a time until the client gives up. */
function trickle(res: ServerResponse, message: Message, delay: number): void {
	const bytes = Buffer.from(message.text);
	res.writeHead(message.status, headersOf(message));
	const sendFrom = (at: number) => {
		if (res.destroyed) return;
		res.write(bytes.subarray(at, at + 1));
		if (at + 1 < bytes.length) setTimeout(sendFrom, delay, at + 1).unref();
		else res.end();
	};
	sendFrom(0);
}

function headersOf({ contentType, text, headers }: Message): Record<string, string | number> {
	return {
		...(contentType !== undefined && { 'content-type': contentType }),
		'content-length': Buffer.byteLength(text),
		...headers,
	};
}
