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
	expect(error?.message).toMatch(/^'Contact Data \(JSON\)': \{\{ \$json\.name \}\} returns /);
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

it.each([
	[
		'={{ "/reset?token=" + $json.body?.tokn }}',
		"contains 'undefined', but the item's data does not",
	],
	['={{ "Until " + new Date("x") }}', "contains 'Invalid Date'"],
	['=Hi {{ $json }}', "contains '[object Object]'"],
	[
		'=/reset?token={{ $json.tokn }}',
		": {{ $json.tokn }} returns nothing. If the value may be empty, write ?? ''",
	],
	['=Hi {{ $json.n }}{{ $json.last ?? "" }}, welcome', undefined],
	['={{ $json.none }}', undefined],
	['Hi {name} undefined', undefined],
	['={{ "Hi " + $json.n.replace("Kim", "Null") }}', undefined],
])('warns about a value in which an expression finds nothing: %s', async (firstName, said) => {
	const email = { ...sendEmail, ...variablesMapper(['firstName'], { firstName }) };
	const { hints } = await loops.run(email, [{ n: 'Kim' }]);
	expect(hints).toEqual(
		said ? [expect.stringContaining(`'firstName'${said.startsWith(':') ? '' : ' '}${said}`)] : [],
	);
	const preview = await loops.run({ ...email, options: { validateOnly: true } }, [{ n: 'Kim' }]);
	expect(preview.json[0].warnings).toEqual(hints);
});

it.each([
	['4, "subscribed": true', 'returns "4, \\"subscribed\\": true"'],
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
	['{ "seats": {{ $json.v }} }', { first: 'Kim' }],
])('a value cannot change the JSON around it: %s with %j', async (json, v) => {
	await loops.expectError(upsertJson(`=${json}`), "'Contact Data (JSON)", [{ v }]);
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

it('takes null for an expression outside quotes that finds nothing', async () => {
	await loops.run(upsertJson('={ "planName": {{ $json.none }}, "seats": {{ $json.seats }} }'), [
		{ seats: 4 },
	]);
	expect(loops.sent().at(-1)?.body).toMatchObject({ planName: null, seats: 4 });
});

it.each([
	['{ "firstName": "{{ $json.none }}" }', 1],
	['{ "firstName": {{ $json.none }} }', 1],
	['{ "firstName": {{ $json.none ?? null }}, "planName": "a\\"{{ $json.name }}" }', 0],
])(
	'warns of an expression in JSON that finds nothing, but not of null: %s',
	async (text, count) => {
		const { hints } = await loops.run(upsertJson(`=${text}`), [{ name: 'Kim' }]);
		expect(hints.filter((each) => each.includes('returns nothing'))).toHaveLength(count);
	},
);
