import type { INode, IPinData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputOf, runWorkflow } from '../harness/engine.mts';
import { pinnedTo, readExample } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';

const loops = useEmulator();
const run = async (name: string, pinData: IPinData = {}) => {
	const example = readExample(name);
	const pinned = { ...example, pinData: { ...example.pinData, ...pinData } };
	return await runWorkflow(source, loops.credentials(), pinned);
};

it('invitations sends each once, without a note too, to people who stay no contacts', async () => {
	await run('invitations.json');
	const done = await run('invitations.json');
	const { contact, outbox } = loops.emulator;
	expect(outbox.map(({ email, dataVariables }) => [email, dataVariables.personalNote])).toEqual([
		['nia@example.com', 'Come and have a look!'],
		['omar@example.com', ''],
	]);
	expect(outbox[1].dataVariables.inviteUrl).toBe('https://app.example.com/join/x7d2');
	expect(contact('nia@example.com')).toBeUndefined();
	expect(outputOf(done, 'Not Sent')[0].map(({ json }) => json)).toEqual([
		expect.objectContaining({ invitationId: 'inv-503', email: 'tove@example' }),
	]);
});

it('sheet with empty cells sends every row that has an email, and no empty value', async () => {
	const before = loops.emulator.contact('ada@example.com');
	const done = await run('sheet-with-empty-cells.json');
	expect(done.data.resultData.error?.message).toBeUndefined();
	// Sorted, since the calls of a run can overtake each other.
	const events = loops.emulator.eventLog.map(({ email, eventProperties }) => [
		email,
		eventProperties,
	]);
	expect(events.sort()).toEqual([
		['ada@example.com', {}],
		['kim@example.com', { total: 49.9, coupon: 'SPRING' }],
		['luis@example.com', { total: 0 }],
		['nia@example.com', {}],
	]);
	expect(loops.emulator.contact('ada@example.com')).toEqual(before);
	expect(loops.emulator.contact('kim@example.com')).toMatchObject({ seats: 12, userId: 'u-77' });
	expect(loops.emulator.contact('luis@example.com')).toMatchObject({ seats: 0, userId: null });
	expect(outputOf(done, 'No Email')[0].map(({ json }) => json.Order)).toEqual(['A-1005']);
});

const trials = pinnedTo('Ended Trials', [
	{ id: 1, userId: 'u-77', email: 'kim@example.com', planName: 'team', trialEndsAt: '2026-12-01' },
	{ id: 2, userId: 'u-2', email: 'nia@example', planName: 'team', trialEndsAt: '2026-12-01' },
	{ id: 3, userId: 'u-3', email: 'omar@example.com', planName: 'team', trialEndsAt: '2026-12-02' },
]);

it('trial end marks those whose email was sent, once', async () => {
	await run('trial-end.json', trials);
	const done = await run('trial-end.json', trials);
	expect(loops.emulator.contact('kim@example.com')).toMatchObject({ planName: 'free' });
	expect(loops.emulator.outbox.map(({ email }) => email)).toEqual([
		'kim@example.com',
		'omar@example.com',
	]);
	const marked = outputOf(done, 'Mark as Ended')[0].map(({ json }) => json.email);
	expect(marked).toEqual(['kim@example.com', 'omar@example.com']);
	expect(outputOf(done, 'Not Sent')[0].map(({ json }) => json.email)).toEqual(['nia@example']);
});

describe('contacts mirror', () => {
	const example = readExample('contacts-mirror.json');

	/** The rows that the workflow saves when one of its two triggers starts it. */
	async function rowsFrom(start: string, pinData: IPinData) {
		const isOther = ({ name, type }: INode) => type.endsWith('Trigger') && name !== start;
		const nodes = example.nodes.map((node) =>
			isOther(node) ? { ...node, type: 'n8n-nodes-base.noOp' } : node,
		);
		const done = await runWorkflow(source, loops.credentials(), { ...example, nodes, pinData });
		expect(done.data.resultData.error?.message).toBeUndefined();
		return outputOf(done, 'Save Row')[0].map(({ json }) => json);
	}

	const kim = {
		email: 'kim@example.com',
		isContact: true,
		contactId: 'cm9contact0kim00000000001',
		userId: 'u-77',
		subscribed: true,
		mailingLists: 'cm9list0releasenotes00001, cm9list0productnews000002',
	};
	const gone = { isContact: false, contactId: '', userId: '', subscribed: false, mailingLists: '' };

	it('saves how a contact is, whatever the event says', async () => {
		const events = ['contact.deleted', 'contact.created'].flatMap((event) =>
			[kim.email, 'gone@example.com'].map((email) => ({ event, email })),
		);
		const rows = await rowsFrom('Loops Events', pinnedTo('Loops Events', events));
		const pair = [kim, { email: 'gone@example.com', ...gone }];
		expect(rows).toEqual([...pair, ...pair]);
	});

	it('looks all rows up at night', async () => {
		const emails = ['luis@example.com', kim.email].map((email) => ({ email, subscribed: true }));
		expect(await rowsFrom('Every Night at 2', pinnedTo('All Rows', emails))).toEqual([
			expect.objectContaining({ email: 'luis@example.com', subscribed: false }),
			kim,
		]);
	});
});
