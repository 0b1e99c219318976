import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { fieldsOf, mapped } from '../harness/mapping.mts';
import { parametersOf } from '../harness/operations.mts';
import {
	type Case,
	emailColumnOf,
	exportFiles,
	kinds,
	pairs,
	rowsOf,
} from '../harness/exports.mts';

const loops = useEmulator();
const { create, sendEvent, update, upsert } = parametersOf;

const WARNING = 'These input fields suggest that a person should get no email: ';
const REST =
	". Loops subscribes new contacts. Filter these people out before this node, or set 'Subscription (All Emails)' to 'Unsubscribe' for them.";
const isWarning = (text: unknown) => String(text).startsWith(WARNING);

const mapping = async () => mapped(await fieldsOf(loops));
const byColumn = async (column: string) => ({
	...upsert,
	...(await mapping()),
	email: `={{ $json[${JSON.stringify(column)}] }}`,
});
/** The hints about opted-out people of an import without the step of the example. */
async function hintsFor(rows: IDataObject[], parameters: IDataObject) {
	const { hints, error } = await loops.run(parameters, rows);
	expect(error).toBeUndefined();
	return hints.filter(isWarning);
}

/** The lines about which the node warns, or doesn't, against their verdict. */
async function wrongLines(cases: Case[], parameters: IDataObject): Promise<string[]> {
	const options = { validateOnly: true };
	const rows = cases.map(({ row }) => row as IDataObject);
	const { json } = await loops.run({ ...upsert, ...parameters, options }, rows);
	const warned = json.map(({ warnings }) => (warnings as string[]).some(isWarning));
	expect(warned).toHaveLength(cases.length);
	return cases.filter(({ saysNo }, at) => warned[at] !== saysNo).map(({ line }) => line);
}

describe('Validate Only warns about the fields that say no, and about no other', () => {
	it.each(kinds)('$kind', async ({ cases }) => {
		expect(await wrongLines(cases, await mapping())).toEqual([]);
	});

	it('in opt-outs.tsv, whether columns are mapped automatically or by hand', async () => {
		expect(await wrongLines(pairs, await mapping())).toEqual([]);
		expect(await wrongLines(pairs, {})).toEqual([]);
	});
});

it('there are more than 200 cases of more than 20 kinds of files', () => {
	expect(kinds.flatMap(({ cases }) => cases).length).toBeGreaterThan(200);
	expect(kinds.length).toBeGreaterThan(20);
});

describe('a hint of an import', () => {
	it.each(exportFiles)('counts the people who opted out elsewhere, in %s', async (file) => {
		const rows = rowsOf(file);
		const column = emailColumnOf(rows[0]);
		const out = rows.filter((row) => row[column].endsWith('@example.org'));
		const [hint, ...others] = await hintsFor(rows, await byColumn(column));
		expect(others).toEqual([]);
		expect(hint !== undefined).toBe(out.length > 0);
		const items = hint?.match(/ \[(?:all )?(\d+) (?:of \d+ )?items/)?.[1] ?? '1';
		expect(hint === undefined ? 0 : Number(items)).toBe(out.length);
	});

	it('names the fields and the items', async () => {
		const rows = rowsOf('kit.csv');
		expect(await hintsFor(rows, await byColumn('email'))).toEqual([
			`${WARNING}status${REST} [3 of 4 items: 1, 2, 3]`,
		]);
	});

	it('comes first, and is complete among any number of others', async () => {
		const columns = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`Column ${n}`, n]));
		const rows = Array.from({ length: 30 }, (_, n) => ({ ...columns, subscribed: 'No', n }));
		const additionalFields = { clearProperty: '={{ ["unknown" + $json.n] }}' };
		const { hints } = await loops.run({ ...upsert, ...(await mapping()), additionalFields }, rows);
		expect(hints[0]).toBe(`${WARNING}subscribed${REST} [all 30 items]`);
		expect(hints).toContain('More warnings are not listed: 10.');
	});

	it('stays away from whoever the item itself unsubscribes', async () => {
		const subscription = '={{ $json.subscribed === "false" ? "unsubscribe" : "leaveAsIs" }}';
		const parameters = { ...(await byColumn('email')), additionalFields: { subscription } };
		expect(await hintsFor(rowsOf('loops.csv'), parameters)).toEqual([]);
		expect(loops.emulator.contact('cleo@example.org')).toMatchObject({ subscribed: false });
	});

	it('stays away from a field that a property takes', async () => {
		const parameters = { ...create, ...mapped(), email: 'kim+new@example.com' };
		loops.emulator.reset({
			properties: [{ key: 'newsletter', type: 'string' }],
		});
		expect(await hintsFor([{ Newsletter: 'no' }], parameters)).toEqual([]);
	});

	it('changes nothing: the contact is written as before', async () => {
		const parameters = await byColumn('EMAIL');
		await loops.run(parameters, rowsOf('brevo.csv'));
		for (const { body } of loops.calls()) {
			expect(Object.keys(body as IDataObject).sort()).toEqual(['email', 'firstName', 'lastName']);
		}
		expect(loops.calls()).toHaveLength(3);
	});
});

describe('consent in an object', () => {
	const warnedOf = async (row: IDataObject) => {
		const hints = await hintsFor([row], upsert);
		return hints.map((hint) => String(hint).slice(WARNING.length).split('. ')[0]);
	};

	it.each<[field: string, row: IDataObject]>([
		['email_marketing_consent.state', { email_marketing_consent: { state: 'unsubscribed' } }],
		[
			'body.emailMarketingConsent.marketingState',
			{ body: { emailMarketingConsent: { marketingState: 'NOT_SUBSCRIBED' } } },
		],
		[
			'subscriptions.email.marketing.consent',
			{ subscriptions: { email: { marketing: { consent: 'UNSUBSCRIBED' } } } },
		],
		['properties.hs_email_optout.value', { properties: { hs_email_optout: { value: 'true' } } }],
		['properties.hs_email_optout_6871816', { properties: { hs_email_optout_6871816: true } }],
		['customer.accepts_marketing', { customer: { accepts_marketing: false } }],
	])('is recognized by the last two names of its path: %s', async (field, row) => {
		expect(await warnedOf(row)).toEqual([field]);
	});

	it.each<[what: string, row: IDataObject]>([
		['SMS', { subscriptions: { sms: { marketing: { consent: 'UNSUBSCRIBED' } } } }],
		[
			'transactional emails',
			{ subscriptions: { email: { transactional: { consent: 'UNSUBSCRIBED' } } } },
		],
		['an order', { order: { status: 'cancelled', state: 'bounced' } }],
		['figures of a campaign', { stats: { unsubscribed: 1, hard_bounced: 1 } }],
		[
			'a level below the fifth',
			{ a: { b: { c: { d: { e: { f: { accepts_marketing: false } } } } } } },
		],
		[
			'the 301st field',
			{
				a: Object.fromEntries([...Array(300).keys()].map((n) => [`n${n}`, n])),
				b: { opted_out: true },
			},
		],
	])('is not searched for in %s', async (_what, row) => {
		expect(await warnedOf(row)).toEqual([]);
	});
});

describe('where an item subscribes nobody, or decides itself, there is no warning', () => {
	const row = { email: 'kim@example.com', accepts_marketing: false };
	const addToList = ['cm9list0releasenotes00001'];
	const property = { property: [{ name: 'planName', value: 'team' }] };

	it.each<[what: string, warnings: number, parameters: IDataObject]>([
		['Create or Update by hand', 1, upsert],
		['Create by hand', 1, create],
		[
			'Create or Update, with JSON',
			1,
			{ ...upsert, additionalFields: { contactPropertiesJson: '{"planName": "team"}' } },
		],
		[
			'Create or Update that unsubscribes',
			0,
			{ ...upsert, additionalFields: { subscription: 'unsubscribe' } },
		],
		[
			'Create or Update that subscribes',
			0,
			{ ...upsert, additionalFields: { subscription: 'subscribe' } },
		],
		[
			'Create or Update with subscribed in JSON',
			0,
			{ ...upsert, additionalFields: { contactPropertiesJson: '{"subscribed": false}' } },
		],
		['Update', 0, update],
		['Update that adds to a list', 1, { ...update, additionalFields: { addToList } }],
		['Event > Send', 0, sendEvent],
		[
			'Event > Send that removes from a list',
			0,
			{ ...sendEvent, additionalFields: { removeFromList: addToList } },
		],
		['Event > Send that adds to a list', 1, { ...sendEvent, additionalFields: { addToList } }],
		[
			'Event > Send that sets a property',
			1,
			{ ...sendEvent, additionalFields: { contactProperties: property } },
		],
	])('%s: %i', async (_what, warnings, parameters) => {
		expect(await hintsFor([row], parameters)).toHaveLength(warnings);
	});

	it('a contact property of the same name holds the field', async () => {
		const json = '{"acceptsMarketing": false}';
		const parameters = { ...upsert, additionalFields: { contactPropertiesJson: json } };
		expect(await hintsFor([row], parameters)).toEqual([]);
	});

	it('what the node itself added to an item is not judged', async () => {
		const item = { email: 'kim@example.com', loops: { contact: { subscribed: 'no' } } };
		expect(await hintsFor([item], upsert)).toEqual([]);
	});
});
