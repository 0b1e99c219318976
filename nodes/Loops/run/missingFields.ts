import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { namedData } from '../form/form';
import { labelIn } from '../form/parameter';
import { type FieldPath, lookAlikeIn, missingIn, plainPathIn } from '../values/template';
import { formatName, listed, sentence } from '../values/format';
import { memoized } from '../values/cache';
import { asRecord, isPlainObject } from '../values/parse';

/** In production, fewer items say little about what the data have. */
const MIN_ITEMS = 10;

const IF_ABSENT = 'If the field may be missing, write ?? undefined before the closing }}.';

const TO_CLEAR =
	"To clear the property, write ?? '' before the closing }}, or ?? false for true or false";

/** Names are compared in this many items, since that takes longer than a look for one name. */
const MAX_COMPARED = 10;

/**
 * Warns of parameters that read a field which no item has. They are left out of all items: after
 * somebody renames a column, a nightly sync would never write it again.
 */
export function missingFields(node: IExecuteFunctions, properties: INodeProperties[]): string[] {
	const isInEditor = node.getMode() === 'manual';
	if (!isInEditor && node.getInputData().length < MIN_ITEMS) return [];
	const ifAbsent = clearsEmpty(node) ? sentence(TO_CLEAR) : IF_ABSENT;
	return plainTexts(node.getNode().parameters, properties).flatMap(
		({ label, expression, path }) =>
			warningOf(expression, label, path, dataOf(path, node), ifAbsent) ?? [],
	);
}

/** Whether Empty Input Fields is Clear. Not if an expression gives it, which may fail. */
const clearsEmpty = (node: IExecuteFunctions): boolean =>
	asRecord(node.getNode().parameters.options).emptyInputFields === 'clear';

/**
 * Warns that Empty Input Fields clears nothing in items that lack a field which others have: programs leave out empty
 * cells and unchecked boxes. `mapped` are the properties that input fields were mapped to automatically.
 */
export function fieldsOfSomeItems(
	node: IExecuteFunctions,
	mapped: ReadonlyMap<string, string>,
): string[] {
	if (node.getInputData().length < 2 || !clearsEmpty(node)) return [];
	const { contactProperties } = node.getNode().parameters;
	const byHand = plainTexts({ contactProperties }, []).filter(({ path }) => {
		const data = dataOf(path, node);
		return (
			data.some((each) => missingIn(each, path)) && data.some((each) => !missingIn(each, path))
		);
	});
	const columns = new Map<string, string[]>();
	for (const [column, property] of mapped) {
		columns.set(property, [...(columns.get(property) ?? []), column]);
	}
	const input = node.getInputData().map(({ json }) => json);
	const automatic = [...columns.values()].filter((names) =>
		input.some((json) => names.every((name) => json[name] === undefined)),
	);
	const names = new Set([...byHand.map(({ label }) => label), ...automatic.map(([name]) => name)]);
	if (names.size === 0) return [];
	const shown = listed([...names].map((name) => `'${formatName(name)}'`));
	return [
		`Some items have no field for ${shown}. A field that is absent clears nothing, so Loops keeps the old value. In Extract from File, turn on 'Include Empty Cells'. ${TO_CLEAR}.`,
	];
}

/** The parameters that read one field of an item, with its path. */
const plainTexts = (parameters: unknown, properties: INodeProperties[]) =>
	textsIn(parameters, '', (name) => labelIn(properties, name)).flatMap(([label, text]) => {
		const expression = text.slice(1);
		const path = text.startsWith('=') ? plainPathIn(expression) : undefined;
		return path ? [{ label, expression, path }] : [];
	});

/** What a node has told in an execution: a loop runs it many times. */
const toldBy = memoized<object, Set<string>>(() => new Set());

/** Leaves out the warnings that the node has told in this execution. */
export function notTold(node: IExecuteFunctions, warnings: string[]): string[] {
	const told = toldBy(node.getContext('node'));
	const others = warnings.filter((each) => !told.has(each));
	for (const each of others) told.add(each);
	return others;
}

/** The texts of a parameter, each with the label of the field or of the value that it fills. */
function textsIn(
	value: unknown,
	label: string,
	labelOf: (name: string) => string | undefined,
): Array<[label: string, text: string]> {
	if (typeof value === 'string') return [[label, value]];
	if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, label, labelOf));
	if (!isPlainObject(value)) return [];
	const isMapper = 'mappingMode' in value;
	const values = isMapper && isPlainObject(value.value) ? value.value : value;
	const isRow = typeof value.name === 'string' && 'value' in value;
	return Object.entries(values).flatMap(([name, each]) =>
		textsIn(
			each,
			isMapper ? name : isRow ? String(value.name) : (labelOf(name) ?? (label || name)),
			labelOf,
		),
	);
}

/** The data of all items that the path may read; none if n8n can't tell. */
function dataOf({ node: other }: FieldPath, node: IExecuteFunctions): IDataObject[] {
	try {
		const all = other && namedData(node, 0, `${other}.all()`);
		return ((all ?? node.getInputData()) as INodeExecutionData[]).map(({ json }) => json);
	} catch {
		return [];
	}
}

function warningOf(
	expression: string,
	label: string,
	path: FieldPath,
	data: IDataObject[],
	ifAbsent: string,
): string | undefined {
	if (data.length === 0 || data.some((each) => !missingIn(each, path))) return undefined;
	const lookAlike = data
		.slice(0, MAX_COMPARED)
		.map((each) => lookAlikeIn(each, path))
		.find(Boolean);
	const of = path.node ?? 'the input';
	return `'${formatName(label)}' is not sent: no item of ${of} has the field that ${formatName(expression)} reads. ${lookAlike ?? ifAbsent}`;
}
