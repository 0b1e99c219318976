import { readFileSync } from 'node:fs';
import type { LoopsClient } from 'loops';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { clientOf } from '../emulator/sdkClient.mts';
import { useEmulator } from '../harness/loops.mts';
import { everyOperation } from '../harness/operations.mts';
import { callShown, methodsOfClient } from '../harness/client.mts';
import { SAME } from '../harness/clientCalls.mts';
import { codeIn, tablesIn } from '../harness/tables.mts';

const loops = useEmulator();
const client = () => clientOf(loops.emulator);

const text = readFileSync(new URL('../../docs/moving.md', import.meta.url), 'utf8');
const CLIENTS = 'docs/maintainers/clients.md';
const inTable = tablesIn(CLIENTS).flatMap(({ rows }) => rows.flatMap(([cell]) => codeIn(cell)));

/** Methods for a part of an operation, or for another call of it. */
const OTHER_CALLS = [
	'createUpload',
	'completeUpload',
	'getEventPattern',
	'listTransactionalEmails',
	'deleteWorkflowNodesRecursive',
];

const call = async (method: keyof LoopsClient, given: unknown[]) =>
	await (client()[method] as (...args: unknown[]) => Promise<unknown>)(...given);

/** The last change, or else the last request, without look-ups of contact properties, lists and events. */
function asked() {
	const changes = loops.changes();
	const others = loops.calls().filter(({ path }) => path !== '/v1/lists');
	const last = changes.at(-1) ?? others.at(-1) ?? loops.emulator.requests.at(-1);
	const { method, path, query, body, headers } = last ?? {};
	return { method, path, query, body, key: headers?.['idempotency-key'] };
}

const upper = (name: unknown) => String(name).replace(/^./, (first) => first.toUpperCase());

/** `listThemes` is Get Many of themes. */
const listOf = (resource: unknown, operation: unknown) =>
	operation === 'getAll' ? `list${upper(resource)}s` : '';

/** The main call of an operation. */
async function callOf(parameters: IDataObject): Promise<string> {
	loops.emulator.reset();
	await loops.run(parameters);
	const { method, path } = asked();
	return callShown(String(method), String(path));
}

describe('docs/moving.md', () => {
	it('lists the client methods that make a call of the node, and no others', async () => {
		const ofClient = await methodsOfClient();
		expect(ofClient.size).toBeGreaterThan(50);
		const ofNode = new Set<string>();
		for (const [, parameters] of everyOperation) ofNode.add(await callOf(parameters));
		const covered = [...ofClient].filter(([, each]) => ofNode.has(each)).map(([name]) => name);
		const alone = covered.filter((name) => !OTHER_CALLS.includes(name));
		const byRule: string[] = SAME.filter(([method, , { resource, operation }]) =>
			[`${String(operation)}${upper(resource)}`, listOf(resource, operation)].includes(method),
		).map(([method]) => method);
		const other = alone.filter((name) => !byRule.includes(name));
		expect([...inTable].sort()).toEqual(expect.arrayContaining([...other, ...OTHER_CALLS].sort()));
		expect(inTable.filter((name) => !ofClient.has(name))).toEqual([]);
		expect(SAME.map(([method]) => method).sort()).toEqual(alone.sort());
		const told = [...text.matchAll(/`((?:GET|POST|PUT|DELETE) \/[a-z/-]+)`/g)].map(
			([, each]) => each,
		);
		expect(
			told.filter((each) => !ofNode.has(each) && ![...ofClient.values()].includes(each)),
		).toEqual([]);
	});

	it.each(SAME)('%s sends the request that the node sends', async (method, given, parameters) => {
		// An invented revision is stale for both.
		await call(method, given).catch(({ statusCode }) => expect(statusCode).toBe(409));
		const ofClient = asked();
		loops.emulator.reset();
		expect(loops.emulator.requests).toEqual([]);
		await loops.run(parameters);
		expect(asked()).toEqual(ofClient);
	});
});
