import { propertyKeys, roleOf, suggestProperty } from '../account/propertyRoles';
import type { ContactProperty } from '../api/contactProperties';
import type { AccountFacts } from '../account/facts';
import type { Body, Identifier } from '../values/checked';
import { formatName, listed } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { didYouMean } from '../values/nearest';
import type { EmptyInput } from '../values/propertyValue';
import { SUBSCRIPTION } from './contactEntries';
import { namesToRead, resolveProperties } from './contactProperties';
import { listLabels, mailingListsBody } from './mailingLists';
import type { Mapping, parseValues } from '../form/namedValues';
import type { Strictness } from '../form/options';
import type { SectionValues } from '../form/readSection';

/** The values of a contact's fields. */
interface ContactValues {
	properties: SectionValues;
	additional: Parameters<typeof mailingListsBody>[0] & {
		subscription?: boolean;
		clearProperty?: string[];
		userId?: Identifier;
	};
	options: {
		unknownProperties: Strictness;
		/** Absent for a new contact, which has nothing to clear. */
		emptyInput?: EmptyInput;
		validateOnly: boolean;
	};
}

/** Every account has these. */
const isBuiltIn = (name: string) => ['builtIn', 'creation', 'consent'].includes(roleOf(name) ?? '');

/**
 * The contact properties of the account, as far as the item needs them to be read or checked. Undefined if
 * it does not, or if Loops did not tell and the item can do without.
 */
export async function contactPropertiesFor(
	{ properties: given, additional, options }: ContactValues,
	facts: AccountFacts,
): Promise<ContactProperty[] | undefined> {
	const toRead = namesToRead(given);
	const isStrict = options.unknownProperties === 'dontSend';
	const editorNames = given.schema.map(({ id }) => id);
	const formNames =
		given.from === 'input' ? editorNames : given.namedValues.map(({ name }) => name);
	const confirmed = new Set(isStrict ? [] : editorNames);
	const toConfirm = [...formNames, ...(additional.clearProperty ?? [])].filter(
		(name) => !isBuiltIn(name) && !confirmed.has(name),
	);
	const names = [...toRead, ...toConfirm];
	if (names.length === 0) return undefined;
	// Without the list, nothing of the input is mapped.
	const isRequired =
		isStrict || options.validateOnly || (toRead.length > 0 && given.from === 'input');
	const use = isRequired ? 'require' : toRead.length > 0 ? 'read' : 'warn';
	return await facts.contactProperties(names, use);
}

/** @throws ItemRefused for properties that are wrong whatever the account has */
export function validateProperties({
	properties: given,
}: Partial<Pick<ContactValues, 'properties'>>): void {
	if (given && (given.from !== 'input' || namesToRead(given).length === 0))
		resolveProperties(given);
}

/** The contact's part of a flat body. */
interface ResolvedContact {
	body: Body;
	/** Labels of the fields that fill parts of the body with other names. */
	labels: Record<string, string[]>;
	mapping?: Mapping;
	warnings: string[];
	/** Properties that lose their value by input, which may surprise. */
	cleared: string[];
}

/** @throws ItemRefused for a value that can't be sent */
export function resolveContact(contact: ContactValues, list?: ContactProperty[]): ResolvedContact {
	const { properties: given, additional, options } = contact;
	const { values, known, mapping, warnings } = resolveProperties(given, list, options.emptyInput);
	const isCleared = ([, value]: [string, unknown]) => value === null || value === '';
	const cleared = [...values].filter(isCleared).map(([name]) => name);
	for (const name of additional.clearProperty ?? []) clear(name, values);
	const { subscription: subscribed, userId } = additional;
	if (subscribed !== undefined && values.has('subscribed')) {
		throw new ItemRefused(
			`'${SUBSCRIPTION}' is set twice`,
			"Remove 'subscribed' from the JSON object, or set the field to 'Leave as Is'",
		);
	}
	const body: Body = {
		...Object.fromEntries(values),
		...(subscribed !== undefined && { subscribed }),
		...(userId !== undefined && { userId }),
		...mailingListsBody(additional),
	};
	const isStrict = options.unknownProperties === 'dontSend';
	const names = [...values.keys()].filter((name) => !isBuiltIn(name));
	const unconfirmed = isStrict ? names : names.filter((name) => !known.has(name));
	if (isStrict && list) refuseUnknown(unconfirmed, list);
	const isIgnored =
		body.subscribed === false && Object.values(body.mailingLists ?? {}).includes(true);
	return {
		body,
		labels: { ...listLabels(additional), subscribed: [SUBSCRIPTION], userId: ['User ID'] },
		// Whoever unsubscribes the contact has seen what the input says.
		mapping: mapping && { ...mapping, saysNo: body.subscribed === false ? [] : mapping.saysNo },
		cleared: options.emptyInput ? cleared : [],
		warnings: [
			...(isIgnored
				? [
						'the contact is unsubscribed from all emails: Loops probably adds the contact to no mailing list',
					]
				: []),
			...warnings,
			...warningsOf(unconfirmed, list),
		],
	};
}

/** Sends null (contract: update-null-clears). */
function clear(name: string, values: ReturnType<typeof parseValues>): void {
	if ((values.get(name) ?? null) !== null) {
		throw new ItemRefused(
			`'${formatName(name)}' is both cleared and set`,
			"Remove the property from 'Clear Property Names or IDs', or remove its value from the other field. Empty text counts as a value",
		);
	}
	values.set(name, null);
}

/** Loops accepts any name, but drops the values of unknown ones (contract: property-unknown). */
function warningsOf(names: string[], list?: ContactProperty[]): string[] {
	if (names.length === 0) return [];
	if (list) {
		return unknownNames(names, list).map(
			(name) =>
				`the account has no contact property '${formatName(name)}', so Loops drops its value.${didYouMean(suggestProperty(name, list))}`,
		);
	}
	const shown = listed(names.map((name) => `'${formatName(name)}'`));
	return [
		`the account's contact properties could not be read. If the account does not have ${shown}, Loops drops the value`,
	];
}

function refuseUnknown(names: string[], list: ContactProperty[]): void {
	const [first] = unknownNames(names, list);
	if (first === undefined) return;
	throw new ItemRefused(
		`The account has no contact property '${formatName(first)}'`,
		`Nothing was sent for this item, because Loops would drop the value.${didYouMean(suggestProperty(first, list))} Correct the name, or create the property with 'Contact Property > Create'.`,
	);
}

const unknownNames = (names: string[], list: ContactProperty[]) =>
	names.filter((name) => !propertyKeys(list).has(name));
