import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { namedData } from '../form/form';
import { labelIn } from '../form/parameter';
import { type FieldPath, lookAlikeIn, missingIn, plainPathIn } from '../values/template';
import { formatName } from '../values/format';
import { memoized } from '../values/cache';
import { isPlainObject } from '../values/parse';

/** In production, fewer items say little about what the data have. */
const MIN_ITEMS = 10;

const IF_ABSENT = 'If the field may be missing, write ?? undefined before the closing }}.';

/** Names are compared in this many items, since that takes longer than a look for one name. */
const MAX_COMPARED = 10;

/**
 * Warns of parameters that read a field which no item has. They are left out of all items: after
 * somebody renames a column, a nightly sync would never write it again.
 */
export function missingFields(node: IExecuteFunctions, properties: INodeProperties[]): string[] {
	const isInEditor = node.getMode() === 'manual';
	if (!isInEditor && node.getInputData().length < MIN_ITEMS) return [];
	const { parameters } = node.getNode();
	const labelOf = (name: string) => labelIn(properties, name);
	return textsIn(parameters, '', labelOf).flatMap(([label, text]) => {
		const path = text.startsWith('=') ? plainPathIn(text.slice(1)) : undefined;
		return path ? (warningOf(text.slice(1), label, path, dataOf(path, node)) ?? []) : [];
	});
}

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
): string | undefined {
	if (data.length === 0 || data.some((each) => !missingIn(each, path))) return undefined;
	const lookAlike = data
		.slice(0, MAX_COMPARED)
		.map((each) => lookAlikeIn(each, path))
		.find(Boolean);
	const of = path.node ?? 'the input';
	return `'${formatName(label)}' is not sent: no item of ${of} has the field that ${formatName(expression)} reads. ${lookAlike ?? IF_ABSENT}`;
}
