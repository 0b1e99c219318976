import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const API_KEY = 'secret-example-key';
const loops = useEmulator({ apiKey: API_KEY });

const { find, sendEvent: send } = parametersOf;

/** Everything n8n could keep or show of a run: all its data and logs. */
async function tracesOf(
	parameters: IDataObject,
	credentials: Partial<{ apiKey: string; baseUrl: string }>,
	onError?: 'continueRegularOutput' | 'continueErrorOutput',
) {
	const log: unknown[] = [];
	const spies = [
		...(['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
			vi.spyOn(console, level).mockImplementation((...args) => void log.push(...args)),
		),
	];
	try {
		const { run } = await loops.run(parameters, [{}], {
			onError,
			credentials: { ...loops.credentials(), ...credentials },
		});
		return [inFull(run), inFull(log)].join('\n');
	} finally {
		spies.forEach((spy) => spy.mockRestore());
	}
}

/** All strings reachable from a value, including properties that JSON omits. */
function inFull(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	return Reflect.ownKeys(value)
		.map((key) => `${String(key)}: ${inFull((value as Record<PropertyKey, unknown>)[key], seen)}`)
		.join('\n');
}

const faults: Array<[string, Fault]> = [
	['a refusal', { kind: 'status', status: 400 }],
	['a wrong method', { kind: 'status', status: 405 }],
	['the rate limit', { kind: 'status', status: 429, headers: { 'retry-after': '3600' } }],
	['a gateway error', { kind: 'html', status: 502, headers: { 'retry-after': '3600' } }],
	['a reset', { kind: 'resetBefore' }],
	['a truncated answer', { kind: 'truncate' }],
	[
		'an answer that repeats the key',
		{ kind: 'body', status: 400, body: { message: `no ${API_KEY}!` } },
	],
	[
		'a page that repeats the key',
		{
			kind: 'body',
			status: 200,
			body: `<p>Bearer ${API_KEY}</p>`,
			headers: { 'retry-after': '3600' },
		},
	],
	[
		'a field that repeats the key',
		{ kind: 'body', status: 400, body: { message: 'x', path: API_KEY } },
	],
	['unknown JSON with the key', { kind: 'body', status: 400, body: { Authorization: API_KEY } }],
	['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }],
	[
		'a header that repeats the key',
		{
			kind: 'status',
			status: 429,
			headers: { 'x-ratelimit-limit': API_KEY, 'retry-after': '3600' },
		},
	],
];

describe.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'the API key appears in no output, error or log (On Error: %s)',
	(onError) => {
		// One run for each test: after a 429 with Retry-After 3600, the account pauses for 8 s.
		describe.each<[string, IDataObject]>([
			['Find', find],
			['Send', send],
		])('%s', (_name, parameters) => {
			const told = onError ? faults.filter(([, { kind }]) => kind === 'body') : faults;
			it.each(told)('after %s', async (_case, fault) => {
				loops.emulator.inject({ ...fault, times: 'always' });
				const traces = await tracesOf(parameters, {}, onError);
				expect(loops.emulator.requests[0].headers.authorization).toContain(API_KEY);
				expect(traces).toContain('[item 0]');
				expect(traces).not.toContain(API_KEY);
			});
		});

		it('after a wrong key', async () => {
			expect(await tracesOf(find, { apiKey: `${API_KEY}-wrong` }, onError)).not.toContain(API_KEY);
		});

		it('after a key with blanks around it', async () => {
			loops.emulator.inject({ kind: 'body', status: 400, body: { message: `no ${API_KEY}!` } });
			const traces = await tracesOf(find, { apiKey: ` ${API_KEY}\n` }, onError);
			expect(loops.emulator.requests[0].headers.authorization).toBe(`Bearer ${API_KEY}`);
			expect(traces).not.toContain(API_KEY);
		});

		it('when Loops cannot be reached', async () => {
			expect(await tracesOf(send, { baseUrl: 'http://127.0.0.1:9' }, onError)).not.toContain(
				API_KEY,
			);
		});

		it('when the Base URL is invalid', async () => {
			expect(await tracesOf(find, { baseUrl: 'nowhere' }, onError)).not.toContain(API_KEY);
		});

		it('after a success', async () => {
			expect(await tracesOf(find, {}, onError)).not.toContain(API_KEY);
		});
	},
);
