import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { fieldsOf, mapped, sentBody, setAccount } from '../harness/mapping.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { upsert, sendEmail } = parametersOf;
const body = () => sentBody(loops);
const withoutSchema = { ...upsert, ...mapped() };
const fields = async () => await fieldsOf(loops);
const account = (...properties: Array<{ key: string; label: string }>) =>
	setAccount(loops, ...properties);

describe('CSV rows with human-readable headers', () => {
	const rows = Array.from({ length: 20 }, (_, n) => ({
		Email: `row${n}@example.com`,
		'First Name': `Row ${n}`,
		Seats: String(n),
		'Is Beta': n % 2 === 0 ? 'TRUE' : 'FALSE',
		'Trial Ends At': '2026-12-24',
		Notes: 'met in Oslo',
		[n < 5 ? 'Foo' : 'Bar']: 'x',
	}));

	it.each([
		['with editor fields', true],
		['without editor fields', false],
	])('arrive typed, with one warning: %s', async (_case, hasFields) => {
		const { hints } = await loops.expectSuccess(
			{ ...upsert, email: '={{ $json.Email }}', ...mapped(hasFields ? await fields() : []) },
			rows,
		);
		for (const [n, row] of rows.entries()) {
			expect(loops.emulator.contact(row.Email)).toMatchObject({
				firstName: `Row ${n}`,
				seats: n,
				isBeta: n % 2 === 0,
				trialEndsAt: '2026-12-24T00:00:00.000Z',
			});
		}
		expect(hints.filter((text) => !text.includes('waits for'))).toEqual([
			'3 input fields are not mapped: Notes, Foo, Bar.',
		]);
	});

	it('show mapped and unmapped columns in Validate Only', async () => {
		const { json } = await loops.run(
			{
				...upsert,
				email: '={{ $json.Email }}',
				...mapped(await fields()),
				options: { validateOnly: true },
			},
			[rows[0]],
		);
		expect(json[0]).toMatchObject({
			mapping: {
				'First Name': 'firstName',
				Seats: 'seats',
				'Is Beta': 'isBeta',
				'Trial Ends At': 'trialEndsAt',
			},
			notMapped: ['Notes', 'Foo'],
			warnings: [],
		});
		expect(loops.calls()).toEqual([]);
	});

	it('show no mapping in Validate Only when mapping is not automatic', async () => {
		const { json } = await loops.run({ ...upsert, options: { validateOnly: true } }, [rows[0]]);
		expect(Object.keys(json[0])).not.toContain('mapping');
		expect(Object.keys(json[0])).not.toContain('notMapped');
	});

	it('get one warning for all unmapped fields, in input order', async () => {
		const rest = { ID: 7, 'Created At': '2020-01-01', Subscribed: 'yes', Foo: 4, Zodiac: 'x' };
		const { hints } = await loops.run({ ...upsert, ...mapped(await fields()) }, [rest]);
		expect(hints).toEqual([`5 input fields are not mapped: ${Object.keys(rest).join(', ')}.`]);
	});
});

describe('automatic mapping', () => {
	it.each([
		'email',
		'E-Mail',
		'EMAIL',
		'userId',
		'User ID',
		'user_id',
		'ID',
		'id',
		'Notes',
		'notes',
		'subscribed',
		'Subscribed',
		'SUBSCRIBED',
		'mailingLists',
		'Mailing Lists',
		'mailing_lists',
		'createdAt',
		'Created At',
		'created_at',
		'updated_at',
		'teamId',
		'Event Name',
		'__proto__',
	])('never maps the column %s', async (name) => {
		const row = { json: Object.fromEntries([[name, 'true']]) };
		for (const schema of [[], await fields()]) {
			await loops.expectSuccess({ ...upsert, ...mapped(schema) }, [row]);
			expect(body()).toEqual({ email: 'kim@example.com' });
		}
	});

	it('never maps a column that could be an identifier or a property', async () => {
		account({ key: 'emailOfBoss', label: 'E-Mail' }, { key: 'iD', label: 'Badge' });
		const row = { 'E-mail': 'boss@example.com', iD: 'exact', Id: '7' };
		const { hints } = await loops.run(withoutSchema, [row]);
		expect(body()).toEqual({ email: 'kim@example.com', iD: 'exact' });
		expect(hints).toEqual(['2 input fields are not mapped: E-mail, Id.']);
	});
});

describe('two properties with similar names', () => {
	it('get values from exact names only', async () => {
		account(
			{ key: 'plan', label: 'Tariff' },
			{ key: 'tariff', label: 'Plan' },
			{ key: 'name', label: 'Name' },
			{ key: 'naMe', label: 'Näme' },
		);
		const schemas = [[], await fields()];
		for (const schema of schemas) {
			const { hints } = await loops.run({ ...upsert, ...mapped(schema) }, [
				{ plan: 'a', Tariff: 'b', name: 'c', naMe: 'd', NAME: 'e' },
			]);
			expect(body()).toEqual({ email: 'kim@example.com', plan: 'a', name: 'c', naMe: 'd' });
			expect(hints).toEqual(['2 input fields are not mapped: Tariff, NAME.']);
		}
	});

	it('get no value from a column with the label of both', async () => {
		account({ key: 'plan', label: 'Plan' }, { key: 'former', label: 'Plan' });
		for (const schema of [[], await fields()]) {
			await loops.run({ ...upsert, ...mapped(schema) }, [{ Plan: 'a', FORMER: 'b' }]);
			expect(body()).toEqual({ email: 'kim@example.com', former: 'b' });
		}
	});
});

it('maps a property that n8n drops from forms by its exact name only', async () => {
	account({ key: 'constructor', label: 'Builder' }, { key: 'planName', label: 'Plan' });
	const schema = await fields();
	expect(schema.map(({ id }) => id)).toEqual(['planName']);
	const parameters = { ...upsert, ...mapped(schema) };
	const { hints } = await loops.run(parameters, [{ Builder: 'x', Plan: 'team' }]);
	expect(body()).toEqual({ email: 'kim@example.com', planName: 'team' });
	expect(hints).toEqual(['1 input field is not mapped: Builder.']);
	await loops.run(parameters, [{ json: { constructor: 'x', Plan: 'team' } as never }]);
	expect(body()).toEqual({ email: 'kim@example.com', constructor: 'x', planName: 'team' });
});

describe('two columns for one property', () => {
	it.each<[string, IDataObject, string]>([
		['one of them exact', { 'First Name': 'Kim', firstName: 'Bo' }, "'First Name' and 'firstName'"],
		['neither exact', { first_name: 'Kim', 'FIRST NAME': 'Bo' }, "'first_name' and 'FIRST NAME'"],
		['with the same value', { firstName: 'Kim', firstname: 'Kim' }, "'firstName' and 'firstname'"],
		['three of them', { A: 1, Seats: 1, seats: 0, SEATS: 2 }, "'Seats', 'seats' and 'SEATS'"],
	])('are named in an error: %s', async (_case, row, both) => {
		const { error } = await loops.run({ ...upsert, ...mapped(await fields()) }, [row]);
		const property = both.includes('eats') ? 'seats' : 'firstName';
		expect(error?.message).toBe(
			`'Contact Properties': '${property}' matches several input fields with a value: ${both} [item 0]`,
		);
		expect(error?.description).toContain('Remove all but one of these input fields');
		expect(loops.calls()).toEqual([]);
	});

	it.each<[IDataObject, IDataObject]>([
		[{ 'First Name': '', firstName: 'Bo' }, { firstName: 'Bo' }],
		[{ 'First Name': 'Kim', firstName: null }, { firstName: 'Kim' }],
		[{ 'First Name': null, firstName: '' }, {}],
		[{ SEATS: ' ', Seats: null, seats: '0' }, { seats: 0 }],
	])('are accepted when at most one has a value: %j', async (row, sent) => {
		await loops.run({ ...upsert, ...mapped(await fields()) }, [row]);
		expect(body()).toEqual({ email: 'kim@example.com', ...sent });
	});
});

it('failed rows cause no warnings about added fields when they run again', async () => {
	const parameters = { ...upsert, email: '={{ $json.Email }}', ...mapped(await fields()) };
	const rows = [{ Email: 'not one', Seats: '4' }];
	for (const onError of ['continueErrorOutput', 'continueRegularOutput'] as const) {
		const first = await loops.run(parameters, rows, { onError });
		const [again] = onError === 'continueErrorOutput' ? first.failed : first.items;
		expect(again.json).toMatchObject({ error: expect.anything() as unknown, Seats: '4' });
		const options = { includeInputFields: true };
		const fixed = { ...again.json, Email: 'kim@example.com' };
		const next = await loops.run({ ...parameters, options }, [fixed]);
		expect(next.hints).toEqual([]);
		expect(next.json[0]).toMatchObject({ inputError: expect.anything() as unknown });
		const { hints } = await loops.run(parameters, [next.json[0]]);
		expect(hints).toEqual([]);
	}
});

it('does not warn about the columns that identify the contact', async () => {
	const row = { 'Mail of the Person': 'kim@example.com', 'No.': 77, Zodiac: '', Boss: 'bo@b.co' };
	const { hints } = await loops.run(
		{
			...mapped(await fields()),
			resource: 'contact',
			operation: 'upsert',
			findBy: 'emailAndUserId',
			email: '={{ $json["Mail of the Person"] }}',
			userId: '={{ $json["No."] }}',
		},
		[row],
	);
	expect(body()).toEqual({ email: 'kim@example.com', userId: '77' });
	expect(hints).toEqual(['2 input fields are not mapped: Zodiac, Boss.']);
});

it('maps a field that was removed from the form', async () => {
	const schema = (await fields()).map((field) => ({ ...field, removed: true }));
	await loops.run({ ...upsert, ...mapped(schema) }, [{ Seats: '4' }]);
	expect(body()).toEqual({ email: 'kim@example.com', seats: 4 });
	expect(loops.emulator.requests).toHaveLength(2);
});

it('reads the property list once when names are only spelled differently', async () => {
	for (let n = 0; n < 3; n++) await loops.run(withoutSchema, [{ SEATS: n }]);
	expect(body()).toEqual({ email: 'kim@example.com', seats: 2 });
	expect(loops.emulator.requests.length - loops.calls().length).toBe(1);
});

describe('the data variables of an email', () => {
	const send = (names: string[]) => ({ ...sendEmail, ...variablesMapper(names) });
	const variables = () => body().dataVariables;

	it('match input fields with other spellings, exact names first', async () => {
		await loops.run(send(['firstName', 'email', 'Name', 'name']), [
			{ 'First Name': 'Kim', 'E-Mail': 'a@b.co', name: 'n', Name: 'N', NAME: 'either' },
		]);
		expect(variables()).toEqual({ firstName: 'Kim', email: 'a@b.co', name: 'n', Name: 'N' });
	});

	it('are refused when ambiguous or given twice', async () => {
		const one = await loops.run(send(['firstName']), [{ 'First Name': 'Kim', firstname: 'Bo' }]);
		expect(one.error?.message).toBe(
			"'Data Variables': 'firstName' matches several input fields with a value: 'First Name' and 'firstname' [item 0]",
		);
		const other = await loops.run(send(['Name', 'name']), [{ NAME: 'Kim' }]);
		expect(other.error?.message).toContain("values for 'Name', 'name'");
		expect(loops.emulator.outbox).toEqual([]);
	});

	it('show their mapping in Validate Only', async () => {
		const { json } = await loops.run({ ...send(['firstName']), options: { validateOnly: true } }, [
			{ email: 'kim@example.com', 'First Name': 'Kim', plan: 'x' },
		]);
		expect(json[0]).toMatchObject({ mapping: { 'First Name': 'firstName' }, notMapped: ['plan'] });
	});
});

it('the form matches exact property names only', async () => {
	const form = propertiesMapper({ firstName: 'string' }, { 'First Name': 'Kim' });
	const { hints } = await loops.run({ ...upsert, ...form });
	expect(body()).toEqual({ email: 'kim@example.com', 'First Name': 'Kim' });
	expect(hints).toEqual([expect.stringContaining("Did you mean 'firstName'?")]);
});

it('maps the other columns when a value has no text of its own', async () => {
	const row = { email: 'kim@example.com', seats: 1, meta: { toString: 'x' }, list: ['x'] };
	const { hints } = await loops.expectSuccess(withoutSchema, [row]);
	expect(hints).toEqual(['2 input fields are not mapped: meta, list.']);
});

// Otherwise this takes longer than the time limit of a test: a stranger may name the columns of a form's file.
it('reads the names of a row once, however many of its columns say that a person opted out', async () => {
	const columns = Array.from({ length: 10_000 }, (_, n) => {
		const [first, ...others] = n < 5_000 ? 'status' : 'STATUS';
		const name = `${first}${'.'.repeat(n % 40)}${others[0]}${'_'.repeat((n / 40) % 40)}`;
		return [`${name}${others.slice(1).join('-'.repeat(n / 1_600))}`, 'cancelled'];
	});
	const row = { Email: 'kim@example.com', ...Object.fromEntries(columns) } as IDataObject;
	expect(Object.keys(row).length).toBeGreaterThan(9_000);
	const { error } = await loops.run({ ...withoutSchema, email: '={{ $json.Email }}' }, [row]);
	expect(error).toBeUndefined();
});
