import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Account } from './account.mts';
import { delayOf, type DelaySpec } from './delays.mts';
import type { RateAlgorithm } from './rateLimit.mts';
import { plantSeed, type Seed } from './seed.mts';
import type { EmulatorOptions } from './server.mts';
import { readSettings, type WebhookSettings } from './webhooks/settings.mts';

export const HELP = `An emulator of the Loops API on this machine.

  npm run emulator -- [options]

  --port <number>            default 4010; 0 picks a free port
  --api-key <text>           default emulator-key-for-tests
  --latency <ms>             added before every answer, default 0
  --way <delay>              from arrival to where a request is counted, such as uniform:0:60
  --processing <delay>       from there to the answer, such as lognormal:120:0.6
  --delay-seed <number>      seed of the draws for both, default 1
  --rate-limit <number>      requests per window, default 10; 0 means no limit
  --rate-window <ms>         default 1000
  --rate-algorithm <kind>    fixed (default) or sliding
  --content-rate-limit <n>   requests per 60 s on content paths, default 60; 0 means no limit
  --seed <file.json>         what the account holds at the start
  --no-attachments           the team can't send attachments
  --no-content-api           the team has no content API
  --no-metrics               the team has no metrics
  --campaigns-stay-drafts    a campaign that is scheduled waits for a person
  --styled-emails            each email is read with a <Style> before its content
  --loops-images-only        422 for LMX with an image of a host outside Loops
  --strict-ids               400 for an ID that is not of the form of Loops' IDs
  --bare-refusals            404 and 409 come without success: false
  --request-log <number>     how many requests are kept, default 10000
  --webhook-url <url>        where events are sent, signed; default nowhere
  --webhook-secret <text>    whsec_ and base64; default: printed at the start
  --webhook-retries <number> of a delivery that failed, default 0
  --help`;

/** A mistake in the command line, shown without a stack trace. */
export class UsageError extends Error {}

type Flags = Record<string, string | boolean | undefined>;

/** The flags are those that the help names. One without a <value> is a switch. */
function readFlags(args: string[]): Flags {
	const named = [...HELP.matchAll(/^ {2}--([\w-]+)( <)?/gm)];
	const entries = named.map(([, name, value]) => {
		const type: 'boolean' | 'string' = value ? 'string' : 'boolean';
		return [name, { type }] as const;
	});
	try {
		return parseArgs({ args, options: Object.fromEntries(entries) }).values as Flags;
	} catch (error) {
		throw new UsageError(messageOf(error));
	}
}

/**
 * The options of a command line; undefined for `--help`.
 * @throws UsageError
 */
export function optionsOf(args: string[]): EmulatorOptions | undefined {
	const flags = readFlags(args);
	if (flags.help) return undefined;
	return {
		port: numberOf(flags, 'port', 65_535) ?? 4010,
		apiKey: textOf(flags, 'api-key'),
		latency: numberOf(flags, 'latency'),
		way: delaySpecOf(flags, 'way'),
		processing: delaySpecOf(flags, 'processing'),
		delaySeed: numberOf(flags, 'delay-seed'),
		rateLimit: numberOf(flags, 'rate-limit', 1_000_000),
		rateWindow: numberOf(flags, 'rate-window'),
		rateAlgorithm: algorithmOf(flags),
		contentRateLimit: numberOf(flags, 'content-rate-limit', 1_000_000),
		seed: seedOf(flags),
		attachmentsEnabled: flags['no-attachments'] !== true,
		contentApi: flags['no-content-api'] !== true,
		metrics: flags['no-metrics'] !== true,
		campaignsStayDrafts: flags['campaigns-stay-drafts'] === true,
		styledEmails: flags['styled-emails'] === true,
		loopsImagesOnly: flags['loops-images-only'] === true,
		strictIds: flags['strict-ids'] === true,
		bareRefusals: flags['bare-refusals'] === true,
		requestLog: numberOf(flags, 'request-log'),
		webhook: webhookOf(flags),
	};
}

function textOf(flags: Flags, flag: string): string | undefined {
	const value = flags[flag];
	if (value === '') throw new UsageError(`--${flag} needs a value`);
	return typeof value === 'string' ? value : undefined;
}

function numberOf(flags: Flags, flag: string, most = 1_000_000_000): number | undefined {
	const text = textOf(flags, flag);
	if (text === undefined) return undefined;
	if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
	throw new UsageError(`--${flag} must be a whole number from 0 to ${most}, not "${text}"`);
}

function delaySpecOf(flags: Flags, flag: string): DelaySpec | undefined {
	const spec = textOf(flags, flag);
	try {
		if (spec !== undefined) delayOf(spec, Math.random);
	} catch (error) {
		throw new UsageError(`--${flag}: ${messageOf(error)}`);
	}
	return spec;
}

function algorithmOf(flags: Flags): RateAlgorithm | undefined {
	const text = textOf(flags, 'rate-algorithm');
	if (text === undefined || text === 'fixed' || text === 'sliding') return text;
	throw new UsageError(`--rate-algorithm must be fixed or sliding, not "${text}"`);
}

function seedOf(flags: Flags): Seed | undefined {
	const file = textOf(flags, 'seed');
	if (file === undefined) return undefined;
	try {
		const seed: Seed = JSON.parse(readFileSync(file, 'utf8'));
		plantSeed(new Account(), seed);
		return seed;
	} catch (error) {
		throw new UsageError(`seed file ${file}: ${messageOf(error)}`);
	}
}

function webhookOf(flags: Flags): Partial<WebhookSettings> {
	const settings = {
		url: textOf(flags, 'webhook-url'),
		secret: textOf(flags, 'webhook-secret'),
		retries: numberOf(flags, 'webhook-retries'),
	};
	try {
		return readSettings(settings);
	} catch (error) {
		throw new UsageError(`--webhook-${messageOf(error)}`);
	}
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
