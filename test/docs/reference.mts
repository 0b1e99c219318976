import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { ASSUMPTIONS } from '../contract/run.mts';
import type { Schema } from '../harness/schema.mts';
import {
	code,
	commonEntries,
	fieldRow,
	fieldsOf,
	HEAD,
	once,
	plain,
	table,
} from './fieldTables.mts';
import { EVENT_FIELDS, INDEX, NOTES } from './notes.mts';

/** What runs of an operation show. */
export interface Shown {
	/** The calls of one item, in order. */
	calls: string[];
	/** The items of the output. */
	output: IDataObject[];
	schema: Schema;
	/** What a new execution with the same item does. */
	again: string;
	isHiddenFromAgents: boolean;
}

export interface OperationShown extends Shown {
	/** As in the form: `Contact > Find`. */
	path: string;
	name: string;
	/** As in the JSON of a workflow. */
	value: string;
	description: string;
	fields: INodeProperties[];
}

export interface ResourceShown {
	name: string;
	value: string;
	description: string;
	operations: OperationShown[];
}

const typeOf = ({ type }: Schema) => [type].flat().join(' or ').replace('string', 'text');

/** What outputs may have beside the example. */
function otherFields({ output, schema: { properties = {} } }: OperationShown): string[] {
	const others = Object.entries(properties).filter(([name]) => !(name in (output[0] ?? {})));
	return others.length > 0
		? [
				`The output may also have ${others.map(([name, each]) => `${code(name)} (${typeOf(each)})`).join(', ')}.`,
			]
		: [];
}

/** Without the ends of long texts. */
const jsonOf = (item: IDataObject) =>
	JSON.stringify(
		item,
		(_name, value: unknown) =>
			typeof value === 'string' && value.length > 100 ? `${value.slice(0, 60)}…` : value,
		2,
	);

function outputOf({ output }: OperationShown): string[] {
	const [first] = output;
	const count = output.length > 1 ? `, the first of ${output.length} items` : '';
	return [`Output${count}:`, '```json\n' + jsonOf(first) + '\n```'];
}

const guessesOf = (path: string) =>
	ASSUMPTIONS.filter(
		({ source, reliedOnBy }) => source === 'guessed' && reliedOnBy.includes(path),
	).map(
		({ id, says }) =>
			`- Not confirmed ([\`${id}\`](../../test/contract/README.md#the-assumptions)): ${says}`,
	);

function operationSection(shown: OperationShown, common: Map<string, INodeProperties>): string[] {
	const { path, name, value, description, calls, again, isHiddenFromAgents } = shown;
	return [
		`## ${name}`,
		plain(description),
		[
			`- **In JSON**: ${code(value)}`,
			`- **Calls of Loops**: ${calls.map(code).join(', ')}`,
			`- **Running it again**: ${again}`,
			`- **AI agents**: ${isHiddenFromAgents ? "can't use it" : 'can use it'}`,
			...(NOTES[path] ?? []).map((note) => `- ${note}`),
			...guessesOf(path),
		].join('\n'),
		...fieldsOf(shown, common),
		...outputOf(shown),
		...otherFields(shown),
	];
}

/** The file of a resource: `mailing-list.md`. */
export const fileOf = ({ name }: { name: string }): string =>
	`${name.toLowerCase().replaceAll(' ', '-')}.md`;

const anchorOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

const GENERATED = '<!-- `npm run docs` writes this page. -->';

/** The page of a resource. */
export const resourcePage = (resource: ResourceShown, all: ResourceShown[]): string =>
	[
		GENERATED,
		`# ${resource.name}`,
		`${plain(resource.description)} In JSON, this resource is ${code(resource.value)}.`,
		...(NOTES[resource.name] ?? []).map((note) => `- ${note}`),
		...resource.operations.flatMap((each) =>
			operationSection(each, commonEntries(all.flatMap(({ operations }) => operations))),
		),
	].join('\n\n');

/** The index of all operations. */
export function indexPage(all: ResourceShown[]): string {
	const rows = all.map((resource) => {
		const links = resource.operations.map(
			({ name }) => `[${name}](operations/${fileOf(resource)}#${anchorOf(name)})`,
		);
		return `| ${resource.name} | ${links.join(', ')} |`;
	});
	const operations = all.flatMap((each) => each.operations);
	const isOption = ({ name }: INodeProperties) =>
		operations.every(({ fields }) => fields.every((each) => each.name !== name));
	const common = [...commonEntries(operations).values()].map((each) =>
		isOption(each)
			? fieldRow({ ...each, displayName: `Options > ${each.displayName}` }, [], 'options.')
			: fieldRow(each, operations[0].fields),
	);
	return [
		GENERATED,
		'# Operations',
		'Each page lists the fields, options, calls and output of the operations of one resource, and what a second run does. The outputs and second runs come from runs against the emulator, not the live Loops.',
		table(['Resource', 'Operations'], rows),
		'[Loops Trigger](operations/loops-trigger.md) has 17 events.',
		INDEX,
		'## Common fields',
		'Many operations have these fields:',
		table(HEAD, common),
	].join('\n\n');
}

/** An event of Loops, and the fields that its payload fills. */
export interface EventShown {
	name: string;
	value: string;
	description?: string;
	fields: string[];
	example: IDataObject;
}

/** The page of Loops Trigger. */
export function triggerPage(events: EventShown[], parameters: INodeProperties[]): string {
	const [example] = events.filter(({ value }) => value === 'email.hardBounced');
	const always = Object.keys(example.example).filter((name) =>
		events.every(({ fields }) => fields.includes(name)),
	);
	const rows = events.map(
		({ name, value, description, fields }) =>
			`| ${name} | ${code(value)} | ${fields
				.filter((field) => !always.includes(field))
				.map(code)
				.join(', ')} | ${description ? plain(description) : ''} |`,
	);
	const entries = once(parameters).flatMap((field) =>
		field.type === 'collection'
			? (field.options as INodeProperties[]).map((entry) =>
					fieldRow(
						{ ...entry, displayName: `${field.displayName} > ${entry.displayName}` },
						[],
						`${field.name}.`,
					),
				)
			: [
					fieldRow(
						{ ...field, default: field.default === true ? true : undefined } as INodeProperties,
						[],
					),
				],
	);
	return [
		GENERATED,
		'# Loops Trigger',
		'To set it up, see [the guide](../trigger.md).',
		'## Events',
		`**All Events** (\`*\`) stands for these and any that Loops adds. Each event is one item. ${always.map(code).join(', ')} are in every event.`,
		table(['Event', '`event`', 'Also filled', 'What to know'], rows),
		'## Output',
		'All events have the same fields. A field that an event lacks is `null` or `[]`.',
		table(
			['Field', 'What it is'],
			Object.entries(EVENT_FIELDS).map(([field, about]) => `| ${code(field)} | ${about} |`),
		),
		`An example, ${example.name}:`,
		'```json\n' + jsonOf(example.example) + '\n```',
		'## Fields',
		table(HEAD, entries),
	].join('\n\n');
}
