import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { eventMapper, propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { sendEmail, sendEvent, upsert } = parametersOf;

const MILLION = 1_000_000;
const NAMES = [...'abcdefghi'];

/** An expression that gives a million characters of this text, which JSON writes as up to six million. */
const million = (text: string) => `={{ ${JSON.stringify(text)}.repeat(${MILLION / text.length}) }}`;

const inEach = (text: string): IDataObject =>
	Object.fromEntries(NAMES.map((name) => [name, million(text)]));

const rowsOf = (text: string) =>
	NAMES.map((name) => ({ id: name, name, type: 'string', value: million(text) }));

const withFiles = (content: string): IDataObject => ({
	...sendEmail,
	options: {
		attachments: {
			base64: NAMES.map((filename) => ({ filename, contentType: 'text/plain', data: content })),
		},
	},
});

/** What a stranger sends to a webhook, where each field reads it: handling 16 MB in each took seconds. */
const TOO_LARGE: Array<[string, IDataObject, string]> = [
	[
		'control characters in data variables',
		{ ...sendEmail, ...variablesMapper(NAMES, inEach('\u0001')) },
		'Data Variables',
	],
	[
		'hex digits in event properties',
		{ ...sendEvent, ...eventMapper({}, inEach('ab1e')) },
		'Event Properties',
	],
	[
		'JSON in rows',
		{ ...sendEvent, options: { extraEventProperties: { assignments: rowsOf('[]') } } },
		'Options',
	],
	['blanks in base64', withFiles(million('A ')), 'Options'],
	[
		'long names in an object',
		{
			...upsert,
			additionalFields: {
				contactPropertiesJson:
					'={{ Object.fromEntries([..."abcdefghi"].map((name) => [name.repeat(1000000), 1])) }}',
			},
		},
		'Additional Fields',
	],
	[
		'a million numbers in an object',
		{
			...upsert,
			additionalFields: { contactPropertiesJson: '={{ ({ a: Array(1000000).fill(1) }) }}' },
		},
		'Additional Fields',
	],
	[
		'several fields together',
		{
			...upsert,
			...propertiesMapper(
				{},
				Object.fromEntries([...'abcdefg'].map((name) => [name, million('x')])),
			),
			additionalFields: { addToList: million(','), removeFromList: million(',') },
		},
		'Contact Properties',
	],
];

it.each(TOO_LARGE)('%s are refused before a request', async (_name, parameters, label) => {
	const [error] = await loops.expectRefusals([
		[label, parameters, 'the fields of the item have more than 8 million characters'],
	]);
	expect(error.message).toContain(`With '${label}'`);
	expect(loops.emulator.requests).toEqual([]);
});

it('base64 with line breaks is sent if Loops takes the file', async () => {
	const data = Buffer.alloc(3_140_000).toString('base64');
	const lines = data.replace(/.{64}/g, '$&\r\n');
	const file = { filename: 'a.bin', contentType: 'text/plain', data: lines };
	await loops.expectSuccess({ ...sendEmail, options: { attachments: { base64: [file] } } });
	expect(loops.calls()[0].body).toMatchObject({ attachments: [{ data }] });
});
