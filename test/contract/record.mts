import { NO_VARIABLES } from '../emulator/testClient.mts';
import { startEmulator } from '../emulator/server.mts';
import type { Variant } from '../emulator/variants.mts';
import { callShown } from '../harness/client.mts';
import { isRecord } from './assumption.mts';
import { Journal } from './journal.mts';
import { redactor } from './redact.mts';
import type { Result } from './run.mts';
import { Service } from './service.mts';

/** Loops' own words, and fields with a fixed set of values. */
const KEPT = ['error', 'message', 'path', 'reason', 'status', 'type', 'typeName'];

const ADDRESS = 'kim@example.com';

/** The answers that differ, without the key and anyone's data, as JSON. */
export async function recorded(results: readonly Result[], key: string): Promise<string> {
	const variants: Variant[] = [];
	for (const { assumption, exchanges = [] } of results) {
		const differing = exchanges.at(-1);
		if (!differing) continue;
		const { method, path, answer } = differing;
		const own = (await askEmulator(assumption.check))[exchanges.length - 1];
		variants.push({
			id: assumption.id,
			call: callShown(method, `/v1${path.split('?')[0]}`),
			was: own?.answer.status ?? answer.status,
			status: answer.status,
			body: scrubbed(answer.body),
			hasRateHeaders: answer.headers.has('x-ratelimit-remaining'),
		});
	}
	return redactor(key, ADDRESS)(JSON.stringify(variants, null, '\t'));
}

/** What the emulator answers to the calls of a check. */
async function askEmulator(check: Result['assumption']['check']) {
	const { baseUrl, apiKey, close } = await startEmulator({ rateLimit: 0, variants: [] });
	const service = new Service(
		{
			...{ baseUrl, apiKey, pace: 10_000, isOurs: true, domain: 'example.com' },
			...{ recipient: 'kim@example.com', transactionalId: NO_VARIABLES },
		},
		new Journal(),
	);
	// Differs, or lacks what the check takes: the calls count.
	await check?.(service).catch(() => undefined);
	await close();
	return service.exchanges;
}

/** The form of a body, with invented values; lists keep one entry. */
export function scrubbed(value: unknown, name = ''): unknown {
	if (Array.isArray(value)) return value.slice(0, 1).map((each) => scrubbed(each, name));
	if (isRecord(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, each]) => [key, scrubbed(each, key)]),
		);
	}
	if (typeof value === 'number') return 1;
	if (typeof value !== 'string') return value;
	if (value.includes('<')) return '<html></html>';
	if (KEPT.includes(name)) return redactor('', ADDRESS)(value);
	if (value.includes('@')) return ADDRESS;
	return /^\d{4}-\d\d-\d\dT/.test(value) ? '2026-01-01T00:00:00.000Z' : 'text';
}
