import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const named = (value: string, more: IDataObject = {}): IDataObject => ({
	...parametersOf.sendEvent,
	eventName: { __rl: true, mode: 'name', value },
	...more,
});
const inJson = (properties: IDataObject) => ({
	options: { eventPropertiesJson: JSON.stringify(properties) },
});
const row = (name: string, type: string, value: unknown) => ({
	options: {
		extraEventProperties: { assignments: [{ id: '1', name, type, value }] } as IDataObject,
	},
});
const lookUps = () => loops.emulator.requests.filter(({ method }) => method === 'GET');
const isNew = (name: string, meant?: string) =>
	`Loops lists no event '${name}'. If the event is new, it starts no workflow in Loops yet.${meant ? ` Did you mean '${meant}'?` : ''}`;
const notLookedUp = (name: string) =>
	`The event '${name}' could not be looked up. If the event is new, it starts no workflow in Loops yet.`;
const always = (fault: Fault, path?: string): Fault => ({
	...fault,
	method: 'GET',
	times: 'always',
	path,
});

describe('the name of an event', () => {
	it.each([
		['Signup', 'signup'],
		['ORDER PLACED', 'Order placed'],
		['order-placed', 'Order placed'],
		['planChangd', 'planChanged'],
	])('is sent as %s with a warning that suggests %s', async (name, meant) => {
		const { hints } = await loops.expectSuccess(named(name));
		expect(hints).toEqual([isNew(name, meant)]);
		expect(loops.emulator.eventLog).toMatchObject([{ eventName: name }]);
	});

	it('causes a warning until the event has been sent once', async () => {
		expect((await loops.run(named('zodiac'))).hints).toEqual([isNew('zodiac')]);
		expect((await loops.run(named('zodiac'))).hints).toEqual([]);
	});

	it.each([' signup ', 'Order placed', '={{ "signup" }}'])('is found as %s', async (name) => {
		expect((await loops.run(named(name))).hints).toEqual([]);
	});

	it('is looked up once, then cached for the next run', async () => {
		const people = Array.from({ length: 60 }, (_, n) => ({ email: `p${n}@example.com` }));
		const event = named('signup', { email: '={{ $json.email }}' });
		await loops.run(event, people);
		expect(lookUps()).toHaveLength(1);
		await loops.run(event, people);
		expect(lookUps()).toHaveLength(1);
	});

	it.each([0, 1, 120])('causes one warning per run, among %i events', async (count) => {
		const eventPatterns = Array.from({ length: count }, (_, n) => ({ eventName: `Event ${n}` }));
		loops.emulator.reset({ eventPatterns });
		const name = `EVENT ${count - 1}`;
		const { hints } = await loops.run(named(name), [{}, {}, {}]);
		const meant = count > 0 ? `Event ${count - 1}` : undefined;
		expect(hints).toEqual([`${isNew(name, meant)} [all 3 items]`]);
		expect(lookUps()).toHaveLength(1 + Math.max(1, Math.ceil(count / 50)));
	});

	it('is refused with Unknown Event on Don’t Send, also if it was chosen', async () => {
		const options = { unknownEvent: 'dontSend' };
		const chosen = { __rl: true, mode: 'list', value: 'Signup' };
		for (const eventName of ['Signup', chosen]) {
			const error = await loops.expectError(
				{ ...parametersOf.sendEvent, eventName, options },
				'no event',
			);
			expect(error.description).toContain("Did you mean 'signup'?");
		}
		expect(loops.changes()).toEqual([]);
		await loops.run(named('signup', { options }));
		expect(loops.emulator.eventLog).toHaveLength(1);
	});

	it('is looked up for at most 20 names of an expression per run', async () => {
		const events = Array.from({ length: 25 }, (_, n) => ({ event: `new${n}` }));
		const { hints } = await loops.run(named('={{ $json.event }}'), [
			{ event: 'signup' },
			...events,
		]);
		expect(hints.filter((hint) => hint.startsWith('Loops lists no event'))).toHaveLength(19);
		expect(loops.emulator.eventLog).toHaveLength(26);
		expect(lookUps().filter(({ path }) => path.includes('by-name'))).toHaveLength(20);
	});

	it('is looked up for every name of an expression in Validate Only', async () => {
		const events = Array.from({ length: 25 }, (_, n) => ({ event: `new${n}` }));
		const options = { validateOnly: true };
		const { json } = await loops.run(named('={{ $json.event }}', { options }), events);
		expect(json.map(({ warnings }) => warnings)).toEqual(events.map(({ event }) => [isNew(event)]));
	});

	it.each<[string, Fault]>([
		['is refused', always({ kind: 'status', status: 403 })],
		['is a page of a proxy', always({ kind: 'html', status: 404 })],
		['breaks', always({ kind: 'resetBefore' })],
	])('causes a warning and no error when the look-up %s', async (_case, fault) => {
		loops.emulator.inject(fault);
		const { hints } = await loops.expectSuccess(named('Signup'));
		expect(hints).toContain(notLookedUp('Signup'));
		expect(loops.emulator.eventLog).toHaveLength(1);
	});

	it('causes a warning without a suggestion when the list cannot be read', async () => {
		loops.emulator.inject(always({ kind: 'status', status: 403 }, '/v1/event-patterns'));
		expect((await loops.run(named('Signup'))).hints).toEqual([isNew('Signup')]);
	});

	it('is looked up before any event is sent', async () => {
		const path = '/v1/event-patterns/by-name/Signup';
		loops.emulator.inject({ kind: 'slow', delay: 1_000, method: 'GET', path });
		const { hints } = await loops.run(named('Signup'), [{}, {}, {}]);
		const [lookUp, ofNames, ...events] = loops.emulator.requests.map(({ path }) => path);
		expect([lookUp, ofNames]).toEqual([path, '/v1/event-patterns']);
		expect(events).toEqual(Array(3).fill('/v1/events/send'));
		expect(hints).toEqual([`${isNew('Signup', 'signup')} [all 3 items]`]);
	});

	it('causes its warning when only the list of events is slow', async () => {
		loops.emulator.inject(always({ kind: 'slow', delay: 30_000 }, '/v1/event-patterns'));
		expect((await loops.run(named('Signup'))).hints).toEqual([isNew('Signup')]);
	});
});

const byName = (name: string) => `/v1/event-patterns/by-name/${name}`;
const noted = (hints: string[]) => hints.filter((hint) => hint.includes('event'));

it.each([429, 500])(
	'a look-up that succeeds at the second attempt does not mistake the event it sends for a known one: %i',
	async (status) => {
		loops.emulator.inject({ kind: 'status', status, path: byName('sinup') });
		expect(noted((await loops.run(named('sinup'))).hints)).toEqual([isNew('sinup', 'signup')]);
		expect(noted((await loops.run(named('sinup'))).hints)).toEqual([]);
	},
);

describe('an unknown event', () => {
	it('is looked up again in the next run after Validate Only', async () => {
		await loops.run(named('sinup', { options: { validateOnly: true } }));
		const before = lookUps().length;
		expect((await loops.run(named('sinup'))).hints).toEqual([isNew('sinup', 'signup')]);
		expect(lookUps().length - before).toBe(1);
	});

	it('causes its warning even if Loops refuses the event', async () => {
		loops.emulator.inject({ kind: 'status', status: 400, path: '/v1/events/send' });
		const { hints } = await loops.run(named('sinup'), [{}], { onError: 'continueRegularOutput' });
		expect(hints).toEqual([isNew('sinup', 'signup')]);
	});
});

describe('the properties of an event', () => {
	const planChanged = 'planChanged';
	const warning = (name: string, is: string, has: string) =>
		`The event property '${name}' is ${is} here, but ${has} in the event 'planChanged'. Loops might not convert the value.`;

	it.each<[string, IDataObject, string[]]>([
		['text for a number', { seats: '4' }, [warning('seats', 'text', 'a number')]],
		['a number for true or false', { paid: 1 }, [warning('paid', 'a number', 'true or false')]],
		['true for text', { plan: true }, [warning('plan', 'true or false', 'text')]],
		['text for a date', { renewsAt: 'soon' }, [warning('renewsAt', 'text', 'a date')]],
		['seconds for a date', { renewsAt: 1 }, [warning('renewsAt', 'a number', 'a date')]],
		[
			'a name in another spelling',
			{ Plan: 'team' },
			["The event 'planChanged' has no property 'Plan'. Did you mean 'plan'?"],
		],
		['matching values', { plan: '2026', seats: 0, paid: false, renewsAt: '2026-12-24' }, []],
		['Unix time for a date', { renewsAt: 1_769_851_800_000 }, []],
		['a new name', { coupon: 'SPRING' }, []],
	])('are checked in JSON and sent: %s', async (_case, properties, warnings) => {
		for (const eventName of [{ __rl: true, mode: 'list', value: planChanged }, planChanged]) {
			const { hints } = await loops.run({ ...named(''), eventName, ...inJson(properties) });
			expect(hints).toEqual(warnings);
		}
		expect(loops.emulator.eventLog.map(({ eventProperties }) => eventProperties)).toEqual([
			properties,
			properties,
		]);
	});

	it('are checked in rows and in a form without types', async () => {
		const { hints } = await loops.run(named(planChanged, row('seats', 'string', '4')));
		expect(hints).toEqual([warning('seats', 'text', 'a number')]);
		const form = { eventProperties: { value: { Plan: 'team' } } };
		expect((await loops.run(named(planChanged, form))).hints).toEqual([
			"The event 'planChanged' has no property 'Plan'. Did you mean 'plan'?",
		]);
	});
});
