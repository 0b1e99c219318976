import type { IDataObject, INode } from 'n8n-workflow';
import { expect, it } from 'vitest';

import type { Fault } from '../../emulator/faults.mts';
import { outputOf, runWorkflow } from '../../harness/engine.mts';
import { source } from '../../harness/loops.mts';
import { workflowWith, type WorkflowJson } from '../../harness/workflow.mts';
import { changesIn, EVENT, FIELDS, type FieldName, linesOf, LIST, useAccount } from './account.mts';

const person = (id: number, given: IDataObject): IDataObject => ({
	id,
	userId: `5a2c7e0${id}-0000-4000-a000-000000000001`,
	email: `Kim${id}@Example.com`,
	orderId: `1000${id}`,
	event: 'signup',
	createdAt: '2026-01-05T08:00:00.000Z',
	isPaid: true,
	amount: 12.5,
	zero: 0,
	listId: LIST,
	lists: [LIST],
	items: [{ name: 'Socks', price: 9 }],
	// Columns that nobody has filled in.
	workId: null,
	optionalList: null,
	...given,
	user: { id: `u${id}`, email: `kim${id}@example.com`, ...(given.user as IDataObject) },
});

/** Somebody with all columns, and somebody whose name is unlucky. */
const COMPLETE = [
	person(1, {
		firstName: 'Kim',
		lastName: 'Okafor',
		name: 'Kim Okafor',
		login: 'kim',
		company: 'Acme',
		plan: 'pro',
		title: 'New this week',
		city: 'Lagos',
		birthday: '1990-05-17',
		postId: 'UG9zdDoxMjM=',
	}),
	person(2, {
		email: 'Jennifer.Null@Example.com',
		firstName: 'Nan',
		lastName: 'Null',
		name: 'Nan Null',
		login: 'UndefinedBehavior',
		company: 'Undefined Ltd',
		plan: 'Infinity',
		title: 'NaN explained',
		city: 'None',
		birthday: '1970-01-01',
		postId: 'UG9zdDox=',
		user: { id: 'null:2' },
	}),
].map((row) => ({
	...row,
	'Email Address': row.email,
	'First Name': row.firstName,
	emails: [row.email],
	from: `${row.name} <${row.email}>`,
	properties: { email: { value: row.email } },
	tags: ['vip', row.plan],
	url: `https://example.com/${String(row.login)}?next=`,
	seats: 4,
	score: 0,
	subject: '',
	userType: 'investor',
	phone: '+49 30 1234567',
	notes: `${row.name} asked for undefined, null and NaN.`,
	trialEndsAt: '2026-12-01',
	optedIn: true,
	stripe: { id: `evt_${row.id}` },
}));

/** Somebody who left out what may be left out. */
const GAPS = person(3, {
	firstName: null,
	name: '',
	company: '',
	plan: null,
	seats: null,
	phone: null,
	trialEndsAt: null,
	tags: [],
	items: [{ name: null, price: 9 }],
	isPaid: false,
	user: { profile: null },
});

const VARIABLES = {
	team: 'Acme',
	teamEmail: 'team@example.com',
	domain: 'example.com',
	brand: 'Null Brewing',
	event: 'signup',
	list: LIST,
};

/** All names that the expressions give an event. */
const EVENTS = [
	...['signup', 'plan_upgraded', 'trial_expired', 'To Infinity', 'undefined_plan', 'loading...'],
	...['pro_plan', 'infinity_plan', 'Infinity_plan', 'plan pro', 'plan Infinity', EVENT],
];
const TYPES = { text: 'string', number: 'number', isTrue: 'boolean', date: 'date' } as const;
const loops = useAccount({
	eventPatterns: EVENTS.map((eventName) => ({
		eventName,
		eventProperties: Object.entries(TYPES).map(([name, type]) => ({ name, type })),
	})),
});

/** Webhook → Edit Fields → a Loops node for each value. Only the Webhook's items have a body. */
function workflowOf(name: FieldName, values: string[], rows: IDataObject[]): WorkflowJson {
	const { nodes, ...workflow } = workflowWith({}, { onError: 'continueRegularOutput' });
	const [start, loopsNode] = nodes;
	const to = (names: string[]) => ({
		main: [names.map((node) => ({ node, type: 'main' as const, index: 0 }))],
	});
	return {
		...workflow,
		nodes: [
			{ ...start, name: 'Webhook' },
			{ ...start, id: 'Edit Fields', name: 'Edit Fields', type: 'n8n-nodes-base.noOp' },
			...values.map((value) => ({
				...loopsNode,
				id: value,
				name: value,
				parameters: FIELDS[name].with(
					value.includes('{{') ? `=${value}` : value,
				) as INode['parameters'],
			})),
		],
		connections: { Webhook: to(['Edit Fields']), 'Edit Fields': to(values) },
		pinData: { 'Edit Fields': rows.map((json, item) => ({ json, pairedItem: { item } })) as never },
	};
}

interface Section {
	name: FieldName;
	/** The bodies that the Webhook got. */
	people: IDataObject[];
	/** What the node gets: the same, or the answers of an API. */
	rows: IDataObject[];
	expressions: string[];
}
const sections: Section[] = [];
for (const line of linesOf('expressions.txt')) {
	const [, name, kind] = /^# (.+?)(?:, (with gaps|of other data))?$/.exec(line) ?? [];
	if (name) {
		const people = kind === 'with gaps' ? [...COMPLETE, GAPS] : COMPLETE;
		const rows = kind === 'of other data' ? people.map((_, id) => ({ id })) : people;
		sections.push({ name: name as FieldName, people, rows, expressions: [] });
	} else sections.at(-1)?.expressions.push(line);
}

it('the sections hold 300 expressions', () => {
	expect(sections.flatMap(({ expressions }) => expressions).length).toBeGreaterThanOrEqual(300);
});

it.each(sections)('$name: all expressions are sent, without a warning', async (section) => {
	const { name, people, rows, expressions } = section;
	// Many expressions give the same key, which Loops would accept only once.
	if (/key$/.test(name)) {
		const accepted: Fault = { kind: 'body', body: { success: true } };
		loops.onRequest = ({ method }) => (method === 'POST' ? { fault: accepted } : undefined);
	}
	const run = await runWorkflow(
		source,
		loops.credentials(),
		workflowOf(name, expressions, rows),
		people.map((body, n) => ({ json: { body, headers: { 'x-request-id': `r${n}` } } })),
		{ variables: VARIABLES },
	);
	const complaints = expressions.flatMap((expression) => {
		const { error, hints = [] } = run.data.resultData.runData[expression][0];
		const errors = outputOf(run, expression)[0].map(({ json }) => json.error as unknown as Error);
		return [error, ...errors, ...hints]
			.map((each) => each?.message)
			.filter((message) => message && !/Contact not found|items failed/.test(message))
			.map((message) => `${expression}  ${message}`);
	});
	expect(complaints).toEqual([]);
	expect(changesIn(loops)).toHaveLength(rows.length * expressions.length);
});
