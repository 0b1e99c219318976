import { describe, expect, it } from 'vitest';

import { propertiesInJson, propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { fieldsOf, mapped, setAccount } from '../harness/mapping.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { createProperty, subscribe, upsert } = parametersOf;

it('a warning names the items concerned in order, whatever the order of the answers', async () => {
	const mailingLists = [{ id: 'l', name: 'L' }];
	const contacts = [
		{ email: 'a@b.co', subscribed: false },
		{ email: 'b@b.co', subscribed: false },
		{ email: 'c@b.co' },
	];
	loops.emulator.reset({ mailingLists, contacts });
	loops.emulator.inject({ kind: 'slow', delay: 300, method: 'GET', path: '/v1/contacts/find' });
	const parameters = { ...subscribe, mailingList: ['l'], email: '={{ $json.email }}' };
	const { hints } = await loops.run(parameters, contacts);
	expect(hints.join()).toContain('[2 of 3 items: 0, 1]');
});

describe('the API key in names and answers', () => {
	const key = () => loops.emulator.apiKey;
	const misspelled = propertiesInJson({ 'emulatr-key-fr-tests': 1 });
	const suggesting = () => setAccount(loops, { key: key(), label: 'A' }, { key: 'b', label: 'B' });

	it.each([true, false])('is masked in a suggestion; Validate Only: %s', async (validateOnly) => {
		suggesting();
		const { hints, json } = await loops.run({
			...upsert,
			...misspelled,
			options: { validateOnly },
		});
		const texts = [...hints, JSON.stringify(json)].join();
		expect(texts).toContain("Did you mean '***'");
		expect(texts).not.toContain(key());
	});

	it.each([true, false])(
		'is masked in an input field name; Validate Only: %s',
		async (validateOnly) => {
			const parameters = { ...upsert, ...mapped(await fieldsOf(loops)) };
			const { hints, json } = await loops.run({ ...parameters, options: { validateOnly } }, [
				{ [key()]: 'x' },
			]);
			const texts = [...hints, JSON.stringify(json)].join();
			expect(texts).toContain('1 input field is not mapped: ***.');
			expect(texts).not.toContain(key());
		},
	);

	it('is masked in errors', async () => {
		suggesting();
		const options = { unknownProperties: 'dontSend' };
		const strict = await loops.run({ ...upsert, ...misspelled, options });
		expect(strict.error?.description).toContain("Did you mean '***'");

		const list = [{ key: 'somethingNew', label: 'x', type: key() }];
		loops.emulator.clearFaults();
		loops.emulator.inject({
			kind: 'body',
			path: '/v1/contacts/properties',
			times: 'always',
			body: list,
		});
		const { error } = await loops.run({ ...createProperty, options: { ifPropertyExists: 'skip' } });
		expect(error?.message).toContain('exists with the type ***');
	});
});

describe('Clear Property', () => {
	const additionalFields = { clearProperty: ['planName', 'seats'] };

	it('allows an empty cell, but refuses empty text in JSON', async () => {
		const parameters = { ...upsert, ...mapped(await fieldsOf(loops)), additionalFields };
		const { error: none } = await loops.run(parameters, [{ 'Plan Name': '', Seats: ' ' }]);
		expect(none).toBeUndefined();
		const inJson = { ...additionalFields, contactPropertiesJson: '{ "planName": "" }' };
		const { error } = await loops.run({ ...upsert, additionalFields: inJson });
		expect(error?.message).toBe("'planName' is both cleared and set [item 0]");
		expect(error?.description).toContain('Empty text counts as a value');
	});

	it('allows null for the cleared property', async () => {
		const value = { planName: '={{ null }}' };
		const form = propertiesMapper({ planName: 'string' }, value);
		await loops.expectSuccess({ ...upsert, ...form, additionalFields });
		expect(loops.calls().at(-1)?.body).toMatchObject({ planName: null, seats: null });
	});
});
