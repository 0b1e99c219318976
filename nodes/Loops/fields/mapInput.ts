import { isIdentifier } from '../account/contactProperties';
import type { NameIndex } from '../account/nameIndex';
import { nameShown } from '../transport/sentences';
import { isBlank } from './blank';
import type { Item } from './item';
import { isUnfilled } from './unfilled';

/** What this node itself adds to items, which are fed in again once they have failed. */
const isAddedByNode = (name: string) => /^(error|loops|_*input(Error|Loops))$/.test(name);

/** True for what stays behind without a word: what goes by another field of the node. */
const isNoNews = (item: Item, [name, value]: [string, unknown]) =>
	isAddedByNode(name) ||
	item.namesInExpressions.has(name) ||
	(isIdentifier(name) && (hasNoValue(item, value) || isIdentifierOf(item, value)));

const isIdentifierOf = (item: Item, value: unknown) =>
	['email', 'userId'].some((field) => inAnyCase(item.parameter(field, '')) === inAnyCase(value));

const inAnyCase = (value: unknown) => String(value).trim().toLowerCase();

const hasNoValue = (item: Item, value: unknown) => isBlank(value) || isUnfilled(item, value);

/** True where each field of the item's input has one of these very names. */
export const isAllOf = (item: Item, names: { has(name: string): boolean }): boolean =>
	Object.keys(item.input.json).every((name) => names.has(name));

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
): Array<[string, unknown]> {
	const fieldsFor = new Map<string, Array<[string, unknown]>>();
	const notSent: string[] = [];
	for (const field of Object.entries(item.input.json)) {
		const [name] = field;
		const [key, ...others] = index.find(name);
		if (key !== undefined && others.length === 0 && canTake(key)) {
			fieldsFor.set(key, [...(fieldsFor.get(key) ?? []), field]);
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
	item.noteMapping({ sentAs, notSent });
	return values;
}

/** Of several input fields for one thing: the one that has a value, or else the one with its name. */
function theOne(
	item: Item,
	label: string,
	key: string,
	fields: Array<[string, unknown]>,
): [string, unknown] {
	const filled = fields.filter(([, value]) => !hasNoValue(item, value));
	if (filled.length > 1) {
		const names = filled.map(([name]) => `'${nameShown(name)}'`);
		throw item.invalidParameter(
			`'${label}': '${nameShown(key)}' would get the values of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`,
			'Leave all but one of these input fields out, for example with an Edit Fields node, or map the fields one by one',
		);
	}
	return filled[0] ?? fields.find(([name]) => name === key) ?? fields[0];
}
