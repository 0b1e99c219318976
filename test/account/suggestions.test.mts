import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, variablesMapper, withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { fieldsOf, mapped, setAccount } from '../harness/mapping.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { create, sendEmail, sendEvent, subscribe, upsert } = parametersOf;
const WELCOME = { id: 'cm8tx0welcome00000000001a', name: 'Welcome', dataVariables: ['firstName'] };

const hintsOf = async (parameters: IDataObject, row: IDataObject) =>
	(await loops.run(parameters, [row])).hints;

async function adviceFor(parameters: IDataObject): Promise<string> {
	const { error } = await loops.run(parameters);
	return error?.description ?? '';
}

describe('an input field that is not mapped', () => {
	const properties = [
		{ key: 'plan', label: 'Tariff' },
		{ key: 'billingCycle', label: 'Billing Cycle' },
		{ key: 'address1', label: 'Address 1' },
	];

	it.each([
		['misspells a property', 'plann', 'plan'],
		['misspells a label', 'Tarif', 'plan'],
		['begins a name', 'Billing', 'billingCycle'],
	])('is listed with the property that it may mean: %s', async (_case, column, meant) => {
		setAccount(loops, ...properties);
		const hints = await hintsOf({ ...upsert, ...mapped() }, { [column]: 'x' });
		expect(hints).toEqual([`1 input field is not mapped: ${column} (did you mean '${meant}'?).`]);
	});

	it.each([
		['begins no whole word', { Bill: 'x' }],
		['has another number', { 'Address 2': 'x' }],
		['means a property that another field fills', { plann: 'x', plan: 'y' }],
		['is an identifier in another spelling', { 'E-Mail': 'bo@example.com' }],
	])('is listed alone: it %s', async (_case, row: IDataObject) => {
		setAccount(loops, ...properties, { key: 'mail', label: 'Mail' });
		const [column] = Object.keys(row);
		const hints = await hintsOf({ ...upsert, ...mapped() }, row);
		expect(hints).toEqual([`1 input field is not mapped: ${column}.`]);
	});

	it('is compared with editor fields', async () => {
		setAccount(loops, ...properties);
		const schema = await fieldsOf(loops);
		const hints = await hintsOf({ ...upsert, ...mapped(schema) }, { Tarif: 'x' });
		expect(hints[0]).toContain("Tarif (did you mean 'plan'?)");
	});

	it('is compared with the variables of the email', async () => {
		loops.emulator.reset({ templates: [{ ...WELCOME, dataVariables: [] }] });
		const parameters = { ...sendEmail, ...variablesMapper(['plan']) };
		expect(await hintsOf(parameters, { plna: 'x' })).toEqual([
			"1 input field is not mapped: plna (did you mean 'plan'?).",
		]);
	});

	it('is compared with properties of the event', async () => {
		const parameters = { ...sendEvent, ...eventMapper({ coupon: 'string' }) };
		const hints = await hintsOf(parameters, { Cupon: 'x' });
		expect(hints).toContain("1 input field is not mapped: Cupon (did you mean 'coupon'?).");
	});

	it('stops looking among thousands of fields and properties', async () => {
		const names = Array.from({ length: 4_000 }, (_, n) => `property of the account ${n}`);
		setAccount(loops, ...names.map((label, n) => ({ key: `p${n}`, label })));
		const row = Object.fromEntries(names.map((name) => [`${name} x`, 1]));
		const hints = await hintsOf({ ...upsert, ...mapped() }, row);
		expect(hints[0]).toMatch(/^At least 1000 input fields are not mapped/);
	});
});

describe('a data variable that the email does not have', () => {
	const extraDataVariables = {
		assignments: [{ id: '1', name: 'fristName', value: 'Kim', type: 'string' }],
	};
	const QUESTION = "Did you mean 'firstName' by 'fristName'?";

	it('is named when it may mean one without a value', async () => {
		const options = { missingVariables: 'dontSend', dataVariablesJson: '{"fristName":"Kim"}' };
		const strict = { ...sendEmail, dataVariables: {}, options };
		expect(await adviceFor(strict)).toContain(QUESTION);
		const form = { ...sendEmail, ...variablesMapper(['firstName'], {}) };
		const refused = await loops.run(withAdded(form, { extraDataVariables }));
		expect(refused.error?.description).toContain(QUESTION);
	});

	it('is not named when all have values', async () => {
		const form = { ...sendEmail, ...variablesMapper(['firstName'], { firstName: 'Kim' }) };
		const { error, hints } = await loops.run(withAdded(form, { extraDataVariables }));
		expect(error).toBeUndefined();
		expect(hints).toEqual([]);
	});
});

describe('a name in place of an ID', () => {
	it('is answered with the ID of the mailing list', async () => {
		const ofList = " Did you mean 'Product news' (cm9list0productnews000002)?";
		expect(await adviceFor({ ...subscribe, mailingList: ['product-news'] })).toContain(ofList);
		const additionalFields = { mailingListsJson: '{"Product New":true}' };
		expect(await adviceFor({ ...upsert, additionalFields })).toContain(ofList);
	});

	it.each([
		['sending', {}],
		['Validate Only', { validateOnly: true }],
	])('is answered with the ID of the email: %s', async (_case, options) => {
		loops.emulator.reset({ templates: [WELCOME] });
		const transactionalId = { __rl: true, mode: 'id', value: 'Welcom' };
		const { error, json } = await loops.run({ ...sendEmail, transactionalId, options });
		expect(error?.description ?? JSON.stringify(json)).toContain(
			`Did you mean 'Welcome' (${WELCOME.id})?`,
		);
	});

	it('is answered with the IDs of all that have the name', async () => {
		loops.emulator.reset({ templates: [WELCOME, { ...WELCOME, id: 'cm8tx0welcome00000000002a' }] });
		const transactionalId = { __rl: true, mode: 'id', value: 'Welcome' };
		expect(await adviceFor({ ...sendEmail, transactionalId })).toContain(
			"Did you mean 'Welcome' (cm8tx0welcome00000000001a, cm8tx0welcome00000000002a)?",
		);
	});

	it('is not looked for in an endless list of emails', async () => {
		const data = [{ id: WELCOME.id, name: 'Welcome', dataVariables: [] }];
		for (let page = 0; page < 30; page++) {
			const body = { data, pagination: { nextCursor: `${page}` } };
			loops.emulator.inject({ kind: 'body', body, method: 'GET', path: '/v1/transactional' });
		}
		const transactionalId = { __rl: true, mode: 'id', value: 'Welcom' };
		expect(await adviceFor({ ...sendEmail, transactionalId })).toContain("mean 'Welcome'");
		expect(loops.emulator.requests).toHaveLength(1 + 10);
	});

	it('is looked up once for all items, and an ID never', async () => {
		const lookUps = () => loops.emulator.requests.filter(({ path }) => path === '/v1/lists');
		const parameters = { ...subscribe, mailingList: '={{ [$json.list] }}' };
		const rows = ['unknown', 'other', 'cm9list0unknown0000000009'].map((list) => ({ list }));
		await loops.run(parameters, rows.slice(2), { onError: 'continueRegularOutput' });
		expect(lookUps()).toEqual([]);
		await loops.run(parameters, rows, { onError: 'continueRegularOutput' });
		expect(lookUps()).toHaveLength(1);
	});
});

describe('an unknown choice', () => {
	it.each<[string, IDataObject, string]>([
		['an option', { ...upsert, options: { unknownProperties: 'dont_send' } }, 'dontSend'],
		['the identifier', { ...upsert, findBy: 'user_id' }, 'userId'],
		[
			'the subscription',
			{ ...create, additionalFields: { subscription: 'subscrbe' } },
			'subscribe',
		],
		['an operation by its label', { resource: 'mailingList', operation: 'getMany' }, 'getAll'],
		['a resource', { resource: 'contacts', operation: 'create' }, 'contact'],
		[
			'a part of the audience',
			{ ...contentParameters('campaign update'), updateFields: { clearAudience: ['mailingList'] } },
			'mailingListId',
		],
	])('is answered with the nearest: %s', async (_case, parameters, meant) => {
		expect(await adviceFor(parameters)).toContain(`Did you mean '${meant}'?`);
	});

	it('is answered with the nearest input file', async () => {
		const binary = { invoice: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } };
		const attachments = { binary: [{ field: 'invioce' }] };
		const { error } = await loops.run(withAdded(sendEmail, { attachments }), [
			{ json: {}, binary },
		]);
		expect(error?.description).toBe("Its files are in: invoice. Did you mean 'invoice'?");
	});
});
