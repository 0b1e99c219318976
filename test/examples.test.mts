import { describe, expect, it } from 'vitest';

import { outputOf, runWorkflow } from './harness/engine.mts';
import { byHand, readExample } from './harness/examples.mts';
import { source, useEmulator } from './harness/loops.mts';
import { LOOPS } from './harness/workflow.mts';

const loops = useEmulator();
const run = async (name: string) =>
	await runWorkflow(source, loops.credentials(), readExample(name));

describe.each(byHand)('%s', (name) => {
	it('runs to its end', async () => {
		const { status, data } = await run(name);
		expect(data.resultData.error?.message).toBeUndefined();
		expect(status).toBe('success');
		const steps = readExample(name).nodes.filter(({ type }) => type === LOOPS);
		expect(steps.map((step) => [step.name, data.resultData.runData[step.name]?.length])).toEqual(
			steps.map((step) => [step.name, 1]),
		);
	});
});

describe('sign-ups', () => {
	it('makes contacts of three people, an event and an email for each', async () => {
		await run('sign-ups.json');
		const { emulator } = loops;
		expect(emulator.contact('user-1002')).toMatchObject({
			email: 'omar+work@example.com',
			planName: 'free',
			seats: 0,
			isBeta: false,
			trialEndsAt: '2027-01-07T09:30:00.000Z',
			referrer: '',
			mailingLists: { cm9list0releasenotes00001: true },
		});
		expect(emulator.eventLog.map(({ email }) => email)).toEqual(
			emulator.outbox.map(({ email }) => email),
		);
		expect(emulator.outbox).toHaveLength(3);
	});
});

describe('CSV import', () => {
	it('types the columns, and puts refused rows out with the reason', async () => {
		const done = await run('csv-import.json');
		expect(loops.emulator.contact('ines@example.com')).toMatchObject({
			seats: 14,
			isBeta: true,
			trialEndsAt: '2026-12-31T00:00:00.000Z',
		});
		expect(loops.emulator.contact('paul@example.com')).toMatchObject({
			seats: null,
			isBeta: false,
		});
		expect(loops.emulator.contact('kim@example.com')).toMatchObject({ seats: 0 });
		expect(outputOf(done, 'Imported')[0].map(({ json }) => json.row)).toEqual(['2', '3', '6']);
		expect(outputOf(done, 'Refused Rows')[0].map(({ json }) => json)).toMatchObject([
			{
				row: '4',
				error: { message: `'Email' is not an email address: "not an address" [item 2]` },
			},
			{ row: '5', error: { message: `'Contact Properties': 'seats' can't be "many" [item 3]` } },
		]);
	});
});

describe('dunning email', () => {
	it('sends line items and the invoice, and each reminder once', async () => {
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
});

describe('preference centre', () => {
	it('applies what was chosen to people who exist, and makes nobody', async () => {
		const done = await run('preference-centre.json');
		expect(loops.emulator.contact('kim@example.com')).toMatchObject({
			subscribed: true,
			trialEndsAt: null,
			mailingLists: { cm9list0productnews000002: true, cm9list0investors00000003: true },
		});
		expect(loops.emulator.contact('ada@example.com')).toMatchObject({ subscribed: false });
		expect(loops.emulator.contacts()).toHaveLength(5);
		expect(outputOf(done, 'Apply Preferences')[0][2].json.loops).toMatchObject({ found: false });
	});
});
