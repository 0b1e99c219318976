import { readFileSync } from 'node:fs';
import { LoopsClient, RateLimitExceededError } from 'loops';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventOf } from '../../nodes/LoopsTrigger/event';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { clientOf } from '../emulator/sdkClient.mts';
import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { everyOperation, parametersOf as p } from '../harness/operations.mts';
import { LOOPS } from '../harness/workflow.mts';
import { payloads } from '../trigger/payloads.mts';
import { callShown, methodsOfClient } from './calls.mts';
import { SAME } from './clientCalls.mts';
import { labels } from './labels.mts';
import { codeIn, tablesIn } from './tables.mts';

const loops = useEmulator();
const client = () => clientOf(loops.emulator);

const text = readFileSync(new URL('../../docs/moving.md', import.meta.url), 'utf8');
const tables = tablesIn('docs/moving.md');
const clientTables = tables.filter(({ columns }) => columns[0] === 'JavaScript');
const javaScript = clientTables.map(({ rows }) => rows.flatMap(([cell]) => codeIn(cell)));

/** Part of an operation or another way to it; drafts are in a list of their own. */
const OTHER_CALLS = [
	...['createUpload', 'completeUpload', 'getEventPattern', 'listTransactionalEmails'],
	'deleteWorkflowNodesRecursive',
];

const call = async (method: keyof LoopsClient, given: unknown[]) =>
	await (client()[method] as (...args: unknown[]) => Promise<unknown>)(...given);

/** What the last request asked for, but for look-ups of contact properties and events. */
function asked() {
	const last = loops.calls().at(-1) ?? loops.emulator.requests.at(-1);
	const { method, path, query, body, headers } = last ?? {};
	return { method, path, query, body, key: headers?.['idempotency-key'] };
}

/** What an operation asks Loops for: the last of its calls does what it is for. */
async function callOf(parameters: IDataObject): Promise<string> {
	loops.emulator.reset();
	await loops.run(parameters);
	const { method, path } = asked();
	return callShown(String(method), String(path));
}

describe('docs/moving.md', () => {
	it.each(tables)(
		'calls ours as the form and the workflow do: $heading, $columns.0',
		({ rows }) => {
			const known = new Set(labels.values());
			for (const cells of rows) {
				const [here, stored] = cells.slice(-2);
				const named = here.split(/, (?:or )?/).map((each) => each.replace(/^.*\. /, ''));
				const meant = codeIn(stored).map((name) => labels.get(name) ?? `no parameter ${name}`);
				expect(
					named.filter((each) => known.has(each)),
					cells[0],
				).toEqual(meant);
				expect(meant.length > 0 || stored === '–', cells[0]).toBe(true);
			}
		},
	);

	it('has the call that each operation makes', async () => {
		const table = tables.find(({ columns }) => columns[0] === 'Call');
		const inTable = new Map(
			(table?.rows ?? []).flatMap(([from, , stored]) =>
				codeIn(stored).map((name): [string, string] => [name, codeIn(from)[0]]),
			),
		);
		const operations = new Map(
			everyOperation.map(([, each]) => [`${each.resource}.${each.operation}`, each]),
		);
		expect([...inTable.keys()].sort()).toEqual([...operations.keys()].sort());
		for (const [name, parameters] of operations) {
			const told = inTable.get(name);
			// Those that look first are told in words: their last call is another operation's.
			if (told) expect(told).toBe(await callOf(parameters));
		}
	});

	it('has each method of the client that makes a call of the node, and no other', async () => {
		const ofClient = await methodsOfClient();
		expect(ofClient.size).toBeGreaterThan(50);
		const ofNode = new Set<string>();
		for (const [, parameters] of everyOperation) ofNode.add(await callOf(parameters));
		const covered = [...ofClient].filter(([, each]) => ofNode.has(each)).map(([name]) => name);
		const alone = covered.filter((name) => !OTHER_CALLS.includes(name));
		expect([...javaScript[0]].sort()).toEqual([...alone, ...OTHER_CALLS].sort());
		expect(SAME.map(([method]) => method).sort()).toEqual(alone.sort());
		const told = [...text.matchAll(/`((?:GET|POST|PUT|DELETE) \/[a-z/-]+)`/g)].map(
			([, each]) => each,
		);
		expect(
			told.filter((each) => !ofNode.has(each) && ![...ofClient.values()].includes(each)),
		).toEqual([]);
	});

	it('calls parameters as the client does', () => {
		const { prototype } = LoopsClient;
		const sources = javaScript[0]
			.map((each) => String(prototype[each as keyof LoopsClient]))
			.join();
		const unknown = javaScript[1].filter((name) => !new RegExp(`\\b${name}\\b`).test(sources));
		expect(unknown).toEqual([]);
	});

	it.each(SAME)('%s: the node asks Loops for the same', async (method, given, parameters) => {
		// A made-up revision is stale for both.
		await call(method, given).catch(({ statusCode }) => expect(statusCode).toBe(409));
		const ofClient = asked();
		loops.emulator.reset();
		expect(loops.emulator.requests).toEqual([]);
		await loops.run(parameters);
		expect(asked()).toEqual(ofClient);
	});
});

describe('what differs', () => {
	it('a send has a key, unless Prevent Duplicates on Retry is off', async () => {
		await client().sendEvent({ email: 'kim@example.com', eventName: 'signup' });
		expect(asked().key).toBeUndefined();
		await loops.run(p.sendEvent);
		expect(asked().key).toMatch(/^[\da-f]{64}$/);
		await loops.run({ ...p.sendEvent, options: { preventDuplicatesOnRetry: false } });
		expect(asked().key).toBeUndefined();
	});

	it('nobody found', async () => {
		const nobody = { email: 'nobody@example.com' };
		expect(await client().findContact(nobody)).toEqual([]);
		expect((await loops.run({ ...p.find, ...nobody })).json).toEqual([{ ...nobody, found: false }]);
		const noItem = { options: { whenNotFound: 'noItem' } };
		expect((await loops.run({ ...p.find, ...nobody, ...noItem })).json).toEqual([]);
	});

	it('Update makes no contact; updateContact and Create or Update do', async () => {
		await client().updateContact({ email: 'a@example.com' });
		await loops.run({ ...p.upsert, email: 'b@example.com' });
		const { error } = await loops.run({ ...p.update, email: 'c@example.com' });
		expect(error?.message).toContain('No contact has this email');
		const found = ['a', 'b', 'c'].map((name) => !!loops.emulator.contact(`${name}@example.com`));
		expect(found).toEqual([true, true, false]);
	});

	it('429', async () => {
		const headers = { 'retry-after': '0' };
		loops.emulator.inject({ kind: 'status', status: 429, headers });
		await expect(client().listMailingLists()).rejects.toBeInstanceOf(RateLimitExceededError);
		loops.emulator.inject({ kind: 'status', status: 429, headers });
		expect((await loops.run(p.getLists)).error).toBeUndefined();
	});

	it('the type of a value, empty text, and nothing', async () => {
		const types = { seats: 'number', firstName: 'string', lastName: 'string' } as const;
		const values = { seats: '={{ "12" }}', firstName: '={{ "" }}', lastName: '={{ undefined }}' };
		await loops.run({ ...p.upsert, ...propertiesMapper(types, values) });
		expect(loops.calls().at(-1)?.body).toEqual({
			email: 'kim@example.com',
			seats: 12,
			firstName: '',
		});
	});

	it('a key that is too long', async () => {
		const long = { options: { customIdempotencyKey: 'x'.repeat(101) } };
		expect((await loops.run({ ...p.sendEvent, ...long })).error?.message).toContain(
			'101 characters',
		);
		expect(loops.calls()).toEqual([]);
	});

	it('the type in a workflow, and an operation of another package', async () => {
		expect(text).toContain(`\`${LOOPS}\``);
		const { error } = await loops.run({ ...p.getLists, operation: 'list' });
		expect(error?.message).toContain('This node has no operation "list"');
		expect(loops.emulator.requests).toEqual([]);
	});

	it('the lists, which run once', async () => {
		const { json } = await loops.run(p.getEmails, [{}, {}, {}]);
		expect(loops.calls()).toHaveLength(1);
		expect(json.some((each) => 'pagination' in each)).toBe(false);
	});

	it('the events of the trigger, and what they give', () => {
		const events = new LoopsTrigger().description.properties.find(({ name }) => name === 'events');
		const values = (events?.options as INodePropertyOptions[]).map(({ value }) => value);
		for (const payload of payloads) {
			expect(values).toContain(payload.eventName);
			const identity = (payload.contactIdentity ?? {}) as IDataObject;
			expect(eventOf(payload, 'msg_1')).toMatchObject({
				event: payload.eventName,
				time: new Date(Number(payload.eventTime) * 1_000).toISOString(),
				contactId: identity.id ?? null,
				email: identity.email ?? null,
				userId: identity.userId ?? null,
			});
		}
	});
});
