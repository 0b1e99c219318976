import { isIdentifier } from '../account/contactProperties';
import { NameIndex } from '../account/nameIndex';
import { formatName } from '../http/sentences';
import { isBlank } from './blank';
import type { Item } from './item';
import { isUnfilled } from './unfilled';

/** Names in an error. */
const MAX_SHOWN = 10;

/** What this node itself adds to items, which are fed in again once they have failed: objects. */
const isAddedByNode = (name: string, value: unknown) =>
	typeof value === 'object' && /^(error|loops|_*input(Error|Loops))$/.test(name);

/** True for what stays behind without a word: what goes by another field of the node. */
const isNoNews = (item: Item, [name, value]: [string, unknown]) =>
	isAddedByNode(name, value) ||
	item.namesInExpressions.has(name) ||
	(isIdentifier(name) && (hasNoValue(item, value) || isIdentifierOf(item, value)));

const isIdentifierOf = (item: Item, value: unknown) =>
	['email', 'userId'].some((field) => inAnyCase(item.parameter(field, '')) === inAnyCase(value));

const inAnyCase = (value: unknown) => String(value).trim().toLowerCase();

const hasNoValue = (item: Item, value: unknown) => isBlank(value) || isUnfilled(item, value);

/**
 * Whether `names` from before the run are enough to map these input fields: they hold all of them but
 * the email and the user ID that are sent.
 */
export const areEnough = (
	item: Item,
	fields: Array<[string, unknown]>,
	names: { has(name: string): boolean },
): boolean =>
	fields.every(
		([name, value]) => names.has(name) || (isIdentifier(name) && isIdentifierOf(item, value)),
	);

/**
 * The values of the item's input fields, by what they are sent as. A field goes to what has its very
 * name, else to the one thing that it is a writing of.
 * @throws NodeOperationError where two of them have a value for the same
 */
export function mapInput(
	item: Item,
	label: string,
	index: NameIndex,
	canTake: (key: string) => boolean = () => true,
	candidates: string[] = [],
): Array<[string, unknown]> {
	const fieldsFor = new Map<string, Array<[string, unknown]>>();
	const notSent: string[] = [];
	for (const field of Object.entries(item.input.json)) {
		const [name] = field;
		const [key, ...others] = index.find(name);
		if (key !== undefined && others.length === 0 && canTake(key)) {
			const fields = fieldsFor.get(key);
			if (fields) fields.push(field);
			else fieldsFor.set(key, [field]);
		} else if (others.length > 0 || !isNoNews(item, field)) {
			notSent.push(name);
		}
	}
	const sentAs = new Map<string, string>();
	const values = [...fieldsFor].map(([key, fields]): [string, unknown] => {
		const [name, value] = theOne(item, label, key, fields);
		sentAs.set(name, key);
		return [key, value];
	});
	item.noteMapping({ sentAs, notSent, candidates });
	return values;
}

/** The same for properties of an event or variables of an email, which have no label. */
export const mapInputTo = (item: Item, label: string, names: string[]): Array<[string, unknown]> =>
	mapInput(item, label, new NameIndex(names.map((key) => ({ key }))), undefined, names);

/** Of several input fields for one thing: the one that has a value, or else the one with its name. */
function theOne(
	item: Item,
	label: string,
	key: string,
	fields: Array<[string, unknown]>,
): [string, unknown] {
	const filled = fields.filter(([, value]) => !hasNoValue(item, value));
	if (filled.length > 1) {
		const names = filled.slice(0, MAX_SHOWN).map(([name]) => `'${formatName(name)}'`);
		const last = filled.length > MAX_SHOWN ? `${filled.length - MAX_SHOWN + 1} more` : names.at(-1);
		throw item.invalidParameter(
			`'${label}': '${formatName(key)}' would get the values of ${names.slice(0, -1).join(', ')} and ${last}`,
			'Leave all but one of these input fields out, for example with an Edit Fields node, or map the fields one by one',
		);
	}
	return filled[0] ?? fields.find(([name]) => name === key) ?? fields[0];
}
