import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const noWait = { 'retry-after': '0' };

/** Loops does nothing, but the node can't know. */
const lost: Array<[string, Fault]> = [
	['a reset', { kind: 'resetBefore' }],
	['a 500', { kind: 'status', status: 500, headers: noWait }],
	['a page of a proxy', { kind: 'html', status: 503, headers: noWait }],
	['an empty answer', { kind: 'empty', headers: noWait }],
];

interface Case {
	name: string;
	/** Parameters of something that exists with the same values. */
	existing: IDataObject;
	/** Parameters of something new. */
	fresh: IDataObject;
	find: string;
}

const cases: Case[] = [
	{
		name: 'Contact > Create',
		existing: {
			...parametersOf.create,
			email: 'kim@example.com',
			additionalFields: { contactPropertiesJson: '{ "firstName": "Kim", "seats": 4 }' },
		},
		fresh: parametersOf.create,
		find: '/v1/contacts/find',
	},
	{
		name: 'Contact Property > Create',
		existing: { ...parametersOf.createProperty, propertyName: 'seats', propertyType: 'number' },
		fresh: parametersOf.createProperty,
		find: '/v1/contacts/properties',
	},
];

const DONE_BEFORE = /may have been made before this run/i;

describe.each(cases)('$name after a lost answer', ({ existing, fresh, find }) => {
	const counts = () => [loops.emulator.contacts().length, loops.emulator.properties().length];

	it.each(lost)(
		'warns that it may have been made before this run, after %s',
		async (_case, fault) => {
			const before = counts();
			loops.emulator.inject({ ...fault, method: 'POST' });
			const { run, json, hints } = await loops.run(existing);
			expect(run.status).toBe('success');
			expect(json).toEqual([expect.objectContaining({ success: true })]);
			expect(hints.join('\n')).toMatch(DONE_BEFORE);
			expect(counts()).toEqual(before);
		},
	);

	it('warns even if this run created it, since both look the same', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		const { run, hints } = await loops.run(fresh);
		expect(run.status).toBe('success');
		expect(hints.join('\n')).toMatch(DONE_BEFORE);
	});

	it('does not warn if a retry created it after an empty look-up', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		const { run, hints } = await loops.run(fresh);
		expect(run.status).toBe('success');
		expect(hints.join('\n')).not.toMatch(/before/i);
	});

	it('succeeds if Loops refuses the retry because the first try took effect', async () => {
		// As if the first try took effect between the look-up and the retry.
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		loops.emulator.inject({ kind: 'body', body: [], method: 'GET', path: find });
		const { run, json, hints } = await loops.run(existing);
		expect(loops.changes()).toHaveLength(2);
		expect(run.status).toBe('success');
		expect(json).toEqual([expect.objectContaining({ success: true })]);
		expect(hints.join('\n')).toMatch(DONE_BEFORE);
	});
});

describe('Contact > Create after a lost answer, when the contact exists', () => {
	// In the emulator's seed, Kim is 'u-77' and on the list of release notes, but not on investors.
	const investors = 'cm9list0investors00000003';
	const releaseNotes = 'cm9list0releasenotes00001';
	const create = async (additionalFields: IDataObject, values: IDataObject = {}) => {
		loops.emulator.inject({ kind: 'resetBefore', path: '/v1/contacts/create' });
		return await loops.run({
			...parametersOf.create,
			email: 'KIM@example.com',
			additionalFields: { contactPropertiesJson: JSON.stringify(values), ...additionalFields },
		});
	};

	it.each<[string, IDataObject, IDataObject?]>([
		["'Add to List Names or IDs'", { addToList: [investors] }],
		["'Take Off List Names or IDs'", { removeFromList: [releaseNotes] }],
		[
			"'Add to List Names or IDs' or 'Take Off List Names or IDs'",
			{ addToList: [investors], removeFromList: [releaseNotes] },
		],
		["'User ID'", { userId: 'U-77' }],
		["'firstName'", {}, { firstName: 'KIM' }],
		["'lastName'", {}, { lastName: 'Lee' }],
		// Find does not return it.
		["'createdAt'", {}, { createdAt: '2026-01-31' }],
	])('fails when the contact does not show %s of the item', async (label, fields, values) => {
		const { error, hints } = await create(fields, values);
		expect(error?.message).toContain('It is not known whether the contact was created');
		expect(error?.description).toContain(`without this item's ${label}. Check the contact`);
		expect(hints.join()).not.toContain('the change is in place');
	});

	it.each<[string, IDataObject, IDataObject?]>([
		['lists', { addToList: [releaseNotes], removeFromList: [investors] }],
		['user ID', { userId: 'u-77' }],
		['values', {}, { firstName: 'Kim', seats: '4' }],
		['values, and drops another', {}, { firstName: 'Kim', unheardOf: 1 }],
		['empty values with the names of Object methods', {}, { toString: null, constructor: null }],
	])('succeeds when the contact shows the same %s', async (_what, fields, values) => {
		const { error, hints } = await create(fields, values);
		expect(error).toBeUndefined();
		expect(hints.join()).toContain('the change is in place');
	});
});
