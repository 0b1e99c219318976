import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A change of one place in `nodes/`, drawn once, and the first test file that notices it. */
interface Mutant {
	file: string;
	/** Whole lines, and what replaces them. */
	from: string;
	to: string;
	/** Below `test/`; `null` where no test notices it, absent before the first run. */
	failsFirst?: string | null;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const list = fileURLToPath(new URL('./forty.json', import.meta.url));

/** The folders of `test/` that are asked first about a folder of `nodes/`; after them all the others. */
const FIRST: Record<string, string[]> = {
	account: ['account', 'editor', 'fields'],
	api: ['operations', 'account', 'editor'],
	editor: ['editor', 'trigger'],
	fields: ['fields', 'form', 'operations'],
	form: ['form', 'description', 'agent'],
	http: ['http', 'limiter', 'sends'],
	operations: ['operations'],
	run: ['run'],
	sends: ['sends', 'agent'],
	values: ['form', 'fields', 'account'],
};

/** The first file that fails, if any does. */
function firstFailing(tests: string[]): string | undefined {
	const report = join(tmpdir(), `forty-${process.pid}.json`);
	writeFileSync(report, '{"testResults":[]}');
	spawnSync(
		'npx',
		['vitest', 'run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...tests],
		{ cwd: root },
	);
	const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
		testResults: Array<{ name: string; status: string }>;
	};
	const failed = testResults.find(({ status }) => status === 'failed');
	return failed?.name.split('/test/')[1];
}

/** Without `--all` what only a file of another folder notices counts as unnoticed. */
function noticedBy({ file, failsFirst }: Mutant, all: boolean): string | undefined {
	const folders =
		FIRST[file.split('/')[2]] ??
		(file.includes('LoopsTrigger') ? ['trigger'] : ['description', 'editor', 'agent', 'package']);
	const rounds = [
		...(failsFirst ? [[`test/${failsFirst}`]] : []),
		folders.map((folder) => `test/${folder}/`),
		['test/messages/'],
		...(all ? [[]] : []),
	];
	for (const round of rounds) {
		const found = firstFailing(round);
		if (found !== undefined) return found;
	}
	return undefined;
}

const mutants = JSON.parse(readFileSync(list, 'utf8')) as Mutant[];
const all = process.argv.includes('--all');
for (const mutant of mutants) {
	const path = root + mutant.file;
	const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
	if (text.split(mutant.from).length !== 2) {
		console.log(`${mutant.file}: is not there once: ${mutant.from.trim()}`);
		continue;
	}
	try {
		writeFileSync(
			path,
			text.replace(mutant.from, () => mutant.to),
		);
		const before = mutant.failsFirst;
		mutant.failsFirst = noticedBy(mutant, all) ?? null;
		console.log([mutant.file, mutant.to.trim().slice(0, 60), before, mutant.failsFirst].join('\t'));
	} finally {
		writeFileSync(path, text);
	}
	writeFileSync(list, `${JSON.stringify(mutants, null, '\t')}\n`);
}
