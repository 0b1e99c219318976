import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

describe('API Key > Test', () => {
	it('sends the key as a bearer token without surrounding spaces', async () => {
		const { apiKey, baseUrl } = loops.credentials();
		await loops.run({ resource: 'apiKey', operation: 'test' }, [{}], {
			credentials: {
				apiKey: ` ${apiKey}\n`,
				baseUrl: ` ${baseUrl}// `,
			},
		});
		expect(loops.emulator.requests[0].headers.authorization).toBe(`Bearer ${apiKey}`);
	});
});
