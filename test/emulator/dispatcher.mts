import type { IncomingMessage } from 'node:http';
import type { Account } from './account.mts';
import { Refusal, type Answer } from './answer.mts';
import { isProcessed, type Fault, type FaultQueue } from './faults.mts';
import { IdempotencyMemory } from './idempotency.mts';
import { createRateLimiter, type RateDecision, type RateLimiter } from './rateLimit.mts';
import type { RequestBody } from './readBody.mts';
import type { ReceivedRequest, RequestLog } from './requestLog.mts';
import { errorAnswer, htmlAnswer } from './respond.mts';
import { isContentApi, isLimitedContent, placeOf, type Place, type Route } from './routes.mts';
import type { EmulatorOptions } from './server.mts';
import { isObject, refuseOverlong, type JsonObject } from './values.mts';

const CONTENT_WINDOW_MS = 60_000;

export interface Outcome {
	answer: Answer;
	rate?: RateDecision;
	fault?: Fault;
}

/** Checks a request in the order of the API, then runs its operation. */
export class Dispatcher {
	/** Base of `nextPage` links; known once the server listens. */
	baseUrl = '';
	private readonly account: Account;
	private readonly log: RequestLog;
	private readonly faults: FaultQueue;
	private readonly options: EmulatorOptions & { apiKey: string };
	private readonly idempotency = new IdempotencyMemory();
	private limiter: RateLimiter | undefined;
	private contentLimiter: RateLimiter | undefined;

	constructor(
		account: Account,
		log: RequestLog,
		faults: FaultQueue,
		options: EmulatorOptions & { apiKey: string },
	) {
		this.account = account;
		this.log = log;
		this.faults = faults;
		this.options = options;
		this.forget();
	}

	/** Resets idempotency keys and rate limits. */
	forget(): void {
		const { rateAlgorithm = 'fixed', rateLimit = 10, rateWindow = 1000 } = this.options;
		const { contentRateLimit = 60 } = this.options;
		this.idempotency.clear();
		this.limiter = createRateLimiter(rateAlgorithm, rateLimit, rateWindow);
		this.contentLimiter = createRateLimiter(rateAlgorithm, contentRateLimit, CONTENT_WINDOW_MS);
	}

	receive(url: string, req: IncomingMessage): ReceivedRequest {
		const [target, search] = url.split('?', 2);
		const entry: ReceivedRequest = {
			at: Date.now(),
			method: req.method ?? '',
			path: target.startsWith('/api/') ? target.slice('/api'.length) : target,
			query: search ? Object.fromEntries(new URLSearchParams(search)) : {},
			headers: req.headers,
			body: undefined,
			status: undefined,
			processed: false,
		};
		this.log.add(entry);
		return entry;
	}

	read(entry: ReceivedRequest, { text }: RequestBody): void {
		entry.body = parse(text) ?? (text === '' ? undefined : text);
	}

	/** @param scripted takes precedence over injected faults */
	dispatch(entry: ReceivedRequest, { text, tooLarge }: RequestBody, scripted?: Fault): Outcome {
		const place = placeOf(entry.path);
		if (!place) return { answer: htmlAnswer(404) };
		// Status and page are guesses.
		if (tooLarge) return { answer: htmlAnswer(413) };
		const refused = this.authorize(entry);
		if (refused) return { answer: refused };

		const content = isLimitedContent(entry.path);
		const rate = (content ? this.contentLimiter : this.limiter)?.take(performance.now());
		if (rate && !rate.allowed) {
			this.log.stats.rateLimited += 1;
			return { answer: errorAnswer(429), rate };
		}

		const fault = scripted ?? this.faults.strike(entry.method, entry.path);
		if (fault) {
			this.log.stats.faulted += 1;
			entry.fault = fault.kind;
			if (!isProcessed(fault)) return { answer: errorAnswer(500), rate, fault };
		}
		const answer = this.process(entry, text, place);
		if (answer.status < 300) this.log.stats.accepted += 1;
		return { answer, rate, fault };
	}

	/** The answer to a wrong or missing key; recorded from the live service in August 2026. */
	private authorize({ headers, path }: ReceivedRequest): Answer | undefined {
		if (headers.authorization !== `Bearer ${this.options.apiKey}`)
			return unauthorized('Invalid API key');
		const { contentApi, metrics } = this.options;
		const isOff =
			(contentApi === false && isContentApi(path)) ||
			(metrics === false && path.endsWith('/metrics'));
		if (!isOff) return undefined;
		// The spec declares the 401 without a body; the text is from its description.
		return unauthorized('Invalid API key or content API not enabled for this team.');
	}

	private process(entry: ReceivedRequest, text: string, { methods, params }: Place): Answer {
		const route = methods.get(entry.method);
		try {
			// The spec declares only the status.
			if (!route) throw new Refusal(405, 'Method not allowed');
			// Only the content API has DELETE calls with a body.
			const hasBody = entry.method !== 'GET' && (entry.method !== 'DELETE' || route.content);
			const body = hasBody && !(route.content && text === '') ? jsonBody(entry, text) : {};
			entry.processed = true;
			return this.operate(route, entry, params, body, text);
		} catch (error) {
			if (error instanceof Refusal)
				return this.isBare(route, error) ? bare(error.answer) : error.answer;
			const message = `The emulator failed: ${String(error)}`;
			return { status: 500, body: { success: false, message } };
		}
	}

	private isBare(route: Route | undefined, { answer }: Refusal): boolean {
		const isByOption = this.options.bareRefusals === true && [404, 409].includes(answer.status);
		return isByOption || route?.content === true || route?.bareRefusals === true;
	}

	private operate(
		route: Route,
		entry: ReceivedRequest,
		params: Place['params'],
		body: JsonObject,
		text: string,
	): Answer {
		const { at, path, query, headers } = entry;
		const key = route.idempotent && headers['idempotency-key'];
		const idempotencyKey = typeof key === 'string' && key !== '' ? key : undefined;
		if (idempotencyKey !== undefined) {
			this.idempotency.refuseRepeated(path, idempotencyKey, text, at);
		}
		if (!route.content) refuseOverlong(body);
		if (this.options.strictIds) refuseWrongIds(params);
		const answer = route.operation({
			account: this.account,
			query,
			params,
			body,
			idempotencyKey,
			at,
			baseUrl: this.baseUrl,
			attachmentsEnabled: this.options.attachmentsEnabled ?? true,
		});
		// A refused request throws above, so its key stays unused.
		if (idempotencyKey !== undefined) this.idempotency.remember(path, idempotencyKey, text, at);
		return answer;
	}
}

/** The spec declares this for 23 calls; that Loops' IDs look like this is a guess. */
function refuseWrongIds(params: Place['params']): void {
	const isWrong = ([name, id]: [string, string]) =>
		name.endsWith('Id') && name !== 'nodeId' && !/^c[a-z0-9]{20,}$/.test(id);
	const [name] = Object.entries(params).find(isWrong) ?? [];
	if (name !== undefined) throw new Refusal(400, `Invalid \`${name}\`.`);
}

/** Removes `success`, which the schemas of the content API lack. */
function bare({ body, ...answer }: Answer): Answer {
	const { success: _, ...rest } = body as JsonObject;
	return { ...answer, body: rest };
}

function unauthorized(message: string): Answer {
	return { status: 401, body: { success: false, message, error: message } };
}

/** Undefined if the text is not JSON. */
function parse(text: string): unknown {
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Clients before 2025 and `curl -d` give no JSON type. The texts of all refusals are guesses. */
function jsonBody({ headers }: ReceivedRequest, text: string): JsonObject {
	const json = parse(text);
	if (!/^(application\/json|text\/plain)\b/.test(headers['content-type'] ?? '')) {
		throw new Refusal(400, 'Content-Type must be application/json.');
	}
	if (json === undefined) throw new Refusal(400, 'Invalid JSON body.');
	if (!isObject(json)) throw new Refusal(400, 'The body must be a JSON object.');
	return json;
}
