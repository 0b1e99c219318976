import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { useEmulator, methods } from '../harness/loops.mts';
import { everyOperation, parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';
import { onceOff } from '../harness/sendOnce.mts';

const json = '{"success":true,"teamName":"Acme Mail"}';
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Answers that never end: what is sent at once, then every 50 ms. */
const endlessAnswers: Array<[name: string, first: string, next: string]> = [
	['nothing at all', '', ''],
	['headers one by one', head, 'X-More: 1\r\n'],
	['a body shorter than its Content-Length', `${head}Content-Length: 1000\r\n\r\n${json}`, ''],
	['a body a byte at a time', `${head}Content-Length: 100000\r\n\r\n{"success":true,"x":"`, 'x'],
	['chunks', `${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'],
	['a body that ends with the connection', `${head}\r\n`, ' '],
];

describe('Timeout is a deadline for the whole answer', () => {
	let sockets: Set<Socket>;
	let answer: [first: string, next: string];
	const server = createServer((socket) => {
		sockets.add(socket);
		const [first, next] = answer;
		socket.once('data', () => socket.write(first));
		const timer = setInterval(() => socket.write(next), 50);
		socket.on('error', () => {});
		socket.on('close', () => {
			clearInterval(timer);
			sockets.delete(socket);
		});
	});
	const loops = useEmulator({}, { time: 'real' });
	const credentials = () => ({
		apiKey: loops.emulator.apiKey,
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
	});
	beforeEach(async () => {
		sockets = new Set();
		await once(server.listen(0, '127.0.0.1'), 'listening');
	});
	afterEach(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});

	it.each(endlessAnswers)('fails a send when Loops answers with %s', async (_name, ...answers) => {
		answer = answers;
		const unkeyed = { ...onceOff, timeout: 0.5 };
		const { error } = await loops.run({ ...parametersOf.sendEmail, options: unkeyed }, [{}], {
			credentials: credentials(),
		});
		expect(error?.message).toBe(
			'No complete response from Loops within 0.5 s (ETIMEDOUT) [item 0]',
		);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		await expect.poll(() => sockets.size).toBe(0);
	});
});

describe('an answer that trickles', () => {
	const loops = useEmulator();
	beforeEach(() => loops.emulator.inject({ kind: 'trickle', delay: 3_000, times: 'always' }));

	const OF_EACH_KIND =
		/ find| upsert| subscribe|vent send|createProperty|getAll|saveContent|upload|schedule|delete/;
	it.each(everyOperation.filter(([name]) => OF_EACH_KIND.test(name)))(
		'fails %s after the timeout',
		async (_name, parameters) => {
			const options = { ...(parameters.options as IDataObject), timeout: 1 };
			const { error } = await loops.run({ ...parameters, options });
			expect(error?.message).toMatch(
				/^No complete response from Loops within (1|30) s \(ETIMEDOUT\)/,
			);
		},
	);

	it.each(Object.entries(methods.loadOptions))(
		'fails the dropdown method %s after the timeout',
		async (_name, load) => {
			await expect(load.call(loops.editor(parametersOf.sendEvent))).rejects.toThrow(
				'No complete response from Loops within 30 s (ETIMEDOUT)',
			);
		},
	);
});

describe('Timeout', () => {
	const loops = useEmulator({}, { time: 'real' });
	const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

	it('leaves no timer behind after the answer', async () => {
		const before = timers();
		await loops.run(each(parametersOf.upsert, { timeout: 3_600 }), sampleItems(30));
		expect(timers() - before).toBeLessThan(10);
	});
});
