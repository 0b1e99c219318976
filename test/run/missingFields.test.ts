import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { batchesWorkflow } from '../harness/batches.mts';
import { eventMapper, propertiesMapper, variablesMapper, withAdded } from '../harness/forms.mts';
import { runWorkflow } from '../harness/engine.mts';
import { source, useEmulator, type RunOptions } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { sendEmail, sendEvent, upsert } = parametersOf;

const BOM = '\ufeff';
const inProduction: RunOptions = { mode: 'trigger' };
const rows = (count: number, row: IDataObject = {}) =>
	Array.from({ length: count }, (_, n) => ({ id: `u-${n}`, ...row }));
const email = '={{ $json.id }}@example.com';
const contact = (expression: string, added: IDataObject = {}) => ({
	...upsert,
	email,
	...propertiesMapper({ planName: 'string' }, { planName: `={{ ${expression} }}` }),
	...added,
});
const leftOut = (label: string, expression: string, of = 'the input') =>
	`'${label}' is not sent: no item of ${of} has the field that {{ ${expression} }} reads. If the field may be missing, write ?? undefined before the closing }}.`;

const hintsOf = async (parameters: IDataObject, items: IDataObject[], options?: RunOptions) =>
	(await loops.expectSuccess(parameters, items, options)).hints;

describe('a field that no item has', () => {
	it.each([
		['$json.plan', 'the input'],
		["$json['plan']", 'the input'],
		['$json["my plan"]', 'the input'],
		['$json.user.plan', 'the input'],
		['$json.address.plan', 'the input'],
		['$input.item.json.plan', 'the input'],
		["$('Start').item.json.plan", "$('Start')"],
		['$("Start").item.json["plan"]', '$("Start")'],
		["$('Start').first().json.plan", "$('Start')"],
		["$node['Start'].json.plan", "$('Start')"],
	])('is told once, without a failure: %s', async (expression, of) => {
		const items = rows(2, { address: { city: 'Berlin' } });
		expect(await hintsOf(contact(expression), items)).toEqual([
			leftOut('planName', expression, of),
		]);
		expect(loops.changes()).toHaveLength(2);
	});

	it.each([
		['an optional user ID', 'User ID', { findBy: 'emailAndUserId', userId: '={{ $json.plan }}' }],
		[
			'a subscription',
			'Subscription (All Emails)',
			{
				additionalFields: { subscription: '={{ $json.plan }}' },
			},
		],
		[
			'mailing lists',
			'Add to List Names or IDs',
			{ additionalFields: { addToList: '={{ $json.plan }}' } },
		],
		[
			'JSON',
			'Contact Data (JSON)',
			{
				additionalFields: { contactPropertiesJson: '={{ $json.plan }}' },
			},
		],
	])('is told of %s', async (_what, label, added) => {
		const hints = await hintsOf({ ...upsert, email, ...added }, rows(2));
		expect(hints).toEqual([leftOut(label, '$json.plan')]);
	});

	it('is told of event properties and of rows', async () => {
		const form = eventMapper({ plan: 'string' }, { plan: '={{ $json.plan }}' });
		const extra = { id: '1', name: 'tier', type: 'string', value: '={{ $json.tier }}' };
		const property = [{ name: 'firstName', value: '={{ $json.first }}' }];
		const parameters = withAdded(
			{ ...sendEvent, email, ...form },
			{ extraEventProperties: { assignments: [extra] }, contactProperties: { property } },
		);
		const hints = await hintsOf(parameters, rows(2));
		expect(hints).toEqual([
			leftOut('plan', '$json.plan'),
			leftOut('firstName', '$json.first'),
			leftOut('tier', '$json.tier'),
		]);
	});

	it('is told of data variables', async () => {
		const extra = { id: '1', name: 'plan', type: 'string', value: '={{ $json.plan }}' };
		const options = { extraDataVariables: { assignments: [extra] } };
		const hints = await hintsOf({ ...sendEmail, email, options }, rows(2));
		expect(hints).toEqual([leftOut('plan', '$json.plan')]);
	});

	it.each([
		[9, inProduction, 0],
		[10, inProduction, 1],
		[1, {}, 1],
	])('is told for %i items as %o: %i', async (count, options, told) => {
		expect(await hintsOf(contact('$json.plan'), rows(count), options)).toHaveLength(told);
	});

	it('is told once an execution, not in each round of a loop', async () => {
		const workflow = batchesWorkflow(contact('$json.plan'), { batchSize: 2 });
		const items = rows(6).map((json) => ({ json }));
		const { data } = await runWorkflow(source, loops.credentials(), workflow, items);
		const hints = data.resultData.runData.Loops.map((round) => round.hints?.length ?? 0);
		expect(hints).toEqual([1, 0, 0]);
	});

	it('is told by the try of Retry On Fail that succeeds', async () => {
		loops.emulator.inject({ kind: 'status', status: 403, method: 'PUT' });
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		expect((await hintsOf(contact('$json.plan'), rows(3), retry)).join()).toContain('is not sent');
	});

	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'is told if Loops refuses all items for it: %s',
		async (onError) => {
			const values = { firstName: '={{ $json.first }}' };
			const parameters = { ...sendEmail, email, ...variablesMapper(['firstName'], values) };
			const { hints, error } = await loops.run(parameters, rows(2), { onError });
			expect([error?.description, ...hints].join()).toContain(leftOut('firstName', '$json.first'));
		},
	);

	it('is told by an error that stops the run', async () => {
		const parameters = { ...contact('$json.plan'), email: '={{ $json.email }}' };
		const items = [{ email: 'kim@example.com' }, { email: 'nobody' }];
		const { description } = await loops.expectError(parameters, 'not an email address', items);
		expect(description).toContain(leftOut('planName', '$json.plan'));
	});

	it('is not told if all items are refused before they are sent: their errors say why', async () => {
		const { hints } = await loops.run(
			{ ...contact('$json.plan'), email: '={{ $json.mail }}' },
			rows(2),
			{
				onError: 'continueRegularOutput',
			},
		);
		expect(hints.join()).not.toContain('is not sent');
	});
});

it.each([
	['$json.plan', { plan: null }],
	['$json.plan', { plan: '' }],
	['$json.user.plan', { user: null }],
	['$json.user.plan', { user: '' }],
	['$json.tags[0]', { tags: [] }],
	['$json.plan ?? undefined', {}],
	["$json.plan || ''", {}],
	['$json?.plan', {}],
	['$json.user?.plan', {}],
	['$json.plan ? $json.plan : undefined', {}],
	['$json.plan.trim()', {}],
	["$('Start').item.json.plan ?? ''", {}],
	["$('Start').item.json.plan", { plan: null }],
	['undefined', {}],
	['$json', {}],
])('{{ %s }} of %j is quiet', async (expression, row) => {
	const { hints } = await loops.run(contact(expression), rows(12, row), {
		onError: 'continueRegularOutput',
	});
	expect(hints.join()).not.toContain('is not sent');
});

it.each(['$json.plan', "$('Start').item.json.plan"])(
	'a field that some items have is quiet: %s',
	async (expression) => {
		const items = [...rows(11), { id: 'u-11', plan: 'team' }];
		expect(await hintsOf(contact(expression), items)).toEqual([]);
	},
);

describe('a name that looks the same', () => {
	const bomHint = (name: string) =>
		`The data has a field '${name}' with a byte order mark in its name. Turn on 'Exclude Byte Order Mark (BOM)' in the node that reads the file.`;
	const caseHint = (name: string) =>
		`The data has a field '${name}'. Field names are case-sensitive.`;
	const otherHint = (name: string) =>
		`The data has a field '${name}'. The two names differ only in spaces or invisible characters.`;

	it.each([
		['$json.plan', `${BOM}plan`, bomHint('plan')],
		['$json.plan', `${BOM}Plan`, bomHint('Plan')],
		['$json.plan', 'Plan', caseHint('Plan')],
		['$json.plan', 'PLAN', caseHint('PLAN')],
		['$json.plan', 'plan ', otherHint('plan')],
		['$json.plan', '\u200bplan', otherHint('plan')],
		['$json["my plan"]', 'my\u00a0plan', otherHint('my plan')],
		["$('Start').item.json.plan", `${BOM}plan`, bomHint('plan')],
	])('is told for %s beside %j', async (expression, name, said) => {
		const [hint] = await hintsOf(contact(expression), rows(2, { [name]: 'team' }));
		expect(hint).toContain(`that {{ ${expression} }} reads. ${said}`);
		expect(hint).not.toContain('undefined');
	});
});
