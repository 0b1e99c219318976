import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../../emulator/faults.mts';
import { useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';

const loops = useEmulator();

const { checkSuppression: check, removeSuppression: remove } = parametersOf;

const sent = () => loops.emulator.requests.map(({ method, path }) => `${method} ${path}`);
const CHECK = 'GET /v1/contacts/suppression';
const REMOVE = 'DELETE /v1/contacts/suppression';

/** The quota that is left, and whether tomas@example.com is suppressed in Loops. */
async function facts(): Promise<[unknown, unknown]> {
	const { json } = await loops.run(check);
	const [{ removalQuotaRemaining, isSuppressed }] = json;
	return [removalQuotaRemaining, isSuppressed];
}

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		email: `p${n}+list@example.com`,
		userId: `user ${n}/ü&x`,
	}));
const suppressed = (count: number, removalQuota?: object) =>
	loops.emulator.reset({
		contacts: people(count).map((person) => ({ ...person, isSuppressed: true })),
		removalQuota,
	});
const each = (parameters: IDataObject, findBy: string, options: IDataObject = {}) => ({
	...parameters,
	findBy,
	email: '={{ $json.email }}',
	userId: '={{ $json.userId }}',
	options,
});

describe.each(['email', 'userId'])('a suppression by %s', (findBy) => {
	it.each([0, 1, 120])('is removed for %i contacts', async (count) => {
		suppressed(120, { limit: 120 });
		const { json } = await loops.run(each(remove, findBy), people(count));
		expect(json.map(({ removed }) => removed)).toEqual(Array(count).fill(true));
		expect(json.map((one) => one[findBy])).toEqual(
			people(count).map((person) => person[findBy as 'email']),
		);
		const left = loops.emulator.contacts().filter(({ isSuppressed }) => isSuppressed);
		expect(left).toHaveLength(120 - count);
	});

	it('is reported as not found when no contact matches', async () => {
		const nobody = { ...each(check, findBy), email: 'no@example.com', userId: 'no' };
		const { json } = await loops.run(nobody);
		expect(json).toMatchObject([
			{ found: false, isSuppressed: null, [findBy]: nobody[findBy as 'email'] },
		]);
		const { error } = await loops.run({ ...nobody, operation: 'removeSuppression' });
		expect(error?.message).toMatch(/^No contact has this (email|user ID): no\S* \[item 0\]$/);
		expect(sent()).toEqual([CHECK, CHECK]);
	});
});

describe('Check Suppression', () => {
	it.each<[string, object]>([
		['noItem', []],
		['error', [{ error: { message: 'No contact has this email: no@example.com [item 0]' } }]],
	])('returns %s when no contact matches', async (whenNotFound, output) => {
		const { json } = await loops.run(
			{ ...check, email: 'no@example.com', options: { whenNotFound } },
			[{}],
			{ onError: 'continueRegularOutput' },
		);
		expect(json).toMatchObject(output);
	});

	it.each<[string, Fault]>([
		['a page of a proxy', { kind: 'html', status: 404 }],
		['a 404 of another service', { kind: 'body', status: 404, body: { error: 'no route' } }],
	])('does not mistake %s for a missing contact', async (_case, fault) => {
		loops.emulator.inject(fault);
		for (const parameters of [check, remove]) {
			loops.emulator.clearFaults();
			loops.emulator.inject(fault);
			const error = await loops.expectError(parameters, 'HTTP 404');
			expect(error.description).toContain("Check the credential's Base URL");
		}
		expect((await facts())[1]).toBe(true);
	});

	const other = { contact: { email: 'kim@example.com' }, isSuppressed: false };
	it.each([{ ok: true }, { isSuppressed: 'yes' }, [], other])(
		'refuses %j as an answer',
		async (body) => {
			loops.emulator.inject({
				kind: 'body',
				body,
				times: 'always',
				headers: { 'retry-after': '0' },
			});
			await loops.expectError(
				check,
				'The server at the Base URL does not respond like the Loops API',
			);
		},
	);
});

describe('Remove Suppression', () => {
	it('makes no call to remove when the contact is not suppressed', async () => {
		const kim = { ...remove, email: 'kim@example.com' };
		const { error } = await loops.run(kim);
		expect(error?.message).toBe('The contact is not suppressed [item 0]');
		expect(error?.description).toContain('Ignore If Not Suppressed');
		const { json } = await loops.run({ ...kim, options: { ignoreIfNotSuppressed: true } });
		expect(json).toEqual([
			{
				removed: false,
				removalQuotaRemaining: 5,
				removalQuotaLimit: 100,
				found: true,
				email: 'kim@example.com',
			},
		]);
		expect(sent()).toEqual([CHECK, CHECK]);
	});

	it('sends the identifier in the query and no body', async () => {
		suppressed(1);
		await loops.run(each(remove, 'email'), people(1));
		const { method, query, body, headers } = loops.emulator.requests[1];
		expect([method, query, body]).toEqual(['DELETE', { email: 'p0+list@example.com' }, undefined]);
		expect(headers).not.toHaveProperty('content-type');
	});

	it.each([
		[{ limit: 5, remaining: 0 }, 'Removal quota exceeded.', '0 of 5 removals were left'],
		[
			{ limit: 0 },
			'Removing suppressions is not available on your plan.',
			'0 of 0 removals were left',
		],
	])('explains why Loops refuses a removal: %j', async (removalQuota, words, numbers) => {
		suppressed(1, removalQuota);
		const { error } = await loops.run(each(remove, 'email'), people(1));
		expect(error?.message).toBe(`Loops refused the request (HTTP 400: ${words}) [item 0]`);
		expect(error?.description).toContain(numbers);
		expect(error?.description).toMatch(/paid plans only, up to a quota in any 30 days/);
	});
});

/** Faults of the removal, and `removed`: null where another client may have made it. */
const lost: Array<[string, Fault, true | null]> = [
	['a reset before processing', { kind: 'resetBefore' }, true],
	['a reset after processing', { kind: 'resetAfter' }, null],
	['a 500', { kind: 'status', status: 500, headers: { 'retry-after': '0' } }, true],
	['a 502 after processing', { kind: 'html', after: true, headers: { 'retry-after': '0' } }, null],
	['a truncated answer', { kind: 'truncate' }, null],
	['an empty answer after processing', { kind: 'empty', after: true }, null],
];

describe('a removal whose answer was lost', () => {
	it.each(lost)('is done once: %s', async (_case, fault, removed) => {
		loops.emulator.inject({ ...fault, method: 'DELETE' });
		const { json, hints } = await loops.run(remove);
		expect(json).toEqual([
			{
				removed,
				removalQuotaRemaining: 4,
				removalQuotaLimit: 100,
				found: true,
				email: 'tomas@example.com',
			},
		]);
		expect(hints.join().includes('may have been made before this run')).toBe(removed === null);
		expect(await facts()).toEqual([4, false]);
	});

	it('has an unknown outcome when the look-up fails', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'DELETE' });
		// Loops answers the first look-up, but not the one after the removal.
		loops.emulator.inject({ kind: 'slow', delay: 0, method: 'GET' });
		loops.emulator.inject({ kind: 'status', status: 403, method: 'GET' });
		const { error } = await loops.run(remove);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		expect(sent()).toEqual([CHECK, REMOVE, CHECK]);
	});

	it('fails when the contact was deleted meanwhile', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'DELETE' });
		const gone = { success: false, message: 'This contact was not found.' };
		loops.emulator.inject({ kind: 'slow', delay: 0, method: 'GET' });
		loops.emulator.inject({ kind: 'body', status: 404, body: gone, times: 'always' });
		const { error } = await loops.run(remove);
		expect(error?.message).toBe(
			'No contact has this email: tomas@example.com (HTTP 404: This contact was not found.) [item 0]',
		);
		expect(error?.description).toContain('has been deleted since');
	});

	it('changes the advice of a stop with Ignore If Not Suppressed', async () => {
		const items = [{ email: 'tomas@example.com' }, { email: 'not an address' }];
		const email = '={{ $json.email }}';
		for (const [ignoreIfNotSuppressed, advice] of [
			[false, 'those already done fail'],
			[true, 'It is safe to run the workflow again with all items.'],
		] as const) {
			loops.emulator.reset();
			loops.emulator.inject({ kind: 'resetAfter', method: 'DELETE' });
			const { error } = await loops.run(
				{ ...remove, email, options: { ignoreIfNotSuppressed } },
				items,
			);
			expect(error?.description).toContain(advice);
		}
	});
});
