import type { IDataObject } from 'n8n-workflow';

import { parametersOf } from '../harness/operations.mts';
import { onceBy, perKey, perRawKey } from '../harness/sendOnce.mts';
import type { Section } from './cases.mts';

const { find, getEmails, sendEmail, sendEvent } = parametersOf;

/** Transactional Email > Send, with these options. */
const sendWith = (options: IDataObject) => ({ ...sendEmail, options });

/** Transactional Email > Send, with these headers under Options. */
const sendWithHeaders = (...header: IDataObject[]) => sendWith({ headers: { header } });

/** What the node refuses in options, and in several items together. */
export const OPTIONS: Section[] = [
	{
		heading: 'Options',
		cases: [
			{
				name: 'adds Send Only Once, but leaves its key empty',
				parameters: sendWith(perKey('')),
			},
			{
				name: 'joins a missing field to the key of Send Only Once, which becomes order-undefined',
				parameters: sendWith(perKey("={{ 'order-' + $json.id }}")),
			},
			{
				name: 'removes the mode of Send Only Once, but not the option',
				parameters: sendWith({ sendOnlyOnce: {} }),
			},
			{
				name: 'sets the idempotency key as an option and as a header',
				parameters: sendWith({
					headers: { header: [{ name: 'Idempotency-Key', value: 'a' }] },
					...perRawKey('b'),
				}),
			},
			{
				name: 'sends an event that Loops does not list, with Unknown Event on Don’t Send',
				parameters: { ...sendEvent, eventName: 'sinup', options: { unknownEvent: 'dontSend' } },
			},
			{
				name: 'gives an idempotency key of 101 characters',
				parameters: sendWith(perRawKey('x'.repeat(101))),
			},
			{
				name: 'gives an idempotency key with an accent',
				parameters: sendWith(perRawKey('é')),
			},
			{
				name: 'gives a header a name of two words',
				parameters: sendWithHeaders({ name: 'two words', value: 'x' }),
			},
			{
				name: 'sets the header Authorization, which the node sets itself',
				parameters: sendWithHeaders({ name: 'Authorization', value: 'x' }),
			},
			{
				name: 'sets a header twice',
				parameters: sendWithHeaders({ name: 'X-A', value: 'x' }, { name: 'x-a', value: 'y' }),
			},
			{
				name: 'leaves the value of a header empty',
				parameters: sendWithHeaders({ name: 'X-A', value: '' }),
			},
			{
				name: 'gives a header a value of two lines',
				parameters: sendWithHeaders({ name: 'X-A', value: 'two\nlines' }),
			},
			{
				name: 'sets Validate Only by an expression that returns nothing',
				parameters: sendWith({ validateOnly: '={{ undefined }}' }),
			},
			{
				name: 'sets Include Input Fields by an expression that returns nothing',
				parameters: sendWith({ includeInputFields: '={{ undefined }}' }),
			},
			{
				name: 'sets the mode of Send Only Once by an expression that returns nothing',
				parameters: sendWith(onceBy('={{ undefined }}')),
			},
			{
				name: 'gives an object as the name of a header',
				parameters: sendWithHeaders({ name: '={{ ({ a: 1 }) }}', value: 'x' }),
			},
			{
				name: 'sets a timeout below zero',
				parameters: sendWith({ timeout: -1 }),
			},
			{
				name: 'sets a timeout of zero',
				parameters: sendWith({ timeout: '={{ 0 }}' }),
			},
			{
				name: 'sets a timeout of more than an hour',
				parameters: sendWith({ timeout: 4000 }),
			},
			{
				name: 'sets Missing Variables to something that is no choice',
				parameters: sendWith({ missingVariables: 'other' }),
			},
			{
				name: 'sets Return All to a number',
				parameters: { ...getEmails, returnAll: '={{ 7 }}' },
			},
			{
				name: 'sets a limit of zero',
				parameters: { ...getEmails, limit: 0 },
			},
			{
				name: 'sets a limit that is not a whole number',
				parameters: { ...getEmails, limit: 1.5 },
			},
			{
				name: 'sets a page size that is too small',
				parameters: { ...getEmails, options: { pageSize: 7 } },
			},
		],
	},
	{
		heading: 'Among items',
		cases: [
			{
				name: 'gives two items the same header Idempotency-Key',
				parameters: {
					...sendWith({ headers: { header: [{ name: 'Idempotency-Key', value: 'order-1' }] } }),
					email: '={{ $json.email }}',
				},
				items: [{ email: 'kim@example.com' }, { email: 'ada@example.com' }],
			},
			{
				name: 'gives two items the same key in Send Only Once',
				parameters: {
					...sendWith(perKey('order-1')),
					email: '={{ $json.email }}',
				},
				items: [{ email: 'kim@example.com' }, { email: 'ada@example.com' }],
			},
			{
				name: 'reads the email from an object that the item does not have',
				parameters: { ...find, email: '={{ $json.a.b }}' },
			},
		],
	},
];
