import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { type Credentials, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const API_KEY = 'secret-example-key';
const loops = useEmulator({ apiKey: API_KEY });

const { find, sendEvent } = parametersOf;
const onErrors = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

/** All strings reachable from a value, including properties that JSON omits. */
function inFull(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	return Reflect.ownKeys(value)
		.map((key) => `${String(key)}: ${inFull((value as Record<PropertyKey, unknown>)[key], seen)}`)
		.join('\n');
}

/** Everything n8n could keep or show of a run: all its data and logs. */
async function tracesOf(
	parameters: IDataObject,
	credentials: Partial<Credentials> = {},
	onError?: (typeof onErrors)[number],
) {
	const log: unknown[] = [];
	const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
		vi.spyOn(console, level).mockImplementation((...args) => void log.push(...args)),
	);
	try {
		const using = { ...loops.credentials(), ...credentials };
		const { run } = await loops.run(parameters, [{}], { onError, credentials: using });
		return `${inFull(run)}\n${inFull(log)}`;
	} finally {
		spies.forEach((spy) => spy.mockRestore());
	}
}

const later = { 'retry-after': '3600' };
// keyInAnswers.test.ts has answers that repeat the key.
const faults: Fault[] = [
	{ kind: 'status', status: 400 },
	{ kind: 'status', status: 405 },
	{ kind: 'status', status: 429, headers: later },
	{ kind: 'html', status: 502, headers: later },
	{ kind: 'resetBefore' },
	{ kind: 'truncate' },
	{ kind: 'redirect', location: 'http://127.0.0.1:9/' },
	{ kind: 'body', status: 400, body: { message: `no ${API_KEY}!` } },
	{ kind: 'status', status: 429, headers: { 'x-ratelimit-limit': API_KEY, ...later } },
];

describe('the API key appears in no output, error or log', () => {
	it.each(faults)('of a run that fails by %o', async (fault) => {
		for (const [at, onError] of onErrors.entries()) {
			loops.emulator.clearFaults();
			loops.emulator.inject({ ...fault, times: 'always' });
			const traces = await tracesOf(at ? find : sendEvent, {}, onError);
			expect(loops.emulator.requests[0].headers.authorization).toContain(API_KEY);
			expect(traces).toContain('[item 0]');
			expect(traces).not.toContain(API_KEY);
		}
	});

	it.each<Partial<Credentials>>([
		{},
		{ apiKey: `${API_KEY}-wrong` },
		{ apiKey: ` ${API_KEY}\n` },
		{ baseUrl: 'http://127.0.0.1:9' },
		{ baseUrl: 'nowhere' },
	])('of a run with the credential %j', async (credentials) => {
		for (const onError of onErrors) {
			expect(await tracesOf(find, credentials, onError)).not.toContain(API_KEY);
		}
	});
});
