import { expect, inject, it } from 'vitest';

import { startEmulator } from '../../emulator/server.mts';
import { jsonOf } from '../n8n/client.mts';
import { chain, coreNode, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

/** Runs HTTP Request with the Loops API credential. */
async function request(url: string) {
	const http = {
		...coreNode('HTTP Request', 'httpRequest', 4.2, {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'loopsEmailApi',
		}),
		credentials: { loopsEmailApi: n8n.credential },
	};
	return await n8n.run(chain([start, http]));
}

it('HTTP Request sends the key to the host of the Base URL', async () => {
	const { origin } = n8n.emulator;
	const execution = await request(`${origin}/api/v1/api-key`);
	expect(jsonOf(execution, 'HTTP Request')).toMatchObject([{ success: true }]);
});

// n8n 1.123 ignores the default of allowed domains in a credential type.
const isRestricted = inject('n8n').version !== '1.123';

if (isRestricted)
	it('HTTP Request sends the key to no other host', async () => {
		const other = await startEmulator();
		try {
			const execution = await request(
				`${other.origin.replace('127.0.0.1', 'localhost')}/api/v1/api-key`,
			);
			expect(execution.data.resultData.error?.message).toContain('Domain not allowed');
			expect(other.requests).toEqual([]);
		} finally {
			await other.close();
		}
	});
