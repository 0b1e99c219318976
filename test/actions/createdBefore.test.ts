import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const noWait = { 'retry-after': '0' };

/** The service did nothing, and the node can't know. */
const lost: Array<[string, Fault]> = [
	['a reset', { kind: 'resetBefore' }],
	['a 500', { kind: 'status', status: 500, headers: noWait }],
	['a page of a proxy', { kind: 'html', status: 503, headers: noWait }],
	['an empty answer', { kind: 'empty', headers: noWait }],
];

interface Case {
	name: string;
	/** Of something that is there already, with the same values. */
	existing: IDataObject;
	/** Of something new. */
	fresh: IDataObject;
	find: string;
}

const cases: Case[] = [
	{
		name: 'Contact > Create',
		existing: {
			...parametersOf.create,
			email: 'kim@example.com',
			contactPropertiesFrom: 'json',
			contactPropertiesJson: '{ "firstName": "Kim", "seats": 4 }',
		},
		fresh: parametersOf.create,
		find: '/v1/contacts/find',
	},
	{
		name: 'Contact Property > Create',
		existing: {
			...parametersOf.createProperty,
			propertyName: 'seats',
			propertyType: 'number',
		},
		fresh: parametersOf.createProperty,
		find: '/v1/contacts/properties',
	},
];

const THERE_BEFORE = /may have been done before/i;

describe.each(cases)('$name, when the answer was lost', ({ existing, fresh, find }) => {
	const counts = () => [loops.emulator.contacts().length, loops.emulator.properties().length];

	it.each(lost)('says that it may have been there before, after %s', async (_case, fault) => {
		const before = counts();
		loops.emulator.inject({ ...fault, method: 'POST' });
		const { run, json, hints } = await loops.run(existing);
		expect(run.status).toBe('success');
		expect(json).toEqual([expect.objectContaining({ success: true })]);
		expect(hints.join('\n')).toMatch(THERE_BEFORE);
		expect(counts()).toEqual(before);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'says so with On Error: %s',
		async (onError) => {
			loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
			const { done, failed, hints } = await loops.run(existing, [{}], { onError });
			expect([done.length, failed.length]).toEqual([1, 0]);
			expect(done[0].json).not.toHaveProperty('error');
			expect(hints.join('\n')).toMatch(THERE_BEFORE);
		},
	);

	it('says so too where it was created by this run: the two look the same', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		const { run, hints } = await loops.run(fresh);
		expect(run.status).toBe('success');
		expect(hints.join('\n')).toMatch(THERE_BEFORE);
	});

	it('says nothing of it where the look-up found nothing, and a repeat created it', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		const { run, hints } = await loops.run(fresh);
		expect(run.status).toBe('success');
		expect(hints.join('\n')).not.toMatch(/before/i);
	});

	it('says nothing of it without a lost answer', async () => {
		const { hints } = await loops.run(fresh);
		expect(hints).toEqual([]);
	});

	it('does not take a refusal of the repeat for one of the first try', async () => {
		// The first try takes long: it is not there yet when Loops is asked, and there when it is
		// repeated.
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		loops.emulator.inject({ kind: 'body', body: [], method: 'GET', path: find });
		const { run, json, hints } = await loops.run(existing);
		expect(loops.calls().filter(({ method }) => method === 'POST')).toHaveLength(2);
		expect(run.status).toBe('success');
		expect(json).toEqual([expect.objectContaining({ success: true })]);
		expect(hints.join('\n')).toMatch(THERE_BEFORE);
	});
});

describe('Contact > Create, when the answer was lost and the contact is there', () => {
	// In the emulator's seed Kim is 'u-77', on the list of release notes, and on no other.
	const investors = 'cm9list0investors00000003';
	const releaseNotes = 'cm9list0releasenotes00001';
	const create = async (additionalFields: IDataObject, values: IDataObject = {}) => {
		loops.emulator.inject({ kind: 'resetBefore', path: '/v1/contacts/create' });
		return await loops.run({
			...parametersOf.create,
			email: 'KIM@example.com',
			contactPropertiesFrom: 'json',
			contactPropertiesJson: JSON.stringify(values),
			additionalFields,
		});
	};

	it.each<[string, IDataObject, IDataObject?]>([
		["'Subscribe to List'", { subscribeToList: [investors] }],
		["'Unsubscribe From List'", { unsubscribeFromList: [releaseNotes] }],
		[
			"'Subscribe to List' or 'Unsubscribe From List'",
			{ subscribeToList: [investors], unsubscribeFromList: [releaseNotes] },
		],
		["'User ID'", { userId: 'U-77' }],
		["'firstName'", {}, { firstName: 'KIM' }],
		["'lastName'", {}, { lastName: 'Lee' }],
		// Find shows neither.
		["'createdAt'", {}, { createdAt: '2026-01-31' }],
		["'unheardOf'", {}, { unheardOf: 1 }],
	])(
		'does not take it for its own where it does not show its %s',
		async (label, fields, values) => {
			const { error, hints } = await create(fields, values);
			expect(error?.message).toContain('It is not known whether the contact was created');
			expect(error?.description).toContain(
				`does not show what this item has in ${label}. Look at it`,
			);
			expect(hints.join()).not.toContain('is done now');
		},
	);

	it.each<[string, IDataObject, IDataObject?]>([
		['lists', { subscribeToList: [releaseNotes], unsubscribeFromList: [investors] }],
		['user ID', { userId: 'u-77' }],
		['values', {}, { firstName: 'Kim', seats: '4' }],
		['empty values, whatever their names', {}, { toString: null, constructor: null }],
	])('says that it is done where it shows its %s', async (_what, fields, values) => {
		const { error, hints } = await create(fields, values);
		expect(error).toBeUndefined();
		expect(hints.join()).toContain('is done now');
	});
});

describe('Contact > Update, for an address in other letters than the contact has', () => {
	// Finding ignores the case of letters; whether updating does is not documented.
	it.each(['KIM@example.com', 'Kim@Example.com'])(
		'writes to the contact it found: %s',
		async (email) => {
			await loops.run({
				resource: 'contact',
				operation: 'update',
				email,
				contactPropertiesFrom: 'json',
				contactPropertiesJson: '{ "seats": 9 }',
			});
			const [, write] = loops.calls();
			expect(write.body).toEqual({ userId: 'u-77', seats: 9 });
			expect(loops.emulator.contacts()).toHaveLength(5);
		},
	);
});
