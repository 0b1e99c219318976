import { describe, expect, it } from 'vitest';

import { callShown } from '../harness/client.mts';
import { read } from '../harness/repository.mts';
import { startEmulator } from '../emulator/server.mts';
import { EFFECTS } from './assumption.mts';
import { cleanUp } from './cleanUp.mts';
import { CONTENT } from './content.mts';
import { DRAFTS } from './drafts.mts';
import { Journal } from './journal.mts';
import { namedIn } from './named.mts';
import { tablesOf } from './report.mts';
import { ASSUMPTIONS, checkAll } from './run.mts';
import { startService } from './testService.mts';

const { emulator, serviceOf } = await startService();

describe('the emulator', () => {
	it('does what the node assumes of Loops', async () => {
		const results = await checkAll(serviceOf(), EFFECTS);
		const others = results.filter(({ outcome }) => outcome !== 'held');
		expect(others.filter(({ outcome }) => outcome !== 'not checked')).toEqual([]);
		expect(new Set(others.map(({ reason }) => reason))).toEqual(
			new Set(['only the emulator is asked', 'this team has it']),
		);
	});

	it('says which checks take the content API, where a team does not have it', async () => {
		const without = await startEmulator({ rateLimit: 100_000, contentApi: false });
		const service = serviceOf(undefined, { baseUrl: without.baseUrl });
		const results = await checkAll(service, EFFECTS);
		await without.close();
		expect(results.filter(({ outcome }) => /differs|finished/.test(outcome))).toEqual([]);
		const off = results.filter(({ reason }) => reason === 'not enabled for this team (401)');
		expect(off.map(({ assumption: { id } }) => id)).toEqual([
			'content-emails',
			...[...CONTENT, ...DRAFTS]
				.map(({ id }) => id)
				.filter((id) => !['content-not-enabled', 'sending-ips'].includes(id)),
		]);
	});

	it('is asked again after a 429, and given up when others use up the limit', async () => {
		emulator.inject({ kind: 'status', status: 429, path: '/v1/lists', times: 3 });
		const lists = async () => {
			const results = await checkAll(serviceOf(), ['read']);
			return results.find(({ assumption: { id } }) => id === 'lists')?.outcome;
		};
		expect(await lists()).toBe('held');
		emulator.inject({ kind: 'status', status: 429, path: '/v1/lists', times: 'always' });
		expect(await lists()).toBe('not finished');
	});

	it('is as before once a run that writes has cleaned up', async () => {
		const state = () => [emulator.contacts(), [...emulator.content.workflows.keys()]];
		const before = state();
		const journal = new Journal();
		const service = serviceOf(journal);
		await checkAll(service, ['write']);
		expect(state()).not.toEqual(before);
		expect(await cleanUp(service, journal)).toMatchObject({ remaining: [] });
		expect(state()).toEqual(before);
	});

	it('gets no request that a check did not announce', async () => {
		for (const only of ASSUMPTIONS.filter(({ check }) => check)) {
			const { effect, changes = {} } = only;
			emulator.reset();
			await checkAll(serviceOf(), [effect!], { only: [only] });
			const sent: Record<string, number> = {};
			for (const { method, path } of emulator.requests.filter((each) => each.method !== 'GET')) {
				const call = callShown(method, path);
				sent[call] = (sent[call] ?? 0) + 1;
			}
			expect([only.id, sent]).toEqual([only.id, effect === 'read' ? {} : changes]);
		}
	});

	it.each([
		['more often than announced', { 'POST /contacts/create': 1 }, '/contacts/create', 'own', 2],
		['unannounced', {}, '/contacts/create', 'own', 1],
		["for another's address", { 'POST /contacts/create': 1 }, '/contacts/create', 'kim@b.co', 1],
		['to what it did not make', { 'POST /workflows/{workflowId}': 1 }, '/workflows/w1', 'own', 1],
	])('gets no request %s', async (_, changes, path, of, times) => {
		const service = serviceOf();
		service.permit(changes);
		const email = of === 'own' ? service.email('a') : of;
		const send = async () => await service.call('POST', path, { email });
		for (let at = 1; at < times; at += 1) await send();
		await expect(send()).rejects.toThrow('did not announce');
		expect(emulator.requests).toHaveLength(times - 1);
	});
});

describe('the assumptions', () => {
	const emulated = ASSUMPTIONS.filter(({ onEmulator }) => onEmulator);

	it.each(emulated.map((each) => [each.id, each] as const))(
		'hold in the emulator alone: %s',
		async (_, assumption) => {
			const service = serviceOf(undefined, { isOurs: true });
			await expect(assumption.onEmulator?.(service, emulator)).resolves.toBeUndefined();
		},
	);

	it('have a check each', () => {
		const unchecked = ASSUMPTIONS.filter(({ check, effect, onEmulator, changes }) =>
			onEmulator ? (check ?? effect) : !check || !effect || (effect === 'read') !== !changes,
		);
		expect(unchecked).toEqual([]);
	});

	it('have IDs of their own', () => {
		const ids = ASSUMPTIONS.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('are named where code or a page relies on them, or say what to do', () => {
		const named = namedIn('nodes', 'credentials', 'docs');
		const ids = ASSUMPTIONS.map(({ id }) => id);
		expect([...named.keys()].filter((id) => !ids.includes(id))).toEqual([]);
		expect(ASSUMPTIONS.filter(({ id, ifNot }) => !named.has(id) && !ifNot)).toEqual([]);
	});

	it('stand in test/contract/README.md', () => {
		// The page is formatted: only the words count.
		const words = (text: string) => text.replace(/\s+|-{3,}/g, ' ');
		expect(words(read('test/contract/README.md'))).toContain(words(tablesOf(ASSUMPTIONS)).trim());
	});
});
