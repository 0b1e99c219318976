import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';

import { root } from '../harness/repository.mts';
import { main } from './cli.mts';
import { EMAIL_ID, type Exchange, type Failure, KEY, startOtherLoops } from './otherLoops.mts';
import { ASSUMPTIONS } from './run.mts';

const closing: Array<() => Promise<void>> = [];
afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

type Other = Awaited<ReturnType<typeof startOtherLoops>>;

async function start(...given: Parameters<typeof startOtherLoops>) {
	const other = await startOtherLoops(...given);
	closing.push(other.close);
	const folder = mkdtempSync(join(tmpdir(), 'loops-contract-'));
	const live = ['--live', '--base-url', other.baseUrl, '--pace', '100000', '--journal', folder];
	const all = [
		...live,
		'--yes',
		'--write',
		'--drafts',
		'--send',
		'--schedule',
		'--domain',
		'a.example',
		'--recipient',
		'kim@a.example',
		'--transactional-id',
		EMAIL_ID,
	];
	return { other, folder, all, clean: [...live, '--clean', '--yes'] };
}

async function run(args: string[], patience = 10_000) {
	const lines: string[] = [];
	const print = (line: string) => void lines.push(line);
	const code = await main(args, { LOOPS_API_KEY: KEY }, { print, patience });
	const output = lines.join('\n');
	expect(output).not.toMatch(/other-example-key|@a\.example/);
	return { code, output };
}

/** Nothing is left but what no call removes, and its IDs were printed. */
function expectAllNamed(other: Other, output: string): void {
	expect([other.made('contacts'), other.made('workflows')]).toEqual([[], []]);
	expect(other.made('lasting').filter((id) => !output.includes(`(ID ${id})`))).toEqual([]);
}

const failures: Failure[] = ['break', 'lose', 'hang'];
const checks = ASSUMPTIONS.filter(({ check }) => check).map(({ id }) => id);

/** Each request of a check fails in one of the ways, which take turns; another check begins with another one. */
it.each(checks.map((id, turn) => [id, turn] as const))(
	'reports, and leaves nothing unnamed, where any request fails: %s',
	async (id, turn) => {
		const only = ['--only', id];
		const calm = await start();
		expect((await run([...calm.all, ...only])).code).toBe(0);
		const fail = async (failing: number) => {
			const failure = failures[(turn + failing) % failures.length];
			let isFirst = true;
			const { other, all, clean } = await start(undefined, (at) =>
				isFirst && at === failing ? failure : undefined,
			);
			const first = await run([...all, ...only], failure === 'hang' ? 50 : undefined);
			// On a busy machine, its patience may have ended before that request.
			isFirst = false;
			expect([first.code, failing, failure]).toEqual([2, failing, failure]);
			expect(first.output).toMatch(/The run did not begin|\d+ held, 0 differs, .+ not finished$/);
			const second = await run(clean);
			expect([second.code, failing, failure]).toEqual([0, failing, failure]);
			expectAllNamed(other, first.output + second.output);
		};
		const places = calm.other.requests.map((_, at) => at + 1);
		while (places.length > 0) await Promise.all(places.splice(0, failures.length).map(fail));
	},
);

it.each([20, 35, 50, 65, 80, 95, 110, 125, 140, 155])(
	'is cleaned up after a kill at request %i',
	async (place) => {
		let child: ReturnType<typeof spawn> | undefined;
		const { other, all, clean } = await start(undefined, (at) => {
			if (at !== place) return undefined;
			child?.kill('SIGKILL');
			return 'hang';
		});
		child = startRun(all);
		await once(child, 'close');
		const { code, output } = await run(clean);
		expect(code).toBe(0);
		expectAllNamed(other, output);
	},
);

const startRun = (args: string[]) =>
	spawn(process.execPath, ['--import', 'tsx', 'test/contract/contract.mts', ...args], {
		cwd: root,
		env: { ...process.env, LOOPS_API_KEY: KEY },
	});

it('ends with a report and cleans up after Ctrl+C', async () => {
	let child: ReturnType<typeof startRun> | undefined;
	const { other, all } = await start(undefined, (at) => void (at === 90 && child?.kill('SIGINT')));
	child = startRun(all);
	const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
	expect(code).toBe(2);
	expect(output).toMatch(/not finished +\S+ +the run was ended[^]+ 0 differs, .+ not finished\n$/);
	expectAllNamed(other, output);
});

it.each<[says: string, code: number, change: (exchange: Exchange) => void]>([
	[
		'the key and an address',
		2,
		(exchange) => {
			const said = `Bearer ${KEY}; key=${KEY.slice(3)} of kim@a.example, kim%40a.example`;
			const fields = {
				success: false,
				message: said,
				[KEY]: said,
				'kim@a.example': said,
				name: KEY,
			};
			exchange.headers['x-ratelimit-limit'] = KEY;
			if (exchange.path !== '/api-key') exchange.body = { ...fields, error: { message: said } };
			else exchange.body = { ...(exchange.body as object), teamName: said };
		},
	],
	['null', 2, (exchange) => exchange.path !== '/api-key' && (exchange.body = null)],
	[
		'yes to everything',
		2,
		(exchange) => Object.assign(exchange, { status: 200, body: { success: true } }),
	],
])('reports without a leak where every answer is %s', async (_, expected, change) => {
	const { all, folder } = await start(change as (exchange: Exchange) => void);
	const file = join(folder, 'results.json');
	const { code, output } = await run([...all, '--json', file]);
	expect(code).toBe(expected);
	expect(output).toMatch(/held, [1-9]\d* differs, .+ 0 not finished$/);
	const written = readFileSync(file, 'utf8');
	expect(written).not.toMatch(/example-key|@a\.example|kim%40a/);
	expect(written).toMatch(/properties/);
});

it('ends where the key is refused in the middle', async () => {
	let asked = 0;
	const { all } = await start((exchange) => {
		asked += 1;
		if (asked > 60) Object.assign(exchange, { status: 401, body: { message: 'No' } });
	});
	const { code, output } = await run(all);
	expect(code).toBe(2);
	expect(output).toMatch(
		/Loops refuses the key \(401\)[^]+Left for --clean: contact[^]+not finished$/,
	);
	expect(output).not.toContain('not enabled');
});

it.each([`${KEY}\n${KEY}`, `"${KEY}"`, `${KEY} ${KEY}`, "it's", 'ключ-ключ'])(
	'does not begin with the key %j, and does not print it',
	async (key) => {
		const { other, all } = await start();
		const lines: string[] = [];
		const print = (line: string) => void lines.push(line);
		expect(await main(all, { LOOPS_API_KEY: key }, { print })).toBe(2);
		expect(lines.join('\n')).not.toContain(key.slice(0, 10));
		expect(other.requests).toEqual([]);
	},
);
