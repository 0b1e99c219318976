import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentParameters as p } from '../harness/operations.mts';
import { people } from '../harness/people.mts';

const loops = useEmulator();

it('refused items wait once, and under 10 s, for a key test that hangs', async () => {
	loops.emulator.inject({ kind: 'status', status: 401, path: '/v1/themes', times: 'always' });
	loops.emulator.inject({ kind: 'hang', path: '/v1/api-key', times: 'always' });
	const startedAt = Date.now();
	const onError = 'continueErrorOutput';
	const { failed } = await loops.run(p('theme create'), people(30), { onError });
	expect(Date.now() - startedAt).toBeLessThan(10_000);
	expect(failed.map(({ json }) => json.error)).toEqual(
		failed.map(() => ({
			message: expect.stringContaining('Either this API key is wrong'),
			description: expect.stringContaining('The key could not be checked just now'),
			httpCode: '401',
		})),
	);
	expect(failed).toHaveLength(30);
});
