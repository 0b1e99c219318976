import { formatName } from '../http/sentences';
import type { AccountFacts } from './accountFacts';
import { type ContactProperty, hasAll, indexOf, isMappable } from './contactProperties';
import { nearest } from './nearest';
import { NotedNames, type Warning } from './notedNames';
import { notSentText, reasonAmong, reasonAmongProperties } from './notSentText';

/** Names of one item that are worth a look. */
export interface UnconfirmedNames {
	/** Contact properties about to be sent that the editor did not get from the account. */
	sent: string[];
	/** Fields of the input that are mapped to nothing. */
	notSent: string[];
	/** True where they could have gone to contact properties. */
	isMapped: boolean;
	/** What else they could have gone to. */
	candidates: string[];
}

/** To compare many names with thousands of properties takes a while. */
const MAX_COMPARED = 200_000;

const MAX_SHOWN = 10;

/**
 * Finds names of contact properties that the account does not have. Loops accepts them with a success
 * and drops their values (changelog of 13 March 2024).
 */
export class UnknownProperties {
	private readonly sent = new NotedNames();
	private readonly notSent = new NotedNames();
	/** Why input fields went to no property of an event, or variable of an email. */
	private readonly reasons = new Map<string, string | undefined>();
	private isMapped = false;
	private reading?: Promise<unknown>;
	/** What names were found to be meant for. */
	private readonly nearestOf = new Map<string, string | undefined>();

	/** `facts` of the run, for what is read beside the items. */
	constructor(private readonly facts: AccountFacts) {}

	/** Notes the names of an item. The list is read beside the items: nothing waits for it here. */
	note(index: number, names: UnconfirmedNames): void {
		const { sent, notSent } = names;
		// Started with the first item, so that it is there when the last one is done.
		if (isAboutContact(names))
			this.reading ??= this.facts.contactProperties(hasAll(sent)).catch(() => undefined);
		this.sent.add(index, sent);
		this.notSent.add(index, notSent);
		this.noteReasons(names);
	}

	/**
	 * The first name that the account does not have, and what it was meant to be.
	 * @throws NodeApiError where the list can't be read
	 */
	async firstUnknown(
		names: string[],
		facts: AccountFacts,
	): Promise<{ name: string; suggestion: string } | undefined> {
		if (names.length === 0) return undefined;
		const account = await facts.contactProperties(hasAll(names));
		const known = new Set(account.map(({ key }) => key));
		const name = names.find((each) => !known.has(each));
		return name === undefined ? undefined : { name, suggestion: this.suggestion(name, account) };
	}

	/**
	 * What was found about the names of one item.
	 * @throws NodeApiError where names are sent, and the list can't be read
	 */
	async warningsOf(names: UnconfirmedNames, facts: AccountFacts): Promise<string[]> {
		const { sent, notSent } = names;
		const list = isAboutContact(names) ? facts.contactProperties(hasAll(sent)) : undefined;
		const account = await (sent.length > 0 ? list : list?.catch(() => undefined));
		this.noteReasons(names);
		const found = this.find(new NotedNames(sent), new NotedNames(notSent), account);
		return found.map(({ text }) => text);
	}

	/** What was found over all items; without the list where it is not there before it is `late`. */
	async warnings(late: Promise<unknown>): Promise<Warning[]> {
		const list = this.reading?.then(
			async () => await this.facts.contactProperties(hasAll([...this.sent.names.keys()])),
		);
		const account = await Promise.race([list?.catch(() => undefined), late.then(() => undefined)]);
		return this.find(this.sent, this.notSent, account);
	}

	private find(sent: NotedNames, notSent: NotedNames, account?: ContactProperty[]): Warning[] {
		const index = this.isMapped ? indexOf(account ?? []) : undefined;
		const likely = (name: string) => account && this.likely(name, account);
		const text = notSentText(
			[...notSent.names.keys()],
			(name) => (index && reasonAmongProperties(name, index, likely)) ?? this.reasons.get(name),
		);
		return [
			...(account ? this.unknown(sent, account) : unread(sent)),
			...notSent.warning(notSent.isFull ? `at least ${text}` : text),
		];
	}

	private unknown({ names }: NotedNames, account: ContactProperty[]): Warning[] {
		const known = new Set(account.map(({ key }) => key));
		return [...names]
			.filter(([name]) => !known.has(name))
			.map(([name, items]) => ({
				...items,
				text: `the account has no contact property '${formatName(name)}', so Loops drops its value.${this.suggestion(name, account)}`,
			}));
	}

	private noteReasons({ notSent, isMapped, candidates }: UnconfirmedNames): void {
		this.isMapped ||= isMapped;
		for (const name of candidates.length > 0 ? notSent : []) {
			const isRoom = this.reasons.size * candidates.length < MAX_COMPARED;
			if (isRoom && !this.reasons.has(name)) this.reasons.set(name, reasonAmong(name, candidates));
		}
	}

	private suggestion(name: string, account: ContactProperty[]): string {
		const likely = this.likely(name, account);
		return likely ? ` Did you mean '${formatName(likely)}'?` : '';
	}

	/** The property that a name is most likely meant to be. */
	private likely(name: string, account: ContactProperty[]): string | undefined {
		if (!this.nearestOf.has(name)) {
			if (this.nearestOf.size * account.length >= MAX_COMPARED) return undefined;
			const keys = account.map(({ key }) => key).filter(isMappable);
			this.nearestOf.set(name, nearest(name, keys));
		}
		return this.nearestOf.get(name);
	}
}

const isAboutContact = ({ sent, notSent, isMapped }: UnconfirmedNames) =>
	sent.length > 0 || (isMapped && notSent.length > 0);

/** What to tell where nobody could look at the names. */
function unread(sent: NotedNames): Warning[] {
	const names = [...sent.names.keys()].map((name) => `'${formatName(name)}'`);
	const shown = names.length > MAX_SHOWN ? [...names.slice(0, MAX_SHOWN), '…'] : names;
	return sent.warning(
		`the account's contact properties could not be read: where it does not have ${shown.join(', ')}, Loops drops the value`,
	);
}
