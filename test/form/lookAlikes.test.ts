import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { upsert } = parametersOf;

const BOM = '\ufeff';
const bomHint = (name: string) =>
	`The data has a field '${name}' with a byte order mark in its name. Turn on 'Exclude Byte Order Mark (BOM)' in the node that reads the file.`;
const caseHint = (name: string) =>
	`The data has a field '${name}'. Field names are case-sensitive.`;

it.each([
	['Email', `${BOM}Email`, bomHint('Email')],
	['Email', 'email', caseHint('email')],
	['email', 'E-mail', ''],
])(
	'a refusal of an empty email names the field that looks the same: %s beside %j',
	async (field, name, said) => {
		const items = [{ [name]: 'kim@example.com' }];
		const parameters = { ...upsert, email: `={{ $json.${field} }}` };
		const { message, description } = await loops.expectError(parameters, "'Email' is empty", items);
		expect(message).toBe("'Email' is empty [item 0]");
		expect(description).toContain(said);
		expect(description?.includes('The data has a field')).toBe(said !== '');
	},
);

it.each(['Email;First Name;Seats', '"Email";"First Name"'])(
	'a refusal of an empty email names the delimiter of a file with the only column %s',
	async (header) => {
		const { description } = await loops.expectError(
			{ ...upsert, email: '={{ $json.Email }}' },
			"'Email' is empty",
			[{ [header]: 'kim@example.com;Kim;4' }],
		);
		expect(description).toContain(
			`The data has a single field '${header}'. Set 'Delimiter' to ; in the node that reads the file.`,
		);
	},
);

it('a refusal of an empty email compares the names of 1,000 fields', async () => {
	const others = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`p${n}`, 1]));
	const { description } = await loops.expectError(
		{ ...upsert, email: '={{ $json.Email }}' },
		"'Email' is empty",
		[{ ...others, email: 'kim@example.com' }],
	);
	expect(description).not.toContain('The data has a field');
});

it.each([
	['user_{{ $json.id }}', "'User ID': {{ $json.id }} returns nothing"],
	["{{ $('Start').item.json.id }}", "'User ID' is empty"],
	["{{ $json.id || '' }}", "'User ID' is empty"],
	['{{ $json.id.trim() }}', "'User ID' is empty"],
	["{{ 'user_' + $json.id }}", "'User ID' contains 'undefined'"],
])('a refusal of %s names the field that looks the same', async (userId, refused) => {
	const parameters = { ...upsert, findBy: 'userId', userId: `=${userId}` };
	const { description } = await loops.expectError(parameters, refused, [{ [`${BOM}id`]: 'u-7' }]);
	expect(description).toContain(bomHint('id'));
});

// Node.js sorts the marks of a letter in quadratic time. Otherwise these take longer than their time limit.
describe('a stranger who sends', { timeout: 10_000 }, () => {
	const marks = '\u0344'.repeat(248) + '\u0f73'.repeat(248);
	const names = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`${n}${marks}`, 1]));

	it.each<[string, unknown]>([
		['names of marks', names],
		['a long text', 'a'.repeat(15_000_000)],
	])('%s does not delay the refusal of an empty email', async (_what, body) => {
		const email = '={{ $json.body.email ?? $json.body.Email }}';
		await loops.expectError({ ...upsert, email }, "'Email' is empty", [{ body } as IDataObject]);
	});

	it('names of marks does not delay Map Automatically', async () => {
		const parameters = { ...upsert, ...propertiesMapper({}) };
		await loops.expectSuccess(parameters, [{ email: 'kim@example.com', ...names }]);
	});
});

it('a warning of a gap in a text names the field that looks the same', async () => {
	const text = { firstName: '=Dr. {{ $json.name }}' };
	const form = propertiesMapper({ firstName: 'string' }, text);
	const { hints } = await loops.expectSuccess({ ...upsert, ...form }, [{ Name: 'Kim' }]);
	expect(hints.join()).toContain(`{{ $json.name }} returns nothing. ${caseHint('Name')}`);
});

// Otherwise this takes longer than the time limit of a test.
it('looks once for a field that looks the same, however many values of a JSON object are refused', async () => {
	const values = Object.fromEntries(Array.from({ length: 18_000 }, (_, n) => [`p${n}`, [1, 2]]));
	const contactPropertiesJson = "={{ { ...$json, source: $json.utm_source ?? 'web' } }}";
	const given = { ...upsert, additionalFields: { contactPropertiesJson } };
	const { error } = await loops.run(given, [values]);
	expect(error?.message).toContain("'p0' can't be [");
});
