import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { type StoredError, useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';
import { countsOf } from '../../harness/stops.mts';

const loops = useEmulator({ latency: 10 });

const FIND = '/v1/contacts/find';
const slow = (path: string, delay: number) => loops.emulator.inject({ kind: 'slow', path, delay });

const update: IDataObject = {
	resource: 'contact',
	operation: 'update',
	findBy: 'email',
	email: '={{ $json.email }}',
	additionalFields: { contactPropertiesJson: '={{ { seats: 100 + $json.n } }}' },
};
const kim = { email: 'kim@example.com', n: 0 };
const ghost = { email: 'ghost@example.com', n: 1 };
const bad = { email: 'not an address', n: 1 };
const ada = { email: 'ada@example.com', n: 2 };

const updated = () => loops.emulator.contacts().filter(({ seats }) => Number(seats) >= 100).length;

/** Expects the counts to cover every item and to match what the emulator holds. */
function expectTrueCounts(error: StoredError | undefined, total: number, inService: number) {
	const { done, others, notStarted } = countsOf(error);
	expect({ done, all: done + others + notStarted + 1 }).toEqual({ done: inService, all: total });
}

describe('Contact > Update, stopped by a later item', () => {
	it.each([
		['that has no contact', ghost, /No contact has this email/],
		['that is refused before it is sent', bad, /'Email' is not an email address/],
	])('finishes the items before one %s', async (_case, failing, reason) => {
		slow(FIND, 300);
		const { error } = await loops.run(update, [kim, failing, ada]);
		expect(error?.message).toMatch(reason);
		expect(error?.context.itemIndex).toBe(1);
		expect(loops.emulator.contact('kim@example.com')?.seats).toBe(100);
		expectTrueCounts(error, 3, updated());
	});

	it('does not update a later contact that was only looked up', async () => {
		slow(FIND, 200);
		slow(FIND, 600);
		const { error } = await loops.run(update, [ghost, kim]);
		expect(error?.context.itemIndex).toBe(0);
		expect(updated()).toBe(0);
		expect(countsOf(error)).toEqual({ done: 0, others: 0, notStarted: 1 });
	});

	it('counts a later item whose update was already sent', async () => {
		slow(FIND, 300);
		slow('/v1/contacts/update', 600);
		const { error } = await loops.run(update, [ghost, kim]);
		expect(error?.context.itemIndex).toBe(0);
		expect(countsOf(error)).toEqual({ done: 1, others: 0, notStarted: 0 });
	});
});

describe('other operations with a look-up, stopped by a later item', () => {
	const skipExisting = {
		...parametersOf.createProperty,
		propertyName: '={{ $json.name }}',
		options: { ifPropertyExists: 'skip' },
	};

	it.each([
		['a name that is refused', 'No Camel'],
		// `seats` is a number, and the operation creates a string.
		['a property of another type', 'seats'],
	])('finish the earlier items: Contact Property > Create, %s', async (_case, name) => {
		slow('/v1/contacts/properties', 300);
		const { error } = await loops.run(skipExisting, [{ name: 'one' }, { name }, { name: 'two' }]);
		const made = loops.emulator.properties().map(({ key }) => key);
		expect(error?.context.itemIndex).toBe(1);
		expect(made).toContain('one');
		expectTrueCounts(error, 3, made.length - 4);
	});

	it('finish the earlier items: Contact > Create after a lost answer', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		slow(FIND, 300);
		const create = { ...parametersOf.create, email: '={{ $json.email }}' };
		const { error } = await loops.run(create, [{ email: 'new@example.com' }, bad]);
		expect(error?.context.itemIndex).toBe(1);
		expect(loops.emulator.contact('new@example.com')).toBeDefined();
		expectTrueCounts(error, 2, 1);
	});

	it.each<[string, string, IDataObject]>([
		[
			"Send with Missing Variables: Don't Send",
			'/v1/transactional',
			{ ...parametersOf.sendEmail, options: { missingVariables: 'dontSend' } },
		],
		[
			"Create or Update with Unknown Properties: Don't Send",
			'/v1/contacts/properties',
			{
				...parametersOf.upsert,
				additionalFields: { contactPropertiesJson: '{ "seats": 100 }' },
				options: { unknownProperties: 'dontSend' },
			},
		],
	])('finish the earlier items: %s', async (_operation, path, parameters) => {
		loops.emulator.inject({ kind: 'slow', path, method: 'GET', delay: 300 });
		const { error } = await loops.run({ ...parameters, email: update.email }, [kim, bad, ada]);
		const reached = [
			...loops.emulator.outbox.map(({ email }) => email),
			...loops.emulator.contacts().flatMap(({ email, seats }) => (seats === 100 ? [email] : [])),
		];
		expect(error?.context.itemIndex).toBe(1);
		expect(reached).toContain('kim@example.com');
		expectTrueCounts(error, 3, reached.length);
	});
});
