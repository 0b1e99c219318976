import { NodeHelpers, resetSafeRegexEngine, setSafeRegexEngine } from 'n8n-workflow';
import { afterEach, describe, expect, it } from 'vitest';

import { LoopsEmailApi } from '../../credentials/LoopsEmailApi.credentials';
import { LoopsEmailWebhookApi } from '../../credentials/LoopsEmailWebhookApi.credentials';

describe.each([new LoopsEmailApi(), new LoopsEmailWebhookApi()])('$displayName', (credential) => {
	/** The notices that n8n shows in the credential with this Base URL. */
	const noticesFor = (baseUrl: string) =>
		credential.properties
			.filter(
				(each) =>
					each.type === 'notice' && NodeHelpers.displayParameter({ baseUrl }, each, null, null),
			)
			.map(({ displayName }) => displayName);

	afterEach(resetSafeRegexEngine);

	it('can be read while regular expressions run into the time limit of n8n', () => {
		const timesOut = () => {
			throw new Error('Regular expression execution timed out');
		};
		const all = { exec: timesOut, test: timesOut, replace: timesOut };
		setSafeRegexEngine({ ...all, matchAll: timesOut, split: timesOut });
		// n8n's CredentialsHelper calls it so for each run.
		const given = { apiKey: 'key', baseUrl: 'https://app.loops.so/api/v1' };
		const read = NodeHelpers.getNodeParameters(
			credential.properties,
			given,
			true,
			false,
			null,
			null,
		);
		expect(read).toMatchObject(given);
	});

	it.each([
		'http://app.loops.so/api/v1',
		'HTTP://proxy:8080',
		'http://localhost.example.com',
		'http://127.0.0.1.example.com',
		'http://10.0.0.2/api/v1',
	])('warns that %j sends the API key unencrypted', (baseUrl) => {
		expect(noticesFor(baseUrl)).toEqual([expect.stringContaining('unencrypted')]);
	});

	it.each([
		'',
		'https://app.loops.so/api/v1',
		'http://localhost:4010/api/v1',
		'http://127.0.0.1:4010/api/v1 ',
		'http://[::1]/api/v1',
		'https://proxy.example.com/?to=http://example.com',
	])('does not warn of %j', (baseUrl) => {
		expect(noticesFor(baseUrl)).toEqual([]);
	});
});
