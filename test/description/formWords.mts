// How much each form says, as a table: `node --import tsx test/description/formWords.mts`.
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Loops } from '../../nodes/Loops/Loops.node.ts';
import { everyOperation } from '../harness/operations.mts';

const { properties } = new Loops().description;

/** A parameter, an entry of a collection, or a choice. */
interface Shown {
	name?: string;
	displayName?: string;
	description?: string;
	hint?: string;
	options?: unknown[];
	values?: unknown[];
}

const entriesOf = ({ options = [] }: Shown) =>
	(options as Shown[]).flatMap((each): Shown[] =>
		each.values ? (each.values as Shown[]) : [each],
	);

/** The words of labels, tooltips, hints and the texts of choices, without addresses of links. */
function wordsIn(shown: Shown): number {
	const texts = [shown.displayName ?? shown.name, shown.description, shown.hint];
	const own = texts
		.join(' ')
		.replace(/<[^>]*>/g, ' ')
		.trim()
		.split(/\s+/).length;
	return entriesOf(shown).reduce((sum, each) => sum + wordsIn(each), own);
}

const sum = (all: Shown[], count: (of: Shown) => number) =>
	all.reduce((total, each) => total + count(each), 0);

const isIn = ({ displayOptions: { show } = {} }: INodeProperties, of: IDataObject) =>
	['resource', 'operation'].every((name) => show?.[name]?.includes(of[name] as string));

console.log('form | fields | in lists | words of fields | words of lists');
for (const [name, parameters] of everyOperation) {
	const shown = properties.filter(
		(each) => isIn(each, parameters) && each.name !== 'operation' && each.type !== 'notice',
	);
	const names = new Set(shown.map((each) => each.name));
	const once = [...names].map((each) => shown.find((one) => one.name === each) as INodeProperties);
	const lists = once.filter(({ type }) => type === 'collection').flatMap(entriesOf);
	const fields = once.filter(({ type }) => type !== 'collection');
	console.log(
		[name, fields.length, lists.length, sum(fields, wordsIn), sum(lists, wordsIn)].join(' | '),
	);
}
