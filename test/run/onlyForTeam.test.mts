import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';
import { forTeam, messagesIn, withOptions } from './guards.mts';

const loops = useEmulator({}, { checksOutput: false });

const keyTests = () => loops.emulator.requests.filter(({ path }) => path === '/v1/api-key').length;

/** Facts are as old as the clock of the tests says, which stands still between two runs. */
const startAnew = async () => {
	loops.emulator.reset();
	await sleep(1);
};

describe('Only for Team', () => {
	it('takes one request a run, and none when it is off', async () => {
		await loops.run(each(parametersOf.sendEvent, {}), sampleItems(5));
		expect(keyTests()).toBe(0);
		await loops.run(each(parametersOf.sendEvent, { onlyForTeam: 'Acme Mail' }), sampleItems(5));
		expect(keyTests()).toBe(1);
		// A lost answer of the content API makes a run look up other facts again.
		await startAnew();
		loops.emulator.inject({ kind: 'resetBefore', path: '/v1/themes' });
		const theme = contentParameters('theme create');
		await loops.run(forTeam(theme), sampleItems(30), { onError: 'continueRegularOutput' });
		expect([keyTests(), loops.changes().length]).toEqual([1, 30]);
	});

	it.each<[string, Fault]>([
		['is cut off', { kind: 'resetBefore' }],
		['never comes', { kind: 'hang' }],
		['is a 500', { kind: 'status', status: 500 }],
		['is a 401', { kind: 'status', status: 401 }],
		['is a page', { kind: 'html', status: 200 }],
		['names no team', { kind: 'body', status: 200, body: { success: true } }],
		['gives null', { kind: 'body', status: 200, body: { success: true, teamName: null } }],
	])('changes nothing if the answer of the look-up %s', async (_case, fault) => {
		loops.emulator.inject({ ...fault, path: '/v1/api-key', times: 'always' });
		const onError = 'continueRegularOutput';
		const { json } = await loops.run(forTeam(parametersOf.sendEmail), sampleItems(3), { onError });
		expect(messagesIn(json)).toEqual(
			[0, 1, 2].map((index) =>
				expect.stringMatching(
					new RegExp(`^The team of the API key could not be looked up\\. .*\\[item ${index}\\]$`),
				),
			),
		);
		expect(loops.changes()).toEqual([]);
	});

	it('comes before names, which the other team might not have', async () => {
		const byName = { ...parametersOf.subscribe, mailingList: ['News of Acme Staging'] };
		const { error } = await loops.run(forTeam(byName, 'Acme Staging'));
		expect(error?.message).toMatch(
			/belongs to the team 'Acme Mail', not to 'Acme Staging' \[item 0\]$/,
		);
		expect(loops.emulator.requests.map(({ path }) => path)).toEqual(['/v1/api-key']);
	});

	it('looks the team up again in each run: it may have been renamed', async () => {
		loops.emulator.inject({ kind: 'status', status: 429, path: '/v1/api-key' });
		const sent = await loops.run(forTeam(parametersOf.sendEvent));
		expect([sent.error?.message, loops.changes().length]).toEqual([undefined, 1]);
		await sleep(1);
		loops.emulator.reset({ teamName: 'Acme' });
		const renamed = await loops.run(forTeam(parametersOf.sendEvent));
		expect(renamed.error?.message).toContain("to the team 'Acme', not to 'Acme Mail'");
		expect(renamed.error?.description).toContain("correct 'Options > Only for Team'");
		expect(loops.changes()).toEqual([]);
	});

	it('takes the name from an expression, which has to find one', async () => {
		const run = async (team: string, items: IDataObject[], variables: IDataObject = {}) => {
			const settings = { variables, onError: 'continueRegularOutput' } as const;
			return messagesIn(
				(await loops.run(forTeam(parametersOf.sendEvent, team), items, settings)).json,
			);
		};
		const [fromVariable, fromItem] = ['={{ $vars.loopsTeam }}', '={{ $json.team }}'];
		expect(await run(fromVariable, [{}], { loopsTeam: 'Acme Mail' })).toEqual([]);
		const spellings = [' Acme Mail', 'Acme\u00a0 Mail'].map((team) => ({ team }));
		expect(await run(fromItem, spellings)).toEqual([]);
		await startAnew();
		const bad = [{}, { team: null }, { team: '' }, { team: {} }, { team: 'acme mail' }];
		const empty = expect.stringMatching(/^'Only for Team' is empty/);
		expect([
			...(await run(fromItem, bad)),
			...(await run(fromVariable, [{}])),
			...(await run('', [{}])),
		]).toEqual([
			empty,
			empty,
			empty,
			expect.stringContaining("'Only for Team' is not text"),
			expect.stringContaining("not to 'acme mail'"),
			empty,
			empty,
		]);
		expect(loops.changes()).toEqual([]);
	});

	it('is a reason in Validate Only, which looks the team up', async () => {
		const validated = withOptions(parametersOf.sendEvent, { validateOnly: true });
		const { json } = await loops.run(forTeam(validated, 'Acme Staging'));
		const reason = expect.stringContaining("not to 'Acme Staging'. Nothing was sent");
		expect(json).toMatchObject([{ ready: false, reasons: [reason] }]);
		await sleep(1);
		expect((await loops.run(forTeam(validated))).json).toMatchObject([{ ready: true }]);
		expect(keyTests()).toBe(2);
	});
});
