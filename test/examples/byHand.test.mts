import type { IDataObject, IPinData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputOf, runWorkflow } from '../harness/engine.mts';
import { byHand, pinnedTo, readExample } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { LOOPS } from '../harness/workflow.mts';

const loops = useEmulator();
const run = async (name: string, pins: IPinData = {}) => {
	const example = readExample(name);
	const pinData = { ...example.pinData, ...pins };
	return await runWorkflow(source, loops.credentials(), { ...example, pinData });
};
/** The example file has no cover. */
const idle = ['Upload Cover'];
/** What is pinned to the first node of an example. */
const itemsOf = (name: string) =>
	Object.values(readExample(name).pinData!)[0].map(({ json }) => json);

// Others have tests of their own: one needs the rows of a table, the other two accounts.
const apart = ['trial-end.json', 'staging-to-production.json'];
describe.each(byHand.filter((name) => !apart.includes(name)))('%s', (name) => {
	it('runs all its Loops nodes without an error', async () => {
		const { status, data } = await run(name);
		expect(data.resultData.error?.message).toBeUndefined();
		expect(status).toBe('success');
		const steps = readExample(name).nodes.filter(
			({ type, name }) => type === LOOPS && !idle.includes(name),
		);
		for (const { name } of steps) expect(data.resultData.runData, name).toHaveProperty([name]);
	});
});

describe('sign-ups', () => {
	it('creates a contact, an event and an email for each of three people', async () => {
		await run('sign-ups.json');
		const { emulator } = loops;
		expect(emulator.contact('user-1002')).toMatchObject({
			email: 'omar+work@example.com',
			planName: 'free',
			seats: 0,
			isBeta: false,
			trialEndsAt: '2027-01-07T09:30:00.000Z',
			referrer: null,
			mailingLists: { cm9list0releasenotes00001: true },
		});
		expect(emulator.eventLog.map(({ email }) => email)).toEqual(
			emulator.outbox.map(({ email }) => email),
		);
		expect(emulator.outbox).toHaveLength(3);
	});

	it.each(['', null, undefined])('sends everything else if seats is %j', async (seats) => {
		const [nia, ...others] = itemsOf('sign-ups.json');
		const done = await run('sign-ups.json', pinnedTo('Sign-ups', [{ ...nia, seats }, ...others]));
		expect(done.data.resultData.error?.message).toBeUndefined();
		expect(loops.emulator.outbox).toHaveLength(3);
		expect(loops.emulator.eventLog.map(({ eventProperties }) => eventProperties.seats)).toEqual([
			undefined,
			...[0, 40],
		]);
	});
});

describe('CSV import', () => {
	it('sends typed values for columns named by label', async () => {
		await run('csv-import.json');
		const { emulator } = loops;
		expect(emulator.contact('ines@example.com')).toMatchObject({
			firstName: 'Ines',
			seats: 14,
			isBeta: true,
			trialEndsAt: '2026-12-31T00:00:00.000Z',
		});
		expect(emulator.contact('paul@example.com')).toMatchObject({ seats: null, isBeta: false });
		expect(emulator.contact('kim@example.com')).toMatchObject({ seats: 0 });
	});

	it('fixes refused rows, sends them once more and ends', async () => {
		const done = await run('csv-import.json');
		const runs = (node: string, column: string) =>
			done.data.resultData.runData[node].map(({ data }) =>
				data?.main[0]?.map(({ json }) => json[column]),
			);
		expect(runs('Imported', 'email')).toEqual([
			['ines@example.com', 'paul@example.com', 'kim@example.com'],
			['rita@example.com', 'tove@example.com'],
		]);
		expect(runs('Refused Rows', 'Reason').flat()).toEqual([
			// Fixed, and refused again.
			`'Email' is not an email address: "omar@example" [item 2]`,
			`'Email' is not an email address: "not known" [item 5]`,
			`'Contact Properties': 'seats' can't be "many" [item 6]`,
		]);
		expect(runs('Refused Rows', 'First Name').flat()).toEqual(['Omar', 'Lena', 'Sven']);
		expect(runs('Refused Rows', 'error').flat()).toEqual([undefined, undefined, undefined]);
		// Sorted, since the calls of a run can overtake each other.
		const sent = loops.calls().map(({ body }) => (body as IDataObject).email);
		expect(sent.sort()).toEqual(runs('Imported', 'email').flat().sort());
		const hints = done.data.resultData.runData['Import Contacts'].flatMap(({ hints }) => hints);
		const failed = hints.map((each) => each?.message.split(':')[0]);
		expect(failed).toEqual(['5 of 8 items failed', '1 of 3 items failed']);
	});

	it.each([4711, null, undefined, true])('lists a row whose Email is %j', async (Email) => {
		const rows = [...itemsOf('csv-import.json'), { Email, 'First Name': 'Vera' }];
		const done = await run('csv-import.json', pinnedTo('Rows', rows));
		expect(done.data.resultData.error?.message).toBeUndefined();
		const refused = done.data.resultData.runData['Refused Rows'].flatMap(
			({ data }) => data?.main[0]?.map(({ json }) => json.Email) ?? [],
		);
		expect(refused).toEqual(expect.arrayContaining(['not known', Email]));
		expect(refused).toHaveLength(4);
	});
});

it('dunning email sends each reminder once, with line items and the invoice', async () => {
	await run('dunning-email.json');
	const again = await run('dunning-email.json');
	expect(outputOf(again, 'Send Reminder')[0].map(({ json }) => json)).toEqual(
		Array(2).fill(expect.objectContaining({ success: true, deduplicated: true })),
	);
	expect(
		loops.emulator.outbox.map(({ email, dataVariables, attachments }) => ({
			email,
			items: dataVariables.items,
			attachments,
		})),
	).toEqual([
		{
			email: 'kim@example.com',
			items: [
				{ title: 'Team plan', price: 99.5 },
				{ title: 'Extra seats', price: 30 },
			],
			attachments: [{ filename: 'INV-204.txt', contentType: 'text/plain', bytes: 15 }],
		},
		{
			email: 'ada@example.com',
			items: [{ title: 'Starter plan', price: 12 }],
			attachments: [{ filename: 'INV-209.txt', contentType: 'text/plain', bytes: 15 }],
		},
	]);
});

it('campaign metrics saves the other rows if Loops refuses one campaign', async () => {
	const { campaigns } = loops.emulator.content;
	const september = campaigns.get('cm9campaign0september001')!;
	campaigns.set('cm9campaign0gone00000001', { ...september, id: 'cm9campaign0gone00000001' });
	const path = '/v1/campaigns/cm9campaign0gone00000001/metrics';
	loops.emulator.inject({ kind: 'body', path, status: 404, body: { message: 'Not found.' } });
	const done = await run('campaign-metrics-to-table.json');
	expect(done.data.resultData.error?.message).toBeUndefined();
	const ids = (node: string, name: string) => outputOf(done, node)[0].map(({ json }) => json[name]);
	expect(ids('Save Row', 'campaignId')).toEqual(['cm9campaign0september001']);
	expect(ids('Without Metrics', 'id')).toEqual(['cm9campaign0gone00000001']);
});

it('campaign metrics saves a row for each sent campaign', async () => {
	const done = await run('campaign-metrics-to-table.json');
	const none = { opens: 0, clicks: 0, unsubscribes: 0 };
	expect(outputOf(done, 'Save Row')[0].map(({ json }) => json)).toEqual([
		{
			campaignId: 'cm9campaign0september001',
			name: 'September news',
			sends: loops.emulator.contactCount,
			...{ ...none, spamReports: 0, hardBounces: 0, softBounces: 0 },
		},
	]);
});
