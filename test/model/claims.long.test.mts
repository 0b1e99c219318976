import type { IDataObject } from 'n8n-workflow';
import { beforeAll, describe, expect, it } from 'vitest';

import { observe } from './check.mts';
import { item, mutants, type Name, plain, scenarios } from './mutants.mts';
import type { Observation } from './observation.mts';
import { judge, SENTENCES } from './reference.mts';
import type { ItemPlan, Scenario } from './scenario.mts';

describe('each sentence can fail', () => {
	const observations = {} as Record<Name, Observation>;
	beforeAll(async () => {
		for (const [name, scenario] of Object.entries(scenarios)) {
			observations[name as Name] = await observe(scenario as Scenario);
		}
	});

	it('and there is a case for each', () => {
		expect(mutants.map(([sentence]) => sentence).sort()).toEqual([...SENTENCES].sort());
	});

	it.each(mutants)('%s', (sentence, name, lie) => {
		expect(judge(observations[name])).toEqual([]);
		const changed = structuredClone(observations[name]);
		lie(changed);
		expect(judge(changed).join('\n')).toContain(sentence);
	});

	it('the runs are what they are taken for', () => {
		const of = (name: Name) => observations[name].executions.map(({ status }) => status).join();
		const others = { canceled: 'canceled', repeated: 'success,success' };
		const expected = { stopped: 'error,success', again: 'error,success', ...others };
		for (const name of Object.keys(scenarios) as Name[]) {
			expect([name, of(name)]).toEqual([name, expected[name as 'again'] ?? 'success']);
		}
	});

	it.each<Partial<Scenario>>([
		{ operation: 'event send' },
		{ operation: 'event send', cancelAt: 2_050 },
		{ operation: 'transactionalEmail send' },
		{ operation: 'transactionalEmail saveContent', identity: 'id' },
	])('a scenario is the same each time: %o', async (changes) => {
		const calls: ItemPlan['calls'] = [
			{ transit: 5, latency: 400, fault: '503 after' },
			{ transit: 0, latency: 50, fault: '429' },
		];
		const scenario: Scenario = {
			...plain,
			items: Array.from({ length: 30 }, (_, n) => ({ ...item(n % 5), calls: calls.slice(n % 3) })),
			rateLimit: 10,
			...changes,
		};
		const seen = async () =>
			JSON.stringify({ ...(await observe(scenario)), readable: '' }, (name, value: unknown) =>
				// The ID of the execution goes into it, and each account has an API key of its own.
				name === 'key' || name === 'apiKey' ? undefined : (value as IDataObject),
			);
		const first = await seen();
		expect(await seen()).toBe(first);
		expect(await seen()).toBe(first);
	});
});
