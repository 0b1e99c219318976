import type { GenericValue } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { sendEmail, upsert } = parametersOf;

it('a value in JSON cannot end the string around it', async () => {
	const contactPropertiesJson = '={ "subscribed": false, "firstName": "{{ $json.name }}" }';
	const json = { ...upsert, additionalFields: { contactPropertiesJson } };
	const { error } = await loops.run(json, [{ name: 'Kim", "subscribed": true, "lastName": "' }]);
	expect(error?.message).toMatch(/^'Contact Properties \(JSON\)': \{\{ \$json\.name \}\} gives /);
	expect(error?.description).toContain('JSON.stringify()');
	expect(loops.calls()).toEqual([]);
});

it.each([
	['={ "firstName": {{ JSON.stringify($json.name) }} }', 'Kim "K"'],
	['={ "firstName": "{{ $json.name.replaceAll(\'"\', \'\\\\"\') }}" }', 'Kim "K"'],
	['={ "firstName": "{{ JSON.stringify($json.name).slice(1, -1) }}" }', 'C:\\new\n"K"'],
	['={ "firstName": "{{ $json.name }}" }', 'Kim'],
])('sends escaped values in JSON: %s', async (contactPropertiesJson, name) => {
	const json = { ...upsert, additionalFields: { contactPropertiesJson } };
	const { error } = await loops.run(json, [{ name }]);
	expect(error?.message).toBeUndefined();
	expect(loops.sent().at(-1)?.body).toMatchObject({ firstName: name });
});

it('refuses a subscription with an expression that finds nothing', async () => {
	const additionalFields = { subscription: '={{ $json.prefix }}subscribe' };
	const { error } = await loops.run({ ...upsert, additionalFields });
	expect(error?.message).toContain('{{ $json.prefix }} finds nothing');
	expect(loops.calls()).toEqual([]);
});

it.each(['{{ $json.id }}', 'user_{{ $json.id }}', '=CORP\\{{ $json.id }}', '=\\{{ 1 }}{{ 2 }}'])(
	'refuses a user ID with unresolved brackets: %s',
	async (userId) => {
		const { error } = await loops.run({ ...upsert, findBy: 'userId', userId }, [{ id: 1 }]);
		expect(error?.message).toBe("'User ID' holds brackets that n8n does not resolve [item 0]");
		expect(loops.calls()).toEqual([]);
	},
);

it.each([
	['={{ "https://app.example.com/reset?token=" + $json.body?.tokn }}', undefined],
	['=https://app.example.com/reset?token={{ $json.tokn }}', '{{ $json.tokn }}'],
	['=Hi {{ $json.name }}, welcome', '{{ $json.name }}'],
	['=Hi {{ $json.n }}, welcome', undefined],
])('warns about a variable whose expression finds nothing: %s', async (firstName, part) => {
	const email = { ...sendEmail, ...variablesMapper(['firstName'], { firstName }) };
	const { hints } = await loops.run(email, [{ n: 'Kim' }]);
	expect(hints).toEqual(part ? [`'firstName': ${part} finds nothing.`] : []);
	const preview = await loops.run({ ...email, options: { validateOnly: true } }, [{ n: 'Kim' }]);
	expect(preview.json[0].warnings).toEqual(hints);
});

it.each([
	['4, "subscribed": true', 'gives "4, \\"subscribed\\": true"'],
	[4, undefined],
])('a value outside quotes cannot add properties: %s', async (seats, problem) => {
	const contactPropertiesJson = '={ "firstName": "Kim", "seats": {{ $json.seats }} }';
	const json = { ...upsert, additionalFields: { contactPropertiesJson } };
	const { error } = await loops.run(json, [{ seats }]);
	if (problem) expect(error?.message).toContain(problem);
	else expect(error).toBeUndefined();
	expect(loops.sent()).toHaveLength(problem ? 0 : 1);
});

const upsertJson = (contactPropertiesJson: string) => ({
	...upsert,
	additionalFields: { contactPropertiesJson },
});
const member = '5, "subscribed": true';

it.each<[json: string, v: GenericValue]>([
	['{ "firstName": "{{ $json.v }}" }', ['Kim", "subscribed": true, "lastName": "K']],
	['{ "firstName": "{{ $json.v }}" }', [['Kim", "subscribed": true, "lastName": "K']]],
	['{ "seats": {{ $json.v }} }', [member]],
	['{ "seats": -{{ $json.v }} }', member],
	['{ "seats": 4.{{ $json.v }} }', member],
	['{ "seats": {{ 4 }}.{{ $json.v }} }', member],
	['{ "seats": {{ 4 }}{{ $json.v }} }', member],
	['{ "seats": [{{ $json.v }}] }', '5], "subscribed": true, "x": [5'],
	['{ "userGroup": "{{ $json.v }}" }', 'CORP\\nadia'],
	['{ "userGroup": "CORP\\\\{{ $json.v }}" }', 'nadia'],
	['{ "userGroup": "{{ $json.v }}" }', 'a\\\\b'],
	['{ "firstName": "{{ $json.v.replace(/\\s/g, "") }}" }', 'C:\\temp'],
	['{ "firstName": "{{ $json.v }}" }', { first: 'Kim' }],
	['{ "seats": {{ $json.v }} }', { first: 'Kim' }],
])('a value cannot change the JSON around it: %s with %j', async (json, v) => {
	const { error } = await loops.run(upsertJson(`=${json}`), [{ v }]);
	expect(error?.message).toContain("'Contact Properties (JSON)");
	expect(loops.sent()).toEqual([]);
});

it.each<[json: string, v: GenericValue, sent: object]>([
	['{ "seats": -{{ $json.v }}.5 }', 4, { seats: -4.5 }],
	['{ "seats": 1{{ $json.v }}{{ $json.v }} }', 0, { seats: 100 }],
	['{ "userGroup": "CORP\\\\\\\\{{ $json.v }}" }', 'nadia', { userGroup: 'CORP\\nadia' }],
	['{ "firstName": "{{ $json.v }}" }', ['Kim', 'Bo'], { firstName: 'Kim,Bo' }],
	['{ {{ JSON.stringify($json.v) }}: true }', 'isBeta', { isBeta: true }],
])('sends a value joined from parts: %s', async (json, v, sent) => {
	expect((await loops.run(upsertJson(`=${json}`), [{ v }])).error?.message).toBeUndefined();
	expect(loops.sent().at(-1)?.body).toMatchObject(sent);
});

it('accepts the values of an array from one expression', async () => {
	const dataVariablesJson = '={ "firstName": [{{ $json.v.map((e) => JSON.stringify(e)) }}] }';
	await loops.run({ ...sendEmail, dataVariables: {}, options: { dataVariablesJson } }, [
		{ v: [{ a: 1 }, { a: 2 }] },
	]);
	const body = { dataVariables: { firstName: [{ a: 1 }, { a: 2 }] } };
	expect(loops.sent().at(-1)?.body).toMatchObject(body);
});

it.each([
	['contactPropertiesJson', '={ "{{ $json.v }}": 1, "plan\\u004eame": 2 }'],
	['mailingListsJson', '{ "planName": true, "x": { "a": 1 }, "planName": false }'],
])('%s is refused with a duplicate name', async (field, json) => {
	const parameters = { ...upsert, additionalFields: { [field]: json } };
	const { error } = await loops.run(parameters, [{ v: 'planName' }]);
	expect(error?.message).toContain("has 'planName' twice");
});

it('accepts equal names in separate objects', async () => {
	const dataVariablesJson = '{ "firstName": [{ "a": "{\\"a\\": 1}" }, { "a": 2 }], "a": 1 }';
	expect(
		(await loops.run({ ...sendEmail, dataVariables: {}, options: { dataVariablesJson } })).error
			?.message,
	).toBeUndefined();
});

it('refuses an object within text in the form', async () => {
	const email = {
		...sendEmail,
		...variablesMapper(['firstName'], { firstName: '=Hi {{ $json }}' }),
	};
	const { error } = await loops.run(email, [{ first: 'Kim' }]);
	expect(error?.message).toBe(`'Data Variables': {{ $json }} gives {"first":"Kim"} [item 0]`);
});

it.each([
	['={ "firstName": "{{ $json.none }}" }', ': {{ $json.none }} finds nothing'],
	['{ "firstName": "Hi {{ $json.v }}" }', ' holds brackets that n8n does not resolve'],
])('warns about an empty or unresolved expression in JSON: %s', async (json, problem) => {
	const { hints } = await loops.run(upsertJson(json));
	expect(hints[0]).toBe(`'Contact Properties (JSON)'${problem}.`);
});

it('warns about unresolved brackets in the form', async () => {
	const values = variablesMapper(['firstName'], { firstName: 'Hi {{ $json.v }}' });
	const { hints } = await loops.run({ ...sendEmail, ...values });
	expect(hints).toEqual(["'firstName' holds brackets that n8n does not resolve."]);
});
