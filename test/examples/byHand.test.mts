import type { IDataObject, IPinData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputOf, runWorkflow } from '../harness/engine.mts';
import { byHand, pinnedTo, readExample } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { LOOPS } from '../harness/workflow.mts';

const loops = useEmulator();
/** The example file has no cover. */
const idle = ['Upload Cover'];
/** Runs an example, and expects that all its Loops nodes run without an error. */
async function run(name: string, pins: IPinData = {}) {
	const example = readExample(name);
	const pinData = { ...example.pinData, ...pins };
	const done = await runWorkflow(source, loops.credentials(), { ...example, pinData });
	const { error, runData } = done.data.resultData;
	expect(error?.message).toBeUndefined();
	expect(done.status).toBe('success');
	const steps = example.nodes.filter(({ type, name }) => type === LOOPS && !idle.includes(name));
	for (const { name } of steps) expect(runData, name).toHaveProperty([name]);
	return done;
}
/** What is pinned to the first node of an example. */
const itemsOf = (name: string) =>
	Object.values(readExample(name).pinData!)[0].map(({ json }) => json);

/** These have tests below or elsewhere: one needs the rows of a table, another two accounts. */
const apart = [
	...['sign-ups.json', 'csv-import.json', 'dunning-email.json', 'campaign-metrics-to-table.json'],
	...['trial-end.json', 'staging-to-production.json'],
];
it.each(byHand.filter((name) => !apart.includes(name)))(
	'%s runs all its Loops nodes without an error',
	async (name) => {
		await run(name);
	},
);

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

	it('sends everything else if seats is empty, null or missing', async () => {
		const [nia, ...others] = itemsOf('sign-ups.json');
		const withoutSeats = ['', null, undefined].map((seats, n) => ({
			...{ ...nia, email: `nia${n}@example.com`, userId: `user-${n}` },
			seats,
		}));
		await run('sign-ups.json', pinnedTo('Sign-ups', [...withoutSeats, ...others]));
		expect(loops.emulator.outbox).toHaveLength(5);
		expect(loops.emulator.eventLog.map(({ eventProperties }) => eventProperties.seats)).toEqual([
			...[undefined, undefined, undefined],
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
		const [, refused] = done.data.resultData.runData['Refused Rows'];
		const columns = refused.data?.main[0]?.map(({ json }) => Object.keys(json).slice(0, 2));
		expect(columns?.[0]).toEqual(['Reason', 'What to Do']);
		expect(runs('Refused Rows', 'First Name').flat()).toEqual(['Omar', 'Lena', 'Sven']);
		expect(runs('Refused Rows', 'error').flat()).toEqual([undefined, undefined, undefined]);
		// As the file has them, with their line.
		const rows = itemsOf('csv-import.json').map(({ Email }) => Email);
		const refusedRows = runs('Refused Rows', 'Email').flat();
		expect(refusedRows).toContain('omar(at)example');
		expect(runs('Refused Rows', 'row_number').flat()).toEqual(
			refusedRows.map((email) => rows.indexOf(email) + 2),
		);
		// Sorted, since the calls of a run can overtake each other.
		const sent = loops.calls().map(({ body }) => (body as IDataObject).email);
		expect(sent.sort()).toEqual(runs('Imported', 'email').flat().sort());
		const hints = done.data.resultData.runData['Import Contacts'].flatMap(({ hints }) => hints);
		const failed = hints.map((each) => each?.message.split(':')[0]);
		expect(failed).toEqual(['5 of 8 items failed', '1 of 3 items failed']);
	});

	it('lists rows whose Email is a number, nothing or true', async () => {
		const emails = [4711, null, undefined, true];
		const others = emails.map((Email) => ({ Email, 'First Name': 'Vera' }));
		const rows = [...itemsOf('csv-import.json'), ...others];
		const done = await run('csv-import.json', pinnedTo('Rows', rows));
		const refused = done.data.resultData.runData['Refused Rows'].flatMap(
			({ data }) => data?.main[0]?.map(({ json }) => json.Email) ?? [],
		);
		expect(refused).toEqual(expect.arrayContaining(['not known', ...emails]));
		expect(refused).toHaveLength(3 + emails.length);
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
	const none = { opens: 0, clicks: 0, unsubscribes: 0 };
	expect(outputOf(done, 'Save Row')[0].map(({ json }) => json)).toEqual([
		{
			campaignId: 'cm9campaign0september001',
			name: 'September news',
			sends: loops.emulator.contactCount,
			...{ ...none, spamReports: 0, hardBounces: 0, softBounces: 0 },
		},
	]);
	const refused = outputOf(done, 'Without Metrics')[0].map(({ json }) => json.id);
	expect(refused).toEqual(['cm9campaign0gone00000001']);
});
