import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, variablesMapper, withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { fieldsOf, mapped, setAccount } from '../harness/mapping.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { sendEmail, sendEvent, upsert } = parametersOf;
const WELCOME = { id: 'cm8tx0welcome00000000001a', name: 'Welcome', dataVariables: ['firstName'] };

const hintsOf = async (parameters: IDataObject, row: IDataObject) =>
	(await loops.run(parameters, [row])).hints;

describe('an input field that is not mapped', () => {
	const properties = [
		{ key: 'plan', label: 'Tariff' },
		{ key: 'address1', label: 'Address 1' },
	];

	it.each([
		['misspells a property', 'plann', 'plan'],
		['misspells a label', 'Tarif', 'plan'],
	])('is listed with the property that it may mean: %s', async (_case, column, meant) => {
		setAccount(loops, ...properties);
		const hints = await hintsOf({ ...upsert, ...mapped() }, { [column]: 'x' });
		expect(hints).toEqual([`1 input field is not mapped: ${column} (did you mean '${meant}'?).`]);
	});

	it.each([
		['has another number', { 'Address 2': 'x' }],
		['means a property that another field fills', { plann: 'x', plan: 'y' }],
		['is an identifier in another spelling', { 'E-Mail': 'bo@example.com' }],
		['is two typos away', { plannn: 'x' }],
		['is short', { vid: 'x' }],
		['is another word', { Status: 'x' }],
	])('is listed alone: it %s', async (_case, row: IDataObject) => {
		const others = ['mail', 'vip', 'seats'].map((key) => ({ key, label: key }));
		setAccount(loops, ...properties, ...others);
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
	const QUESTION = "The item has 'fristName'. Did you mean 'firstName'?";

	it('is named when it may mean one without a value', async () => {
		const options = { missingVariables: 'dontSend', dataVariablesJson: '{"fristName":"Kim"}' };
		const strict = { ...sendEmail, dataVariables: {}, options };
		expect((await loops.run(strict)).error?.description).toContain(QUESTION);
		const form = { ...sendEmail, ...variablesMapper(['firstName'], {}) };
		const refused = await loops.run(withAdded(form, { extraDataVariables }));
		expect(refused.error?.description).toContain(QUESTION);
	});

	it('is not named when all have values', async () => {
		const form = { ...sendEmail, ...variablesMapper(['firstName'], { firstName: 'Kim' }) };
		const { hints } = await loops.expectSuccess(withAdded(form, { extraDataVariables }));
		expect(hints).toEqual([]);
	});
});
