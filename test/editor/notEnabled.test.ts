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

	it('names both possible reasons, without another call', async () => {
		loops.emulator.inject(off);
		await expect(find()).rejects.toThrow(
			'The API key is wrong, or Loops has not enabled this call for the team (HTTP 401: Invalid',
		);
		expect(loops.emulator.requests).toHaveLength(1);
	});
});
