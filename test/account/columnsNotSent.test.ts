import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { fieldsOf, mapped, sentBody, setAccount } from '../harness/mapping.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { create, sendEmail, sendEvent, update, upsert } = parametersOf;
const PATH = '/v1/contacts/properties';
const mapping = async () => mapped(await fieldsOf(loops));

describe('columns are named that go nowhere', () => {
	it("with 'Don't Send', too", async () => {
		const parameters = { ...upsert, ...(await mapping()) };
		const rows = [{ Seats: 4, Zodiac: 'x', subscribed: 'no' }];
		const other = await loops.run(parameters, rows);
		const options = { unknownProperties: 'dontSend' };
		const strict = await loops.run({ ...parameters, options }, rows);
		expect(other.hints).toHaveLength(1);
		expect(strict.hints).toEqual(other.hints);
	});

	it.each([
		['slow', { kind: 'slow', delay: 4_000 }],
		['not available', { kind: 'status', status: 503 }],
		['never there', { kind: 'hang' }],
	] as const)('where the list of properties is %s', async (_case, fault) => {
		const parameters = { ...upsert, ...(await mapping()) };
		loops.emulator.inject({ ...fault, path: PATH, times: 'always' });
		const row = { Seats: 4, Zodiac: 'x', Subscribed: 'no' };
		const { hints } = await loops.run(parameters, [row]);
		expect(hints).toEqual([
			"2 input fields are not sent: Subscribed (it has a field of its own under 'Additional Fields'), Zodiac.",
		]);
	});

	it.each([true, false])(
		'such as another email and a user ID; Validate Only: %s',
		async (validateOnly) => {
			const row = {
				...{ 'Work Email': 'kim@example.com', Email: 'private@example.com' },
				...{ 'User ID': 'u-99', Seats: 1 },
			};
			const email = '={{ $json["Work Email"] }}';
			const { hints, json } = await loops.run(
				{ ...upsert, email, ...(await mapping()), options: { validateOnly } },
				[row],
			);
			expect(hints.concat(String(json[0].warnings)).join()).toContain(
				'2 input fields are not sent: Email (it has a field of its own), User ID (it has a field of its own)',
			);
			if (validateOnly) expect(json[0].notSent).toEqual(['Email', 'User ID']);
		},
	);

	it("such as the user's own that are called as what the node adds to items", async () => {
		const rows = [{ error: 'E42', loops: 3, inputError: 'x', Seats: 4 }];
		const { hints } = await loops.run({ ...upsert, ...(await mapping()) }, rows);
		expect(hints).toEqual(['3 input fields are not sent: error, loops, inputError.']);
	});

	it('such as one that happens to hold the user ID', async () => {
		const parameters = { ...upsert, findBy: 'userId', userId: '={{ $json.user }}' };
		const row = { user: 'u-77', referrer: 'u-77' };
		const { hints } = await loops.run({ ...parameters, ...(await mapping()) }, [row]);
		expect(hints).toEqual(['1 input field is not sent: referrer.']);
	});
});

describe('columns are not named that', () => {
	it.each<[string, object, object, string]>([
		[
			'feed the User ID of Create',
			{ ...create, additionalFields: { userId: '={{ $json["Customer No"] }}' } },
			{ 'Customer No': 'c-9' },
			'c-9',
		],
		[
			'feed Change Email To',
			{ ...update, additionalFields: { changeEmailTo: "={{ $json['New Mail'].trim() }}" } },
			{ 'New Mail': 'kim2@example.com' },
			'kim2@example.com',
		],
		[
			'feed the email, in small letters',
			{ ...upsert, email: '={{ $json?.Mail.toLowerCase() }}' },
			{ Mail: 'KIM@example.com' },
			'kim@example.com',
		],
		[
			'feed the subscription',
			{
				...upsert,
				additionalFields: { subscription: '={{ $json[`Opt-in`] ? "subscribe" : "leaveAsIs" }}' },
			},
			{ 'Opt-in': 'yes' },
			'true',
		],
		['hold the email that is sent', upsert, { 'E-Mail': ' KIM@example.com ', userId: '' }, 'kim@'],
	])('%s', async (_case, parameters, row, sent) => {
		const { error, hints } = await loops.run({ ...parameters, ...(await mapping()) }, [
			row as never,
		]);
		expect(error).toBeUndefined();
		expect(JSON.stringify(sentBody(loops))).toContain(sent);
		expect(hints).toEqual([]);
	});
});

describe('columns for an event or an email are named that go nowhere', () => {
	const event = { ...sendEvent, email: '={{ $json.email }}', ...eventMapper({}) };
	const email = { ...sendEmail, email: '={{ $json.email }}', ...variablesMapper([]) };
	const seed = (...names: string[]) =>
		loops.emulator.reset({
			eventPatterns: [
				{
					eventName: 'signup',
					eventProperties: names.map((name) => ({ name, type: 'string' })),
				},
			],
			templates: [{ id: 'cm8tx0welcome00000000001a', name: 'W', dataVariables: names }],
		});
	const row = { email: 'kim@example.com', plan: 'team' };

	it.each<[string, IDataObject]>([
		['an event', event],
		['an event, with the fields of the editor', { ...event, ...eventMapper({ plan: 'string' }) }],
		['an email', email],
		['an email, with the fields of the editor', { ...email, ...variablesMapper(['plan']) }],
	])('%s: with the nearest name, as Validate Only says before', async (_case, parameters) => {
		seed('plan', 'Name', 'NAME');
		const rows = [
			{ ...row, Name: 'a', NAME: 'b', plna: 'x', name: 'c', createdAt: 'y' },
			{ ...row, Name: 'a', NAME: 'b', createdAt: 'y' },
		];
		const text =
			"3 input fields are not sent: plna (did you mean 'plan'?), name (it could be 'Name' or 'NAME'), createdAt.";
		const validated = await loops.run({ ...parameters, options: { validateOnly: true } }, rows);
		expect(validated.json[0].warnings).toEqual([text]);
		expect(validated.json[1].warnings).toEqual(['1 input field is not sent: createdAt.']);
		const { hints } = await loops.run(parameters, rows);
		expect(hints).toEqual([`${text} [all 2 items]`]);
		expect(loops.emulator.requests.some(({ path }) => path === PATH)).toBe(false);
	});

	it('all of them, where the event has no properties yet', async () => {
		seed();
		const { hints } = await loops.run(event, [row]);
		expect(hints).toEqual(['1 input field is not sent: plan.']);
		expect(sentBody(loops)).not.toHaveProperty('eventProperties');
	});

	it('but none that another field of the node takes', async () => {
		seed('plan');
		const named = { ...event, additionalFields: { clearProperty: '={{ $json.clear }}' } };
		const { hints } = await loops.run(named, [{ ...row, userId: '', clear: [], loops: {} }]);
		expect(hints).toEqual([]);
	});

	it('beside contact properties, with what is near in either', async () => {
		seed('plan');
		const both = { ...event, ...(await mapping()) };
		const { hints } = await loops.run(both, [{ ...row, plna: 'x', fistName: 'y', notes: 'z' }]);
		expect(hints).toEqual([
			"3 input fields are not sent: plna (did you mean 'plan'?), fistName (did you mean 'firstName'?), notes (Loops lets nobody write it).",
		]);
	});
});

describe('names in JSON', () => {
	const json = { contactPropertiesFrom: 'json', contactPropertiesJson: '{"plnName":"x"}' };

	it.each([
		['slow', { kind: 'slow', delay: 4_000 }],
		['refused', { kind: 'status', status: 403 }],
	] as const)('are told where nobody could look: the list is %s', async (_case, fault) => {
		loops.emulator.inject({ ...fault, path: PATH, times: 'always' });
		const { hints } = await loops.run({ ...upsert, ...json }, [{}, {}]);
		expect(hints).toEqual([
			"The account's contact properties could not be read: where it does not have 'plnName', Loops drops the value. [all 2 items]",
		]);
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
	it('are short, on one line, and no HTML', async () => {
		const row = { ['z'.repeat(5_000)]: 1, 'a\nb': 2, '<img src=x>': 3 };
		const { hints } = await loops.run({ ...upsert, ...(await mapping()) }, [row]);
		expect(hints).toEqual([
			`3 input fields are not sent: ${'z'.repeat(60)}…, a b, &lt;img src=x>.`,
		]);
	});

	it('are those first about which there is something to say: a misspelling in column 250', async () => {
		const columns = Array.from({ length: 250 }, (_, n) => [`Col ${n}`, n]);
		const row = { ...Object.fromEntries(columns), seat: 4, Subscribed: 'no' };
		const { hints } = await loops.run({ ...upsert, ...(await mapping()) }, [row]);
		expect(hints.join()).toContain("did you mean 'seats'");
	});
});
