import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { fieldsOf, mapped, sentBody, setAccount } from '../harness/mapping.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { sendEmail, sendEvent, upsert } = parametersOf;
const PATH = '/v1/contacts/properties';
const mapping = async () => mapped(await fieldsOf(loops));

describe('the warning about input fields that are not mapped', () => {
	it("is the same with Don't Send", async () => {
		const parameters = { ...upsert, ...(await mapping()) };
		const rows = [{ Seats: 4, Zodiac: 'x', subscribed: 'yes' }];
		const other = await loops.run(parameters, rows);
		const options = { unknownProperties: 'dontSend' };
		const strict = await loops.run({ ...parameters, options }, rows);
		expect(other.hints).toEqual(['2 input fields are not mapped: Zodiac, subscribed.']);
		expect(strict.hints).toEqual(other.hints);
	});

	it('leaves out fields that Additional Fields send', async () => {
		const additionalFields = { userId: '={{ $json.userId }}' };
		const parameters = { ...parametersOf.create, ...(await mapping()), additionalFields };
		const row = { email: 'nia@example.com', userId: 'u-500', Seats: 4 };
		const { hints } = await loops.run({ ...parameters, email: '={{ $json.email }}' }, [row]);
		expect(hints).toEqual([]);
		expect(sentBody(loops)).toMatchObject({ userId: 'u-500', seats: 4 });
	});

	it('needs no look-up with editor fields', async () => {
		const parameters = { ...upsert, ...(await mapping()) };
		loops.emulator.inject({ kind: 'hang', path: PATH, times: 'always' });
		const before = loops.emulator.requests.length;
		const row = { Seats: 4, Zodiac: 'x', Subscribed: 'yes' };
		const { hints } = await loops.run(parameters, [row]);
		expect(hints).toEqual(['2 input fields are not mapped: Zodiac, Subscribed.']);
		expect(loops.emulator.requests.slice(before).map(({ path }) => path)).not.toContain(PATH);
	});

	it('names misspellings and properties that are newer than the editor fields', async () => {
		const row = { plan_nam: 'x', isBeta: 1, planName: 'team' };
		const { hints } = await loops.run({ ...upsert, ...propertiesMapper({ planName: 'string' }) }, [
			row,
		]);
		expect(hints).toEqual(['2 input fields are not mapped: plan_nam, isBeta.']);
	});

	it('names another email and another user ID', async () => {
		const row = {
			'Work Email': 'kim@example.com',
			Email: 'private@example.com',
			'User ID': 'u-99',
			Seats: 1,
		};
		const parameters = { ...upsert, email: '={{ $json["Work Email"] }}', ...(await mapping()) };
		const { hints } = await loops.run(parameters, [row]);
		expect(hints).toEqual(['2 input fields are not mapped: Email, User ID.']);
		const options = { validateOnly: true };
		const { json } = await loops.run({ ...parameters, options }, [row]);
		expect(json[0]).toMatchObject({ notMapped: ['Email', 'User ID'], warnings: [] });
	});

	it.each([
		['Google Sheets adds', { row_number: 2 }],
		['Airtable adds', { id: 'rec1', createdTime: '2026-01-02T03:04:05.000Z' }],
		['a Data Table adds', { id: 1, createdAt: '2026-01-02', updatedAt: '2026-01-02' }],
		['a form adds', { submittedAt: '2026-01-02', formMode: 'production' }],
		[
			'a webhook adds',
			{ headers: {}, params: {}, query: {}, webhookUrl: '/a', executionMode: 'test' },
		],
	])('leaves out what %s', async (_what, added: IDataObject) => {
		const parameters = { ...upsert, ...(await mapping()) };
		const { hints } = await loops.run(parameters, [{ Seats: 4, ...added }]);
		expect(hints).toEqual([]);
		const { hints: others } = await loops.run(parameters, [{ ...added, body: {} }]);
		expect(others).toEqual(['1 input field is not mapped: body.']);
	});

	it('calls a blank header that', async () => {
		const parameters = { ...upsert, ...(await mapping()) };
		const { hints } = await loops.run(parameters, [{ Zodiac: 'x', '': 'y', ' ': 'z' }]);
		expect(hints).toEqual([
			'3 input fields are not mapped: Zodiac, a blank header, a blank header.',
		]);
	});

	it("names the user's own fields called error, loops and inputError", async () => {
		const rows = [{ error: 'E42', loops: 3, inputError: 'x', Seats: 4 }];
		const { hints } = await loops.run({ ...upsert, ...(await mapping()) }, rows);
		expect(hints).toEqual(['3 input fields are not mapped: error, loops, inputError.']);
	});

	it('names a field that only an expression uses', async () => {
		const subscription = '={{ $json["Opt-in"] ? "subscribe" : "leaveAsIs" }}';
		const parameters = { ...upsert, additionalFields: { subscription }, ...(await mapping()) };
		const { hints } = await loops.run(parameters, [{ 'Opt-in': 'yes' }]);
		expect(sentBody(loops)).toMatchObject({ subscribed: true });
		expect(hints).toEqual(['1 input field is not mapped: Opt-in.']);
	});
});

describe('input fields for an event or an email', () => {
	const event = { ...sendEvent, email: '={{ $json.email }}', ...eventMapper({}) };
	const email = { ...sendEmail, email: '={{ $json.email }}', ...variablesMapper([]) };
	const seed = (...names: string[]) =>
		loops.emulator.reset({
			eventPatterns: [
				{ eventName: 'signup', eventProperties: names.map((name) => ({ name, type: 'string' })) },
			],
			templates: [{ id: 'cm8tx0welcome00000000001a', name: 'W', dataVariables: names }],
		});
	const row = { email: 'kim@example.com', plan: 'team' };

	it.each<[string, IDataObject]>([
		['an event', event],
		['an event, with editor fields', { ...event, ...eventMapper({ plan: 'string' }) }],
		['an email', email],
		['an email, with editor fields', { ...email, ...variablesMapper(['plan']) }],
	])('are named if not mapped, and shown in Validate Only: %s', async (_case, parameters) => {
		seed('plan', 'Name', 'NAME');
		const rows = [
			{ ...row, Name: 'a', NAME: 'b', plna: 'x', name: 'c', city: 'y' },
			{ ...row, Name: 'a', NAME: 'b', city: 'y' },
		];
		const validated = await loops.run({ ...parameters, options: { validateOnly: true } }, rows);
		const mapping = { plan: 'plan', Name: 'Name', NAME: 'NAME' };
		expect(validated.json).toMatchObject([
			{ mapping, notMapped: ['plna', 'name', 'city'], warnings: [] },
			{ mapping, notMapped: ['city'], warnings: [] },
		]);
		const { hints } = await loops.run(parameters, rows);
		expect(hints).toEqual(['3 input fields are not mapped: plna, name, city.']);
		expect(loops.emulator.requests.some(({ path }) => path === PATH)).toBe(false);
	});

	it('are all named when the event has no properties yet', async () => {
		seed();
		const { hints } = await loops.run(event, [row]);
		expect(hints).toEqual(['1 input field is not mapped: plan.']);
		expect(sentBody(loops)).not.toHaveProperty('eventProperties');
	});

	it('are not named if they are a blank user ID or were added by the node', async () => {
		seed('plan');
		const { hints } = await loops.run(event, [{ ...row, userId: '', loops: {} }]);
		expect(hints).toEqual([]);
	});
});

it("'Don't Send' refuses a property that was removed since the editor listed it", async () => {
	setAccount(loops, { key: 'gone', label: 'Gone' }, { key: 'seats', label: 'Seats' });
	const schema = await fieldsOf(loops);
	setAccount(loops, { key: 'seats', label: 'Seats' });
	const options = { unknownProperties: 'dontSend' };
	const { error } = await loops.run({ ...upsert, ...mapped(schema), options }, [{ gone: 'x' }]);
	expect(error?.message).toBe("The account has no contact property 'gone' [item 0]");
	expect(loops.calls()).toEqual([]);
});

describe('names in a warning', () => {
	it('are shortened, on one line, and without a tag', async () => {
		const row = { ['z'.repeat(5_000)]: 1, 'a\nb': 2, '<img src=x>': 3 };
		const { hints } = await loops.run({ ...upsert, ...(await mapping()) }, [row]);
		expect(hints).toEqual([`3 input fields are not mapped: ${'z'.repeat(60)}…, a b, ‹img src=x>.`]);
	});

	it('are ten, first those that look like a property, after a count of all', async () => {
		const columns = Array.from({ length: 250 }, (_, n) => [`Col ${n}`, n]);
		const row = { ...Object.fromEntries(columns), seat: 4 };
		const { hints } = await loops.run({ ...upsert, ...(await mapping()) }, [row]);
		const names = columns.slice(0, 9).map(([name]) => name);
		expect(hints).toEqual([
			`251 input fields are not mapped: seat (did you mean 'seats'?), ${names.join(', ')}, …`,
		]);
	});
});
