import type { CallSettings } from '../transport/client';
import type { CachedLists } from './cachedLists';
import { type ContactProperty, hasAll, isMappable } from './contactProperties';
import { nearest } from './nearest';
import { notSentText } from './notSentText';

/** Names of one item that are worth a look. */
export interface UnconfirmedNames {
	/** Contact properties about to be sent that the editor did not get from the account. */
	sent: string[];
	/** Fields of the input that are mapped to nothing. */
	notSent: string[];
}

/** Something to tell the user about some of the items. */
export interface Warning {
	text: string;
	/** Index of the first item it is about. */
	first: number;
	/** How many items it is about besides the first. */
	more: number;
}

/** More different names than this are not looked at, so that a long run stays small. */
const MAX_NAMES = 200;

/** To compare a name with thousands of properties takes a while. */
const MAX_SUGGESTIONS = 50;

/** Which items it is about. */
type Items = Omit<Warning, 'text'>;

/** What was noted of names that are sent. */
type Noted = Map<string, Items>;

/** Input fields that are not sent, and the items that have any of them. */
type LeftOver = Items & { names: Set<string> };

/**
 * Finds names of contact properties that the account does not have. Loops accepts them with a success
 * and drops their values (changelog of 13 March 2024).
 */
export class UnknownProperties {
	private readonly sent: Noted = new Map();
	private notSent?: LeftOver;
	private reading?: Promise<unknown>;
	/** What names were found to be meant for. */
	private readonly nearestOf = new Map<string, string | undefined>();

	/** `settings` of the run, for what is read beside the items. */
	constructor(
		private readonly lists: CachedLists,
		private readonly settings: CallSettings,
	) {}

	/** Notes the names of an item. The list is read beside the items: nothing waits for it here. */
	note(index: number, { sent, notSent }: UnconfirmedNames): void {
		if (sent.length + notSent.length === 0) return;
		// Started with the first item, so that it is there when the last one is done.
		this.reading ??= this.propertiesFor(sent, this.settings).catch(() => undefined);
		for (const name of sent) count(this.sent, name, index);
		if (notSent.length === 0) return;
		this.notSent ??= { names: new Set(), first: index, more: -1 };
		this.notSent.first = Math.min(this.notSent.first, index);
		this.notSent.more++;
		for (const name of notSent) {
			if (this.notSent.names.size < MAX_NAMES) this.notSent.names.add(name);
		}
	}

	/**
	 * The first name that the account does not have, and what it was meant to be.
	 * @throws NodeApiError where the list can't be read
	 */
	async firstUnknown(
		names: string[],
		settings: CallSettings,
	): Promise<{ name: string; suggestion: string } | undefined> {
		if (names.length === 0) return undefined;
		const account = await this.propertiesFor(names, settings);
		const known = new Set(account.map(({ key }) => key));
		const name = names.find((each) => !known.has(each));
		return name === undefined ? undefined : { name, suggestion: this.suggestion(name, account) };
	}

	/**
	 * What was found about the names of one item.
	 * @throws NodeApiError where names are sent, and the list can't be read
	 */
	async warningsOf({ sent, notSent }: UnconfirmedNames, settings: CallSettings): Promise<string[]> {
		if (sent.length > 0) await this.propertiesFor(sent, settings);
		const noted: Noted = new Map(sent.map((name) => [name, FIRST]));
		const leftOver = notSent.length > 0 ? { ...FIRST, names: new Set(notSent) } : undefined;
		const found = await this.find(noted, leftOver, settings);
		return found.map(({ text }) => text);
	}

	/** What was found over all items. */
	async warnings(): Promise<Warning[]> {
		await this.reading;
		return await this.find(this.sent, this.notSent, this.settings);
	}

	private async find(
		sent: Noted,
		notSent: LeftOver | undefined,
		settings: CallSettings,
	): Promise<Warning[]> {
		if (sent.size === 0 && !notSent) return [];
		const account = await this.propertiesFor([...sent.keys()], settings).catch(() => undefined);
		const warnings: Warning[] = [];
		if (account) {
			const names = new Set(account.map(({ key }) => key));
			for (const [name, items] of sent) {
				if (names.has(name)) continue;
				const text = `the account has no contact property '${name}', so Loops drops its value.${this.suggestion(name, account)}`;
				warnings.push({ ...items, text });
			}
		}
		if (notSent) {
			const { names, ...items } = notSent;
			const likely = (name: string) => account && this.likely(name, account);
			const text = notSentText([...names], account ?? [], likely);
			warnings.push({ ...items, text: names.size < MAX_NAMES ? text : `at least ${text}` });
		}
		return warnings;
	}

	private async propertiesFor(names: string[], settings: CallSettings): Promise<ContactProperty[]> {
		return await this.lists.propertiesIf(hasAll(names), settings);
	}

	private suggestion(name: string, account: ContactProperty[]): string {
		const likely = this.likely(name, account);
		return likely ? ` Did you mean '${likely}'?` : '';
	}

	/** The property that a name is most likely meant to be. */
	private likely(name: string, account: ContactProperty[]): string | undefined {
		if (!this.nearestOf.has(name)) {
			if (this.nearestOf.size >= MAX_SUGGESTIONS) return undefined;
			const keys = account.map(({ key }) => key).filter(isMappable);
			this.nearestOf.set(name, nearest(name, keys));
		}
		return this.nearestOf.get(name);
	}
}

const FIRST = { first: 0, more: 0 };

function count(noted: Noted, name: string, index: number): void {
	const known = noted.get(name);
	if (known) known.more++;
	else if (noted.size < MAX_NAMES) noted.set(name, { first: index, more: 0 });
}
