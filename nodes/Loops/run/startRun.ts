import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { type AccountFacts, FactLoader } from '../account/facts';
import { itemOptions } from '../form/parameter';
import { type CallSettings, loopsConnection, Redactor } from '../http/connection';
import { CallQueue, type RateLimiter, rateLimiterOf } from '../http/rateLimiter';
import { Claims } from '../sends/messageKey';
import { NodeMemory } from '../sends/nodeMemory';
import { formatName, isBlank, listed, spellingKey, trimmed } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { Report } from './report';

/**
 * An address, or other words for whom an item can reach. No message shows an address that was looked up: a model with
 * a tool that takes user IDs could read the addresses of all contacts.
 */
export type Reached = string | { lookedUp: string };

/** Throws ItemRefused for what is reached outside of the credential's domains: addresses, or other words. */
type ReachCheck = (reached: Reached[]) => void;

/**
 * The check of a credential with 'Only Send to These Domains'. It is about what the item gives, not about what
 * Loops has, such as the CC of a published email.
 */
function reachCheckOf(credentials: ICredentialDataDecryptedObject): ReachCheck | undefined {
	// n8n gives '' for an empty field, and null or undefined for an expression that finds nothing.
	const given = 'onlyToDomains' in credentials ? credentials.onlyToDomains : '';
	if (typeof given === 'string' && isBlank(given)) return undefined;
	const names = (String(given ?? '').match(/[^\s,;]+/g) ?? []).map(trimmed);
	// An address allows only itself, not for all others at its provider.
	const allowed = names.map((name) => (/.@/.test(name) ? addressOf(name) : domainOf(name)));
	return (reached) => {
		for (const each of reached) {
			const isGiven = typeof each === 'string';
			const address = isGiven ? each : each.lookedUp;
			// Loops may fill in a variable with another address.
			const listable = address.includes('{') ? [] : [domainOf(address), addressOf(address)];
			if (listable.some((name) => name !== undefined && allowed.includes(name))) continue;
			const shown = isGiven ? formatName(each) : 'the address of the contact with this user ID';
			throw new ItemRefused(
				names.length > 0
					? `The credential allows only addresses at ${listed(names)}, not ${shown}`
					: `'Only Send to These Domains' in the credential contains no domain, so the node refuses ${shown}`,
				"Nothing was sent for this item. To allow this, change 'Only Send to These Domains' in the credential, or use another credential",
			);
		}
	};
}

/** An address without its case. Only of ASCII letters: the Kelvin sign in lower case is a k, in another address. */
const addressOf = (text: string): string =>
	text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The domain of an address as DNS spells it, if it has one. A subdomain is another domain. */
function domainOf(address: string): string | undefined {
	const domain = address.slice(address.lastIndexOf('@') + 1);
	const isDomain = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && URL.canParse(`http://${domain}`);
	return isDomain ? new URL(`http://${domain}`).hostname : undefined;
}

const PATIENCE_MS = 120_000;

const CHOOSE_CREDENTIAL = 'Choose a credential for this node, or correct the chosen one';

/** The most items in progress with attachments, each of which may hold 12 MB. */
const MAX_WITH_FILES = 20;

/** What the items of a run share. */
export interface Run {
	readonly node: IExecuteFunctions;
	readonly settings: CallSettings;
	readonly redactor: Redactor;
	readonly checkReach?: ReachCheck;
	/** Why the run has no connection: each item fails with it. */
	readonly credentialError?: ItemRefused;
	readonly loader: FactLoader;
	readonly memory: NodeMemory;
	readonly report: Report;
	readonly claims: Claims;
	/** Validate Only changes nothing, so what it claims never blocks a real item. */
	readonly validatedClaims: Claims;
	/** Whether an item could be read: its required fields then have values. */
	hasRead?: true;
	/** The name of the team, once it was looked up. */
	team?: string;
	/** The lists so far, by their parameters. */
	readonly lists: Map<string, 'done' | 'failed'>;
	/** What input fields were mapped to automatically. */
	readonly mapped: Map<string, string>;
	/** How many items may be in progress now. */
	concurrency(): number;
	/** Ends look-ups that are still running. */
	end(): void;
}

export async function startRun(node: IExecuteFunctions, total: number): Promise<Run> {
	let credentialError: ItemRefused | undefined;
	const connection = await loopsConnection(node).catch((error: Error) => {
		credentialError = new ItemRefused(error.message, CHOOSE_CREDENTIAL);
		return undefined;
	});
	const limiter = connection && rateLimiterOf(connection.id, 'plain');
	// The first item sets these options for all.
	const { hasFiles, timeoutMs } = itemOptions(() => node.getNodeParameter('options', 0, {}));
	const most = hasFiles ? MAX_WITH_FILES : Infinity;
	const ended = new AbortController();
	const canceled = node.getExecutionCancelSignal();
	const end = () => {
		ended.abort();
		canceled?.removeEventListener('abort', end);
	};
	canceled?.addEventListener('abort', end);
	const queues = new Map<RateLimiter, CallQueue>();
	const memory = new NodeMemory(node, connection?.id ?? '');
	const settings: CallSettings = {
		connection,
		timeoutMs,
		patienceMs: PATIENCE_MS,
		signal: ended.signal,
		queueIn: (each) => {
			const queue = queues.get(each) ?? new CallQueue();
			queues.set(each, queue);
			return queue;
		},
	};
	const redactor = connection?.redactor ?? new Redactor();
	return {
		node,
		settings,
		redactor,
		checkReach: reachCheckOf(connection?.credentials ?? {}),
		credentialError,
		loader: new FactLoader(node, settings),
		memory,
		report: new Report(total, redactor),
		claims: new Claims(memory.usedKeys()),
		validatedClaims: new Claims(),
		lists: new Map(),
		mapped: new Map(),
		concurrency: () => Math.min(most, limiter?.concurrency.maxInFlight ?? 1),
		end,
	};
}

/**
 * Asks for the team once a run.
 * @throws CallFailed if Loops does not tell
 * @throws ItemRefused if the API key is that of another team
 */
export async function requireTeam(wanted: string, run: Run, facts: AccountFacts): Promise<void> {
	run.team ??= await facts.team();
	const [one, other] = [wanted, run.team].map((name) => spellingKey(name).replace(/\s+/g, ' '));
	if (one === other) return;
	throw new ItemRefused(
		`The API key belongs to the team '${formatName(run.team)}', not to '${formatName(wanted)}'`,
		`Nothing was sent for this item. Choose the credential of '${formatName(wanted)}', or correct 'Options > Only for Team'`,
	);
}
