import { channel } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { onceOff } from '../harness/sendOnce.mts';

const loops = useEmulator();

const starts = channel('http.client.request.start');
let onStart: (message: unknown) => void = () => {};
afterEach(() => starts.unsubscribe(onStart));

/** Fails the socket of each unanswered request, like the system without a route. */
function failSockets(syscall: string, code: string) {
	loops.emulator.inject({ kind: 'hang', method: 'POST', times: 'always' });
	onStart = (message) => {
		const { request } = message as { request: ClientRequest };
		if (request.method !== 'POST') return;
		const error = Object.assign(new Error(`${syscall} ${code} 192.0.2.1:443`), { code, syscall });
		const fail = () => void request.socket?.destroy(error);
		request.once('finish', () => setTimeout(fail, 1));
	};
	starts.subscribe(onStart);
}

const withoutKey = { ...parametersOf.sendEvent, options: onceOff };

describe.each(['EHOSTUNREACH', 'ENETUNREACH'])('a send that fails with %s', (code) => {
	it.each(['read', 'write'])(
		'on %s is not retried without an idempotency key, since it may have arrived',
		async (syscall) => {
			failSockets(syscall, code);
			const { error } = await loops.run(withoutKey);
			expect(error?.message).toBe(`No response from Loops (${code}) [item 0]`);
			expect(error?.description).toContain('It is not known whether Loops processed the request');
			expect(loops.calls()).toHaveLength(1);
		},
	);

	it('on connect is retried', async () => {
		failSockets('connect', code);
		const { error } = await loops.run(withoutKey);
		const { host } = new URL(loops.credentials().baseUrl);
		expect(error?.message).toBe(`n8n can't reach ${host} (${code}) [item 0]`);
		expect(error?.description).toContain('gave up after 5 attempts');
	});
});
