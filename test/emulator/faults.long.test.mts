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
	const message = 'Service Unavailable';
	const UNAVAILABLE = { success: false, message, error: message };
	const JSON_TYPE = 'application/json';
	const page = expect.stringContaining('502 Bad Gateway') as unknown;

	it.each<[string, Fault, number, unknown, string | null]>([
		['status', { kind: 'status', status: 503 }, 503, UNAVAILABLE, JSON_TYPE],
		['html', { kind: 'html' }, 502, page, 'text/html'],
		['empty', { kind: 'empty' }, 200, '', null],
		['empty with 500', { kind: 'empty', status: 500 }, 500, '', null],
		['body', { kind: 'body', body: { a: [1] } }, 200, { a: [1] }, JSON_TYPE],
		['a text body', { kind: 'body', status: 400, body: '{oops' }, 400, '{oops', JSON_TYPE],
	])(
		'answers with %s before or after processing the request',
		async (_, fault, status, body, contentType) => {
			for (const after of [false, true]) {
				emulator.reset();
				emulator.inject({ ...fault, after });
				const reply = await update();
				expect([reply.status, reply.body]).toEqual([status, body]);
				expect(reply.headers.get('content-type')?.split(';')[0] ?? null).toBe(contentType);
				const shown = { status, processed: after, fault: fault.kind };
				expect(emulator.requests[0]).toMatchObject(shown);
				const accepted = Number(after);
				expect(emulator.stats).toEqual({ requests: 1, accepted, rateLimited: 0, faulted: 1 });
				expect(seats()).toBe(after ? 50 : 4);
			}
		},
	);

	it('answers with a redirect', async () => {
		for (const [location, status] of [['http://127.0.0.1:9/elsewhere'], ['/x', 307]] as const) {
			emulator.inject({ kind: 'redirect', location, status });
			const reply = await update();
			expect([reply.status, reply.headers.get('location')]).toEqual([status ?? 302, location]);
		}
		expect(seats()).toBe(4);
	});

	it('sends extra headers, and rate limit headers only with JSON', async () => {
		emulator.inject({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
		const { status, headers, body } = await update();
		expect([status, headers.get('retry-after')]).toEqual([429, '7']);
		expect(headers.get('x-ratelimit-limit')).toBe('100');
		expect(headers.get('x-ratelimit-remaining')).toBe('0');
		expect(body).toMatchObject({ message: 'Rate limit exceeded' });
		emulator.inject({ kind: 'html' });
		expect((await update()).headers.has('x-ratelimit-limit')).toBe(false);
	});
});

describe('a fault that breaks the connection', () => {
	const fetched = async (path: string, ms?: number) =>
		await fetch(emulator.baseUrl + path, {
			headers: { authorization: `Bearer ${emulator.apiKey}` },
			signal: ms === undefined ? undefined : AbortSignal.timeout(ms),
		});

	it.each([
		['resetBefore', 4],
		['resetAfter', 50],
	] as const)('resets it before or after processing the request (%s)', async (kind, left) => {
		emulator.inject({ kind });
		expect(await breakage(update())).toBe('ECONNRESET');
		expect(seats()).toBe(left);
		const processed = left === 50;
		expect(emulator.requests[0]).toMatchObject({ status: undefined, processed });
		expect(emulator.stats).toMatchObject({ accepted: Number(processed), faulted: 1 });
	});

	it('truncates the answer after processing the request (truncate)', async () => {
		emulator.inject({ kind: 'truncate' });
		const response = await fetched('/contacts/find?userId=u-77');
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

	it('never answers, and processes the request only with after (hang)', async () => {
		for (const after of [false, true]) {
			emulator.inject({ kind: 'hang', after });
			await expect(fetched('/lists', 150)).rejects.toThrow('timeout');
			const shown = { status: undefined, processed: after };
			expect(emulator.requests.at(-1)).toMatchObject(shown);
		}
	});

	it('processes the request at once and answers late (slow)', async () => {
		emulator.inject({ kind: 'slow', delay: 150, times: 2 });
		const start = performance.now();
		const late = update();
		await expect.poll(seats, { timeout: 100, interval: 5 }).toBe(50);
		expect((await late).status).toBe(200);
		expect(performance.now() - start).toBeGreaterThanOrEqual(145);
		await expect(fetched('/lists', 50)).rejects.toThrow('timeout');
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
	async function statuses(count: number, ask = call): Promise<number[]> {
		const found = [];
		for (let index = 0; index < count; index += 1) {
			found.push((await ask('GET', '/lists')).status);
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
		const tight = await startEmulator({ rateLimit: 1, rateWindow: 60_000 });
		tight.inject({ kind: 'status', status: 503 });
		tight.inject({ kind: 'status', status: 503 });
		const replies = [
			await callerOf(tight)('GET', '/lists'),
			await callerOf(tight)('GET', '/lists'),
		];
		expect(replies.map(({ status }) => status)).toEqual([503, 429]);
		expect(tight.waitingFaults).toHaveLength(1);
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
		expect(await statuses(40, callerOf(other))).not.toEqual(first);
		await other.close();
	});

	it('with a probability applies at most `times` times', async () => {
		emulator.inject({ kind: 'status', probability: 1, times: 2 });
		expect(await statuses(3)).toEqual([500, 500, 200]);
	});
});
