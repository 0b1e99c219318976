import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { everyOperation, parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

/** Operations that the node looks up before it repeats them. */
const lookedUp = everyOperation.filter(([name]) => /^contact(Property)? create$/.test(name));

describe.each(lookedUp)('%s', (_name, parameters) => {
	it('reports an unknown result if the check fails', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		loops.emulator.inject({ kind: 'status', status: 403, method: 'GET' });
		const { error } = await loops.run(parameters);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		expect(loops.changes()).toHaveLength(1);
	});

	it('fails at a redirect after a lost answer', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		const location = 'http://127.0.0.1:9/';
		loops.emulator.inject({ kind: 'redirect', location, method: 'POST', times: 'always' });
		await loops.expectError(parameters, 'The Base URL responds with a redirect');
		expect(loops.emulator.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
	});
});

it('a send with a lost answer, then rate-limited until the node gives up fails without advice to run it again later', async () => {
	loops.emulator.inject({ kind: 'resetAfter', path: '/v1/transactional' });
	loops.emulator.inject({
		kind: 'status',
		status: 429,
		path: '/v1/transactional',
		times: 'always',
	});
	const { error } = await loops.run(parametersOf.sendEmail);
	expect(loops.emulator.outbox).toHaveLength(1);
	expect(error?.message).toContain("Loops' rate limit is reached");
	expect(error?.description).toContain('Retry does not send this item twice');
	expect(error?.description).not.toContain('later');
});

const find = { resource: 'contact', operation: 'find', email: 'kim@example.com' };
const waited = () => {
	const [first, second] = loops.emulator.requests;
	return second.at - first.at;
};

it.each([
	['seconds', () => '1'],
	['an HTTP date', () => new Date(Date.now() + 2500).toUTCString()],
])('the wait before a retry follows a Retry-After given as %s', async (_form, retryAfter) => {
	loops.emulator.inject({
		kind: 'status',
		status: 503,
		headers: { 'retry-after': retryAfter() },
	});
	await loops.run(find);
	expect(waited()).toBeGreaterThanOrEqual(995);
	expect(waited()).toBeLessThan(4000);
});
