import { Refusal, type Answer } from './answer.mts';
import { FAULT_KINDS, type Fault } from './faults.mts';
import type { ReceivedRequest } from './requestLog.mts';
import { dryRun } from './respond.mts';
import type { Seed } from './seed.mts';
import type { Emulator } from './server.mts';
import { isObject, type JsonObject } from './values.mts';
import type { Happening } from './webhooks/happen.mts';
import type { WebhookSettings } from './webhooks/settings.mts';

const DONE: Answer = { status: 200, body: { success: true } };

type Control = (emulator: Emulator, body: unknown) => Answer;

function doing(act: (emulator: Emulator, body: unknown) => void): Control {
	return (emulator, body) => {
		act(emulator, body);
		return DONE;
	};
}

/** By method and path; without API key or rate limit. */
const CONTROLS: ReadonlyMap<string, Control> = new Map<string, Control>([
	['GET /__emulator/state', (emulator) => ({ status: 200, body: stateOf(emulator) })],
	['GET /__emulator/outbox', ({ outbox }) => ({ status: 200, body: outbox })],
	['GET /__emulator/events', ({ eventLog }) => ({ status: 200, body: eventLog })],
	['GET /__emulator/requests', ({ requests }) => ({ status: 200, body: requests.map(withoutKey) })],
	['GET /__emulator/stats', ({ stats }) => ({ status: 200, body: stats })],
	['POST /__emulator/faults', injectAll],
	['DELETE /__emulator/faults', doing((emulator) => emulator.clearFaults())],
	['POST /__emulator/reset', reset],
	['GET /__emulator/webhook', ({ webhook }) => ({ status: 200, body: withoutSecret(webhook) })],
	['GET /__emulator/deliveries', ({ deliveries }) => ({ status: 200, body: deliveries })],
	// Both are checked by what they call.
	['POST /__emulator/webhook', doing((emulator, body) => emulator.setWebhook(body as object))],
	['POST /__emulator/happen', doing((emulator, body) => emulator.happen(body as Happening))],
]);

/** @throws Refusal */
export function control(emulator: Emulator, method: string, path: string, body: unknown): Answer {
	const operation = CONTROLS.get(`${method} ${path}`);
	if (!operation) {
		const known = [...CONTROLS.keys()].join(', ');
		throw new Refusal(404, `No such control endpoint. There are: ${known}`);
	}
	return operation(emulator, body);
}

/** Undefined for an empty text. */
export function readJson(text: string): unknown {
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		throw new Refusal(400, 'The body is not JSON.');
	}
}

function stateOf(emulator: Emulator): JsonObject {
	return {
		contacts: emulator.contacts(),
		properties: emulator.properties(),
		mailingLists: emulator.mailingLists(),
		templates: emulator.templates(),
		eventPatterns: emulator.eventPatterns(),
	};
}

function withoutKey(request: ReceivedRequest) {
	const { authorization: _, ...headers } = request.headers;
	return { ...request, headers };
}

function withoutSecret({ secret: _, ...settings }: WebhookSettings) {
	return settings;
}

function reset(emulator: Emulator, seed: unknown): Answer {
	try {
		// `reset` validates the seed.
		emulator.reset((seed ?? undefined) as Seed | undefined);
	} catch (error) {
		throw new Refusal(400, `Bad seed: ${error instanceof Error ? error.message : String(error)}`);
	}
	return DONE;
}

function injectAll(emulator: Emulator, body: unknown): Answer {
	const faults = (Array.isArray(body) ? body : [body]).map(readFault);
	for (const fault of faults) emulator.inject(fault);
	return DONE;
}

/** ms; together with the latency below the maximum of a timer. */
const LONGEST_DELAY = 1_000_000_000;

const FAULT_FIELDS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
	['kind', (value: unknown) => FAULT_KINDS.some((kind) => kind === value)],
	['status', (value: unknown) => Number.isInteger(value) && between(value, 200, 599)],
	['body', () => true],
	['headers', isTextMap],
	['delay', (value: unknown) => between(value, 0, LONGEST_DELAY)],
	['location', isText],
	['after', (value: unknown) => typeof value === 'boolean'],
	['method', isText],
	['path', isText],
	['times', (value: unknown) => value === 'always' || between(value, 1, Infinity)],
]);

function readFault(value: unknown): Fault {
	if (!isObject(value)) throw new Refusal(400, 'A fault must be a JSON object.');
	for (const [field, content] of Object.entries(value)) {
		const isGood = FAULT_FIELDS.get(field);
		if (!isGood) throw new Refusal(400, `Unknown field of a fault: ${field}`);
		if (!isGood(content)) throw new Refusal(400, `Bad "${field}" of a fault.`);
	}
	if (value.kind === undefined) {
		throw new Refusal(400, `A fault needs a kind: ${FAULT_KINDS.join(', ')}`);
	}
	// Every field was validated above.
	const fault = value as unknown as Fault;
	try {
		dryRun(fault);
	} catch (error) {
		throw new Refusal(400, `A fault that can't be played: ${(error as Error).message}`);
	}
	return fault;
}

function between(value: unknown, least: number, most: number): boolean {
	return typeof value === 'number' && value >= least && value <= most;
}

function isText(value: unknown): boolean {
	return typeof value === 'string';
}

function isTextMap(value: unknown): boolean {
	return isObject(value) && Object.values(value).every(isText);
}
