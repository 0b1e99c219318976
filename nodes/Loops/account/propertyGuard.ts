import type { IExecuteFunctions } from 'n8n-workflow';

import { type ContactProperty, listContactProperties } from './contactProperties';
import type { Item } from '../item';
import { readList } from './lists';
import { nearest } from './nearest';

/** Something to tell the user about an item. */
export interface Finding {
	itemIndex: number;
	text: string;
}

/** In every account. */
const BUILT_IN = ['firstName', 'lastName', 'source', 'subscribed', 'userGroup', 'createdAt'];

/** Never mapped automatically: they change what people receive. */
const OWN_FIELD = ['subscribed', 'mailingLists'];

/** More different names than this are not looked at, so that a long run stays small. */
const MAX_NAMES = 200;

/**
 * Finds names of contact properties that the account does not have. Loops accepts them with a success
 * and drops their values (changelog of 13 March 2024).
 */
export class PropertyGuard {
	private readonly sent = new Map<string, number>();
	private readonly passedOver = new Map<string, number>();
	private reading?: Promise<unknown>;

	constructor(
		private readonly node: IExecuteFunctions,
		private readonly startedAt: number,
	) {}

	/**
	 * Notes names that are about to be sent, except those the editor got from the account (`known`).
	 * The list is read beside the items: only `isStrict` waits for it.
	 * @throws NodeOperationError with `isStrict`, for a name the account does not have
	 */
	async see(item: Item, names: string[], known: Set<string>, isStrict: boolean): Promise<void> {
		const open = names.filter((name) => !known.has(name) && !BUILT_IN.includes(name));
		if (open.length === 0) return;
		if (isStrict) {
			const account = await this.namesFor(open);
			const unknown = open.find((name) => !account.has(name));
			if (unknown === undefined) return;
			throw item.refusal(
				`The account has no contact property '${unknown}'`,
				`Loops would drop its value.${suggestion(unknown, account)} Correct the name, or create the property first.`,
			);
		}
		this.note(this.sent, open, item.index);
	}

	/** Notes fields of the input that were not sent, since no property has their name. */
	passOver(item: Item, names: string[]): void {
		if (names.length > 0) this.note(this.passedOver, names, item.index);
	}

	/** What was found over all items. Without the list, which may fail to load, nothing is. */
	async findings(): Promise<Finding[]> {
		const names = [...this.sent.keys(), ...this.passedOver.keys()];
		if (names.length === 0) return [];
		const account = await this.namesFor([...this.sent.keys()]).catch(() => undefined);
		if (!account) return [];
		return [
			...[...this.sent]
				.filter(([name]) => !account.has(name))
				.map(([name, itemIndex]) => ({
					itemIndex,
					text: `the account has no contact property '${name}', so Loops drops its value.${suggestion(name, account)}`,
				})),
			...this.notSent(account),
		];
	}

	private notSent(account: Set<string>): Finding[] {
		const findings: Finding[] = [];
		const others: string[] = [];
		for (const [name, itemIndex] of this.passedOver) {
			const likely = nearest(name, account);
			const why = OWN_FIELD.includes(name)
				? "it has a field of its own under 'Additional Fields'"
				: account.has(name)
					? 'the fields of this node are older than the property. Refresh them in the editor.'
					: likely && `did you mean the contact property '${likely}'?`;
			if (why) findings.push({ itemIndex, text: `the input field '${name}' was not sent: ${why}` });
			else others.push(name);
		}
		if (others.length > 0) {
			const names = others.slice(0, 10).join(', ') + (others.length > 10 ? ', …' : '');
			findings.push({
				itemIndex: this.passedOver.get(others[0]) ?? 0,
				text: `input fields that are no contact properties were not sent: ${names}`,
			});
		}
		return findings;
	}

	private note(names: Map<string, number>, found: string[], itemIndex: number): void {
		// Started with the first item, so that it is there when the last one is done.
		this.reading ??= this.namesFor(found).catch(() => undefined);
		for (const name of found) {
			if (names.size < MAX_NAMES && !names.has(name)) names.set(name, itemIndex);
		}
	}

	/** Names of the account's properties; those in memory only if they hold all of `wanted`. */
	private async namesFor(wanted: string[]): Promise<Set<string>> {
		const read = async (since: number) => {
			const list = await readList<ContactProperty[]>(this.node, listContactProperties(), since);
			return new Set(list.map(({ key }) => key));
		};
		const names = await read(0);
		return wanted.every((name) => names.has(name)) ? names : await read(this.startedAt);
	}
}

function suggestion(name: string, account: Set<string>): string {
	const likely = nearest(name, account);
	return likely ? ` Did you mean '${likely}'?` : '';
}
