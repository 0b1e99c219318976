import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { readExample, webhookOf } from '../../harness/examples.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

/** The blog, which has one cover, and a page for its own servers. */
const blog = createServer(({ url }, response) => {
	if (url === '/cover.png') response.setHeader('content-type', 'image/png').end('a picture');
	else if (url === '/internal.png') response.writeHead(403).end('role: internal-admin');
	else response.writeHead(404).end();
});
beforeAll(async () => {
	await once(blog.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => blog.close());

/** The text that the user types into the node Secret. */
const SECRET = 'fig & plum';
let url: string;
/** A new post for each test, since the table outlives them. */
let id: string;
let size: number;
beforeEach(async () => {
	const workflow = readExample('post-to-campaign.json');
	id = `post-${randomUUID()}`;
	Object.assign(webhookOf(workflow)!, { webhookId: id }).parameters.path = id;
	const assignments = [{ id: 'a1', name: 'secret', value: SECRET, type: 'string' }];
	workflow.nodes.find(({ name }) => name === 'Secret')!.parameters.assignments = { assignments };
	await n8n.client.activate(await n8n.store(workflow));
	url = `${n8n.client.origin}/webhook/${id}`;
	await expect
		.poll(async () => await (await fetch(url)).text())
		.toContain('not registered for GET');
	({ size } = n8n.emulator.content.campaigns);
});

interface Answer {
	status: number;
	body: { url?: string | null; remarks?: string[]; error?: string };
}

const FAILED = {
	error: 'The draft could not be made. The table in n8n has the reason.',
};

const ghost = () => ({
	post: {
		current: {
			id,
			title: 'Fig jam & more',
			excerpt: 'Three recipes',
			custom_excerpt: null,
			feature_image: `http://127.0.0.1:${(blog.address() as AddressInfo).port}/cover.png`,
			url: 'https://blog.example.com/fig-jam/',
			status: 'published',
		},
		previous: { status: 'draft' },
	},
});

async function post(body: object, query = `?token=${encodeURIComponent(SECRET)}`): Promise<Answer> {
	const headers = { 'content-type': 'application/json' };
	const response = await fetch(url + query, {
		method: 'POST',
		headers,
		body: JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as Answer['body'] };
}

function drafted() {
	const { campaigns, messages } = n8n.emulator.content;
	const made = [...campaigns.values()].slice(size);
	expect(made).toHaveLength(1);
	const { emailMessageId, id: campaignId, status } = made[0];
	return { ...messages.get(emailMessageId)!, campaignId, status };
}

// First, so that the table is missing.
it('drafts one campaign of plain JSON that arrives five times at once', async () => {
	const plain = { id: Date.now(), title: 'Plain', url: 'https://blog.example.com/plain/' };
	// Nobody finds the campaign of another request in Loops.
	n8n.emulator.inject({
		kind: 'slow',
		delay: 2000,
		times: 'always',
		method: 'GET',
		path: '/v1/campaigns',
	});
	const answers = await Promise.all(Array.from({ length: 5 }, async () => await post(plain)));
	const { lmx } = drafted();
	expect(lmx).toContain('<Link href="https://blog.example.com/plain/">');
	expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
	for (const { status } of answers) expect([200, 202]).toContain(status);
});

it("drafts one campaign of Ghost's webhook, and answers a second with the same link", async () => {
	const first = await post(ghost());
	const { lmx, subject, campaignId, status } = drafted();
	expect([subject, status]).toEqual(['Fig jam & more', 'Draft']);
	const [{ finalUrl }] = n8n.emulator.content.uploads.values();
	expect(lmx).toContain(`<Image src="${finalUrl}" alt="" />\n<H1>Fig jam &amp; more</H1>`);
	const link = `https://app.loops.so/campaigns/${campaignId}`;
	expect(first).toEqual({ status: 200, body: { url: link, remarks: [] } });
	expect(await post(ghost())).toEqual({ status: 200, body: { url: link } });
	drafted();
});

it.each([
	['was not created', 'status'],
	['was created without an answer', 'resetAfter'],
] as const)('makes one campaign after a try in which it %s', async (_what, kind) => {
	n8n.emulator.inject({ kind, method: 'POST', path: '/v1/campaigns', times: 'always' });
	expect(await post(ghost())).toEqual({ status: 502, body: FAILED });
	n8n.emulator.clearFaults();
	expect((await post(ghost())).status).toBe(200);
	expect(drafted()).toMatchObject({ subject: 'Fig jam & more' });
	expect(drafted().lmx).toContain('<H1>Fig jam');
});

it('leaves a campaign alone that a person has written after a failed try', async () => {
	n8n.emulator.inject({ kind: 'resetAfter', method: 'POST', path: '/v1/campaigns' });
	await post(ghost());
	const { emailMessageId } = [...n8n.emulator.content.campaigns.values()].at(-1)!;
	n8n.emulator.content.messages.get(emailMessageId)!.subject = 'By a person';
	expect((await post(ghost())).status).toBe(200);
	expect(drafted().subject).toBe('By a person');
});

it.each(['', '?token=', '?token=fig', '?token[]=fig'])(
	'answers 401 to a stranger whose URL ends in "%s", and downloads no cover',
	async (query) => {
		expect((await post(ghost(), query)).status).toBe(401);
		expect(n8n.emulator.content.campaigns.size).toBe(size);
	},
);

it.each(['gone', 'internal'])(
	'answers 502 without what the host of a cover says: %s',
	async (name) => {
		const { current } = ghost().post;
		const feature_image = current.feature_image.replace('cover', name);
		const answer = await post({ post: { current: { ...current, feature_image } } });
		expect(answer).toEqual({ status: 502, body: FAILED });
		expect(n8n.emulator.content.campaigns.size).toBe(size);
	},
);

it('answers 422 to what is no post', async () => {
	expect((await post({ text: 'Hello' })).status).toBe(422);
	expect(n8n.emulator.content.campaigns.size).toBe(size);
});
