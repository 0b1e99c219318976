import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { fieldsOf, mapped } from '../harness/mapping.mts';
import { parametersOf } from '../harness/operations.mts';
import { emailColumnOf, exportFiles, kinds, rowsOf } from '../harness/exports.mts';

const loops = useEmulator();
const { create, upsert } = parametersOf;

const WARNING =
	'These input fields are not mapped, but suggest that a person should get no email: ';
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

/** What the rule can't see: words of other languages, and a state that means it on one platform only. */
const MISSED = ['no Status = Inactive', 'no Newsletter = Nein', 'no abgemeldet = ja'];

describe('Validate Only warns about the fields that say no, and about no other', () => {
	it.each(kinds)('$kind', async ({ cases }) => {
		const options = { validateOnly: true };
		const rows = cases.map(({ row }) => row as IDataObject);
		const parameters = { ...upsert, ...(await mapping()), email: 'kim@example.com', options };
		const { json } = await loops.run(parameters, rows);
		const warned = json.map(({ warnings }) => (warnings as string[]).some(isWarning));
		const wrong = cases.filter(({ saysNo }, at) => warned[at] !== saysNo).map(({ line }) => line);
		expect(wrong).toEqual(MISSED.filter((line) => cases.some((each) => each.line === line)));
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
			`${WARNING}status${REST} [3 of 4 items, first in item 1]`,
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
