import { describe, expect, inject, it } from 'vitest';

import { everyOperation } from '../../harness/operations.mts';
import { itemsOf, jsonOf } from '../n8n/client.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

/** Before n8n 2.41, errors lose their cause, so the rules of a credential do not apply. */
const messages =
	inject('n8n').version === '2.41'
		? { wrongKey: /^Loops does not accept this API key/, unreachable: /^ECONNREFUSED$/ }
		: { wrongKey: /^Authorization failed/, unreachable: /^The service refused the connection/ };

describe('the credential test', () => {
	it('accepts the right key', async () => {
		expect(await n8n.client.testCredential(n8n.credential, n8n.emulator)).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
	});

	it('reports a wrong key', async () => {
		const { baseUrl } = n8n.emulator;
		const wrong = { apiKey: 'wrong-example-key', baseUrl };
		expect(await n8n.client.testCredential(n8n.credential, wrong)).toEqual({
			status: 'Error',
			message: expect.stringMatching(messages.wrongKey),
		});
	});

	it('reports that Loops cannot be reached', async () => {
		const { apiKey, baseUrl } = n8n.emulator;
		await n8n.emulator.close();
		expect(await n8n.client.testCredential(n8n.credential, { apiKey, baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringMatching(messages.unreachable),
		});
	});
});

// The newsletter example uploads images.
const withoutFile = everyOperation.filter(([name]) => name !== 'image upload');

it.each(withoutFile)('n8n runs the operation %s', async (_name, parameters) => {
	const execution = await n8n.runLoops(parameters);
	expect(execution.data.resultData.error).toBeUndefined();
	expect(execution.status).toBe('success');
	expect(n8n.emulator.requests.length).toBeGreaterThan(0);
	expect(itemsOf(execution, 'Loops')[0].pairedItem).toEqual({ item: 0 });
	expect(jsonOf(execution, 'Done')).toEqual(jsonOf(execution, 'Loops'));
});
