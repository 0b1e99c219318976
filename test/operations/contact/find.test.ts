import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

describe('Contact > Find', () => {
	const find = { resource: 'contact', operation: 'find' };

	it('finds a contact by an email with a plus sign', async () => {
		const { json } = await loops.run({ ...find, email: 'mina+news@example.com' });
		expect(json).toEqual([
			expect.objectContaining({ found: true, id: 'cm9contact0mina0000000004', source: 'Form' }),
		]);
		expect(Object.keys(json[0]).slice(0, 2)).toEqual(['found', 'email']);
		expect(loops.sent()).toEqual([
			{
				method: 'GET',
				path: '/v1/contacts/find',
				query: { email: 'mina+news@example.com' },
				body: undefined,
			},
		]);
	});

	it('finds a contact by user ID', async () => {
		const { json } = await loops.run({ ...find, findBy: 'userId', userId: 'u-78' });
		expect(json).toEqual([expect.objectContaining({ found: true, email: 'ada@example.com' })]);
		expect(loops.sent()[0].query).toEqual({ userId: 'u-78' });
	});

	it('is refused by n8n before the run when the email is empty', async () => {
		const run = loops.run({ ...find, email: '' });
		await expect(run).rejects.toThrow('Parameter "Email" is required.');
		expect(loops.emulator.requests).toHaveLength(0);
	});
});

describe("'When Not Found' of Contact > Find", () => {
	const find = (whenNotFound: string, email: string): IDataObject => ({
		resource: 'contact',
		operation: 'find',
		email,
		options: { whenNotFound },
	});

	it.each([
		['foundFalse', [{ found: false, email: 'nobody@example.com' }]],
		['noItem', []],
	])('returns %s for a missing contact, if chosen', async (policy, output) => {
		const { json, run } = await loops.run(find(policy, 'nobody@example.com'));
		expect(run.status).toBe('success');
		expect(json).toEqual(output);
	});
});
