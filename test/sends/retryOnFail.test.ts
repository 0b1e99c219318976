import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Row ${at}` }));
const campaign = { ...contentParameters('campaign create'), name: '={{ $json.name }}' };
const campaigns = () => [...loops.emulator.content.campaigns.values()];
const named = (name: string) => campaigns().filter((each) => each.name === name);

/** Loops refuses the change of the row at `at`, once. */
function refuseOne(path: string, at: number) {
	let seen = 0;
	loops.onRequest = (request) =>
		request.method === 'POST' && request.path === path && seen++ === at
			? { fault: { kind: 'status', status: 403 } }
			: undefined;
}

describe("n8n's Retry On Fail", () => {
	it('makes ten campaigns of ten rows, although one is refused at first', async () => {
		refuseOne('/v1/campaigns', 4);
		const { json, error, hints } = await loops.run(campaign, rows(10), again);
		expect(error).toBeUndefined();
		expect(rows(10).map(({ name }) => named(name).length)).toEqual(Array(10).fill(1));
		expect(json.map(({ id }) => id)).toEqual(rows(10).map(({ name }) => named(name)[0].id));
		expect(hints.join()).toMatch(/10 done, \d of them by the previous attempt/);
	});

	it('goes on with a campaign whose content failed', async () => {
		let isRefused = true;
		loops.onRequest = ({ method, path }) =>
			isRefused && method === 'POST' && path.includes('/email-messages/')
				? { fault: { kind: 'status', status: ((isRefused = false), 403) } }
				: undefined;
		const content = { ...campaign, subject: 'Hi', lmx: '<Paragraph>Hi</Paragraph>' };
		const { error } = await loops.run(content, rows(1), again);
		expect(error).toBeUndefined();
		expect(named('Row 0')).toHaveLength(1);
		expect(loops.emulator.content.messages.get(named('Row 0')[0].emailMessageId!)).toMatchObject({
			subject: 'Hi',
		});
	});

	it('goes on with a campaign whose content differs in each try', async () => {
		refuseOne('/v1/campaigns', 1);
		const subject = '={{ "Hi " + $now.toMillis() }}';
		const content = { ...campaign, subject, lmx: '<Paragraph>Hi</Paragraph>' };
		const { error } = await loops.run(content, rows(2), again);
		expect(error).toBeUndefined();
		expect(rows(2).map(({ name }) => named(name).length)).toEqual([1, 1]);
	});

	it('creates contacts once', async () => {
		refuseOne('/v1/contacts/create', 7);
		const create = { ...parametersOf.create, email: '={{ $json.name.replace(" ", "") }}@b.co' };
		const { json, error } = await loops.run(create, rows(20), again);
		expect(error).toBeUndefined();
		expect(json.every(({ created }) => created === true)).toBe(true);
	});

	it('deletes contacts once', async () => {
		const emails = ['kim@example.com', 'ada@example.com', 'nobody@example.com'];
		const parameters = { ...parametersOf.delete, email: '={{ $json.email }}' };
		const items = emails.map((email) => ({ email }));
		const settings = { ...again, onError: 'continueRegularOutput' } as const;
		const { json } = await loops.run(parameters, items, settings);
		expect(json).toMatchObject([{ deleted: true }, { deleted: true }, { error: {} }]);
	});

	it('makes the first change of an item with other values, and warns', async () => {
		let isRefused = true;
		loops.onRequest = ({ method, path }) =>
			isRefused && method === 'POST' && path.includes('/email-messages/')
				? { fault: { kind: 'status', status: ((isRefused = false), 403) } }
				: undefined;
		const name = '={{ $json.name + $now.toMillis() }}';
		const { error, hints } = await loops.run({ ...campaign, name, subject: 'Hi' }, rows(1), again);
		expect(error).toBeUndefined();
		expect(hints.join()).toContain('The previous attempt changed something for this item');
	});

	it.each<[string, IDataObject, IDataObject]>([
		['what can be written again', { ...parametersOf.upsert, email: 'kim@b.co' }, again],
		['anything if it is off', campaign, {}],
	])('stores nothing of %s', async (_what, parameters, settings) => {
		const { run } = await loops.run(parameters, rows(3), settings);
		const stored = JSON.stringify(run.data.executionData?.contextData ?? {});
		expect(stored).not.toContain('digest');
	});
});
