import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startEmulator } from '../emulator/server.mts';
import { type Effect, EFFECTS } from './assumption.mts';
import { isPlainKey, redactor } from './redact.mts';
import type { ServiceSettings } from './service.mts';
import { ASSUMPTIONS } from './run.mts';
import { chosen, session } from './session.mts';

const HELP = `Checks what the node assumes of Loops. Without --live it asks an emulator.

  npm run contract -- --live       only reads; the key comes from LOOPS_API_KEY

With any of these it names all requests that may change something, and asks before the first:

  --write --domain example.org     makes contacts under the domain, and draft workflows; removes them again
  --drafts                         makes drafts of campaigns and a segment, which no call removes
  --send --recipient you@example.org --transactional-id ID
                                   sends one email, which needs no data variables, to you
  --schedule                       schedules a campaign to nobody in five years, which no call removes
  --clean                          checks nothing, removes what earlier runs left

  --only ID,ID        checks these only
  --yes               does not ask
  --journal FOLDER    where it notes what it makes, ~/.n8n-nodes-loops-email/contract without it
  --base-url URL      another address of the API
  --pace N            calls per second, 5 without it; the content API gets a tenth
  --json FILE         write the results there

Exit codes: 0 all that was checked is the same, 1 something differs, 2 not finished or not begun.`;

const LIVE = 'https://app.loops.so/api/v1';

/** What the command needs of its surroundings. */
export interface Terminal {
	print(text: string): void;
	/** Absent where nobody can be asked. */
	ask?(question: string): Promise<boolean>;
	/** Ends the checks. */
	signal?: AbortSignal;
	/** Ends the clean-up. */
	hurry?: AbortSignal;
	patience?: number;
}

/** Runs the command, and gives its exit code. */
export async function main(
	args: string[],
	env: Record<string, string | undefined>,
	terminal: Terminal,
): Promise<0 | 1 | 2> {
	const key = env.LOOPS_API_KEY?.trim() ?? '';
	const redact = redactor(key);
	const print = (text: string) => terminal.print(redact(text));
	let flags;
	try {
		flags = readFlags(args);
	} catch (error) {
		print(`${(error as Error).message}\n\n${HELP}`);
		return 2;
	}
	const problem = flags.help ? undefined : problemOf(flags, key);
	if (flags.help || problem) {
		print(problem ? `${problem}\n\n${HELP}` : HELP);
		return problem ? 2 : 0;
	}
	const emulator = flags.live ? undefined : await startEmulator({ strictIds: true });
	try {
		const settings: ServiceSettings = {
			baseUrl: flags['base-url'] ?? emulator?.baseUrl ?? LIVE,
			apiKey: emulator?.apiKey ?? key,
			domain: flags.domain ?? (emulator && 'example.com'),
			recipient: flags.recipient ?? (emulator && 'kim@example.com'),
			transactionalId: flags['transactional-id'] ?? emulator?.templates().at(-1)?.id,
			pace: flags.pace === undefined ? undefined : Number(flags.pace),
			patience: terminal.patience,
		};
		return await session({
			settings,
			flags,
			redact,
			terminal: { ...terminal, print },
			effects: effectsOf(flags),
			folder: emulator ? undefined : (flags.journal ?? FOLDER),
		});
	} catch (error) {
		print(`The run ended: ${(error as Error).message}`);
		return 2;
	} finally {
		await emulator?.close();
	}
}

/** A temporary folder would not survive a restart. */
const FOLDER = join(homedir(), '.n8n-nodes-loops-email', 'contract');

function readFlags(args: string[]) {
	const on = { type: 'boolean' } as const;
	const text = { type: 'string' } as const;
	return parseArgs({
		args,
		options: {
			help: on,
			live: on,
			write: on,
			drafts: on,
			send: on,
			schedule: on,
			clean: on,
			yes: on,
			domain: text,
			recipient: text,
			'transactional-id': text,
			'base-url': text,
			only: text,
			pace: text,
			journal: text,
			json: text,
		},
	}).values;
}

export type Flags = ReturnType<typeof readFlags>;

const effectsOf = (flags: Flags): Effect[] =>
	EFFECTS.filter((effect) => (effect === 'read' ? !flags.clean : flags[effect]));

function problemOf(flags: Flags, key: string): string | undefined {
	const { only, pace, domain, recipient } = flags;
	if (pace !== undefined && !(Number(pace) > 0)) return '--pace takes a number.';
	if (Number(pace) > 5 && !flags['base-url']) {
		return '--pace takes at most 5: half of what Loops allows a team.';
	}
	if (domain !== undefined && !/^[^\s@/]+\.[^\s@/.]+$/.test(domain)) {
		return '--domain takes a domain such as example.org.';
	}
	if (chosen(flags).length !== (only?.split(',').length ?? ASSUMPTIONS.length)) {
		return '--only takes IDs of test/contract/README.md.';
	}
	if (flags.clean && effectsOf(flags).length > 0) return '--clean goes with no check.';
	if (!flags.live) {
		return flags['base-url'] || flags.clean ? '--base-url and --clean go with --live.' : undefined;
	}
	if (!key) return 'Set LOOPS_API_KEY to the key of a Loops account.';
	if (!isPlainKey(key)) {
		return 'LOOPS_API_KEY is no key: it has a blank, quote, line break or other odd character. Copy it again.';
	}
	if (flags.write && !domain) {
		return '--write takes --domain: a domain whose addresses may be made contacts.';
	}
	if (flags.send && !(recipient?.includes('@') && flags['transactional-id'])) {
		return '--send takes --recipient, an address, and --transactional-id.';
	}
	return undefined;
}
