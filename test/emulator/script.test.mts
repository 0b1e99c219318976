import { expect, it } from 'vitest';
import { startEmulator } from './server.mts';
import { callerOf } from './testClient.mts';

it('a script sets the latency and fault of each request', async () => {
	const outcomes: number[] = [];
	const emulator = await startEmulator({
		rateLimit: 0,
		script: ({ body }) => {
			const { email } = (body ?? {}) as { email?: string };
			if (email === 'late@example.com') return { transit: 600, latency: 60 };
			if (email !== 'lost@example.com') return undefined;
			const fault = { kind: 'status', status: 503, after: true } as const;
			return { fault, onProcessed: (status) => outcomes.push(status) };
		},
	});
	const call = callerOf(emulator);
	const create = async (email: string) => await call('POST', '/contacts/create', { email });

	const late = create('late@example.com');
	expect((await create('soon@example.com')).status).toBe(200);
	expect(emulator.contact('late@example.com')).toBeUndefined();
	const started = performance.now();
	expect((await late).status).toBe(200);
	expect(performance.now() - started).toBeGreaterThan(50);

	expect((await create('lost@example.com')).status).toBe(503);
	expect((await create('lost@example.com')).status).toBe(503);
	expect(outcomes).toEqual([200, 409]);
	await emulator.close();
});

it('a hang with `after` processes the request', async () => {
	const emulator = await startEmulator();
	emulator.inject({ kind: 'hang', after: true });
	const body = JSON.stringify({ email: 'stalled@example.com' });
	const answer = fetch(`${emulator.baseUrl}/contacts/create`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${emulator.apiKey}`,
			'content-type': 'application/json',
		},
		body,
		signal: AbortSignal.timeout(300),
	});
	await expect(answer).rejects.toThrow();
	expect(emulator.contact('stalled@example.com')).toBeDefined();
	await emulator.close();
});
