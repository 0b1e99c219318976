import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

import { startEmulator } from '../emulator/server.mts';
import { chosenVariants } from '../emulator/variants.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf as p } from '../harness/operations.mts';
import { EFFECTS } from './assumption.mts';
import { main } from './cli.mts';
import { KEY, startOtherLoops } from './otherLoops.mts';
import { recorded, scrubbed } from './record.mts';
import { ASSUMPTIONS, checkAll } from './run.mts';
import { startService } from './testService.mts';

const file = join(mkdtempSync(join(tmpdir(), 'loops-variants-')), 'variants.json');
const other = await startOtherLoops((exchange) => {
	const { method, path } = exchange;
	if (path === '/contacts/create' && exchange.status === 409) {
		Object.assign(exchange, {
			status: 400,
			body: { success: false, message: 'new@a.example is taken' },
		});
	}
	if (path === '/lists') exchange.body = [{ id: 'l1', title: 'Secret plans' }];
	if (method === 'DELETE' && exchange.status === 204) exchange.status = 200;
});
afterAll(other.close);

const args = ['--live', '--base-url', other.baseUrl, '--pace', '500'];
const flags = [...args, '--yes', '--write', '--domain', 'a.example', '--record', file];
const print = () => {};
flags.push('--journal', `${file}.journals`);
expect(await main(flags, { LOOPS_API_KEY: KEY }, { print })).toBe(1);
const variants = chosenVariants(file);

const { serviceOf } = await startService();
const loops = useEmulator({ variants });

it('records the answers that differ', () => {
	expect(variants.map(({ id, call, was, status }) => [id, call, was, status])).toEqual([
		['lists', 'GET /lists', 200, 200],
		['create-conflict', 'POST /contacts/create', 409, 400],
		['email-case', 'POST /contacts/create', 409, 400],
		['workflow-delete', 'DELETE /workflows/{workflowId}', 204, 200],
	]);
	expect(variants[0].body).toEqual([{ id: 'text', title: 'text' }]);
	expect(variants[1].body).toEqual({ success: false, message: 'kim@example.com is taken' });
	expect(readFileSync(file, 'utf8')).not.toMatch(/Secret|a\.example|other-example-key/);
});

it('makes the emulator differ in the same way, and in no other', async () => {
	const emulator = await startEmulator({ rateLimit: 100_000, variants });
	const results = await checkAll(serviceOf(undefined, { baseUrl: emulator.baseUrl }), EFFECTS);
	await emulator.close();
	const differing = results.filter(({ outcome }) => outcome === 'differs');
	expect(differing.map(({ assumption: { id } }) => id)).toEqual(variants.map(({ id }) => id));
});

it.each(['content-not-enabled', 'rate-limit-10', 'workflow-unavailable'])(
	'ends where the emulator lacks what the check takes: %s',
	async (id) => {
		const assumption = ASSUMPTIONS.find((each) => each.id === id)!;
		const answer = { status: 403, headers: new Headers(), body: { [KEY]: `${KEY} of a@b.co` } };
		const exchanges = [{ method: 'GET', path: '/lists', answer }];
		const text = await recorded([{ assumption, outcome: 'differs', exchanges }], KEY);
		expect(JSON.parse(text)).toMatchObject([
			{ id, status: 403, body: { '[API key]': 'kim@example.com' } },
		]);
	},
);

it('shows what the node does with such an answer', async () => {
	const { error } = await loops.run({ ...p.create, email: 'kim@example.com' });
	expect(error?.message).toContain('kim@example.com is taken');
});

it('keeps the form of an answer and no value of it', () => {
	const body = {
		message: 'No contact with a.b+c@x.example',
		type: 'string',
		email: 'a@x.example',
		firstName: 'Ada',
		createdAt: '2024-05-06T07:08:09.000Z',
		seats: 17,
		subscribed: true,
		userId: null,
		lists: [{ name: 'A' }, { name: 'B' }],
	};
	expect(scrubbed(body)).toEqual({
		message: 'No contact with kim@example.com',
		type: 'string',
		email: 'kim@example.com',
		firstName: 'text',
		createdAt: '2026-01-01T00:00:00.000Z',
		seats: 1,
		subscribed: true,
		userId: null,
		lists: [{ name: 'text' }],
	});
	expect(scrubbed('<html>Ada</html>')).toBe('<html></html>');
});
