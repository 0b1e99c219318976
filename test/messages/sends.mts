import type { IDataObject } from 'n8n-workflow';

import { eventMapper } from '../harness/forms.mts';
import { parametersOf } from '../harness/operations.mts';
import type { Section } from './cases.mts';

const { sendEmail, sendEvent } = parametersOf;

/** Event > Send, with one row of this type in Extra Event Properties. */
const sendEventWithRow = (row: { name: string; type: string; value: string }) => ({
	...sendEvent,
	options: { extraEventProperties: { assignments: [{ id: '1', ...row }] } },
});

/** Transactional Email > Send, with this text as Data Variables (JSON). */
const sendEmailWithJson = (dataVariablesJson: string) => ({
	...sendEmail,
	dataVariables: {},
	options: { dataVariablesJson },
});

/** Transactional Email > Send, with one attachment from a file of the item. */
const sendEmailWithFile = (attachment: IDataObject) => ({
	...sendEmail,
	options: { attachments: { binary: [attachment] } },
});

/** Transactional Email > Send, with one attachment whose content is given in base64. */
const sendEmailWithBase64 = (attachment: IDataObject) => ({
	...sendEmail,
	options: { attachments: { base64: [attachment] } },
});

/** What the node refuses in an event or a transactional email. */
export const SENDS: Section[] = [
	{
		heading: 'Events',
		cases: [
			{
				name: 'gives an event name that is empty',
				parameters: { ...sendEvent, eventName: '={{ "" }}' },
			},
			{
				name: 'gives an event name that is empty, in the mode From List',
				parameters: { ...sendEvent, eventName: { __rl: true, mode: 'list', value: '={{ "" }}' } },
			},
			{
				name: 'gives an array as an event property in JSON',
				parameters: { ...sendEvent, options: { eventPropertiesJson: '{ "a": ["x", "y"] }' } },
			},
			{
				name: 'sets event properties in the form and in JSON',
				parameters: {
					...sendEvent,
					...eventMapper({ seats: 'number' }, { seats: 4 }),
					options: { eventPropertiesJson: '{ "seats": 4 }' },
				},
			},
			{
				name: 'gives the values themselves as Event Properties, not the object around them',
				parameters: { ...sendEvent, eventProperties: { a: 1 } },
			},
			{
				name: 'gives a word to an event property that is a number',
				parameters: {
					...sendEvent,
					...eventMapper({ seats: 'number' }, { seats: '={{ "many" }}' }),
				},
			},
			{
				name: 'gives the values themselves as Extra Event Properties, not the object around them',
				parameters: { ...sendEvent, options: { extraEventProperties: { a: 1 } } },
			},
			{
				name: 'gives no name to a row of Extra Event Properties',
				parameters: sendEventWithRow({ name: '={{ null }}', type: 'string', value: 'x' }),
			},
			{
				name: 'gives a word to a row whose type is number',
				parameters: sendEventWithRow({ name: 'a', type: 'number', value: 'x' }),
			},
			{
				name: 'gives a row whose type is array a number that would lose digits',
				parameters: sendEventWithRow({ name: 'a', type: 'array', value: '[9007199254740993]' }),
			},
			{
				name: 'names a row __proto__',
				parameters: sendEventWithRow({ name: '__proto__', type: 'string', value: 'x' }),
			},
			{
				name: 'gives two rows the same name',
				parameters: {
					...sendEvent,
					options: {
						extraEventProperties: {
							assignments: [
								{ id: '1', name: 'a', type: 'string', value: 'x' },
								{ id: '2', name: 'a', type: 'string', value: 'y' },
							],
						},
					},
				},
			},
			{
				name: 'gives text as the rows of Extra Event Properties',
				parameters: { ...sendEvent, options: { extraEventProperties: { assignments: 'text' } } },
			},
		],
	},
	{
		heading: 'Transactional emails',
		cases: [
			{
				name: 'gives a transactional email ID that is empty',
				parameters: { ...sendEmail, transactionalId: { mode: 'id', value: '={{ "" }}' } },
			},
			{
				name: 'gives a transactional email ID that is two words',
				parameters: { ...sendEmail, transactionalId: { mode: 'id', value: 'two words' } },
			},
			{
				name: 'gives true as a data variable',
				parameters: sendEmailWithJson('{ "firstName": true }'),
			},
			{
				name: 'gives a data variable an array whose entry contains an object',
				parameters: sendEmailWithJson('{ "items": [{ "size": {} }] }'),
			},
			{
				name: 'gives a data variable an array of numbers',
				parameters: sendEmailWithJson('{ "firstName": [1] }'),
			},
			{
				name: 'gives a data variable an array of 20,001 rows',
				parameters: sendEmailWithJson('={{ { items: Array(20001).fill({ size: 1 }) } }}'),
			},
			{
				name: 'leaves out a data variable, and asks not to send such emails',
				parameters: {
					...sendEmail,
					dataVariables: {},
					options: { missingVariables: 'dontSend' },
				},
			},
			{
				name: 'sets Add to Audience by an expression that returns nothing',
				parameters: { ...sendEmail, options: { addToAudience: '={{ undefined }}' } },
			},
			{
				name: 'attaches a file without naming its input field',
				parameters: sendEmailWithFile({ field: '' }),
			},
			{
				name: 'gives one file name to two attached files',
				parameters: sendEmailWithFile({ field: 'a,b', filename: 'x.txt' }),
			},
			{
				name: 'attaches a file of an item that has no files',
				parameters: sendEmailWithFile({ field: 'data' }),
			},
			{
				name: 'names the same file 501 times in each of two attachments',
				parameters: {
					...sendEmail,
					options: {
						attachments: {
							binary: Array(2).fill({ field: '={{ Array(501).fill("data").join() }}' }),
						},
					},
				},
			},
			{
				name: 'gives true as the input field of a file',
				parameters: sendEmailWithFile({ field: '={{ true }}' }),
			},
			{
				name: 'gives an object that is no file as the input field of a file',
				parameters: sendEmailWithFile({ field: '={{ ({ a: 1 }) }}' }),
			},
			{
				name: 'gives true as the name of an attached file',
				parameters: sendEmailWithFile({ field: 'data', filename: '={{ true }}' }),
			},
			{
				name: 'gives true as the type of an attached file',
				parameters: sendEmailWithFile({ field: 'data', contentType: '={{ true }}' }),
			},
			{
				name: 'attaches base64 without a file name',
				parameters: sendEmailWithBase64({
					filename: '',
					contentType: 'text/plain',
					data: 'YQ==',
				}),
			},
			{
				name: 'attaches base64 without a type',
				parameters: sendEmailWithBase64({ filename: 'a.txt', contentType: '', data: 'YQ==' }),
			},
			{
				name: 'attaches text that is not base64',
				parameters: sendEmailWithBase64({
					filename: 'a.txt',
					contentType: 'text/plain',
					data: '%',
				}),
			},
			{
				name: 'attaches base64 that is empty',
				parameters: sendEmailWithBase64({
					filename: 'a.txt',
					contentType: 'text/plain',
					data: '',
				}),
			},
			{
				name: 'attaches 4 MB, which are more than 4 MB in base64',
				parameters: sendEmailWithBase64({
					filename: 'a.bin',
					contentType: 'text/plain',
					data: Buffer.alloc(4_000_000).toString('base64'),
				}),
			},
			{
				name: 'attaches a file of 7 MB in base64',
				parameters: sendEmailWithBase64({
					filename: 'a.bin',
					contentType: 'text/plain',
					data: Buffer.alloc(7_000_000).toString('base64'),
				}),
			},
			{
				name: 'attaches the file photo, but the item only has the file data',
				parameters: sendEmailWithFile({ field: 'photo' }),
				items: [
					{
						json: {},
						binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } },
					},
				],
			},
			{
				name: 'attaches a file that is empty',
				parameters: sendEmailWithFile({ field: 'data' }),
				items: [
					{
						json: {},
						binary: { data: { data: '', mimeType: 'text/plain', fileName: 'a.txt' } },
					},
				],
			},
		],
	},
];
