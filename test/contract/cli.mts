import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startEmulator } from '../emulator/server.mts';
import type { Effect } from './assumption.mts';
import { Journal } from './journal.mts';
import { recorded } from './record.mts';
import { asJson, asMarkdown, differences, line, summary } from './report.mts';
import { checkAll, cleanUp, type Result } from './run.mts';
import { Service } from './service.mts';

const HELP = `Checks what the node assumes of Loops. Without --live it asks the emulator.

  npm run contract -- --live                      look only; the key comes from LOOPS_API_KEY
  npm run contract -- --live --write --domain d   also make contacts …@d, and delete them again
  npm run contract -- --live --send --domain d --recipient you@example.com --transactional-id id
                                                  also send one email to you

  --base-url URL      another address of the API
  --pace N            calls per second, 5 without it; the content API gets a tenth
  --json FILE, --markdown FILE   write the results there
  --record FILE       write the answers that differ there, without anyone's data

Writing makes about 25 contacts, 4 draft workflows and 3 events. The events stay listed in Loops. A workflow in
Loops that starts with every new contact starts for these, too: use a team without one.`;

const LIVE = 'https://app.loops.so/api/v1';

/** Runs the command, and gives its exit code: 1 where something differs, 2 where it did not begin. */
export async function main(
	args: string[],
	env: Record<string, string | undefined>,
	{ print, signal, journalFile = join(tmpdir(), 'loops-contract-run') }: MainOptions,
): Promise<number> {
	let flags;
	try {
		flags = readFlags(args);
	} catch (error) {
		print(`${(error as Error).message}\n\n${HELP}`);
		return 2;
	}
	if (flags.help) {
		print(HELP);
		return 0;
	}
	const effect: Effect = flags.send ? 'send' : flags.write ? 'write' : 'read';
	const problem = problemOf(flags, effect, env);
	if (problem) {
		print(`${problem}\n\n${HELP}`);
		return 2;
	}
	const emulator = flags.live ? undefined : await startEmulator();
	try {
		const settings = {
			baseUrl: flags['base-url'] ?? emulator?.baseUrl ?? LIVE,
			apiKey: env.LOOPS_API_KEY && flags.live ? env.LOOPS_API_KEY : (emulator?.apiKey ?? ''),
			domain: flags.domain ?? (emulator && 'example.com'),
			recipient: flags.recipient ?? (emulator && 'kim@example.com'),
			transactionalId: flags['transactional-id'] ?? emulator?.templates().at(-1)?.id,
			pace: flags.pace === undefined ? undefined : Number(flags.pace),
		};
		return await run(settings, effect, flags, { print, signal, journalFile });
	} catch (error) {
		print(`The run ended: ${(error as Error).message}`);
		return 2;
	} finally {
		await emulator?.close();
	}
}

interface MainOptions {
	print(text: string): void;
	signal?: AbortSignal;
	journalFile?: string;
}

const readFlags = (args: string[]) =>
	parseArgs({
		args,
		options: {
			help: { type: 'boolean' },
			live: { type: 'boolean' },
			write: { type: 'boolean' },
			send: { type: 'boolean' },
			domain: { type: 'string' },
			recipient: { type: 'string' },
			'transactional-id': { type: 'string' },
			'base-url': { type: 'string' },
			pace: { type: 'string' },
			json: { type: 'string' },
			markdown: { type: 'string' },
			record: { type: 'string' },
		},
	}).values;

type Flags = ReturnType<typeof readFlags>;

function problemOf(flags: Flags, effect: Effect, env: Record<string, string | undefined>) {
	if (flags.pace !== undefined && !(Number(flags.pace) > 0)) return '--pace takes a number.';
	if (Number(flags.pace) > 5 && !flags['base-url']) {
		return '--pace takes at most 5: half of what Loops allows a team.';
	}
	if (!flags.live) return flags['base-url'] ? '--base-url goes with --live.' : undefined;
	if (!env.LOOPS_API_KEY) return 'Set LOOPS_API_KEY to the key of a Loops account.';
	if (effect !== 'read' && !flags.domain) {
		return '--write takes --domain: a domain whose addresses may be made contacts.';
	}
	if (effect === 'send' && !(flags.recipient && flags['transactional-id'])) {
		return '--send takes --recipient and --transactional-id.';
	}
	return undefined;
}

async function run(
	settings: ConstructorParameters<typeof Service>[0],
	effect: Effect,
	flags: Flags,
	{
		print,
		signal,
		journalFile,
	}: Required<Pick<MainOptions, 'print' | 'journalFile'>> & MainOptions,
): Promise<number> {
	const { status, body } = await new Service(settings, new Journal()).call('GET', '/api-key');
	if (status === 401) {
		print('Loops refuses the key (HTTP 401).');
		return 2;
	}
	if (typeof body !== 'object') {
		print(`Something other than Loops answers (HTTP ${status}, not JSON). Check for a proxy.`);
		return 2;
	}
	// Of each account apart: what a run left in one is not looked for in another.
	const account = createHash('sha256').update(`${settings.baseUrl} ${settings.apiKey}`);
	const file = `${journalFile}-${account.digest('hex').slice(0, 12)}.json`;
	const left = Journal.left(file);
	if (left && effect !== 'read') {
		const former = new Journal(file, left.prefix);
		for (const email of left.emails) former.note({ email });
		for (const name of left.workflows) former.note({ name });
		const count = left.emails.length + left.workflows.length;
		print(`Removing ${count} contacts and workflows of a run that did not end well …`);
		const kept = await cleanUp(new Service(settings, former), former);
		if (kept.length > 0) print(`Could not remove: ${kept.join(', ')}`);
	}
	// Without the time alone: two runs may begin in one millisecond.
	const prefix = `contract-${randomBytes(5).toString('hex')}`;
	const journal = new Journal(effect === 'read' ? undefined : file, prefix);
	const service = new Service(settings, journal);
	let results: Result[];
	try {
		results = await checkAll(service, effect, {
			signal,
			onResult: (result) => print(line(result)),
		});
	} finally {
		const made = journal.emails.length + journal.workflows.length;
		if (made > 0) {
			const remaining = await cleanUp(service, journal);
			print(`\nRemoved ${made - remaining.length} of ${made} contacts and workflows.`);
			for (const each of remaining) print(`Left for the next run with --write: ${each}`);
			for (const kept of journal.kept) print(`Stays in Loops: ${kept}`);
		}
	}
	print(`\n${differences(results)}\n${summary(results)}`);
	if (flags.json) writeFileSync(flags.json, asJson(results));
	if (flags.markdown) writeFileSync(flags.markdown, asMarkdown(results));
	if (flags.record) {
		writeFileSync(flags.record, JSON.stringify(await recorded(results), null, '\t'));
	}
	return results.some(({ outcome }) => outcome === 'differs') ? 1 : 0;
}
