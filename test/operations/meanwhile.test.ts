import { sleep } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

// Another client makes or undoes the change between the look-up and the change of an item.
const loops = useEmulator();

const slowLookUps = () =>
	loops.emulator.inject({ kind: 'slow', delay: 200, method: 'GET', times: 2 });

describe('Remove Suppression', () => {
	const remove = { ...parametersOf.removeSuppression, options: { ignoreIfNotSuppressed: true } };
	const byBoth = { findBy: '={{ $json.by }}', email: 'a@b.co', userId: 'u' };
	const both = [{ by: 'email' }, { by: 'userId' }];
	const oneContact = () =>
		loops.emulator.reset({ contacts: [{ email: 'a@b.co', userId: 'u', isSuppressed: true }] });

	it('is done by one of two concurrent executions', async () => {
		slowLookUps();
		const runs = await Promise.all([loops.run(remove), loops.run(remove)]);
		expect(runs.map(({ error }) => error?.message)).toEqual([undefined, undefined]);
		expect(runs.map(({ json }) => json[0]?.removed).sort()).toEqual([false, true]);
	});

	it('is done once for one contact by email and by user ID', async () => {
		oneContact();
		const { error, json } = await loops.run({ ...remove, ...byBoth }, both);
		expect(error?.message).toBeUndefined();
		expect(json.map(({ removed }) => removed).sort()).toEqual([false, true]);
	});

	it('fails without advice on plans and quotas in the slower execution', async () => {
		slowLookUps();
		const runs = await Promise.all([
			loops.run(parametersOf.removeSuppression),
			loops.run(parametersOf.removeSuppression),
		]);
		const [failed] = runs.filter(({ error }) => error);
		expect(failed.error?.message).toBe('The contact is not suppressed [item 0]');
		expect(failed.error?.description).not.toContain('paid plans');
		expect(failed.error?.description).not.toContain('not known');
	});

	it('does not claim a removal that another item may have made', async () => {
		oneContact();
		loops.emulator.inject({ kind: 'slow', delay: 0, method: 'DELETE' });
		loops.emulator.inject({ kind: 'resetBefore', method: 'DELETE' });
		const { json, hints } = await loops.run({ ...parametersOf.removeSuppression, ...byBoth }, both);
		expect(json.map(({ removed }) => removed)).toEqual([true, null]);
		expect(hints.join()).toContain('may have been made before this run');
	});
});

describe('Contact Property > Create with Skip', () => {
	const skip = { ...parametersOf.createProperty, options: { ifPropertyExists: 'skip' } };

	it('is done by one of two concurrent executions', async () => {
		slowLookUps();
		const runs = await Promise.all([loops.run(skip), loops.run(skip)]);
		expect(runs.map(({ error }) => error?.message)).toEqual([undefined, undefined]);
		expect(runs.map(({ json }) => json[0]?.existed).sort()).toEqual([false, true]);
	});

	it('fails when another execution creates it with another type', async () => {
		slowLookUps();
		const other = { ...skip, propertyType: 'number' };
		const runs = await Promise.all([loops.run(skip), loops.run(other)]);
		const [failed] = runs.filter(({ error }) => error);
		expect(failed.error?.message).toContain('exists with the type');
	});
});

it.each([
	['Update', parametersOf.update],
	['Subscribe Contact', parametersOf.subscribe],
	['Unsubscribe Contact', parametersOf.unsubscribe],
])(
	'a contact that is deleted during its look-up is not created again: %s',
	async (_name, parameters) => {
		loops.emulator.inject({ kind: 'slow', delay: 500, method: 'GET', path: '/v1/contacts/find' });
		const running = loops.run(parameters);
		while (loops.calls().length === 0) await sleep(10);
		await loops.run(parametersOf.delete);
		const { error } = await running;
		expect(loops.emulator.contact('kim@example.com')).toBeUndefined();
		expect(error?.message).toContain('Contact not found');
		expect(error?.description).toContain('may have been deleted since the node looked it up');
	},
);
