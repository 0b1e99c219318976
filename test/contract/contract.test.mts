import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { read, root } from '../harness/repository.mts';
import { startEmulator } from '../emulator/server.mts';
import { CONTENT } from './content.mts';
import { Journal } from './journal.mts';
import { tablesOf } from './report.mts';
import { ASSUMPTIONS, checkAll, cleanUp } from './run.mts';
import { startService } from './testService.mts';

/** `contract: a, b` in a comment, a link to the table on a page. */
const namedIn = (text: string): string[] => [
	...[...text.matchAll(/\bcontract: ([\w-]+(?:, [\w-]+)*)/g)].flatMap(([, ids]) => ids.split(', ')),
	...[...text.matchAll(/\[`([\w-]+)`\]\(contract\.md#/g)].map(([, id]) => id),
];

const { emulator, serviceOf } = await startService();

describe('the emulator', () => {
	it('does what the node assumes of Loops', async () => {
		const results = await checkAll(serviceOf(), 'send');
		const others = results.filter(({ outcome }) => outcome !== 'held');
		expect(others.filter(({ outcome }) => outcome === 'differs')).toEqual([]);
		expect(new Set(others.map(({ reason }) => reason))).toEqual(
			new Set([
				'only the emulator is asked',
				'this team has the content API',
				'this team has workflows',
			]),
		);
	});

	it('says which checks take the content API, where a team does not have it', async () => {
		const without = await startEmulator({ rateLimit: 100_000, contentApi: false });
		const results = await checkAll(serviceOf(undefined, without.baseUrl), 'send');
		await without.close();
		expect(results.filter(({ outcome }) => outcome === 'differs')).toEqual([]);
		const off = results.filter(({ reason }) => reason === 'not enabled for this team (401)');
		expect(off.map(({ assumption: { id } }) => id)).toEqual([
			'content-emails',
			...CONTENT.map(({ id }) => id).filter(
				(id) => !['content-not-enabled', 'sending-ips'].includes(id),
			),
		]);
	});

	it('is asked again after a 429, and given up when others use up the limit', async () => {
		emulator.inject({ kind: 'status', status: 429, path: '/v1/lists', times: 3 });
		const lists = async () => {
			const results = await checkAll(serviceOf(), 'read');
			return results.find(({ assumption: { id } }) => id === 'lists')?.outcome;
		};
		expect(await lists()).toBe('held');
		emulator.inject({ kind: 'status', status: 429, path: '/v1/lists', times: 'always' });
		expect(await lists()).toBe('not checked');
	});

	it('is as before once a run has cleaned up', async () => {
		const before = emulator.contacts();
		const workflows = [...emulator.content.workflows.keys()];
		const journal = new Journal();
		const service = serviceOf(journal);
		await checkAll(service, 'write');
		expect(emulator.contactCount).toBeGreaterThan(before.length);
		expect(emulator.content.workflows.size).toBeGreaterThan(workflows.length);
		expect(await cleanUp(service, journal)).toEqual([]);
		expect(emulator.contacts()).toEqual(before);
		expect([...emulator.content.workflows.keys()]).toEqual(workflows);
	});

	it('is only read without leave to write', async () => {
		const before = { contacts: emulator.contacts(), events: emulator.eventPatterns() };
		await checkAll(serviceOf(), 'read');
		expect({ contacts: emulator.contacts(), events: emulator.eventPatterns() }).toEqual(before);
		expect([emulator.outbox, emulator.eventLog]).toEqual([[], []]);
	});
});

describe('the assumptions', () => {
	const emulated = ASSUMPTIONS.filter(({ onEmulator }) => onEmulator);

	it.each(emulated.map((each) => [each.id, each] as const))(
		'hold in the emulator alone: %s',
		async (_, assumption) => {
			await expect(assumption.onEmulator?.(serviceOf(), emulator)).resolves.toBeUndefined();
		},
	);

	it('have a check each', () => {
		const unchecked = ASSUMPTIONS.filter(({ check, effect, onEmulator }) =>
			onEmulator ? (check ?? effect) : !check || !effect,
		);
		expect(unchecked).toEqual([]);
	});

	it('have IDs of their own', () => {
		const ids = ASSUMPTIONS.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('are named where the code or page depends on them', () => {
		const unnamed = ASSUMPTIONS.filter(({ id, ifNot }) => {
			const [file] = /[\w./-]+\.(ts|md)/.exec(ifNot) ?? [];
			const paths = ['', 'nodes/', 'nodes/Loops/'].map((room) => `${room}${file}`);
			const path = paths.find((each) => existsSync(root + each));
			return ifNot !== 'nothing' && !(path && namedIn(read(path)).includes(id));
		});
		expect(unnamed.map(({ id, ifNot }) => `${id}: ${ifNot}`)).toEqual([]);
	});

	it('are all that comments and pages name', () => {
		const ids = new Set(ASSUMPTIONS.map(({ id }) => id));
		const paths = ['nodes', 'credentials', 'docs'].flatMap((folder) =>
			readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
				.filter((file) => /\.(ts|md)$/.test(file))
				.map((file) => `${folder}/${file}`),
		);
		const unknown = paths.flatMap((path) =>
			namedIn(read(path))
				.filter((id) => !ids.has(id))
				.map((id) => `${path}: ${id}`),
		);
		expect(unknown).toEqual([]);
	});

	it('stand in docs/contract.md', () => {
		// The page is formatted: only the words count.
		const words = (text: string) => text.replace(/\s+|-{3,}/g, ' ');
		expect(words(read('docs/contract.md'))).toContain(words(tablesOf(ASSUMPTIONS)).trim());
	});
});
