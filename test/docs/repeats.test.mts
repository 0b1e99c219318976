import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { type LoopsRun, useEmulator } from '../harness/loops.mts';
import { methodOf, parametersOf as of } from '../harness/operations.mts';
import { read } from '../harness/repository.mts';
import { onceOff } from '../harness/sendOnce.mts';
import { rowsBelow, tablesIn } from '../harness/tables.mts';

const PAGE = 'docs/retries.md';
const HEADING = 'Automatic retries';
const loops = useEmulator({ rateLimit: 100_000 });

const withoutKey = (parameters: IDataObject) => ({
	...parameters,
	options: onceOff,
});

/** The columns of the table, and the operations that they describe. */
const COLUMNS: Record<string, IDataObject[]> = {
	'Look-ups and updates': [
		of.find,
		of.getLists,
		of.upsert,
		of.update,
		of.subscribe,
		of.unsubscribe,
	],
	Delete: [of.delete],
	Create: [of.create, of.createProperty, of.removeSuppression],
	'Send with a key': [of.sendEvent, of.sendEmail],
	'Send without a key': [withoutKey(of.sendEvent), withoutKey(of.sendEmail)],
};

/** Requests remain, since the node would otherwise leave the limit to others for seconds. */
const headers = { 'retry-after': '0', 'x-ratelimit-remaining': '99000' };
const NO_CONNECTION = "n8n can't reach Loops";

/** The rows, and faults that cause such an attempt, those that Loops processes first. */
const ROWS: Record<string, Fault[]> = {
	'Loops answers 429': [{ kind: 'status', status: 429, headers }],
	[NO_CONNECTION]: [],
	'Loops answers 5xx, 408, 421 or 425, not in time, or not in JSON': [
		{ kind: 'status', status: 503, after: true, headers },
		{ kind: 'resetAfter' },
		{ kind: 'html', status: 200, after: true, headers },
		{ kind: 'slow', delay: 1_300 },
		...[408, 421, 425].map((status): Fault => ({ kind: 'status', status, after: true, headers })),
	],
	'Loops answers with a redirect or any other status': [
		{ kind: 'redirect', location: 'http://127.0.0.1:9/' },
		...[400, 401, 403, 418].map((status): Fault => ({ kind: 'status', status })),
	],
};

/** The answers of the emulator to the main requests of the operation. */
let answers: Array<number | undefined> = [];

async function runAfter(parameters: IDataObject, faults: Fault[]): Promise<LoopsRun> {
	loops.emulator.reset();
	const method = parameters.operation === 'create' ? 'POST' : methodOf(parameters);
	for (const fault of faults) loops.emulator.inject({ ...fault, method });
	const options = { ...(parameters.options as IDataObject), timeout: 1 };
	const run = await loops.run({ ...parameters, options });
	const { requests } = loops.emulator;
	answers = requests
		.filter((each) => (method ? each.method === method : each.path === requests[0].path))
		.map(({ status, fault }) => (fault ? undefined : status));
	return run;
}

const isDone = ({ run, error }: LoopsRun) => {
	expect(error?.message).toBeUndefined();
	expect(run.status).toBe('success');
};

const lost: Fault = { kind: 'resetBefore' };
const refusal: Fault = { kind: 'status', status: 400 };
const gets = () => loops.emulator.requests.filter(({ method }) => method === 'GET').length;

type Check = (parameters: IDataObject, fault: Fault) => Promise<void>;

const repeats =
	(last: number): Check =>
	async (parameters, fault) => {
		isDone(await runAfter(parameters, [fault]));
		expect(answers).toEqual([undefined, last]);
	};

const isRepeated: Check = async (parameters, fault) => {
	isDone(await runAfter(parameters, [fault]));
	expect(answers).toHaveLength(2);
	expect(answers[1]).toBeLessThan(300);
};

const givesUp: Check = async (parameters, fault) => {
	const { error } = await runAfter(parameters, [fault]);
	expect(error).toBeDefined();
	expect(error?.description).not.toContain('It is not known');
	expect(answers).toEqual([undefined]);
};

/** The words of the cells. */
const WORDS: Record<string, Check> = {
	'waits and retries': isRepeated,
	retries: isRepeated,
	'retries; a 404 then means done': repeats(404),
	'retries; a 409 then means sent': repeats(409),
	fails: givesUp,
	'fails, and says that it may have been sent': async (parameters, fault) => {
		const { error } = await runAfter(parameters, [fault]);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		expect(answers).toEqual([undefined]);
	},
	'checks; accepts what is there, with a warning; else retries': async (parameters, fault) => {
		const { hints } = await runAfter(parameters, [fault]).then((run) => (isDone(run), run));
		expect(answers).toEqual([undefined]);
		expect(hints.join()).not.toBe('');
		isDone(await runAfter(parameters, [lost]));
		expect(answers).toHaveLength(2);
	},
	'fails; after a lost answer, it checks first': async (parameters, fault) => {
		await givesUp(parameters, fault);
		const { error } = await runAfter(parameters, [lost, refusal]);
		expect(error).toBeDefined();
		expect(answers).toEqual([undefined, undefined]);
		// A look-up follows each attempt; the removal of a suppression also begins with one.
		expect(gets()).toBeGreaterThanOrEqual(2);
	},
};

describe('the table of retries', () => {
	const columns = tablesIn(PAGE)
		.find(({ heading }) => heading === HEADING)
		?.columns.slice(1);
	const rows = rowsBelow(PAGE, HEADING);

	it('has the rows and columns that are tested', () => {
		expect(columns).toEqual(Object.keys(COLUMNS));
		expect(new Set(rows.map(([name]) => name))).toEqual(new Set(Object.keys(ROWS)));
	});

	const cells = rows.flatMap(([row, ...words]) =>
		words.map((word, index) => [row, columns?.[index] ?? '', word] as const),
	);
	it.each(cells.filter(([row]) => row !== NO_CONNECTION))(
		'is true for %s: %s: %s',
		async (row, column, word) => {
			// test/http/everyFault.long.test.mts tests every call with every failure.
			for (const [index, fault] of ROWS[row].entries()) {
				await WORDS[word](COLUMNS[column][index % COLUMNS[column].length], fault);
			}
		},
		60_000,
	);

	// test/http/waits.test.ts tests a refused connection.
	it('retries all calls without a connection', () => {
		const words = cells.filter(([row]) => row === NO_CONNECTION).map(([, , word]) => word);
		expect(new Set(words)).toEqual(new Set(['retries']));
	});
});

describe('the documented limit of retries', () => {
	const [, attempts, minutes] =
		/makes at most (\d+) attempts.*It starts none later than (\d+) minutes/.exec(read(PAGE)) ?? [];

	it('is the number of attempts', async () => {
		const { error } = await runAfter(of.find, [
			{ kind: 'status', status: 429, headers, times: 2 },
			{ kind: 'status', status: 500, headers, times: 'always' },
		]);
		expect(error).toBeDefined();
		expect(answers).toHaveLength(Number(attempts) + 2);
	}, 30_000);

	it('is the longest wait in minutes', async () => {
		const after = (seconds: number) => ({ 'retry-after': String(seconds) });
		const longer = after(Number(minutes) * 60 + 1);
		const { error } = await runAfter(of.find, [{ kind: 'status', status: 503, headers: longer }]);
		expect(error).toBeDefined();
		expect(answers).toHaveLength(1);
		expect(read('nodes/Loops/run/startRun.ts')).toContain(
			`PATIENCE_MS = ${(Number(minutes) * 60_000).toLocaleString('en').replaceAll(',', '_')};`,
		);
	});
});
