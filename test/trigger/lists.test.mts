import { afterAll, beforeAll, expect, it } from 'vitest';

import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { type Emulator, startEmulator } from '../emulator/server.mts';
import { filtersContext, type TriggerSetUp } from '../harness/webhook.mts';
import { secret } from './refused.mts';

const { getMailingLists, getTransactionalEmails } = new LoopsTrigger().methods.loadOptions;

let emulator: Emulator;
beforeAll(async () => {
	emulator = await startEmulator();
});
afterAll(async () => await emulator.close());

const context = (setUp: TriggerSetUp) => filtersContext(setUp);
const withKey = () => ({
	signingSecret: secret,
	apiKey: emulator.apiKey,
	baseUrl: emulator.baseUrl,
});

it('lists mailing lists and published emails with the API key of its one credential', async () => {
	const editor = context({ credential: withKey() });
	const lists = await getMailingLists.call(editor);
	expect(lists.map(({ name }) => name)).toEqual(['Investors', 'Product news', 'Release notes']);
	const emails = await getTransactionalEmails.call(editor);
	expect(emails.map(({ name }) => name)).toContain('Password reset');
	const keys = emulator.requests.map(({ headers }) => headers.authorization);
	expect(new Set(keys)).toEqual(new Set([`Bearer ${emulator.apiKey}`]));
});

it.each<[string, (key: ReturnType<typeof withKey>) => TriggerSetUp]>([
	['a credential', () => ({})],
	[
		'a key in a credential made before it had one',
		() => ({ credential: { signingSecret: secret } }),
	],
	[
		'verification, which hides the credential',
		(credential) => ({ credential, parameters: { verifySignature: false } }),
	],
	['a key', (credential) => ({ credential: { ...credential, apiKey: ' ' } })],
])('asks for an API key without %s', async (_case, setUp) => {
	const before = emulator.requests.length;
	await expect(getMailingLists.call(context(setUp(withKey())))).rejects.toMatchObject({
		message: 'To load the list, enter an API key in the credential',
	});
	expect(emulator.requests).toHaveLength(before);
});
