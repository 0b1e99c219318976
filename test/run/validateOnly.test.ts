import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { offersOption, useEmulator } from '../harness/loops.mts';
import { everyOperation, parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';
import { perKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const { sendEmail } = parametersOf;
const validateOnly = { validateOnly: true };

describe('Validate Only', () => {
	const writes = everyOperation.filter(([, each]) => offersOption(each, 'validateOnly'));

	it.each(writes)('sends nothing: %s', async (_name, parameters) => {
		const { json } = await loops.run({ ...parameters, options: { validateOnly: true } });
		for (const shown of json) {
			delete shown.next; // of some
			delete shown.content;
		}
		expect(json).toEqual([
			{
				ready: true,
				reasons: [],
				request: expect.objectContaining({ method: expect.any(String), path: expect.any(String) }),
				warnings: [],
			},
		]);
		expect(loops.changes()).toEqual([]);
	});

	it('shows exactly the request that a real run sends', async () => {
		const parameters = each(sendEmail, perKey('order-1'));
		const { json } = await loops.run(
			{ ...parameters, options: { ...(parameters.options as IDataObject), validateOnly: true } },
			sampleItems(1),
		);
		await loops.run(parameters, sampleItems(1));
		const [{ method, path, body, headers }] = loops
			.calls()
			.filter((call) => call.method === 'POST');
		expect(json[0].request).toEqual({
			method,
			path: path.replace('/v1', ''),
			body,
			headers: { 'idempotency-key': headers['idempotency-key'] },
		});
	});

	it('gives the reason for each invalid item without stopping', async () => {
		const options = { validateOnly: true };
		const { json, hints } = await loops.run(
			{ ...parametersOf.upsert, email: '={{ $json.email }}', options },
			['none', 'a@example.com', ''].map((email) => ({ email })),
		);
		expect(json.map(({ ready, reasons }) => [ready, ...(reasons as string[])])).toEqual([
			[
				false,
				expect.stringMatching(
					/^'Email' is not an email address: "none"\. Enter a single email address/,
				),
			],
			[true],
			[false, expect.stringMatching(/^'Email' is empty\. Enter an email address/)],
		]);
		expect(hints).toEqual([
			"Validate Only is on: nothing was sent. 1 ready, 2 not ready: see 'reasons'. 'Email' is not an email address. [item 0] 'Email' is empty. [item 2]",
		]);
	});

	it('gives all reasons why an item is invalid', async () => {
		const call = { resource: 'contact', operation: 'update', options: { validateOnly: true } };
		const json = { seats: 'many', isBeta: 'perhaps', firstName: 'Kim' };
		const mapped = propertiesMapper({ seats: 'number', isBeta: 'boolean' });
		const values = await loops.run({ ...call, ...mapped, email: 'kim@example.com' }, [json]);
		expect(values.json[0].reasons).toEqual([
			expect.stringMatching(/^'Contact Properties': 'seats' can't be "many"/),
			expect.stringMatching(/^'Contact Properties': 'isBeta' can't be "perhaps"/),
		]);
		const additionalFields = { changeEmailTo: 'nobody' };
		const fields = await loops.run({ ...call, email: 'none', additionalFields });
		expect(fields.json[0].reasons).toEqual([
			expect.stringMatching(/^'Email' is not an email address: "none"/),
			expect.stringMatching(/^'Change Email To' is not an email address: "nobody"/),
		]);
	});

	it('warns each item about its own properties only, even if an earlier one fails', async () => {
		const names = ['seat', 'planNam', 'isBet', 'firstName'];
		const parameters = {
			...parametersOf.upsert,
			email: '={{ $json.name === "seat" ? "none" : "kim@example.com" }}',
			additionalFields: { contactPropertiesJson: '={{ { [$json.name]: "x" } }}' },
			options: { validateOnly: true },
		};
		const items = names.map((name) => ({ name }));
		const { json } = await loops.run(parameters, items, { onError: 'continueRegularOutput' });
		const named = json.map(({ warnings }) =>
			names.filter((name) => String(warnings).includes(`'${name}'`)),
		);
		expect(named).toEqual([[], ['planNam'], ['isBet'], []]);
	});

	it('counts its items when an expression turns it on', async () => {
		const options = { validateOnly: '={{ $json.n > 0 }}' };
		const { hints } = await loops.run({ ...parametersOf.upsert, options }, sampleItems(3));
		expect(hints).toEqual([
			'Validate Only is on for 2 of 3 items: only the others were sent. 2 ready.',
		]);
	});
});

it.each([
	[0, true],
	[1, false],
])('Validate Only warns when no removal is left: %i left, %s', async (remaining, hasWarning) => {
	const contacts = [{ email: 'a@b.co', isSuppressed: true }];
	loops.emulator.reset({ contacts, removalQuota: { limit: 5, remaining } });
	const remove = { ...parametersOf.removeSuppression, email: 'a@b.co' };
	const { json } = await loops.run({ ...remove, options: validateOnly });
	expect(json[0].ready).toBe(true);
	expect(String(json[0].warnings).includes('0 of 5 removals were left')).toBe(hasWarning);
	// A real run leaves the refusal to Loops.
	const { error } = await loops.run(remove);
	expect(String(error?.description).includes('Loops would refuse this removal')).toBe(false);
});

describe('an item whose look-up fails in Validate Only', () => {
	const failsAt = (index: number) => {
		const path = '/v1/contacts/find';
		for (let n = 0; n < index; n++) loops.emulator.inject({ kind: 'slow', delay: 0, path });
		loops.emulator.inject({ kind: 'status', status: 403, path });
	};

	it('stops the run, which is safe to run again', async () => {
		failsAt(1);
		const { error } = await loops.run({ ...parametersOf.subscribe, options: validateOnly }, [
			{},
			{},
			{},
		]);
		expect(error?.description).toContain('Of 3 items: 1 validated, 1 failed, 1 not started');
		expect(error?.description).toContain('It is safe to run the workflow again with all items.');
	});
});

it('Validate Only of an invalid value reports an invalid Include Input Fields as a reason', async () => {
	const includeInputFields = '={{ $json.n === 1 ? undefined : true }}';
	const options = { ...validateOnly, includeInputFields };
	const { json, hints } = await loops.run(each(parametersOf.upsert, options), sampleItems(3));
	expect(json).toMatchObject([
		{ n: 0, loops: { ready: true } },
		{ ready: false, reasons: [expect.stringMatching(/^'Include Input Fields' is neither/)] },
		{ n: 2, loops: { ready: true } },
	]);
	expect(hints).toEqual([
		"Validate Only is on: nothing was sent. 2 ready, 1 not ready: see 'reasons'. 'Include Input Fields' is neither true nor false. [item 1]",
	]);
});

it('Validate Only maps to the current variables of the email, not to cached ones', async () => {
	const of = (dataVariables: string[]) =>
		loops.emulator.reset({
			templates: [{ id: 'cm8tx0welcome00000000001a', name: 'W', dataVariables }],
		});
	const dataVariables = { mappingMode: 'autoMapInputData', value: null };
	const send = { ...sendEmail, dataVariables };
	of(['firstName']);
	await loops.run(send, [{ firstName: 'x' }]);
	of(['code']);
	const { json } = await loops.run({ ...send, options: validateOnly }, [
		{ firstName: '', code: 'c' },
	]);
	expect(json[0]).toMatchObject({
		mapping: { code: 'code' },
		notMapped: ['firstName'],
		request: { body: { dataVariables: { code: 'c' } } },
	});
	expect(json[0].mapping).toEqual({ code: 'code' });
});
