import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Seed } from '../emulator/seed.mts';
import { runWorkflow } from '../harness/engine.mts';
import { eventMapper, propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';
import { workflowWith } from '../harness/workflow.mts';

const loops = useEmulator();

const { sendEmail, sendEvent, upsert } = parametersOf;
const lookUps = (path = '') =>
	loops.emulator.requests.filter((call) => call.method === 'GET' && call.path.includes(path));
const untyped = { ...upsert, ...propertiesMapper({}, { planName: 'x' }) };
const PROPERTIES = '/v1/contacts/properties';

describe('a name that is not cached', () => {
	const rows = sampleItems(20).map((person) => ({
		...person,
		plan: 'team',
		other: 'y',
		Zodiac: 'x',
	}));
	const ofTemplate = 'cm8tx0welcome00000000001a';
	const seed = (names: string[]): Seed => ({
		eventPatterns: [
			{ eventName: 'signup', eventProperties: names.map((name) => ({ name, type: 'string' })) },
		],
		templates: [{ id: ofTemplate, name: 'Welcome', dataVariables: names }],
		properties: names.map((key) => ({ key, type: 'string' })),
	});

	it.each<[string, string, IDataObject]>([
		['a contact property', 'contacts/properties', { ...upsert, ...propertiesMapper({}) }],
		['a data variable', '/v1/transactional', { ...sendEmail, ...variablesMapper([]) }],
		['an event property', 'event-patterns', { ...sendEvent, ...eventMapper({}) }],
	])('is looked up once per run: %s', async (_what, path, parameters) => {
		const run = async (options: IDataObject = {}) =>
			await loops.run(each(parameters, options), rows);
		loops.emulator.reset(seed(['other']));
		await run();
		const before = lookUps(path).length;
		loops.emulator.reset(seed(['other', 'plan']));
		await run();
		const validated = await run({ validateOnly: true });
		expect(lookUps(path).length - before).toBeLessThanOrEqual(2);
		const sent = loops
			.calls()
			.filter(({ method }) => method !== 'GET')
			.slice(-20);
		const bodies = sent.map(({ body }) => JSON.stringify(body));
		expect(bodies).toEqual(bodies.map(() => expect.stringContaining('"plan":"team"')));
		const shown = validated.json.map(({ request }) => (request as IDataObject).body);
		expect(sent.map(({ body }) => body)).toEqual(expect.arrayContaining<unknown>(shown));
	});

	it('is looked up for the type of a property in a form without types', async () => {
		const event = { ...sendEvent, ...eventMapper({}, { seats: '4' }) };
		await loops.run(event);
		const eventProperties = [{ name: 'seats', type: 'number' as const }];
		loops.emulator.reset({ eventPatterns: [{ eventName: 'signup', eventProperties }] });
		await loops.run(event);
		expect(loops.emulator.eventLog.at(-1)?.eventProperties).toEqual({ seats: 4 });
	});

	it('is not looked up for the email and the user ID that are sent', async () => {
		const row = { email: 'kim@example.com', userId: 'u-1', other: 'x' };
		loops.emulator.reset(seed(['other']));
		const parameters = { findBy: 'emailAndUserId', userId: 'u-1', ...eventMapper({}) };
		for (let n = 0; n < 3; n++) await loops.run({ ...sendEvent, ...parameters }, [row]);
		expect(lookUps()).toHaveLength(1);
	});
});

describe('a look-up', () => {
	it('is shared by concurrent executions', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 500, path: PROPERTIES });
		await Promise.all([loops.run(untyped), loops.run(untyped), loops.run(untyped)]);
		expect(loops.emulator.requests.length - loops.calls().length).toBe(1);
	});

	it('lets n8n do other work between the items that waited for it', async () => {
		const leftAt: number[] = [];
		const onLeave = () => void leftAt.push(Date.now());
		subscribe('http.client.request.start', onLeave);
		await loops.run(each({ ...upsert, ...propertiesMapper({}) }), sampleItems(10));
		unsubscribe('http.client.request.start', onLeave);
		expect(lookUps()).toHaveLength(1);
		expect(new Set(leftAt).size).toBe(11);
	});

	it('is repeated for another execution when the first is canceled', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 5_000, path: PROPERTIES });
		const canceled = runWorkflow(source, loops.credentials(), workflowWith(untyped));
		const other = loops.run(untyped);
		setTimeout(() => canceled.cancel(), 500);
		expect((await canceled).status).toBe('canceled');
		expect((await other).hints).toEqual([]);
		expect(lookUps(PROPERTIES)).toHaveLength(2);
	});

	it('continues for the items before a stop even if a later item began it', async () => {
		const byName = (name: string) => `/v1/event-patterns/by-name/${name}`;
		loops.emulator.inject({ kind: 'slow', delay: 1_000, path: byName('first') });
		loops.emulator.inject({ kind: 'slow', delay: 500, path: byName('second') });
		loops.emulator.inject({ kind: 'slow', delay: 3_000, path: PROPERTIES });
		const names = ['first', 'second', 'third'];
		loops.emulator.reset({ eventPatterns: names.map((eventName) => ({ eventName })) });
		const { error } = await loops.run(
			{
				...sendEvent,
				eventName: '={{ $json.event }}',
				email: '={{ $json.email }}',
				...eventMapper({}, { n: 1 }),
				additionalFields: { contactProperties: { property: [{ name: 'planName', value: 'x' }] } },
			},
			[
				{ event: 'first', email: 'a@example.com' },
				{ event: 'second', email: 'none' },
				{ event: 'third', email: 'c@example.com' },
			],
		);
		expect(error?.description).toContain('Of 3 items: 1 done, 1 failed, 1 not started');
		expect(error?.description).not.toContain('could not be read');
		expect(lookUps(PROPERTIES)).toHaveLength(1);
	});

	it('is retried after a lost answer', async () => {
		loops.emulator.inject({ kind: 'hang', path: PROPERTIES });
		const startedAt = Date.now();
		const { hints } = await loops.run(untyped);
		expect(hints).toEqual([]);
		expect(Date.now() - startedAt).toBeLessThan(15_000);
	});

	it('delays a run once when each item needs its own and answers trickle', async () => {
		loops.emulator.inject({ kind: 'trickle', method: 'GET', times: 'always' });
		const rows = sampleItems(60).map((person) => ({ ...person, event: `Event ${person.n}` }));
		const startedAt = Date.now();
		await loops.run(
			{ ...each(sendEvent), eventName: '={{ $json.event }}', ...eventMapper({}, { n: 1 }) },
			rows,
		);
		expect(loops.emulator.eventLog).toHaveLength(60);
		expect(Date.now() - startedAt).toBeLessThan(45_000);
	});
});
