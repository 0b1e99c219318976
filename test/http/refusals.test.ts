import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const API_KEY = 'refused-example-key';
const loops = useEmulator({ attachmentsEnabled: false, apiKey: API_KEY });

const { upsert } = parametersOf;

// The text is that of Loops, without tags and the API key.
it.each<[unknown, string]>([
	[{ message: 'A preexisting name' }, 'the request (HTTP 400: A preexisting name)'],
	[{ error: 'No' }, 'the request (HTTP 400: No)'],
	[{ error: { reason: 'No' } }, 'the request (HTTP 400: No)'],
	[{ error: { message: 7, reason: 'No' } }, 'the request (HTTP 400: No)'],
	[{ path: 'email', message: 'No' }, "'Email' (HTTP 400: No)"],
	[{ error: { path: 'email', message: 'No' } }, "'Email' (HTTP 400: No)"],
	[{ path: 7, message: 'No' }, 'the request (HTTP 400: No)'],
	[{ a: 1 }, 'the request (HTTP 400: {"a":1})'],
	['null', 'the request (HTTP 400)'],
	[{ message: 'x'.repeat(200) }, `the request (HTTP 400: ${'x'.repeat(200)})`],
	[{ message: 'x'.repeat(201) }, `the request (HTTP 400: ${'x'.repeat(200)}…)`],
	[{ message: ' a\n <b>b</b> ' }, 'the request (HTTP 400: a b)'],
	[{ message: '<p>a</p><p>b</p>' }, 'the request (HTTP 400: a b)'],
	[{ message: 'a<style>x</style>b' }, 'the request (HTTP 400: a b)'],
	[{ message: `${API_KEY} is wrong` }, 'the request (HTTP 400: *** is wrong)'],
])('the error quotes the reason of a refusal %j: %s', async (body, quoted) => {
	loops.emulator.inject({ kind: 'body', status: 400, body });
	const { error } = await loops.run(upsert);
	expect(error?.message).toBe(`Loops refused ${quoted} [item 0]`);
});

it('the error of a lasting rate limit names no limit if the answer names none', async () => {
	const headers = { 'retry-after': '3600' };
	loops.emulator.inject({ kind: 'html', status: 429, times: 'always', headers });
	const { error } = await loops.run(upsert);
	expect(error?.message).toBe("Loops' rate limit is reached [item 0]");
});

// A server in front of Loops answers with these.
it.each([402, 423, 426])('%i brings no advice to check the values of the item', async (status) => {
	loops.emulator.inject({ kind: 'status', status });
	const error = await loops.expectError(upsert, `HTTP ${status}`);
	expect(error.description).toMatch(/^Check the credential's Base URL/);
	expect(loops.emulator.requests).toHaveLength(1);
});
