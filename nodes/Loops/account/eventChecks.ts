import { formatName } from '../http/sentences';
import type { AccountFacts } from './accountFacts';
import type { PropertyType } from './contactProperties';
import type { EventProperty } from './eventPatterns';
import { NameIndex } from './nameIndex';
import { nearest } from './nearest';

/** An event about to be sent, as far as it is worth a look. */
export interface SentEvent {
	name: string;
	/** True for an event that the editor got from the account. */
	isKnown: boolean;
	/** Properties that nobody has looked at, with the types that each value is good for: first its own. */
	unchecked: Map<string, PropertyType[]>;
}

/** More different events than this are not looked up: each takes a call, which the items wait for. */
const MAX_EVENTS = 20;

const KINDS: Record<PropertyType, string> = {
	string: 'text',
	number: 'a number',
	boolean: 'true or false',
	date: 'a date',
};

/** What the account knows of an event; `meant` is what an unknown name is likely to stand for. */
type Found = { properties: EventProperty[] } | { properties?: undefined; meant?: string };

/**
 * Looks events up that the editor did not get from the account. Loops accepts every name: an unknown one
 * makes an event, and that is not seen as a mistake any more once it is sent.
 */
export class EventChecks {
	private readonly found = new Map<string, Promise<Found | undefined>>();
	/** The departures of those that were sent: of each the first. */
	private readonly sent = new Map<string, number>();

	constructor(private readonly facts: AccountFacts) {}

	/** Notes that an event is about to leave: from now on Loops may list it for that reason alone. */
	noteSent(name: string, departure: number): void {
		if (this.found.has(name) && !this.sent.has(name)) this.sent.set(name, departure);
	}

	/**
	 * What is worth a word about an event. The look-up goes on beside the items, and a failed one is a
	 * warning, too; with the facts of an item, that one waits for it.
	 * @throws NodeApiError with `facts`, where it can't be looked up
	 */
	async warningsOf(
		{ name, isKnown, unchecked }: SentEvent,
		facts?: AccountFacts,
	): Promise<string[]> {
		if (isKnown && unchecked.size === 0) return [];
		if (!facts && !this.found.has(name) && this.found.size >= MAX_EVENTS) return [];
		const found = await (facts ? this.find(name, facts) : this.lookUp(name));
		if (!found) {
			const what = isKnown
				? 'Loops converts what it has in another type'
				: 'where Loops did not list it, it is a new one, which triggers nothing yet';
			return [`the event '${formatName(name)}' could not be looked up: ${what}`];
		}
		if (found.properties) return propertyWarnings(name, unchecked, found.properties);
		const meant = found.meant === undefined ? '' : ` Did you mean '${formatName(found.meant)}'?`;
		return [
			`Loops lists no event '${formatName(name)}': it takes it for a new one, which triggers nothing yet.${meant}`,
		];
	}

	/** Undefined where nobody can tell what Loops knew of it before it was sent. */
	private async lookUp(name: string): Promise<Found | undefined> {
		const known = this.found.get(name);
		if (known) return await known;
		const found = this.find(name, this.facts).catch(() => undefined);
		this.found.set(name, found);
		return await found;
	}

	private async find(name: string, facts: AccountFacts): Promise<Found | undefined> {
		const { properties, departure } = await facts.event(name);
		// Asked after it was sent, Loops lists any name.
		if (properties)
			return departure > (this.sent.get(name) ?? Infinity) ? undefined : { properties };
		const names = await facts.eventNames().catch(() => []);
		// By now the event may have been sent, and be listed itself.
		return {
			meant: nearest(
				name,
				names.filter((each) => each !== name),
			),
		};
	}
}

function propertyWarnings(
	event: string,
	unchecked: SentEvent['unchecked'],
	properties: EventProperty[],
): string[] {
	const types = new Map(properties.map(({ name, type }) => [name, type]));
	const index = new NameIndex(properties.map(({ name }) => ({ key: name })));
	return [...unchecked].flatMap(([name, [own, ...others]]) => {
		const type = types.get(name);
		if (type === undefined) {
			const [meant] = index.find(name);
			return meant === undefined
				? []
				: `the event '${formatName(event)}' has no property '${formatName(name)}'. Did you mean '${formatName(meant)}'?`;
		}
		return [own, ...others].includes(type) || !(type in KINDS)
			? []
			: `the event property '${formatName(name)}' is ${KINDS[own]}, and ${KINDS[type]} in the event '${formatName(event)}': Loops converts what it can`;
	});
}
