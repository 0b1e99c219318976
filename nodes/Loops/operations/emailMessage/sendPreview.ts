import { createHash } from 'node:crypto';

import { contentCall } from '../../api/content';
import { emailIn } from '../../fields/identifier';
import { body, json } from '../../form/body';
import { byAgent } from '../../form/byAgent';
import type { Field } from '../../form/field';
import { options, validateOnly } from '../../form/options';
import { fieldOf } from '../../form/parameter';
import type { LoopsRequest } from '../../http/request';
import { asRecord } from '../../values/parse';
import type { Preview } from '../../sends/origin';
import type { Body, BodyValue, Checked, Identifier } from '../../values/checked';
import { formatName } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';
import { getById } from '../builders';
import { operation } from '../operation';
import { emailMessage, rejections } from './requests';

/** Loops counts addresses: 100 in 24 hours for the whole team (contract: preview-quota). */
const MAX_ADDRESSES = 10;

const addresses: Field<Identifier[]> = fieldOf({
	property: {
		displayName: 'Emails',
		name: 'emails',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. nathan@example.com, kim@example.com',
		description: `Addresses that get the preview, up to ${MAX_ADDRESSES}, with commas between them. Loops sends 100 previews in 24 hours per team.`,
	},
	read: (slot) => {
		const emails = slot.identifiers('people', emailIn);
		if (emails.length > 0 && emails.length <= MAX_ADDRESSES) return emails;
		return slot.refuse(
			emails.length === 0 ? "'Emails' is empty" : `'Emails' has ${emails.length} addresses`,
			`Give 1 to ${MAX_ADDRESSES} addresses`,
		);
	},
});

const exampleValues = (displayName: string, name: string) =>
	json({
		displayName,
		name,
		type: 'json',
		default: '{}',
		description: 'Example values by name, such as {"firstName": "Kim"}. Each one is text.',
	});

/** A model may call a tool again and again: people get its previews. */
function limited(
	sent: Preview[],
	addresses: number,
	content: unknown,
): Pick<LoopsRequest, 'beforeAttempt' | 'onNotDone'> {
	const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('hex');
	const own = { fingerprint, addresses };
	const beforeAttempt = async () => {
		if (sent.includes(own)) return; // again after a 429
		if (sent.some((each) => each.fingerprint === fingerprint)) {
			throw new ItemRefused(
				'An AI agent has already sent this preview in this execution',
				'Change the email or the example values before the next preview',
			);
		}
		const used = sent.reduce((sum, each) => sum + each.addresses, 0);
		if (used + addresses > MAX_ADDRESSES) {
			throw new ItemRefused(
				`AI agents can send previews to ${MAX_ADDRESSES} addresses in an execution, and ${used} are used`,
				'Let a person send more',
			);
		}
		sent.push(own);
	};
	const onNotDone = () => void sent.splice(sent.indexOf(own), 1);
	return { beforeAttempt, onNotDone };
}

export const sendPreview = operation({
	value: 'sendPreview',
	name: 'Send Preview',
	action: 'Send preview of email message',
	description: 'Send a test of the email to a few addresses, with example values',
	fields: {
		id: emailMessage.id,
		byAgent,
		emails: addresses,
		values: body(
			{},
			{
				contactProperties: exampleValues('Contact Properties (JSON)', 'contactProperties'),
				eventProperties: exampleValues('Event Properties (JSON)', 'eventProperties'),
				dataVariables: exampleValues('Data Variables (JSON)', 'dataVariables'),
			},
		),
		options: options({ validateOnly }),
	},
	// An agent may send the same preview again once it has changed the email.
	lookUp: async (values, get) =>
		values.byAgent ? await getById(get, emailMessage, values.id) : undefined,
	plan: ({ id: messageId, emails, values, byAgent: isAgent }, { lookedUp }, { previews }) => {
		const content = { emails, ...withTexts(values) };
		const request = contentCall({
			method: 'POST',
			path: `/email-messages/${messageId}/preview`,
			body: content,
			...(isAgent && limited(previews, emails.length, [content, lookedUp])),
			// A 429 with calls left is not about the rate limit (contract: preview-quota).
			isQuota: ({ body: answer, headers }) =>
				/preview/i.test(String(asRecord(answer).message)) ||
				Number(headers['x-ratelimit-remaining']) > 0,
			rejections: [
				...rejections,
				{
					status: 429,
					problem: 'Loops sends no more previews now',
					hint: 'It sends 100 in any 24 hours per team, counted by address. Run this item again later',
				},
			],
		});
		return { request };
	},
	output: (_answer, { id: messageId, emails }) => [{ success: true, id: messageId, emails }],
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
		`'${formatName(name)}' of the preview is not text`,
		'Loops takes only text here: put the value in quotes',
	);
}
