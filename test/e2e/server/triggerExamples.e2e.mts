import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

import { triggered } from '../../harness/examples.mts';
import { jsonOf } from '../n8n/client.mts';
import { useN8n } from '../useN8n.mts';
import { callLoops, endedRuns, publishExample } from '../webhook/trigger.mts';

const KIM = 'kim@example.com';

const n8n = useN8n();
const tested: string[] = [];

async function published(file: string, replaced?: string, by?: string) {
	tested.push(file);
	return await publishExample(n8n.client, n8n.emulator, file, replaced, by);
}

it('webhook-router.json passes each event to the sub-workflow for its kind', async () => {
	const { client, emulator } = n8n;
	const example = await published('webhook-router.json');
	await callLoops(emulator, 'POST', '/contacts/create', { email: 'nia@example.com' });
	emulator.happen({ event: 'campaign.email.sent', email: KIM });
	const emailId = emulator.email('marketing', 0).id;
	emulator.happen({ event: 'email.clicked', emailId });
	emulator.happen({ event: 'email.spamReported', emailId });
	emulator.happen({ event: 'testing.testEvent' });

	const branches = [
		'Contacts and Lists',
		'Bounces and Spam',
		'Sent, Opened, Clicked',
		'Other Events',
	];
	const went = (await endedRuns(client, example, 6)).flatMap((execution) =>
		branches.flatMap((name) =>
			jsonOf(execution, name).map(({ event, handledBy }) => [event, name, handledBy]),
		),
	);
	expect(went.sort()).toEqual([
		['campaign.email.sent', 'Sent, Opened, Clicked', 'Sent, Opened, Clicked'],
		['contact.created', 'Contacts and Lists', 'Contacts and Lists'],
		['email.clicked', 'Sent, Opened, Clicked', 'Sent, Opened, Clicked'],
		['email.delivered', 'Sent, Opened, Clicked', 'Sent, Opened, Clicked'],
		['email.spamReported', 'Bounces and Spam', 'Bounces and Spam'],
		['testing.testEvent', 'Other Events', undefined],
	]);
});

it('bounce-to-crm.json suppresses unreachable contacts in the CRM, with a retry', async () => {
	const received: unknown[] = [];
	const crm = createServer((request, response) => {
		void text(request).then((body) => {
			received.push([request.method, request.url, JSON.parse(body)]);
			response.statusCode = received.length === 1 ? 503 : 204;
			response.end();
		});
	}).listen(0, '127.0.0.1');
	await once(crm, 'listening');
	try {
		const { port } = crm.address() as AddressInfo;
		const local = `http://127.0.0.1:${port}`;
		const example = await published('bounce-to-crm.json', 'https://crm.example.com', local);
		const { client, emulator } = n8n;
		emulator.happen({ event: 'campaign.email.sent', email: KIM });
		const { id: emailId, sourceName } = emulator.email('marketing', 0);
		emulator.happen({ event: 'email.opened', emailId });
		emulator.happen({ event: 'email.hardBounced', emailId });
		await endedRuns(client, example, 1);
		const request = [
			'PUT',
			'/api/people/kim%40example.com/suppression',
			{
				suppressed: true,
				reason: 'email.hardBounced',
				at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
				source: 'campaign',
				subject: sourceName,
			},
		];
		expect(received).toEqual([request, request]);
	} finally {
		crm.close();
	}
});

it('contacts-mirror.json keeps its rows as the contacts are', async () => {
	const { client, emulator } = n8n;
	const example = await published('contacts-mirror.json');
	const contact = { email: 'nia@example.com', userId: 'u-90' };
	// Two events at one instant.
	const mailingLists = { cm9list0releasenotes00001: true };
	await callLoops(emulator, 'POST', '/contacts/create', { ...contact, mailingLists });
	await callLoops(emulator, 'PUT', '/contacts/update', { email: KIM, subscribed: false });
	const [first] = await endedRuns(client, example, 3);
	const table = await client.tablePath(jsonOf(first, 'Create Table if Missing')[0].id);
	const rows = async () => {
		const { data } = await client.call<{ data: object[] }>('GET', `${table}/rows`);
		return data;
	};
	const nia = { ...contact, isContact: true, subscribed: true };
	const kim = { email: KIM, subscribed: false, mailingLists: expect.stringMatching(/^cm9.*, cm9/) };
	expect(await rows()).toEqual(
		expect.arrayContaining([nia, kim].map((row) => expect.objectContaining(row) as object)),
	);

	// Events that got lost.
	emulator.setWebhook({ url: '' });
	await callLoops(emulator, 'POST', '/contacts/delete', { email: contact.email });
	await callLoops(emulator, 'PUT', '/contacts/update', { email: KIM, subscribed: true });
	expect((await client.run(example.id, 'Every Night at 2')).status).toBe('success');
	const repaired = [
		{ email: contact.email, isContact: false, subscribed: false },
		{ email: KIM, isContact: true, subscribed: true },
	];
	expect(await rows()).toEqual(
		expect.arrayContaining(repaired.map((row) => expect.objectContaining(row) as object)),
	);
	expect(await rows()).toHaveLength(2);
});

it('all examples with a Loops Trigger are tested', () => {
	// ownServer.e2e.mts has the other one.
	expect([...tested, 'unsubscribes-to-table.json'].sort()).toEqual(triggered);
});
