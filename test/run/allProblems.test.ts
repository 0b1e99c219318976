import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { propertiesMapper, variablesMapper, withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { sendEmail, sendEvent, update, upsert } = parametersOf;
const typed = propertiesMapper(
	{ seats: 'number', isBeta: 'boolean' },
	{ seats: '={{ $json.seats }}', isBeta: '={{ $json.isBeta }}' },
);
const row = { email: 'none', seats: 'many', isBeta: 'perhaps' };
const given = '={{ $json.email }}';
const EMAIL = `'Email' is not an email address: "none"`;
const SEATS = `'seats' can't be "many"`;
const BETA = `'isBeta' can't be "perhaps"`;
const conditions = [
	{ property: '', operator: 'notEmpty' },
	{ property: 'seats', operator: 'numberEquals', value: 'x' },
];

it.each<[string, IDataObject, string[]]>([
	['typed fields', { ...upsert, ...typed, email: given }, [EMAIL, SEATS, BETA]],
	[
		'mapped columns',
		{ ...upsert, ...propertiesMapper({ seats: 'number', isBeta: 'boolean' }), email: given },
		[EMAIL, SEATS, BETA],
	],
	[
		'additional fields',
		withAdded({ ...update, ...typed }, { changeEmailTo: given, subscription: 'maybe' }),
		[SEATS, BETA, `'Change Email To' is not an email address`, "'Subscription (All Emails)'"],
	],
	[
		'rows of an event',
		{
			...sendEvent,
			email: given,
			options: {
				extraEventProperties: {
					assignments: ['seats', 'isBeta'].map((name) => ({
						id: name,
						name,
						value: `={{ $json.${name} }}`,
						type: name === 'seats' ? 'number' : 'boolean',
					})),
				},
			},
		},
		[EMAIL, SEATS, BETA],
	],
	[
		'data variables',
		{
			...sendEmail,
			email: given,
			...variablesMapper(['seats', 'isBeta'], { seats: '={{ true }}', isBeta: '={{ ({}) }}' }),
		},
		[`'Recipient Email' is not an email`, "'seats' can't be true", "'isBeta' can't be {}"],
	],
	[
		'conditions',
		{
			...contentParameters('campaign create'),
			audienceKind: 'conditions',
			conditions: { condition: conditions },
		},
		["'Conditions: Property Name or ID' is empty", `'Conditions: Value' can't be "x"`],
	],
])(
	'an item is refused for all of its bad values, in the order of the form: %s',
	async (_what, parameters, said) => {
		const { error } = await loops.run(parameters, [row]);
		const at = said.map((text) => error?.message.indexOf(text) ?? -1);
		expect(at, error?.message).not.toContain(-1);
		expect(at).toEqual([...at].sort((a, b) => a - b));
		expect(loops.emulator.requests).toEqual([]);
	},
);

it('an event is refused for what Loops lists of it and of the contact, together', async () => {
	const eventName = { __rl: true, mode: 'name', value: '={{ "planChanged" }}' };
	const eventProperties = { mappingMode: 'autoMapInputData', value: null };
	const property = [{ name: 'isBeta', value: '={{ $json.isBeta }}' }];
	const call = { ...sendEvent, eventName, eventProperties };
	const { error } = await loops.run(withAdded(call, { contactProperties: { property } }), [row]);
	expect(error?.message).toContain(SEATS);
	expect(error?.message).toContain(BETA);
	expect(loops.emulator.eventLog).toEqual([]);
});

it('an error names the first five problems of an item, and counts the others', async () => {
	const rows = Array.from({ length: 7 }, () => ({ property: '', operator: 'notEmpty' }));
	const names = rows.map((_, n) => ({ name: `p${n}`, value: '={{ ({}) }}' }));
	const contactProperties = { property: names };
	const { error } = await loops.run(withAdded(sendEvent, { contactProperties }));
	expect(error?.message.match(/can't be \{\}/g)).toHaveLength(5);
	expect(error?.message).toContain('; 2 more [item 0]');
});
