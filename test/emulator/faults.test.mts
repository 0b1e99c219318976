import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from './faults.mts';
import { startEmulator, type Emulator } from './server.mts';
import { callerOf, type Call } from './testClient.mts';

let emulator: Emulator;
let call: Call;
const KIM = { email: 'kim@example.com', seats: 50 };

beforeAll(async () => {
	emulator = await startEmulator({ rateLimit: 100, rateWindow: 60_000 });
	call = callerOf(emulator);
});
beforeEach(() => emulator.reset());
afterAll(async () => await emulator.close());

async function update() {
	return await call('PUT', '/contacts/update', KIM);
}

function seats() {
	return emulator.contact(KIM.email)?.seats;
}

/** The network error code of a fetch whose connection broke. */
async function breakage(promise: Promise<unknown>): Promise<string> {
	const error = await promise.then(
		() => new Error('it was answered'),
		(reason: Error & { cause?: { code?: string } }) => reason,
	);
	return (error as { cause?: { code?: string } }).cause?.code ?? error.message;
}

describe('a fault that answers', () => {
	const UNAVAILABLE = {
		success: false,
		message: 'Service Unavailable',
		error: 'Service Unavailable',
	};

	it.each<[string, Fault, number, unknown, string | null]>([
		['status', { kind: 'status', status: 503 }, 503, UNAVAILABLE, 'application/json'],
		['html', { kind: 'html' }, 502, expect.stringContaining('502 Bad Gateway'), 'text/html'],
		[
			'html with 200',
			{ kind: 'html', status: 200 },
			200,
			expect.stringMatching(/^<!/),
			'text/html',
		],
		['empty', { kind: 'empty' }, 200, '', null],
		['empty with 500', { kind: 'empty', status: 500 }, 500, '', null],
		['body', { kind: 'body', body: { a: [1] } }, 200, { a: [1] }, 'application/json'],
		['a text body', { kind: 'body', status: 400, body: '{oops' }, 400, '{oops', 'application/json'],
	])(
		'answers with %s without processing the request',
		async (_, fault, status, body, contentType) => {
			emulator.inject(fault);
			const reply = await update();
			expect(reply.status).toBe(status);
			expect(reply.body).toEqual(body);
			expect(reply.headers.get('content-type')?.split(';')[0] ?? null).toBe(contentType);
			expect(emulator.requests[0]).toMatchObject({ status, processed: false, fault: fault.kind });
			expect(emulator.stats).toEqual({ requests: 1, accepted: 0, rateLimited: 0, faulted: 1 });
			expect(seats()).toBe(4);
			expect((await update()).status).toBe(200);
		},
	);

	it.each<Fault>([
		{ kind: 'status', status: 503, after: true },
		{ kind: 'html', after: true },
		{ kind: 'empty', status: 502, after: true },
		{ kind: 'body', status: 500, body: {}, after: true },
	])('answers with $kind after processing the request', async (fault) => {
		emulator.inject(fault);
		expect((await update()).status).toBe(fault.status ?? 502);
		expect(seats()).toBe(50);
		expect(emulator.requests[0].processed).toBe(true);
		expect(emulator.stats).toMatchObject({ accepted: 1, faulted: 1 });
	});

	it('answers with a redirect', async () => {
		emulator.inject({ kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' });
		const reply = await update();
		expect(reply.status).toBe(302);
		expect(reply.headers.get('location')).toBe('http://127.0.0.1:9/elsewhere');
		emulator.inject({ kind: 'redirect', status: 307, location: '/x' });
		expect((await update()).status).toBe(307);
		expect(seats()).toBe(4);
	});

	it('sends extra headers, and rate limit headers only with JSON', async () => {
		emulator.inject({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
		const limited = await update();
		expect(limited.status).toBe(429);
		expect(limited.headers.get('retry-after')).toBe('7');
		expect(limited.headers.get('x-ratelimit-limit')).toBe('100');
		expect(limited.headers.get('x-ratelimit-remaining')).toBe('0');
		expect(limited.body).toMatchObject({ message: 'Rate limit exceeded' });
		emulator.inject({ kind: 'html' });
		expect((await update()).headers.has('x-ratelimit-limit')).toBe(false);
	});
});

describe('a fault that breaks the connection', () => {
	it('resets it without processing the request (resetBefore)', async () => {
		emulator.inject({ kind: 'resetBefore' });
		expect(await breakage(update())).toBe('ECONNRESET');
		expect(seats()).toBe(4);
		expect(emulator.requests[0]).toMatchObject({ status: undefined, processed: false });
	});

	it('resets it after processing the request with its idempotency key (resetAfter)', async () => {
		const mail = {
			transactionalId: 'cm8tx0welcome00000000001a',
			email: 'kim@example.com',
			dataVariables: { firstName: 'Kim' },
		};
		const key = { 'idempotency-key': 'k' };
		emulator.inject({ kind: 'resetAfter' });
		expect(await breakage(call('POST', '/transactional', mail, key))).toBe('ECONNRESET');
		expect(emulator.outbox).toHaveLength(1);
		expect(emulator.requests[0]).toMatchObject({ status: undefined, processed: true });
		expect(emulator.stats).toMatchObject({ accepted: 1, faulted: 1 });
		expect((await call('POST', '/transactional', mail, key)).status).toBe(409);
		expect(emulator.outbox).toHaveLength(1);
	});

	it('truncates the answer after processing the request (truncate)', async () => {
		emulator.inject({ kind: 'truncate' });
		const response = await fetch(`${emulator.baseUrl}/contacts/find?userId=u-77`, {
			headers: { authorization: `Bearer ${emulator.apiKey}` },
		});
		expect(response.status).toBe(200);
		expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
		await expect(response.text()).rejects.toThrow('terminated');
		expect(emulator.requests[0]).toMatchObject({ status: undefined, processed: true });
	});

	it('processes the request and answers a byte at a time (trickle)', async () => {
		emulator.inject({ kind: 'trickle', delay: 20 });
		const startedAt = performance.now();
		expect(await call('GET', '/api-key')).toMatchObject({ status: 200, body: { success: true } });
		expect(performance.now() - startedAt).toBeGreaterThan(300);
		expect(emulator.requests[0].processed).toBe(true);
	});

	it('never answers nor processes the request (hang)', async () => {
		emulator.inject({ kind: 'hang' });
		const signal = AbortSignal.timeout(150);
		const hanging = fetch(`${emulator.baseUrl}/lists`, {
			headers: { authorization: `Bearer ${emulator.apiKey}` },
			signal,
		});
		await expect(hanging).rejects.toThrow('timeout');
		expect(emulator.requests[0]).toMatchObject({ status: undefined, processed: false });
	});

	it('processes the request at once and answers late (slow)', async () => {
		emulator.inject({ kind: 'slow', delay: 150, times: 2 });
		const start = performance.now();
		const late = update();
		await expect.poll(seats, { timeout: 100, interval: 5 }).toBe(50);
		expect((await late).status).toBe(200);
		expect(performance.now() - start).toBeGreaterThanOrEqual(145);

		const left = fetch(`${emulator.baseUrl}/lists`, {
			headers: { authorization: `Bearer ${emulator.apiKey}` },
			signal: AbortSignal.timeout(50),
		});
		await expect(left).rejects.toThrow('timeout');
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(emulator.requests[1]).toMatchObject({ status: undefined, processed: true });
	});

	it('does not keep the server from closing', async () => {
		const other = await startEmulator();
		other.inject({ kind: 'hang' });
		const broken = breakage(callerOf(other)('GET', '/lists'));
		await expect.poll(() => other.requests[0]?.fault).toBe('hang');
		await other.close();
		expect(await broken).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
	});
});

describe('a fault', () => {
	async function statuses(count: number): Promise<number[]> {
		const found = [];
		for (let index = 0; index < count; index += 1) {
			found.push((await call('GET', '/lists')).status);
		}
		return found;
	}

	it('applies to its method and path', async () => {
		emulator.inject({ kind: 'status', method: 'POST', path: '/v1/contacts/properties' });
		expect((await call('GET', '/contacts/properties')).status).toBe(200);
		expect((await call('POST', '/contacts/create', {})).status).toBe(400);
		expect((await call('POST', '/contacts/properties', {})).status).toBe(500);
		expect((await call('POST', '/contacts/properties', {})).status).toBe(400);
	});

	it('applies `times` times, in order of injection', async () => {
		emulator.inject({ kind: 'status', status: 500, times: 2 });
		emulator.inject({ kind: 'status', status: 503 });
		expect(await statuses(4)).toEqual([500, 500, 503, 200]);
		emulator.inject({ kind: 'status', times: 'always' });
		expect(await statuses(5)).toEqual([500, 500, 500, 500, 500]);
		emulator.clearFaults();
		expect(await statuses(1)).toEqual([200]);
		emulator.inject({ kind: 'status', times: Infinity });
		expect(await statuses(2)).toEqual([500, 500]);
	});

	it('does not count rate-limited requests', async () => {
		const tight = await startEmulator({ rateLimit: 1, rateWindow: 1_000 });
		tight.inject({ kind: 'status', status: 503, path: '/v1/lists' });
		const callTight = callerOf(tight);
		await callTight('GET', '/api-key');
		expect((await callTight('GET', '/lists')).status).toBe(429);
		await new Promise((resolve) => setTimeout(resolve, 1_050));
		expect((await callTight('GET', '/lists')).status).toBe(503);
		await tight.close();
	});

	it('applies with its probability, reproducibly by seed', async () => {
		const fault: Fault = { kind: 'status', probability: 0.3 };
		emulator.inject(fault);
		const first = await statuses(40);
		const struck = first.filter((status) => status === 500).length;
		expect(struck).toBeGreaterThan(4);
		expect(struck).toBeLessThan(24);
		emulator.reset();
		emulator.inject(fault);
		expect(await statuses(40)).toEqual(first);

		const other = await startEmulator({ rateLimit: 0, faultSeed: 2 });
		other.inject(fault);
		const drawn = [];
		for (let index = 0; index < 40; index += 1) {
			drawn.push((await callerOf(other)('GET', '/lists')).status);
		}
		expect(drawn).not.toEqual(first);
		await other.close();
	});

	it('with a probability applies at most `times` times', async () => {
		emulator.inject({ kind: 'status', probability: 1, times: 2 });
		expect(await statuses(3)).toEqual([500, 500, 200]);
	});
});

it('adds the latency to every answer', async () => {
	const slow = await startEmulator({ latency: 80 });
	const start = performance.now();
	expect((await callerOf(slow)('GET', '/lists')).status).toBe(200);
	expect(performance.now() - start).toBeGreaterThanOrEqual(75);
	await slow.close();
});
