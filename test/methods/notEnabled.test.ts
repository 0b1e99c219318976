import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

describe('a 401 for the events of an account', () => {
	const find = async () =>
		await source.node.methods?.listSearch?.searchEvents.call(
			loops.editor(parametersOf.sendEvent) as unknown as ILoadOptionsFunctions,
		);
	const off: Fault = {
		kind: 'body',
		status: 401,
		path: '/v1/event-patterns',
		times: 'always',
		body: { message: 'Invalid API key or content API not enabled' },
	};

	it('does not blame a valid key, which is tested once', async () => {
		loops.emulator.inject(off);
		for (let times = 0; times < 3; times++) {
			await expect(find()).rejects.toThrow(
				'Loops accepts this API key, but not for this call (HTTP 401: Invalid API key or content',
			);
		}
		const asked = loops.emulator.requests.filter(({ path }) => path === '/v1/api-key');
		expect(asked).toHaveLength(1);
	});

	it.each<Fault>([
		{ kind: 'status', status: 503 },
		{ kind: 'status', status: 429 },
		{ kind: 'hang' },
		{ kind: 'html', status: 200 },
	])('names both possible reasons if the key cannot be tested: %o', async (fault) => {
		loops.emulator.inject(off);
		loops.emulator.inject({ ...fault, path: '/v1/api-key', times: 'always' });
		await expect(find()).rejects.toThrow(
			'API key is wrong, or this call is not enabled for the team (HTTP 401',
		);
	});

	it('reports a wrong key', async () => {
		loops.emulator.inject({ ...off, path: undefined });
		await expect(find()).rejects.toThrow('Loops does not accept this API key');
	});
});
