import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { subscribe, unsubscribe, update } = parametersOf;

it.each([
	['Update', update],
	['Subscribe Contact', subscribe],
	['Unsubscribe Contact', unsubscribe],
])('%s does not change a contact other than the one it looked up', async (_name, parameters) => {
	const body = [{ id: 'c1', email: 'kim@example.com', userId: 'u-77' }];
	loops.emulator.inject({ kind: 'body', path: '/v1/contacts/find', body, times: 'always' });
	const { error } = await loops.run({ ...parameters, email: 'someone@example.com' });
	expect(error?.message).toContain('does not respond like the Loops API');
	expect(loops.changes()).toEqual([]);
});

it('Update does not look up the contact of an item that it refuses', async () => {
	const options = { unknownProperties: 'dontSend' };
	const json = { additionalFields: { contactPropertiesJson: '{ "zodiac": "x" }' } };
	const { error } = await loops.run({ ...update, ...json, options });
	expect(error?.message).toContain("The account has no contact property 'zodiac'");
	expect(loops.emulator.requests.some(({ path }) => path === '/v1/contacts/find')).toBe(false);
});
