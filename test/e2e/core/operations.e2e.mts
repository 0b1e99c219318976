import { describe, expect, inject, it } from 'vitest';

import { everyOperation } from '../../harness/operations.mts';
import { itemsOf, jsonOf } from '../n8n/client.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();
const isLatest = inject('n8n').version === '2.41';

/** Before n8n 2.41, errors lose their cause, so the rules of a credential do not apply. */
const messages = isLatest
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

/** Older versions run one operation of each resource. */
const isFirst = (name: string, index: number) =>
	everyOperation.findIndex(([each]) => each.split(' ')[0] === name.split(' ')[0]) === index;
// The newsletter example uploads images.
const run = everyOperation.filter(
	([name], index) => name !== 'image upload' && (isLatest || isFirst(name, index)),
);

it.each(run)('n8n runs the operation %s', async (_name, parameters) => {
	const execution = await n8n.runLoops(parameters);
	expect(execution.data.resultData.error).toBeUndefined();
	expect(execution.status).toBe('success');
	expect(n8n.emulator.requests.length).toBeGreaterThan(0);
	expect(itemsOf(execution, 'Loops')[0].pairedItem).toEqual({ item: 0 });
	expect(jsonOf(execution, 'Done')).toEqual(jsonOf(execution, 'Loops'));
});
