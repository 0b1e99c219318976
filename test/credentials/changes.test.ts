import { afterEach, describe, expect, it, vi } from 'vitest';

import { CredentialsHelper } from '../harness/credentialsHelper.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';
import { propertiesMapper } from '../harness/forms.mts';

const loops = useEmulator();
afterEach(() => vi.restoreAllMocks());

const decrypt = () => vi.spyOn(CredentialsHelper.prototype, 'getDecrypted');

describe.each([
	['emails', each(parametersOf.sendEmail)],
	['contacts', { ...each(parametersOf.upsert), ...propertiesMapper({}) }],
	['lists', parametersOf.getProperties],
])('%s', (_name, parameters) => {
	it('are not sent if the credential could not be read at the start', async () => {
		decrypt().mockRejectedValueOnce(new Error('The database is busy'));
		const { failed } = await loops.run(parameters, sampleItems(3), {
			onError: 'continueErrorOutput',
		});
		expect(failed.map(({ json }) => json.error)).toEqual(
			[0, 1, 2].map((item) =>
				expect.objectContaining({ message: `The database is busy [item ${item}]` }),
			),
		);
		expect(loops.emulator.requests).toEqual([]);
	});

	it('go to the account of the start if the credential is edited during the run', async () => {
		const other = { apiKey: 'another-key', baseUrl: 'http://127.0.0.1:9/api/v1' };
		decrypt().mockResolvedValue(other).mockResolvedValueOnce(loops.credentials());
		await loops.expectSuccess(parameters, sampleItems(3));
		expect(loops.emulator.requests).not.toEqual([]);
	});
});
