import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesInJson, propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { sendEmail, sendEvent, upsert } = parametersOf;

const LOST = '\ufffd';
const warning = (label: string) =>
	`${label} contains ${LOST}, which replaces a lost character. Check the encoding with which the data is read, and any step that shortens text.`;
const rows = (name: string, value: string) => ({
	assignments: [{ id: '1', name, type: 'string', value }],
});

/** Fields that take a text, by the label in the warning. */
const fields: Array<[label: string, parameters: (text: string) => IDataObject]> = [
	[
		"'firstName'",
		(text) => ({ ...upsert, ...propertiesMapper({ firstName: 'string' }, { firstName: text }) }),
	],
	["'lastName'", (text) => ({ ...upsert, ...propertiesInJson({ lastName: text }) })],
	["'User ID'", (text) => ({ ...upsert, findBy: 'emailAndUserId', userId: text })],
	[
		"'Event Properties' (eventProperties.plan)",
		(text) => ({ ...sendEvent, options: { extraEventProperties: rows('plan', text) } }),
	],
	[
		"'Data Variables' (dataVariables.city)",
		(text) => ({ ...sendEmail, options: { extraDataVariables: rows('city', text) } }),
	],
	[
		"'Data Variables' (dataVariables.items[0].title)",
		(text) => ({
			...sendEmail,
			dataVariables: {},
			options: {
				dataVariablesJson: JSON.stringify({ firstName: 'Kim', items: [{ title: text }] }),
			},
		}),
	],
	[
		"'Subject'",
		(text) => ({
			...contentParameters('emailMessage update'),
			updateFields: { subject: text },
		}),
	],
];

describe.each(fields)('%s', (label, withText) => {
	it.each([
		['a character that was lost', `Ga${LOST}lle`, `Ga${LOST}lle`],
		['the first half of an emoji', 'Ok \ud83d', `Ok ${LOST}`],
		['the second half of an emoji', '\ude00 ok', `${LOST} ok`],
	])('warns of %s', async (_what, text, sent) => {
		const { hints } = await loops.expectSuccess(withText(text));
		expect(hints).toEqual([warning(label)]);
		const bodies = loops.changes().map(({ body }) => JSON.stringify(body));
		expect(bodies.join()).toContain(JSON.stringify(sent));
	});

	it('sends a whole emoji as it is', async () => {
		const { hints } = await loops.expectSuccess(withText('Ok \ud83d\ude00'));
		expect(hints).toEqual([]);
		expect(JSON.stringify(loops.changes().at(-1)?.body)).toContain('Ok \ud83d\ude00');
	});
});

it('counts the items of one field', async () => {
	const parameters = {
		...upsert,
		email: '={{ $json.email }}',
		...propertiesMapper({ firstName: 'string' }, { firstName: '={{ $json.name }}' }),
	};
	const names = ['Kim', `Ga${LOST}lle`, `Zo${LOST}`];
	const items = names.map((name, n) => ({ name, email: `${n}@example.com` }));
	const { hints } = await loops.expectSuccess(parameters, items);
	expect(hints).toEqual([`${warning("'firstName'")} [2 of 3 items: 1, 2]`]);
});

it.each([
	[
		'ten texts of a request',
		'items',
		Array.from({ length: 10 }, (_, row) => `items[${row}].title`),
	],
	['a long name once, in short', 'n'.repeat(400), [`${'n'.repeat(46)}…`]],
])('names %s', async (_what, name, shown) => {
	const variables = { firstName: 'Kim', [name]: Array(11).fill({ title: LOST }) };
	const options = { dataVariablesJson: JSON.stringify(variables) };
	const { hints } = await loops.expectSuccess({ ...sendEmail, dataVariables: {}, options });
	expect(hints).toEqual(shown.map((each) => warning(`'Data Variables' (dataVariables.${each})`)));
});

it('Validate Only shows the text as it would be sent', async () => {
	const options = { validateOnly: true };
	const name = propertiesMapper({ firstName: 'string' }, { firstName: 'Ok \ud83d' });
	const { json } = await loops.expectSuccess({ ...upsert, ...name, options });
	expect(json).toMatchObject([
		{ warnings: [warning("'firstName'")], request: { body: { firstName: `Ok ${LOST}` } } },
	]);
});
