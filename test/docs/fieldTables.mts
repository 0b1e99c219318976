import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	INodePropertyOptions,
} from 'n8n-workflow';

/** An operation, as far as its fields go. */
interface WithFields {
	fields: INodeProperties[];
}

const TYPES: Record<string, string> = {
	assignmentCollection: 'rows of a name and a value',
	boolean: 'switch',
	dateTime: 'date and time',
	fixedCollection: 'rows',
	json: 'JSON',
	multiOptions: 'list of names or IDs',
	number: 'number',
	options: 'choice',
	resourceLocator: 'chosen from your account',
	resourceMapper: 'a typed field for each',
	string: 'text',
};

/** What the column of the type says already. */
const CHOOSE = /^Choose from the list, or specify (?:IDs|an ID) using an <a.*<\/a>/;

/** The text of a form as Markdown within a table. */
export const plain = (text = '') =>
	text
		.replace(CHOOSE, '')
		.replaceAll(/<a href="(https:\/\/loops\.so[^"]*)">(.*?)<\/a>/g, '[$2]($1)')
		.replaceAll(/<[^>]*>/g, (tag) => (/^<\/?a\b/.test(tag) ? '' : `\`${tag}\``))
		.replaceAll('``', '')
		.replaceAll('|', '\\|')
		.replace(/[^.!?]$/, '$&.');

const isDefault = (value: unknown) =>
	!['', undefined, null, '{}'].includes(value as string) && typeof value !== 'object';

/** A value as a code span. */
export const code = (value: unknown) => `\`${String(value)}\``;

function choicesOf({ options = [], type, default: chosen }: INodeProperties): string {
	if (type !== 'options' || options.length === 0) return '';
	return `One of ${(options as INodePropertyOptions[])
		.map(({ name, value }) => `${name} (${code(value)}${value === chosen ? ', the default' : ''})`)
		.join(', ')}.`;
}

const isSingle = ({ type, typeOptions }: INodeProperties) =>
	type === 'fixedCollection' && typeOptions?.multipleValues === false;

function rowsOf(field: INodeProperties): string {
	if (field.type !== 'fixedCollection') return '';
	const groups = field.options as INodePropertyCollection[];
	return groups
		.flatMap(({ displayName, name, values }) => [
			`${displayName} (${code(name)}): ${values.map((each) => `${each.displayName} (${code(each.name)})`).join(', ')}.`,
			...(isSingle(field) ? values.map(choicesOf).filter(Boolean) : []),
		])
		.join(' ');
}

const modesOf = ({ modes }: { modes?: INodePropertyMode[] }) =>
	modes
		? `${modes.map(({ displayName, name }) => `${displayName} (${code(name)})`).join(', ')}.`
		: '';

/** When the form shows a field that it does not always show. */
function conditionOf(
	{ displayOptions: { show = {}, hide = {} } = {} }: INodeProperties,
	all: INodeProperties[],
) {
	const conditions = Object.entries(show).flatMap(([name, values]) => {
		const by = all.find((each) => each.name === name);
		if (!by || !values || ['resource', 'operation'].includes(name)) return [];
		const options = (by.options ?? []) as INodePropertyOptions[];
		const words = [
			...options.map(({ name: label, value }) => [value, label]),
			[true, 'on'],
			[false, 'off'],
		];
		const labels = words.flatMap(([value, label]) =>
			(values as unknown[]).includes(value) ? [label] : [],
		);
		return [`${by.displayName}: ${labels.join(' or ')}`];
	});
	if (show['@tool']) conditions.push('the node as a tool of an AI agent');
	if (hide['@tool']) return 'Not in tools of AI agents.';
	return conditions.length > 0 ? `Shown with ${conditions.join(' and ')}.` : '';
}

/** A row of a table of fields. */
export function fieldRow(field: INodeProperties, all: INodeProperties[], within = ''): string {
	const { displayName, name, type, required, default: value, description, hint } = field;
	const about = [
		description && plain(description),
		hint && plain(hint),
		choicesOf(field),
		rowsOf(field),
		modesOf(field as { modes?: INodePropertyMode[] }),
		// The form has one for each way to identify a contact.
		type !== 'resourceMapper' && conditionOf(field, all),
	];
	const isOfAccount = type === 'options' && field.typeOptions?.loadOptionsMethod;
	const kind = isOfAccount ? 'name or ID' : isSingle(field) ? 'group' : TYPES[type];
	// An option that is not added is off.
	const given = within !== '' && value === true ? 'off unless added' : code(value);
	const shown = type !== 'options' && isDefault(value) ? `${kind}, ${given}` : kind;
	return `| ${displayName}${required ? ', required' : ''} | ${code(within + name)} | ${shown} | ${about.filter(Boolean).join(' ')} |`;
}

/** A Markdown table. */
export const table = (head: string[], rows: string[]) =>
	[`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n');

/** The columns of a table of fields. */
export const HEAD = ['Field', 'In JSON', 'Type, default', 'What it does'];

const textOf = ({ name, displayName, description, hint }: INodeProperties) =>
	[name, displayName, description, hint].join('|');

/** The entries that so many operations have that one table describes them. */
export function commonEntries(operations: WithFields[]): Map<string, INodeProperties> {
	const counts = new Map<string, INodeProperties[]>();
	for (const { fields } of operations) {
		for (const field of once(fields)) {
			const entries = field.name === 'options' ? (field.options as INodeProperties[]) : [field];
			for (const entry of entries) {
				counts.set(textOf(entry), [...(counts.get(textOf(entry)) ?? []), entry]);
			}
		}
	}
	return new Map(
		[...counts]
			.filter(
				([, [{ type, required }, ...others]]) =>
					type !== 'collection' && !required && others.length > 8,
			)
			.map(([text, [first]]) => [text, first]),
	);
}

/** A field once, though the form has one for each way to identify a contact. */
export const once = (fields: INodeProperties[]) =>
	fields.filter(
		({ name, type }, index) =>
			type !== 'notice' &&
			fields.findIndex((each) => each.name === name && each.type === type) === index,
	);

/** The table of an operation's own fields, and the names of those that many operations have. */
export function fieldsOf({ fields }: WithFields, common: Map<string, INodeProperties>): string[] {
	const own: string[] = [];
	const shared: string[] = [];
	for (const field of once(fields)) {
		if (field.type !== 'collection') {
			if (common.has(textOf(field))) shared.push(field.displayName);
			else own.push(fieldRow(field, fields));
			continue;
		}
		for (const entry of field.options as INodeProperties[]) {
			if (common.has(textOf(entry))) shared.push(entry.displayName);
			else {
				const named = { ...entry, displayName: `${field.displayName} > ${entry.displayName}` };
				own.push(fieldRow(named, fields, `${field.name}.`));
			}
		}
	}
	return [
		...(own.length > 0 ? [table(HEAD, own)] : []),
		...(shared.length > 0
			? [`[Common fields](../operations.md#common-fields): ${shared.join(', ')}.`]
			: []),
	];
}
