import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEmulator } from '../server.mts';
import { post } from './post.mts';
import { startReceiver } from './receiver.mts';

const [receiver, other] = [await startReceiver(), await startReceiver()];
const emulator = await startEmulator({ rateLimit: 0 });
afterAll(async () => await emulator.close());
beforeEach(() => {
	emulator.reset();
	emulator.setWebhook({ url: receiver.url, retries: 0 });
});

const ended = () => emulator.deliveries.filter(({ ms }) => ms !== undefined);

function happen(times: number) {
	for (let time = 0; time < times; time += 1) emulator.happen({ event: 'testing.testEvent' });
}

/** A server that answers with these bytes and keeps its connections open. */
async function answering(bytes: string) {
	const sockets: Socket[] = [];
	const server = createServer((socket) => {
		sockets.push(socket);
		socket.on('error', () => {});
		socket.once('data', () => socket.write(bytes));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = () => {
		for (const socket of sockets) socket.destroy();
		server.close();
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sockets, close };
}

describe('a delivery ends', () => {
	const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';
	afterEach(() => void vi.useRealTimers());

	it('as failed when the answer switches protocols, then is retried', async () => {
		const switching = await answering(UPGRADE);
		emulator.setWebhook({ url: switching.url, retries: 1 });
		happen(1);
		await expect.poll(() => ended().length, { timeout: 5000 }).toBe(2);
		expect(emulator.deliveries).toMatchObject([
			{ reason: 'event', error: 'closed without an answer' },
			{ reason: 'retry', error: 'closed without an answer' },
		]);
		expect(emulator.deliveries[0]).not.toHaveProperty('status');
		switching.close();
	});

	it.each([
		['is silent', ''],
		['sends only early hints', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3)],
		['stops in its headers', 'HTTP/1.1 200 OK\r\ncontent-'],
		['never ends its answer', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n'],
	])('after 15 s when the receiver %s', async (_, bytes) => {
		const endless = await answering(bytes);
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const outcome = post(endless.url, {}, '{}', new AbortController().signal);
		while (endless.sockets.length === 0) await sleep(5);
		await sleep(50);
		vi.advanceTimersByTime(15_000);
		expect(await outcome).toEqual({ error: 'no answer in 15 s', ms: expect.any(Number) });
		endless.close();
	});

	it('as failed when its URL is malformed', async () => {
		const { signal } = new AbortController();
		expect(await post('http://%@127.0.0.1:9/', {}, '{}', signal)).toEqual({
			error: 'URI malformed',
			ms: expect.any(Number),
		});
	});
});

it('12 concurrent deliveries cause no warning of Node.js', async () => {
	const warned = vi.fn();
	process.on('warning', warned);
	receiver.answer = () => undefined;
	happen(12);
	await receiver.first(12);
	expect(ended()).toEqual([]);
	process.off('warning', warned);
	expect(warned).not.toHaveBeenCalled();
});

describe('a waiting delivery', () => {
	it('and its retries keep their URL when the webhook changes', async () => {
		receiver.answer = () => ({ status: 500 });
		emulator.setWebhook({ retries: 1 });
		happen(3);
		emulator.setWebhook({ url: other.url });
		happen(2);
		await expect.poll(() => ended().length, { timeout: 5000 }).toBe(8);
		expect([receiver.received.length, other.received.length]).toEqual([6, 2]);
	});

	it('is dropped and logged when the URL is removed', async () => {
		receiver.answer = () => ({ status: 500 });
		emulator.setWebhook({ retries: 1 });
		happen(4);
		await expect.poll(() => ended().length).toBe(1);
		emulator.setWebhook({ url: '' });
		emulator.setWebhook({ url: other.url });
		expect(emulator.deliveries).toMatchObject([
			{ number: 1, status: 500 },
			...['event', 'event', 'event', 'retry'].map((reason) => ({
				...{ reason, error: 'dropped: the URL was taken away', ms: 0 },
			})),
		]);
		await sleep(1500);
		expect([receiver.received.length, other.received.length]).toEqual([1, 0]);
	});
	it('is not retried after the URL was removed', async () => {
		const silent = await answering('');
		emulator.setWebhook({ url: silent.url, retries: 1 });
		happen(1);
		await expect.poll(() => silent.sockets.length).toBe(1);
		emulator.setWebhook({ url: '' });
		silent.close();
		await expect.poll(() => ended().length).toBe(1);
		await sleep(1500);
		expect(emulator.deliveries).toMatchObject([{ error: 'socket hang up' }]);
	});
});
