import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { type Fault, FAULT_KINDS } from '../emulator/faults.mts';
import { offersOption, useEmulator } from '../harness/loops.mts';
import { everyOperation, isNeverRepeated, methodOf, parametersOf } from '../harness/operations.mts';
import { onceOff } from '../harness/sendOnce.mts';
import { stateOf } from '../harness/state.mts';

const loops = useEmulator();

/** Replaced below, or its answer can't be told from someone else's change: see test/operations/workflow. */
const isElsewhere = (name: string) =>
	/^contact (upsert|update)$|^workflowNode (create|addBranch)$/.test(name);

/** A read, and all that changes something. */
const calls: Array<[name: string, parameters: IDataObject]> = [
	['contact find', parametersOf.find],
	...everyOperation.filter(
		([name, each]) => offersOption(each, 'validateOnly') && !isElsewhere(name),
	),
	['contact upsert of a new one', { ...parametersOf.upsert, email: 'new@example.com' }],
	[
		'contact update of a property',
		{ ...parametersOf.update, additionalFields: { contactPropertiesJson: '{"seats": 77}' } },
	],
	['send without a key', { ...parametersOf.sendEmail, options: onceOff }],
];

let planted: unknown;
/** What Loops holds at the start of a test: what the emulator's seed plants, the same for each. */
const stateBefore = () => (planted ??= stateOf(loops.emulator));

const states = new Map<string, unknown>();

/** What Loops holds after a run without a fault; the same for each fault. */
async function stateAfter(name: string, parameters: IDataObject): Promise<unknown> {
	if (!states.has(name)) {
		loops.emulator.reset();
		loops.onRequest = undefined;
		await loops.run(parameters);
		states.set(name, stateOf(loops.emulator));
	}
	return states.get(name);
}

/** Whether Loops may have processed the call, and whether nobody outside can tell. */
const faults: Array<[name: string, fault: Fault, isAmbiguous: boolean]> = [
	['429', { kind: 'status', status: 429 }, false],
	['500', { kind: 'status', status: 500 }, true],
	['500 after processing', { kind: 'status', status: 500, after: true }, true],
	['502 with HTML', { kind: 'html' }, true],
	['HTML in place of JSON', { kind: 'html', status: 200 }, true],
	['HTML after processing', { kind: 'html', status: 200, after: true }, true],
	['empty answer', { kind: 'empty' }, true],
	['other JSON', { kind: 'body', body: { ok: true } }, true],
	['reset before processing', { kind: 'resetBefore' }, true],
	['reset after processing', { kind: 'resetAfter' }, true],
	['truncated answer', { kind: 'truncate' }, true],
	['no answer in time', { kind: 'hang' }, true],
	['answer too late', { kind: 'slow', delay: 1_500 }, true],
	['answer that trickles', { kind: 'trickle' }, true],
];

it('no kind of fault is left out but a redirect, which is refused', () => {
	const kinds = new Set([...faults.map(([, { kind }]) => kind), 'redirect']);
	expect([...kinds].sort()).toEqual([...FAULT_KINDS].sort());
});

const KEY_TEST = '/v1/api-key';

/** What no domain guard allows, since it reaches an audience. */
const TO_AUDIENCES = [
	'campaign schedule',
	'component update',
	'theme update',
	'transactionalEmail publish',
];

/** Every call with both account guards off, and on; with them on, each call meets every second fault. */
const rows = [false, true].flatMap((isGuarded) =>
	calls
		.filter(([name]) => !isGuarded || name !== 'contact find')
		.map(([name, parameters], at) => {
			const run = async (options: IDataObject = {}) => {
				const team = isGuarded && { onlyForTeam: 'Acme Mail' };
				const withOptions = { ...(parameters.options as IDataObject), ...options, ...team };
				const domains = isGuarded &&
					!TO_AUDIENCES.includes(name) && { onlyToDomains: 'example.com' };
				const credentials = { ...loops.credentials(), ...domains };
				const ran = await loops.run({ ...parameters, options: withOptions }, [{}], { credentials });
				expect(loops.emulator.requests[0].path === KEY_TEST).toBe(isGuarded);
				return ran;
			};
			const met = faults.filter((_, fault) => !isGuarded || (at + fault) % 2 === 0);
			return { name, guards: isGuarded ? 'on' : 'off', parameters, run, met };
		}),
);

describe.each(calls)('%s', (name, parameters) => {
	it('changes what Loops holds, unless it reads', async () => {
		const before = stateBefore();
		const after = await stateAfter(name, parameters);
		expect(JSON.stringify(after) === JSON.stringify(before)).toBe(name === 'contact find');
	});
});

describe.each(rows)('$name, account guards $guards', ({ name, parameters, run, met }) => {
	it.each(met)('after a %s', async (_fault, fault, isAmbiguous) => {
		const before = stateBefore();
		strike(fault, parameters);
		const { error, json } = await run({ timeout: 1 });
		const after = stateOf(loops.emulator);
		const done = await stateAfter(name, parameters);
		if (parameters.operation === 'schedule' && isAmbiguous) {
			// One look tells.
			expect(after).toEqual(error ? before : done);
			if (error) expect(error.message).toContain("Loops' response was lost");
		} else if ((name === 'send without a key' || isNeverRepeated(parameters)) && isAmbiguous) {
			expect(error?.description).toContain('It is not known whether Loops processed the request');
			expect([before, done]).toContainEqual(after);
		} else {
			expect(error).toBeUndefined();
			expect(json).toHaveLength(1);
			expect(after).toEqual(done);
		}
	});

	it.each<[string, Fault]>([
		['redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }],
		['refusal', { kind: 'status', status: 400 }],
		['refused key', { kind: 'status', status: 401 }],
	])('after a %s fails, has done nothing and is not repeated', async (_fault, fault) => {
		const before = stateBefore();
		strike(fault, parameters);
		const { error } = await run();
		expect(error?.message).toMatch(
			/^(Loops (refused|does not accept|did not)|The API key is wrong|The Base URL responds with)/,
		);
		expect(stateOf(loops.emulator)).toEqual(before);
		const struck = loops.calls().find((call) => call.fault);
		const alike = loops
			.calls()
			.filter(({ method, path }) => method === struck?.method && path === struck.path);
		expect(alike).toEqual([struck]);
	});
});

/** Strikes the first request that changes something, where another one may come first. */
function strike(fault: Fault, parameters: IDataObject): void {
	const changing = parameters.operation === 'create' ? 'POST' : methodOf(parameters);
	let isStruck = false;
	loops.onRequest = ({ method, path }) => {
		if (isStruck || path === KEY_TEST || (changing ?? method) !== method) return {};
		isStruck = true;
		return { fault };
	};
}
