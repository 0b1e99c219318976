import { contentCall } from '../../api/content';
import { CONTACT_DATA } from '../../fields/contact';
import { emailIn } from '../../fields/identifier';
import { body, json } from '../../form/body';
import type { Field } from '../../form/form';
import { options, validateOnly, fieldOf } from '../../form/parameter';
import { asRecord } from '../../values/parse';
import type { Body, BodyValue, Checked, Identifier } from '../../values/checked';
import { formatName } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';
import { getById, rejectionsOf } from '../base/builders';
import { operation } from '../base/operation';
import { emailMessage } from '../base/resources';

/** Loops counts addresses: 100 in 24 hours for the whole team (contract: preview-quota). */
const MAX_ADDRESSES = 10;

/** No address has these. Blanks around one do not count. */
const hasOtherSeparator = (value: unknown): boolean =>
	typeof value === 'string' && /[;\n]./.test(value.trim());

const list = fieldOf({
	property: {
		displayName: 'Emails',
		name: 'emails',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. nathan@example.com, kim@example.com',
		description: `Up to ${MAX_ADDRESSES} addresses that get the preview, separated by commas. Loops sends at most 100 previews per team in 24 hours.`,
	},
	read: (value) => {
		const emails = value.identifiers('people', (each) =>
			each.is(hasOtherSeparator)
				? each.refuse(
						`'Emails' contains several email addresses without a comma: ${each.shown}`,
						'Separate the email addresses with commas',
					)
				: emailIn(each),
		);
		if (emails.length > 0 && emails.length <= MAX_ADDRESSES) return emails;
		return value.refuse(
			emails.length === 0 ? "'Emails' is empty" : `'Emails' has ${emails.length} email addresses`,
			`Enter 1 to ${MAX_ADDRESSES} email addresses`,
		);
	},
});

/** A model may call a tool again and again, so each call reaches one person at most. */
const addresses: Field<Identifier[]> = {
	...list,
	read: (form) => {
		const emails = list.read(form);
		if (emails.length === 1 || !form.isToolCall) return emails;
		throw new ItemRefused(
			`AI agents send a preview to one email address at a time, not to ${emails.length}`,
			'Call the tool once for each email address',
		);
	},
};

const exampleValues = (displayName: string, name: string) =>
	json({
		displayName,
		name,
		type: 'json',
		default: '{}',
		description:
			'Example values by name, such as {"firstName": "Kim"}. A value can be text or a number, and is sent as text.',
	});

export const sendPreview = operation({
	value: 'sendPreview',
	name: 'Send Preview',
	action: 'Send email preview',
	description: 'Send a test of the email to a few addresses, with example values',
	fields: {
		id: emailMessage.id,
		emails: addresses,
		values: body(
			{},
			{
				contactProperties: exampleValues(CONTACT_DATA, 'contactProperties'),
				eventProperties: exampleValues('Event Properties (JSON)', 'eventProperties'),
				dataVariables: exampleValues('Data Variables (JSON)', 'dataVariables'),
			},
		),
		options: options({ validateOnly }),
	},
	reaches: ({ emails }) => emails,
	run: async ({ id, emails, values }, { change }) => {
		const call = contentCall({
			method: 'POST',
			path: `${emailMessage.path}/${id}/preview`,
			body: { emails, ...withTexts(values) },
			// A 429 with calls left is not about the rate limit (contract: preview-quota).
			isQuota: ({ body: answer, headers }) =>
				/preview/i.test(String(asRecord(answer).message)) ||
				Number(headers['x-ratelimit-remaining']) > 0,
			rejections: [
				...rejectionsOf(emailMessage),
				{
					status: 429,
					problem: 'Loops accepts no more previews now',
					hint: 'Loops sends at most 100 previews per team in any 24 hours. Each email address counts as one. Try again later',
				},
			],
		});
		await change(call, { precheck: async (get) => await getById(get, emailMessage, id) });
		return { success: true, id, emails };
	},
});

/** Loops takes texts only. */
const withTexts = (given: Body): Body =>
	Object.fromEntries(
		Object.entries(given).map(([field, entries]) => [
			field,
			Object.fromEntries(
				Object.entries(entries as Body).map(([name, value]) => [name, textOf(name, value)]),
			),
		]),
	);

function textOf(name: string, value: BodyValue): Checked {
	if (typeof value === 'string' || typeof value === 'number') return String(value) as Checked;
	throw new ItemRefused(
		`The example value of '${formatName(name)}' is not text`,
		'Loops accepts only text here. Put the value in quotes',
	);
}
