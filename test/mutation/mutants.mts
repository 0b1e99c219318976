import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import {
	createVitest,
	type TestModule,
	type TestRunResult,
	type TestSpecification,
} from 'vitest/node';

import { endThread, keepThread } from './keptThread.mts';

/** What is known of a draw, so that it goes on where it was stopped. */
interface Results {
	/** The test files that pass without a mutant, shortest first, and the mutants that each reaches. */
	tests?: Array<{ file: string; reached: string[] }>;
	/** By the mutant's ID: what it changes, and the first test file that fails, if any does. */
	mutants: Record<string, { place: string; change: string; noticedBy: string | null }>;
}

const [count, seed] = process.argv.slice(2);
if (!Number(count) || !seed) throw new Error('Usage: npm run test:mutation -- <count> <seed>');

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const path = `.mutants/${count}-${seed}.json`;
const results = (
	existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { mutants: {} }
) as Results;

function save(): void {
	mkdirSync('.mutants', { recursive: true });
	writeFileSync(path, JSON.stringify(results, null, '\t'));
}

/** What this uses of Babel's path to a literal. */
interface Literal {
	type: string;
	node: { value: string };
	getFunctionParent(): unknown;
}

/** In ms. A test file that takes longer never ends. */
const LONGEST = 300_000;
const timer = setTimeout(() => void endThread(), LONGEST).unref();

/** Two words at least, one of them no name of something in a program, as in test/messages/prose.mts. */
const isProse = (text: string) => /[a-z]{2,}[,.:;]? +['"]?[a-z]{2,}/i.test(text);

const instrumenter = new Instrumenter({
	debug() {},
	info() {},
	isDebugEnabled: () => false,
} as never);

/** The sources with a switch for each mutant in the places to mutate. */
const instrument = async (files: Parameters<Instrumenter['instrument']>[0]) =>
	await instrumenter.instrument(files, {
		plugins: null,
		excludedMutations: [],
		ignorers: [
			{
				shouldIgnore(path) {
					const literal = path as Literal;
					if (literal.type !== 'StringLiteral') return undefined;
					if (isProse(literal.node.value)) return 'test/messages has the texts word for word';
					return literal.getFunctionParent() ? undefined : 'test/description has names and types';
				},
			},
		],
	});
type Mutant = Awaited<ReturnType<typeof instrument>>['mutants'][number];

/** Decides what is drawn, and recognizes a mutant. */
function hashOf({ fileName, location: { start }, mutatorName, replacement }: Mutant): string {
	const parts = [seed, fileName, start.line, start.column, mutatorName, replacement];
	return createHash('sha256').update(parts.join(' ')).digest('hex');
}

/** Such as `run`, `operations` and `LoopsTrigger`. */
const folderOf = (file: string) => /^nodes\/(?:Loops\/(?=\w+\/))?(\w+)/.exec(file)![1];

/** The same mutants for the same seed, in turn from every folder of nodes/. */
function draw(mutants: readonly Mutant[]): Mutant[] {
	const drawnOf: Record<string, number> = {};
	return mutants
		.filter(({ status }) => status === undefined)
		.map((mutant) => ({ mutant, hash: hashOf(mutant) }))
		.sort((one, other) => (one.hash < other.hash ? -1 : 1))
		.map(({ mutant }) => {
			const folder = folderOf(mutant.fileName);
			drawnOf[folder] = (drawnOf[folder] ?? 0) + 1;
			return { mutant, round: drawnOf[folder] };
		})
		.sort((one, other) => one.round - other.round)
		.slice(0, Number(count))
		.map(({ mutant }) => mutant);
}

const sources = readdirSync('nodes', { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.ts'))
	.map((name) => `nodes/${name}`)
	.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }));
const drawn = draw((await instrument(sources)).mutants);
const instrumented = await instrument(
	sources.map((source) => ({
		...source,
		mutate: drawn.filter(({ fileName }) => fileName === source.name).map((each) => each.location),
	})),
);
const byHash = new Map(instrumented.mutants.map((mutant) => [hashOf(mutant), mutant]));

declare module 'vitest' {
	export interface ProvidedContext {
		activeMutant: string;
	}
}

const mutated = new Map(
	instrumented.files.map(({ name, content }) => [`${process.cwd()}/${name}`, content]),
);

/** Runs the files in the order in which they are given. */
class AsGiven {
	shard = (files: TestSpecification[]) => files;
	sort = (files: TestSpecification[]) => files;
}

const vitest = await createVitest(
	'test',
	{
		watch: false,
		maxWorkers: 1,
		isolate: true,
		update: 'none',
		reporters: [{ onTestModuleEnd: () => void timer.refresh() }],
		// Threads take no options of V8.
		execArgv: [],
		setupFiles: ['reach', '../harness/noNetwork', '../harness/typeCheck'].map((name) =>
			fileURLToPath(new URL(`./${name}.mts`, import.meta.url)),
		),
		sequence: { sequencer: AsGiven as never },
	},
	{
		plugins: [
			keepThread,
			{ name: 'mutants', enforce: 'pre', load: (id: string) => mutated.get(id) },
		],
	},
);
const project = vitest.getRootProject();

/** What the tests in these files say, up to the first file with a failure. */
async function run(files: string[], activeMutant: string, bail: number): Promise<TestRunResult> {
	timer.refresh();
	vitest.state.filesMap.clear();
	vitest.provide('activeMutant', activeMutant);
	project.config.bail = bail;
	return await vitest.runTestSpecifications(
		files.map((file) => project.createSpecification(resolve(file))),
	);
}
const fileOf = ({ moduleId }: TestModule) => relative('.', moduleId);

if (!results.tests) {
	const files = (await vitest.globTestSpecifications()).map(({ moduleId }) => moduleId);
	const { testModules: modules } = await run(files, '', 0);
	for (const module of modules) {
		if (!module.ok()) console.log(`Left out, as it fails without a mutant: ${fileOf(module)}`);
	}
	results.tests = modules
		.filter((module) => module.ok())
		.sort((one, other) => one.diagnostic().duration - other.diagnostic().duration)
		.map((module) => ({
			file: fileOf(module),
			reached: (module.meta() as { reached?: string[] }).reached ?? [],
		}));
	save();
}
const { tests } = results;

/** Tests of the mutant's folder, then those of the messages, then the others that reach it. */
async function noticedBy({ id, fileName }: Mutant): Promise<string | null> {
	const rank = (file: string) =>
		[`test/${folderOf(fileName)}/`, 'test/messages/', ''].findIndex((start) =>
			file.startsWith(start),
		);
	const files = tests.filter(({ reached }) => reached.includes(id)).map(({ file }) => file);
	const { testModules, unhandledErrors } = await run(
		files.sort((one, other) => rank(one) - rank(other)),
		id,
		1,
	);
	const failed = testModules.find((module) => !module.ok());
	if (failed) return fileOf(failed);
	return unhandledErrors.length > 0 ? 'no single test' : null;
}

for (const hash of drawn.map(hashOf)) {
	if (results.mutants[hash]) continue;
	const mutant = byHash.get(hash)!;
	const { fileName, location, replacement } = mutant;
	const line = readFileSync(fileName, 'utf8').split('\n')[location.start.line].trim();
	results.mutants[hash] = {
		place: `${fileName}:${location.start.line + 1}:${location.start.column + 1}`,
		change: `${line} => ${replacement}`,
		noticedBy: await noticedBy(mutant),
	};
	save();
	console.log(Object.values(results.mutants[hash]).join('\t'));
}
const all = Object.values(results.mutants);
console.log(`${all.filter(({ noticedBy }) => noticedBy).length} of ${all.length} are noticed.`);
await endThread();
await vitest.close();
// Vitest takes a noticed mutant for a failure.
process.exitCode = 0;
