import { expect, it } from 'vitest';

import { variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { sendEmail, upsert } = parametersOf;

it('a value in JSON text can not end the text that it stands in', async () => {
	const contactPropertiesJson = '={ "subscribed": false, "firstName": "{{ $json.name }}" }';
	const json = { ...upsert, contactPropertiesFrom: 'json', contactPropertiesJson };
	const { error } = await loops.run(json, [{ name: 'Kim", "subscribed": true, "lastName": "' }]);
	expect(error?.message).toMatch(/^'Contact Properties \(JSON\)': \{\{ \$json\.name \}\} gives /);
	expect(error?.description).toContain('JSON.stringify()');
	expect(loops.calls()).toEqual([]);
});

it.each([
	['={ "firstName": {{ JSON.stringify($json.name) }} }', 'Kim "K"'],
	['={ "firstName": "{{ $json.name.replaceAll(\'"\', \'\\\\"\') }}" }', 'Kim "K"'],
	['={ "firstName": "{{ $json.name }}" }', 'Kim'],
])('quotation marks that JSON takes are sent: %s', async (contactPropertiesJson, name) => {
	const json = { ...upsert, contactPropertiesFrom: 'json', contactPropertiesJson };
	const { error } = await loops.run(json, [{ name }]);
	expect(error?.message).toBeUndefined();
	expect(loops.sent().at(-1)?.body).toMatchObject({ firstName: name });
});

it('a subscription with an expression that finds nothing is refused', async () => {
	const additionalFields = { subscription: '={{ $json.prefix }}subscribe' };
	const { error } = await loops.run({ ...upsert, additionalFields });
	expect(error?.message).toContain('{{ $json.prefix }} finds nothing');
	expect(loops.calls()).toEqual([]);
});

it.each(['{{ $json.id }}', 'user_{{ $json.id }}'])(
	'brackets without an expression identify nobody: %s',
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
])('warns of an expression in a variable that finds nothing: %s', async (firstName, part) => {
	const email = { ...sendEmail, ...variablesMapper(['firstName'], { firstName }) };
	const { hints } = await loops.run(email, [{ n: 'Kim' }]);
	expect(hints).toEqual(part ? [`'firstName': ${part} finds nothing.`] : []);
	const preview = await loops.run({ ...email, options: { validateOnly: true } }, [{ n: 'Kim' }]);
	expect(preview.json[0].warnings).toEqual(hints);
});

it.each([
	['4, "subscribed": true', 'gives "4, \\"subscribed\\": true"'],
	[4, undefined],
])('a value outside of quotes is one value: %s', async (seats, problem) => {
	const contactPropertiesJson = '={ "firstName": "Kim", "seats": {{ $json.seats }} }';
	const json = { ...upsert, contactPropertiesFrom: 'json', contactPropertiesJson };
	const { error } = await loops.run(json, [{ seats }]);
	if (problem) expect(error?.message).toContain(problem);
	else expect(error).toBeUndefined();
	expect(loops.sent()).toHaveLength(problem ? 0 : 1);
});
