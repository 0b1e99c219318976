import type { CallSettings } from '../transport/client';
import type { CachedLists } from './cachedLists';
import { isMappable, roleOf } from './contactProperties';
import { nearest } from './nearest';

/** The names of contact properties of one item, as far as the editor did not get them from the account. */
export interface UnconfirmedNames {
	/** About to be sent. */
	sent: string[];
	/** Fields of the input that are not sent, since no property has their name. */
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

/** What was noted of a name: which items have it. */
type Noted = Map<string, Omit<Warning, 'text'>>;

/**
 * Finds names of contact properties that the account does not have. Loops accepts them with a success
 * and drops their values (changelog of 13 March 2024).
 */
export class UnknownProperties {
	private readonly sent: Noted = new Map();
	private readonly notSent: Noted = new Map();
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
		this.reading ??= this.namesFor(sent, this.settings).catch(() => undefined);
		for (const name of sent) count(this.sent, name, index);
		for (const name of notSent) count(this.notSent, name, index);
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
		const account = await this.namesFor(names, settings);
		const name = names.find((each) => !account.has(each));
		return name === undefined ? undefined : { name, suggestion: this.suggestion(name, account) };
	}

	/** What was found about the names of one item. Without the list, which may fail to load, nothing. */
	async warningsOf({ sent, notSent }: UnconfirmedNames, settings: CallSettings): Promise<string[]> {
		const only = (names: string[]): Noted => new Map(names.map((name) => [name, FIRST]));
		const found = await this.find(only(sent), only(notSent), settings);
		return found.map(({ text }) => text);
	}

	/** What was found over all items. */
	async warnings(): Promise<Warning[]> {
		await this.reading;
		return await this.find(this.sent, this.notSent, this.settings);
	}

	private async find(sent: Noted, notSent: Noted, settings: CallSettings): Promise<Warning[]> {
		if (sent.size + notSent.size === 0) return [];
		const account = await this.namesFor([...sent.keys()], settings).catch(() => undefined);
		if (!account) return [];
		return [
			...[...sent]
				.filter(([name]) => !account.has(name))
				.map(([name, items]) => ({
					...items,
					text: `the account has no contact property '${name}', so Loops drops its value.${this.suggestion(name, account)}`,
				})),
			...this.notSentWarnings(notSent, account),
		];
	}

	/** Names of the account's properties. */
	private async namesFor(wanted: string[], settings: CallSettings): Promise<Set<string>> {
		const list = await this.lists.propertiesWith(wanted, settings);
		return new Set(list.map(({ key }) => key));
	}

	private notSentWarnings(notSent: Noted, account: Set<string>): Warning[] {
		const warnings: Warning[] = [];
		const others: string[] = [];
		for (const [name, items] of notSent) {
			const why = this.whyNotSent(name, account);
			if (why) warnings.push({ ...items, text: `the input field '${name}' was not sent: ${why}` });
			else others.push(name);
		}
		if (others.length > 0) {
			const names = others.slice(0, 10).join(', ') + (others.length > 10 ? ', …' : '');
			warnings.push({
				...mostOf(others.map((name) => notSent.get(name) ?? FIRST)),
				text: `input fields that are no contact properties were not sent: ${names}`,
			});
		}
		return warnings;
	}

	/** Nothing for an input field that has to do with no property. */
	private whyNotSent(name: string, account: Set<string>): string | undefined {
		if (roleOf(name) === 'consent') return "it has a field of its own under 'Additional Fields'";
		if (roleOf(name) === 'readOnly') return 'Loops lets nobody write it';
		if (account.has(name)) {
			return 'the fields of this node are older than the property. Refresh them in the editor.';
		}
		const likely = this.likely(name, account);
		return likely && `did you mean the contact property '${likely}'?`;
	}

	private suggestion(name: string, account: Set<string>): string {
		const likely = this.likely(name, account);
		return likely ? ` Did you mean '${likely}'?` : '';
	}

	/** The property that a name is most likely meant to be. */
	private likely(name: string, account: Set<string>): string | undefined {
		if (!this.nearestOf.has(name)) {
			if (this.nearestOf.size >= MAX_SUGGESTIONS) return undefined;
			this.nearestOf.set(name, nearest(name, [...account].filter(isMappable)));
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

/** The first item of any, and how many have the name that most have. */
const mostOf = (noted: Array<typeof FIRST>) => ({
	first: Math.min(...noted.map(({ first }) => first)),
	more: Math.max(...noted.map(({ more }) => more)),
});
