import { compileFunction } from 'node:vm';
import type { FieldType, IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { eventMapper, propertiesMapper, variablesMapper } from '../../harness/forms.mts';
import { perRawKey } from '../../harness/sendOnce.mts';
import { changesIn, linesOf, refusalsOf, TEMPLATE, useAccount } from './account.mts';

type Type = 'text' | 'number' | 'boolean' | 'date' | 'list';
interface Value {
	name: string;
	type: Type;
	expression: string;
}
/** A job of jobs.txt; README.md explains the format. */
interface Job {
	title: string;
	given: Record<string, string>;
	values: Value[];
	contact: Value[];
	/** JSON; `§` stands for the number of the row. */
	row: string;
	optional: string[];
}

function jobOf(block: string): Job {
	const job: Job = { title: '', given: {}, values: [], contact: [], row: '', optional: [] };
	for (const line of block.split('\n').filter(Boolean)) {
		const [, kind, name, type, expression] = /^(value|contact) (\w+) (\w+): (.+)$/.exec(line) ?? [];
		const [, given, text] = /^(email|userId|key|list): (.+)$/.exec(line) ?? [];
		if (kind) {
			job[kind === 'value' ? 'values' : 'contact'].push({ name, type: type as Type, expression });
		} else if (given) job.given[given] = text;
		else if (line.startsWith('row ')) job.row = line.slice(4);
		else if (line.startsWith('optional')) job.optional = line.split(' ').slice(1);
		else job.title = line;
	}
	return job;
}
const jobs = linesOf('jobs.txt', '\n\n').map(jobOf);

const TYPES = {
	text: 'string',
	number: 'number',
	boolean: 'boolean',
	date: 'dateTime',
	list: 'array',
};
const typesOf = (values: Value[]) =>
	Object.fromEntries(values.map(({ name, type }) => [name, TYPES[type] as FieldType]));
const code = (expression: string) => `={{ ${expression} }}`;
const formOf = (values: Value[]) =>
	Object.fromEntries(values.map(({ name, expression }) => [name, code(expression)]));
const jsonOf = (values: Value[]) =>
	code(`({ ${values.map(({ name, expression }) => `${name}: ${expression}`).join(', ')} })`);

const eventNameOf = ({ title }: Job) => title.replace(/^event | (rows|json)$/g, '');
const isJson = ({ title }: Job) => title.endsWith(' json');

/** The node as somebody would configure it for the job. */
function parametersOf(job: Job): IDataObject {
	const { title, given, values, contact } = job;
	const [what, operation] = title.split(' ');
	const who: IDataObject = {
		findBy: given.userId ? (given.email ? 'emailAndUserId' : 'userId') : 'email',
		...(given.email && { email: code(given.email) }),
		...(given.userId && { userId: code(given.userId) }),
	};
	const list = given.list && { addToList: code(given.list) };
	const options: IDataObject = { ...(given.key && perRawKey(code(given.key))) };
	if (what === 'contact') {
		return {
			resource: 'contact',
			operation,
			...who,
			...(isJson(job) ? {} : propertiesMapper(typesOf(contact), formOf(contact))),
			additionalFields: {
				...(operation === 'create' && given.userId && { userId: who.userId }),
				...list,
				...(isJson(job) && { contactPropertiesJson: jsonOf(contact) }),
			},
		};
	}
	if (what === 'email') {
		return {
			resource: 'transactionalEmail',
			operation: 'send',
			...who,
			transactionalId: { __rl: true, mode: 'id', value: TEMPLATE },
			...(isJson(job)
				? {}
				: variablesMapper(
						values.map(({ name }) => name),
						formOf(values),
					)),
			options: { ...options, ...(isJson(job) && { dataVariablesJson: jsonOf(values) }) },
		};
	}
	const rows = values.map(({ name, type, expression }) => ({
		id: name,
		name,
		type: type === 'date' ? 'string' : TYPES[type],
		value: code(expression),
	}));
	const isRows = title.endsWith(' rows');
	return {
		resource: 'event',
		operation: 'send',
		...who,
		eventName: { __rl: true, mode: 'name', value: eventNameOf(job) },
		...(isRows || isJson(job) ? {} : eventMapper(typesOf(values), formOf(values))),
		additionalFields: {
			...list,
			contactProperties: {
				property: contact.map(({ name, expression }) => ({ name, value: code(expression) })),
			},
		},
		options: {
			...options,
			...(isRows && { extraEventProperties: { assignments: rows } }),
			...(isJson(job) && { eventPropertiesJson: jsonOf(values) }),
		},
	};
}

/** What an expression gives: like n8n, undefined where it fails. */
function evaluate(expression: string, $json: IDataObject): unknown {
	try {
		return compileFunction(`return ${expression}`, ['$json'])($json) as unknown;
	} catch {
		return undefined;
	}
}

const isNothing = (value: unknown) => value === undefined || value === null;
const isBlank = (value: unknown) => isNothing(value) || value === '';

/** The values of a row that Loops gets, without those that `isLeftOut`. */
const valuesFor = (
	values: Value[],
	row: IDataObject,
	isLeftOut: (value: unknown, type: Type) => boolean,
) =>
	values.flatMap(({ name, type, expression }): Array<[string, unknown]> => {
		const value = evaluate(expression, row);
		return isLeftOut(value, type) ? [] : [[name, value]];
	});

const withoutNull = (row: object) =>
	Object.fromEntries(Object.entries(row).filter(([, cell]) => !isNothing(cell)));

/** The body of the request for a row. */
function bodyOf(job: Job, row: IDataObject): IDataObject {
	const [what] = job.title.split(' ');
	const valueOf = (name: string) => (job.given[name] ? evaluate(job.given[name], row) : undefined);
	const takesEmptyText = (type: Type) => what === 'email' || isJson(job) || type === 'text';
	const values = valuesFor(job.values, row, (value, type) =>
		takesEmptyText(type) ? isNothing(value) : isBlank(value),
	).map(([name, value]) => [name, Array.isArray(value) ? value.map(withoutNull) : value]);
	const isContactJson = what === 'contact' && isJson(job);
	const contact = valuesFor(job.contact, row, (value) =>
		isContactJson ? value === undefined : isBlank(value),
	);
	const list = valueOf('list');
	const part = what === 'email' ? 'dataVariables' : 'eventProperties';
	const all: Record<string, unknown> = {
		...Object.fromEntries(contact),
		email: valueOf('email'),
		userId: valueOf('userId'),
		...(what === 'event' && { eventName: eventNameOf(job) }),
		...(what === 'email' && { transactionalId: TEMPLATE }),
		...(!isBlank(list) && { mailingLists: { [String(list)]: true } }),
		...(values.length > 0 && { [part]: Object.fromEntries(values) as unknown }),
	};
	for (const name of ['email', 'userId']) if (isBlank(all[name])) delete all[name];
	return all as IDataObject;
}

/** The complete row, two rows with gaps, and one row for each column without a value. */
function rowsOf({ row, optional }: Job): IDataObject[] {
	const gaps = (value: undefined | '') =>
		Object.fromEntries(optional.map((column) => [column, value]));
	return [{}, gaps(undefined), gaps(''), ...optional.map((column) => ({ [column]: null }))].map(
		(changes, n) => ({
			...(JSON.parse(row.replaceAll('§', String(n))) as IDataObject),
			...changes,
		}),
	);
}

const loops = useAccount({
	contacts: [{ email: 'kim@example.com', userId: 'u-77' }],
	eventPatterns: jobs
		.filter(({ title }) => title.startsWith('event '))
		.map((job) => ({
			eventName: eventNameOf(job),
			eventProperties: job.values.map(({ name, type }) => ({
				name,
				type: type === 'text' || type === 'list' ? 'string' : type,
			})),
		})),
});

it('there are 60 jobs', () => {
	expect(jobs.length).toBeGreaterThanOrEqual(60);
});

it.each(jobs)('$title: each row is sent as its author would', async (job) => {
	const rows = rowsOf(job);
	const run = await loops.run(parametersOf(job), rows, { onError: 'continueRegularOutput' });
	expect(run.error).toBeUndefined();
	const refusals = [...refusalsOf(run)].map(([n, why]) => `${why} ${JSON.stringify(rows[n])}`);
	expect(refusals).toEqual([]);
	const sent = changesIn(loops).map(({ body: { eventProperties, dataVariables, ...body } }) => {
		const parts = Object.entries({ eventProperties, dataVariables });
		const filled = parts.filter(([, part]) => part && Object.keys(part).length > 0);
		return { ...body, ...Object.fromEntries(filled) };
	});
	expect(inOrder(sent)).toEqual(inOrder(rows.map((row) => bodyOf(job, row))));
});

/** Items of different contacts may leave in any order. */
function inOrder(bodies: unknown[]): string[] {
	const sorted = (_name: string, value: unknown) =>
		typeof value === 'object' && value && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value;
	return bodies.map((body) => JSON.stringify(body, sorted)).sort();
}
