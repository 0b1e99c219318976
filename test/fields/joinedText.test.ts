import type { GenericValue, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { agentWorkflow } from '../harness/agent.mts';
import { runWorkflow } from '../harness/engine.mts';
import { withAdded } from '../harness/forms.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { sendEvent, upsert } = parametersOf;
const changes = () => loops.emulator.requests.filter(({ method }) => method !== 'GET');
const byBoth = (userId: string) => ({
	...upsert,
	findBy: 'emailAndUserId',
	email: '={{ $json.email }}',
	userId,
});
const adaAndBob = (values: IDataObject) =>
	['ada', 'bob'].map((name) => ({ email: `${name}@example.com`, ...values }));
const continues = { onError: 'continueErrorOutput' } as const;

describe('a value that an expression joins to text', () => {
	it.each<[expression: string, item: IDataObject]>([
		["'user_' + $json.id", { id: '' }],
		['`crm-${$json.id}`', { id: ' ' }],
		["$json.tenant + ':' + $json.id", { tenant: 'acme', id: '' }],
		["['acme', $json.id].join('-')", {}],
		["['acme', $json.id].join('-')", { id: null }],
		["('crm-' + $json.id).toUpperCase()", { id: '' }],
		["$json.shop + '-' + $json.id", { shop: 'NULL', id: 7 }],
		["'crm-' + $('Start').item.json.id", { id: '' }],
	])('is refused as a part of a user ID: {{ %s }} of %j', async (expression, item) => {
		const { failed } = await loops.run(byBoth(`={{ ${expression} }}`), adaAndBob(item), continues);
		expect(failed).toHaveLength(2);
		for (const { json } of failed) {
			expect((json.error as IDataObject).message).toMatch(/^'User ID': \{\{ .* (finds|gives) /);
		}
		expect(changes()).toEqual([]);
	});

	it.each<[expression: string, sent: string]>([
		["'user_' + $json.id", 'user_7'],
		["$json.id + ($json.isTrial ? '_trial' : '')", '7'],
		["'u' + ($json.none ?? '')", 'u'],
		["'u-' + $json.id + $if($json.isTrial, '-trial', '')", 'u-7'],
		["[$json.none, $json.id].filter(Boolean).join('-')", '7'],
		["'u7'.replace(/'/g, '') + ''", 'u7'],
		["$json.names.map((name) => 'u' + name).join('')", 'uaub'],
		['`a${$json.names.map((name) => `-${name}`).join("")}`', 'a-a-b'],
		['$json.id + 1', '8'],
	])('may be empty where that is deliberate: {{ %s }}', async (expression, sent) => {
		const { error } = await loops.run(byBoth(`={{ ${expression} }}`), [
			{ email: 'ada@example.com', id: 7, isTrial: false, names: ['a', 'b'] },
		]);
		expect(error?.message).toBeUndefined();
		expect(changes()[0].body).toMatchObject({ userId: sent });
	});

	it.each(['`${$json.order}-${$json.email}`', "[$json.order, $json.email].join('-')"])(
		'is refused as a part of a key: {{ %s }}',
		async (expression) => {
			const options = { sendOnlyOnceFor: `={{ ${expression} }}` };
			const items = [{ order: '', email: 'kim@example.com' }];
			const { failed } = await loops.run({ ...sendEvent, options }, items, continues);
			expect(failed).toHaveLength(1);
			expect(changes()).toEqual([]);
		},
	);

	it("is refused if an AI agent leaves it blank: 'lead-' + $fromAI('lead')", async () => {
		const options = { sendOnlyOnceFor: "={{ 'lead-' + $fromAI('lead') }}" };
		const calls = ['', ' ', 'null'].map((lead) => ({ lead }));
		const workflow = agentWorkflow({ ...sendEvent, options }, { toolCalling: 'engine' });
		await runWorkflow(source, loops.credentials(), workflow, [{ json: { calls } }]);
		expect(changes()).toEqual([]);
	});

	it.each<[operator: string, value: string, item: IDataObject]>([
		['contains', "'@' + $json.domain", { domain: '' }],
		['notContains', '`+${$json.tag}`', { tag: '' }],
		['after', 'new Date($json.lastRun).toISOString()', { lastRun: null }],
	])(
		'is refused in a condition that everybody meets: %s {{ %s }}',
		async (operator, value, item) => {
			const condition = [{ property: 'createdAt', operator, value: `={{ ${value} }}` }];
			const create = { resource: 'campaign', operation: 'create', name: 'News' };
			await loops.run(withAdded(create, { conditions: { condition } }), [item], continues);
			expect(changes()).toEqual([]);
		},
	);
});

describe('a user ID', () => {
	it.each<[of: string, userId: string, id: GenericValue]>([
		['guests of WooCommerce', '={{ $json.id }}', 0],
		['the same in a text', '=woo-{{ $json.id }}', 0],
		['an empty field of Odoo', '=odoo-{{ $json.id }}', false],
		['the same, joined', "={{ 'odoo-' + $json.id }}", false],
		['Python', '={{ $json.id }}', 'None'],
		['a sheet', '={{ $json.id }}', 'N/A'],
		['people', '=crm-{{ $json.id }}', '-'],
		['Go', '={{ $json.id }}', '<nil>'],
		['.NET', '={{ $json.id }}', '00000000-0000-0000-0000-000000000000'],
		['an agent', '=crm-{{ $json.id }}', 'not provided'],
	])('can not be what stands for no ID: of %s', async (_of, userId, id) => {
		const { failed } = await loops.run(byBoth(userId), adaAndBob({ id }), continues);
		expect(failed).toHaveLength(2);
		expect(changes()).toEqual([]);
	});

	it.each(['u0', 'Nonesuch', 'unknown-7', '10', 'n-a', 'false-friend'])(
		'may be %s',
		async (userId) => {
			const { error } = await loops.run(byBoth(userId), [{ email: 'ada@example.com' }]);
			expect(error?.message).toBeUndefined();
		},
	);
});
