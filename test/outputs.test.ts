import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from './harness/loops.mts';
import { methodOf, parametersOf } from './harness/operations.mts';

const loops = useEmulator();

const { create, createProperty, find, sendEmail, sendEvent, update, upsert } = parametersOf;
const deleteContact = parametersOf.delete;
const { checkSuppression, removeSuppression, subscribe, unsubscribe } = parametersOf;

const transactionalId = sendEmail.transactionalId.value;
const id: unknown = expect.stringMatching(/^cm/);

const byUserId = { findBy: 'userId', userId: 'u-77' };
const kim = { email: 'kim@example.com' };
const oneLess = {
	removalQuota: { limit: 100, remaining: 4 },
	found: true,
	email: 'tomas@example.com',
};
const once = { options: { sendOnlyOnceFor: 'order-1' } };

/** What comes out of each operation, whoever did it: this run, one before it, or a try whose answer was lost. */
type Ways = { thisRun: unknown; before?: unknown; lost?: unknown };
const operations: Array<[string, IDataObject, Ways]> = [
	[
		'Contact > Create',
		{ ...create, additionalFields: { userId: 7 } },
		{
			thisRun: { success: true, id, email: 'new@example.com', userId: '7' },
			lost: { success: true, id, email: 'new@example.com', userId: '7' },
		},
	],
	['Contact > Create or Update', upsert, { thisRun: { success: true, id, ...kim } }],
	[
		'Contact > Create or Update, by both',
		{ ...upsert, findBy: 'emailAndUserId', userId: 'u-77' },
		{ thisRun: { success: true, id, ...kim, userId: 'u-77' } },
	],
	['Contact > Update', update, { thisRun: { success: true, id, found: true, ...kim } }],
	[
		'Contact > Update, of somebody who is not there',
		{ ...update, email: 'Nobody@Example.com', options: { whenNotFound: 'foundFalse' } },
		{ thisRun: { found: false, email: 'Nobody@Example.com' } },
	],
	[
		'Contact > Update, of the email address',
		{ ...update, additionalFields: { changeEmailTo: 'kim@new.example' } },
		{ thisRun: { success: true, id, found: true, email: 'kim@new.example' } },
	],
	[
		'Contact > Find, of nobody',
		{ ...find, email: ' Nobody@Example.com ' },
		{ thisRun: { found: false, email: 'Nobody@Example.com' } },
	],
	[
		'Contact > Find, of nobody, by user ID',
		{ ...find, findBy: 'userId', userId: 42 },
		{ thisRun: { found: false, userId: '42' } },
	],
	[
		'Contact > Delete',
		{ ...deleteContact, options: { succeedIfAlreadyGone: true } },
		{
			thisRun: { deleted: true, ...kim },
			before: { deleted: false, ...kim },
			lost: { deleted: null, ...kim },
		},
	],
	[
		'Contact > Delete, by user ID',
		{ ...deleteContact, ...byUserId },
		{ thisRun: { deleted: true, userId: 'u-77' } },
	],
	[
		'Contact > Check Suppression',
		{ ...checkSuppression, email: 'Tomas@Example.com' },
		{
			thisRun: {
				contact: { id, email: 'tomas@example.com', userId: null },
				isSuppressed: true,
				removalQuota: { limit: 100, remaining: 5 },
				found: true,
				email: 'Tomas@Example.com',
			},
		},
	],
	[
		'Contact > Check Suppression, of nobody',
		{ ...checkSuppression, findBy: 'userId', userId: 42 },
		{ thisRun: { found: false, userId: '42' } },
	],
	[
		'Contact > Remove Suppression',
		{ ...removeSuppression, options: { succeedIfNotSuppressed: true } },
		{
			thisRun: { removed: true, ...oneLess },
			before: { removed: false, ...oneLess },
			lost: { removed: null, ...oneLess },
		},
	],
	[
		'Contact > Remove Suppression, of nobody',
		{ ...removeSuppression, email: 'no@example.com', options: { whenNotFound: 'foundFalse' } },
		{ thisRun: { found: false, email: 'no@example.com' } },
	],
	['Mailing List > Subscribe', subscribe, { thisRun: { success: true, id, found: true, ...kim } }],
	[
		'Mailing List > Subscribe, of whoever it is',
		{ ...subscribe, email: 'new@example.com', options: { whenNotFound: 'create' } },
		{
			thisRun: { success: true, id, email: 'new@example.com' },
			before: { success: true, id, found: true, email: 'new@example.com' },
		},
	],
	[
		'Mailing List > Unsubscribe, by user ID',
		{ ...unsubscribe, ...byUserId },
		{ thisRun: { success: true, id, found: true, userId: 'u-77' } },
	],
	[
		'Contact Property > Create',
		{ ...createProperty, options: { ifItExists: 'skip' } },
		{
			thisRun: { success: true, existed: false, name: 'somethingNew', type: 'string' },
			before: { success: true, existed: true, name: 'somethingNew', type: 'string' },
			lost: { success: true, existed: null, name: 'somethingNew', type: 'string' },
		},
	],
	[
		'Event > Send',
		{ ...sendEvent, ...once },
		{
			thisRun: { success: true, deduplicated: false, ...kim, eventName: 'signup' },
			before: { success: true, deduplicated: true, ...kim, eventName: 'signup' },
			lost: { success: true, deduplicated: null, ...kim, eventName: 'signup' },
		},
	],
	[
		'Transactional Email > Send',
		{ ...sendEmail, ...once },
		{
			thisRun: { success: true, deduplicated: false, ...kim, transactionalId },
			before: { success: true, deduplicated: true, ...kim, transactionalId },
			lost: { success: true, deduplicated: null, ...kim, transactionalId },
		},
	],
];

describe.each(operations)('the output of %s', (_operation, parameters, ways) => {
	it('holds what was asked for and what became of it', async () => {
		const { json } = await loops.run(parameters);
		expect(json).toEqual([ways.thisRun]);
	});

	it('is the same in `loops`, beside the input', async () => {
		const options = { ...(parameters.options as IDataObject), includeInputFields: true };
		const { json } = await loops.run({ ...parameters, options }, [{ n: 0 }]);
		expect(json).toEqual([{ n: 0, loops: ways.thisRun }]);
	});

	it.runIf(ways.before)('says where it was done before', async () => {
		await loops.run(parameters);
		const { json } = await loops.run(parameters);
		expect(json).toEqual([ways.before]);
	});

	it.runIf(ways.lost)('says nothing about what Loops does not say', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: methodOf(parameters) ?? 'POST' });
		const { json } = await loops.run(parameters);
		expect(json).toEqual([ways.lost]);
	});
});

it('has one shape for many items', async () => {
	const items = ['kim', 'nobody', 'ada'].map((name) => ({ email: `${name}@example.com` }));
	for (const parameters of [upsert, sendEmail, sendEvent]) {
		const { json } = await loops.run({ ...parameters, email: '={{ $json.email }}' }, items);
		expect(new Set(json.map((each) => Object.keys(each).join()))).toHaveLength(1);
		expect(json.map(({ email }) => email)).toEqual(items.map(({ email }) => email));
	}
});

it('keeps what Loops says of a contact that is there', async () => {
	const { json } = await loops.run({ ...find, email: 'KIM@example.com' });
	expect(json).toEqual([expect.objectContaining({ found: true, email: 'kim@example.com' })]);
});

it('never holds the idempotency key', async () => {
	const options = { customIdempotencyKey: 'one-of-mine' };
	for (const parameters of [sendEmail, sendEvent]) {
		const { json } = await loops.run({ ...parameters, options });
		expect(JSON.stringify(json)).not.toContain('one-of-mine');
	}
});

it('begins with the error of a failed item', async () => {
	const { json } = await loops.run({ ...upsert, email: 'none' }, [{ n: 1, error: 'of before' }], {
		onError: 'continueRegularOutput',
	});
	expect(Object.keys(json[0])).toEqual(['error', 'n', 'inputError']);
});

it('a contact property called error is no failure of Find', async () => {
	const contacts = [{ email: 'a@b.co', error: 'disk full' }];
	loops.emulator.reset({ properties: [{ key: 'error', type: 'string' }], contacts });
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const { json } = await loops.run({ ...parametersOf.find, email: 'a@b.co' }, [{}], retry);
	expect(json[0]).toMatchObject({ errorProperty: 'disk full', found: true });
	expect(json[0]).not.toHaveProperty('error');
	expect(loops.calls()).toHaveLength(1);
});

it('Include Input Fields passes the answer of an earlier step on', async () => {
	const parameters = { ...parametersOf.upsert, options: { includeInputFields: true } };
	const { json } = await loops.run(parameters, [{ loops: 1, inputLoops: 2, error: 3 }]);
	expect(json).toEqual([
		{
			inputLoops: 2,
			_inputLoops: 1,
			inputError: 3,
			loops: expect.objectContaining({ success: true }) as unknown,
		},
	]);
});
