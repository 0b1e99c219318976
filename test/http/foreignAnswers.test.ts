import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { onceOff, perKey, perRawKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const { find, sendEmail, sendEvent } = parametersOf;
const deleteContact = { ...parametersOf.delete, options: { whenNotFound: 'foundFalse' } };

/** Answers of a proxy in front of Loops, the same to every attempt. */
const foreign = (status: number): Array<[string, Fault]> => {
	const lasting = { status, times: 'always', headers: { 'retry-after': '0' } } as const;
	return [
		['a page', { kind: 'html', ...lasting }],
		['the JSON of a gateway', { kind: 'body', ...lasting, body: { message: 'no Route matched' } }],
		['JSON with other names', { kind: 'body', ...lasting, body: { code: 7, detail: 'x' } }],
		['JSON that is a list', { kind: 'body', ...lasting, body: [] }],
		['JSON that is text', { kind: 'body', ...lasting, body: '"gone"' }],
		['nothing', { kind: 'empty', ...lasting }],
	];
};

const settings = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

/** Expects one failed item on the output that On Error selects, and no sign of a success. */
async function expectFailure(
	parameters: IDataObject,
	status: string,
	onError: (typeof settings)[number],
) {
	const { run, json, error, failed } = await loops.run(parameters, [{ n: 1 }], { onError });
	if (onError === undefined) {
		expect(run.status).toBe('error');
		expect(error?.message).toContain(status);
		expect(error?.context.itemIndex).toBe(0);
		return;
	}
	const items = onError === 'continueErrorOutput' ? failed.map((each) => each.json) : json;
	expect(items).toHaveLength(1);
	expect((items[0].error as IDataObject | undefined)?.message).toContain(status);
	expect(items[0]).not.toHaveProperty('deleted');
	expect(items[0]).not.toHaveProperty('deduplicated');
}

describe.each(foreign(404))('a 404 that is not from Loops: %s', (_case, fault) => {
	it('fails the delete', async () => {
		loops.emulator.inject(fault);
		await expectFailure(deleteContact, '404', 'continueRegularOutput');
		expect(loops.emulator.contact('kim@example.com')).toBeDefined();
	});

	it('fails the delete after a lost answer', async () => {
		loops.emulator.inject({ kind: 'resetBefore' });
		loops.emulator.inject(fault);
		await expectFailure(parametersOf.delete, '404', 'continueRegularOutput');
		expect(loops.emulator.contact('kim@example.com')).toBeDefined();
	});
});

it.each(settings)(
	'a 404 that is not from Loops fails the delete (On Error: %s)',
	async (onError) => {
		loops.emulator.inject(foreign(404)[0][1]);
		await expectFailure(deleteContact, '404', onError);
	},
);

const keys: Array<[string, IDataObject]> = [
	['the automatic key', {}],
	['a key', perKey('order-1')],
	['a raw key', perRawKey('key-1')],
];
const withoutKey = onceOff;
const nothingSent = () =>
	expect([...loops.emulator.outbox, ...loops.emulator.eventLog]).toEqual([]);

it.each(foreign(409))('a 409 that is not from Loops fails every send: %s', async (_case, fault) => {
	loops.emulator.inject(fault);
	await loops.expectErrors(
		[...keys, ['no key', withoutKey] as const].flatMap(
			([name, options]): Array<[string, IDataObject]> => [
				[`an email with ${name}`, { ...sendEmail, options }],
				[`an event with ${name}`, { ...sendEvent, options }],
			],
		),
		'409',
	);
	nothingSent();
});

describe.each([
	['email', sendEmail],
	['event', sendEvent],
])('a 409 for a sent %s', (_kind, send) => {
	describe.each(keys)('with %s', (_name, options) => {
		it.each(foreign(409))(
			'fails after a lost answer if it is not from Loops: %s',
			async (_case, fault) => {
				loops.emulator.inject({ kind: 'resetBefore' });
				loops.emulator.inject(fault);
				await expectFailure({ ...send, options }, '409', undefined);
				nothingSent();
			},
		);
	});

	it.each(settings)('fails without an idempotency key (On Error: %s)', async (onError) => {
		loops.emulator.inject({ kind: 'status', status: 409 });
		await expectFailure({ ...send, options: withoutKey }, '409', onError);
		nothingSent();
	});

	it('is a success with an idempotency key if it is from Loops', async () => {
		loops.emulator.inject({ kind: 'status', status: 409 });
		const { json } = await loops.run({ ...send, options: perKey('order-1') });
		expect(json).toMatchObject([{ success: true, deduplicated: true }]);
	});
});

it('a 404 from Loops is a success for a contact that is already deleted', async () => {
	const { json } = await loops.run({ ...deleteContact, email: 'ghost@example.com' });
	expect(json).toMatchObject([{ deleted: false }]);
});

/** What a status means if Loops sends it. */
const notFoundOrTaken: Array<[string, IDataObject, { status: number; meaning: string }]> = [
	['Delete', parametersOf.delete, { status: 404, meaning: 'No contact has this email' }],
	['Send', sendEmail, { status: 404, meaning: 'No transactional email has this ID' }],
	['Create', parametersOf.create, { status: 409, meaning: 'already exists' }],
];
const wrongKey: typeof notFoundOrTaken = [
	['Find', find, { status: 401, meaning: 'choose Generate key' }],
];

describe('the meaning of a status in Loops', () => {
	it.each(notFoundOrTaken)(
		'does not explain the error of a proxy: %s',
		async (_operation, parameters, { status, meaning }) => {
			for (const [, fault] of foreign(status)) {
				loops.emulator.clearFaults();
				loops.emulator.inject(fault);
				const error = await loops.expectError(parameters, String(status));
				expect(`${error.message} ${error.description}`).not.toContain(meaning);
			}
		},
	);

	it.each([...notFoundOrTaken, ...wrongKey])(
		'explains the error of Loops: %s',
		async (_operation, parameters, { status, meaning }) => {
			loops.emulator.inject({ kind: 'status', status });
			const { error } = await loops.run(parameters);
			expect(`${error?.message} ${error?.description}`).toContain(meaning);
		},
	);
});

const ghost = { email: 'ghost@example.com' };
const firstName = { additionalFields: { contactPropertiesJson: '{"firstName":"X"}' } };
it.each([
	['Find', { ...parametersOf.find, ...ghost }],
	['Update', { ...parametersOf.update, ...firstName, ...ghost }],
	['Subscribe Contact', { ...parametersOf.subscribe, ...ghost }],
	['Unsubscribe Contact', { ...parametersOf.unsubscribe, ...ghost }],
])('an array that is not a list of contacts fails %s', async (_name, parameters) => {
	const body = [{ status: 'maintenance' }];
	const headers = { 'retry-after': '0' };
	loops.emulator.inject({ kind: 'body', method: 'GET', body, headers, times: 'always' });
	const { json, error } = await loops.run(parameters);
	expect(json).toEqual([]);
	expect(error?.message).toContain(
		'The server at the Base URL does not respond like the Loops API',
	);
	expect(loops.emulator.contact('ghost@example.com')).toBeUndefined();
});
