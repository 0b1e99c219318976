import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

import { type Effect, fieldsOf } from './assumption.mts';
import { CLEANING } from './changes.mts';
import { cleanUp, type Left } from './cleanUp.mts';
import type { Flags, Terminal } from './cli.mts';
import { Journal, labelOf } from './journal.mts';
import { asJson, differences, line, planOf, summary } from './report.mts';
import { ASSUMPTIONS, checkAll, type Result } from './run.mts';
import { Service, type ServiceSettings } from './service.mts';

interface Options {
	settings: ServiceSettings;
	/** What may be done to the account; nothing for clean-up alone. */
	effects: readonly Effect[];
	flags: Flags;
	redact(text: string): string;
	terminal: Terminal;
	/** Of journals; none without it. */
	folder?: string;
}

/** The assumptions that are asked about. */
export const chosen = ({ only }: Flags) =>
	ASSUMPTIONS.filter(({ id }) => only?.split(',').includes(id) ?? true);

/** One run: names what it may change, asks, checks, cleans up and reports. Gives the exit code. */
export async function session(options: Options): Promise<0 | 1 | 2> {
	const { settings, effects, flags, terminal, folder } = options;
	const { print, signal } = terminal;
	const team = await teamOf(settings, signal);
	if ('problem' in team) {
		print(team.problem);
		return 2;
	}
	const planned = chosen(flags).filter(
		({ effect, changes }) => changes && effects.includes(effect!),
	);
	const isReading = planned.length === 0 && !flags.clean;
	// Of each account apart: what a run left in one is not looked for in another.
	const account = hashOf(`${settings.baseUrl} ${settings.apiKey}`);
	const former = folder && !isReading ? Journal.left(folder, account) : [];
	const journal = folder && planned.length > 0 ? Journal.start(folder, account) : new Journal();
	try {
		if (folder && !isReading) {
			print(`Team ${JSON.stringify(team.name)} at ${settings.baseUrl}`);
			print(`Journal of what is made: ${journal.file ?? folder}`);
			for (const { prefix, entries } of former) {
				const open = entries.filter(({ state }) => state === 'asked' || state === 'made');
				if (open.length > 0) print(`To be removed first, of ${prefix}: ${labels(open)}`);
			}
			if (planned.length > 0) {
				const { domain = 'none' } = settings;
				print(`All names begin with ${journal.prefix}; the domain of contacts is ${domain}.`);
				print(planOf(planned));
			}
			print(
				`Removed again with ${Object.keys(CLEANING).join(' and ')}: all contacts and workflows.`,
			);
			if (!flags.yes && !(await terminal.ask?.('Go on? [y/N] '))) {
				print('Nothing was changed. Answer y, or give --yes.');
				return 2;
			}
		}
		const lefts: Left[] = [];
		for (const each of former) {
			lefts.push(await cleanUp(new Service(settings, each), each, terminal.hurry));
		}
		const results = await checked(options, journal, lefts);
		const isLeft = lefts.some(({ remaining }) => remaining.length > 0);
		return report(options, results, isLeft);
	} finally {
		for (const each of [journal, ...former]) each.close();
	}
}

/** Checks, and then removes what the checks made. */
async function checked(
	{ settings, effects, flags, terminal: { print, signal, hurry } }: Options,
	journal: Journal,
	lefts: Left[],
): Promise<Result[]> {
	const service = new Service(settings, journal);
	const onResult = (result: Result) => print(line(result));
	const results =
		effects.length > 0
			? await checkAll(service, effects, { only: chosen(flags), signal, onResult })
			: [];
	lefts.push(await cleanUp(service, journal, hurry));
	const removed = lefts.reduce((sum, left) => sum + left.removed, 0);
	const [remaining, kept] = [
		lefts.flatMap((left) => left.remaining),
		lefts.flatMap((left) => left.kept),
	];
	if (removed + remaining.length > 0) print(`\nRemoved ${removed} contacts and workflows.`);
	for (const { entry, reason } of remaining) {
		print(`Left for --clean: ${labelOf(entry)}: ${reason}`);
	}
	for (const entry of kept) print(`Stays in Loops: ${labelOf(entry)}`);
	return results;
}

function report(
	{ flags, redact, terminal: { print } }: Options,
	results: readonly Result[],
	isLeft: boolean,
): 0 | 1 | 2 {
	if (results.length > 0) print(`\n${differences(results)}\n${summary(results)}`);
	if (flags.json) writeFileSync(flags.json, redact(asJson(results)));
	const has = (outcome: Result['outcome']) => results.some((each) => each.outcome === outcome);
	return isLeft || has('not finished') ? 2 : has('differs') ? 1 : 0;
}

/** Whether Loops answers, and to whose key. */
async function teamOf(
	settings: ServiceSettings,
	signal?: AbortSignal,
): Promise<{ name: string } | { problem: string }> {
	const service = new Service(settings, new Journal());
	service.permit({}, signal);
	try {
		const answer = await service.once('GET', '/api-key');
		const { status, body } = answer;
		if (status === 401) return { problem: 'Loops refuses the key (HTTP 401).' };
		if (typeof body !== 'object' || body === null) {
			return { problem: `Something other than Loops answers (HTTP ${status}). Check for a proxy.` };
		}
		return { name: String(fieldsOf(answer).teamName) };
	} catch (error) {
		return { problem: `The run did not begin: ${(error as Error).message}.` };
	}
}

const labels = (entries: Parameters<typeof labelOf>[0][]) => entries.map(labelOf).join(', ');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
