import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentOperations, everyOperation } from '../harness/operations.mts';

const loops = useEmulator({ attachmentsEnabled: false });

it.each(everyOperation)('%s reports a wrong API key without a retry', async (name, parameters) => {
	const credentials = { ...loops.credentials(), apiKey: 'wrong' };
	const { error } = await loops.run(parameters, undefined, { credentials });
	const isContent = contentOperations.some(([each]) => each === name);
	const said = isContent
		? 'The API key is wrong, or Loops has not enabled this part of the API for the team'
		: 'Loops does not accept this API key';
	expect(error?.message).toBe(`${said} (HTTP 401: Invalid API key) [item 0]`);
	expect(error?.httpCode).toBe('401');
	expect(error?.failure).toEqual(isContent ? undefined : { cause: 'credential-invalid' });
	expect(error?.description).toContain(isContent ? 'Test the credential' : 'Generate key');
	expect(loops.emulator.requests).toHaveLength(1);
});
