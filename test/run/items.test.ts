import { type IDataObject, type INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputOf, runWorkflow } from '../harness/engine.mts';
import { workflowWith } from '../harness/workflow.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { everyOperation } from '../harness/operations.mts';

const loops = useEmulator();

const find = { resource: 'contact', operation: 'find', email: '={{ $json.email }}' };
const create = { resource: 'contact', operation: 'create', email: '={{ $json.email }}' };

const oneByOne = (parameters: IDataObject) => ({
	...parameters,
	options: { ...(parameters.options as IDataObject), oneItemAtATime: true },
});

/** Kim exists already, so the second of three items fails. */
const people = [
	{ email: 'a@new.example', n: 1 },
	{ email: 'kim@example.com', n: 2 },
	{ email: 'b@new.example', n: 3 },
];

describe('one output item per input item', () => {
	it('keeps the input order and pairs each item with its input', async () => {
		const { items } = await loops.run(find, [
			{ email: 'kim@example.com' },
			{ email: 'nobody@example.com' },
			{ email: 'ada@example.com' },
		]);
		expect(items.map(({ json, pairedItem }) => [json.email, pairedItem])).toEqual([
			['kim@example.com', { item: 0 }],
			['nobody@example.com', { item: 1 }],
			['ada@example.com', { item: 2 }],
		]);
	});

	it('does not change the input items', async () => {
		const input = people.map((json) => ({ json: { ...json } }));
		await loops.run(find, input);
		expect(input.map(({ json }) => json)).toEqual(people);
	});

	it("lets a later node refer back to the input with $('Start').item", async () => {
		const workflow = workflowWith(find);
		const again: INode = {
			...(workflow.nodes.find(({ name }) => name === 'Loops') as INode),
			id: 'again',
			name: 'Again',
			parameters: {
				resource: 'contact',
				operation: 'find',
				email: "={{ $('Start').item.json.email }}",
			},
		};
		workflow.nodes.push(again);
		workflow.connections.Loops.main[0] = [{ node: 'Again', type: 'main', index: 0 }];
		const run = await runWorkflow(source, loops.credentials(), workflow, [
			{ json: { email: 'kim@example.com' } },
			{ json: { email: 'ada@example.com' } },
		]);
		expect(outputOf(run, 'Again')[0].map(({ json }) => json.firstName)).toEqual(['Kim', 'Ada']);
	});

	it('does nothing without input items', async () => {
		const { run } = await loops.run(find, []);
		expect(run.status).toBe('success');
		expect(loops.emulator.requests).toHaveLength(0);
	});
});

describe('On Error: stop', () => {
	it('starts no later item and counts what is done', async () => {
		const { run, error, done } = await loops.run(oneByOne(create), people);
		expect(run.status).toBe('error');
		expect(error?.message).toMatch(/\[item 1\]$/);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toContain(
			'<ul><li>Of 3 items: 1 done, 1 failed, 1 not started.</li><li>None of them went on to the next node.</li><li>Running all items again',
		);
		expect(done).toEqual([]);
		expect(loops.emulator.requests).toHaveLength(2);
	});

	it('still looks up an item whose answer was lost', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 100 });
		loops.emulator.inject({ kind: 'resetAfter' });
		const { error } = await loops.run(create, [
			{ email: 'kim@example.com' },
			{ email: 'a@new.example' },
		]);
		expect(error?.description).toContain(
			'Of 2 items: 1 done (1 possibly before this run), 1 failed.',
		);
	});
});

it('On Error: continue adds the message and details of the error to the input of the failed item', async () => {
	const { run, items, failed } = await loops.run(create, people, {
		onError: 'continueRegularOutput',
	});
	expect(run.status).toBe('success');
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	expect(items[1].json).toEqual({
		email: 'kim@example.com',
		n: 2,
		error: {
			message: expect.stringMatching(
				/^A contact with this email or user ID already exists \(HTTP 409: .* \[item 1\]$/,
			),
			description: expect.stringContaining("use 'Create or Update'"),
			httpCode: '409',
		},
	});
	expect(items[2].json).toMatchObject({ success: true, id: expect.any(String) });
	expect(failed).toEqual([]);
});

describe('On Error: continue (using error output)', () => {
	it.each([
		['a bad value', { ...find, email: 'not one' }],
		['an expression that throws', { ...find, email: '={{ $json.none.deeper }}' }],
		[
			'an option whose expression throws',
			{ ...find, options: { timeout: "={{ $('Nowhere').item.json.x }}" } },
		],
		['an unknown operation', { resource: 'contact', operation: 'unknown' }],
		[
			'invalid JSON',
			{ ...find, operation: 'upsert', additionalFields: { contactPropertiesJson: '{' } },
		],
	])('sends an item to the error output for %s', async (_case, parameters) => {
		const { done, failed } = await loops.run(parameters, [{ email: 'kim@example.com' }], {
			onError: 'continueErrorOutput',
		});
		expect(done).toEqual([]);
		expect(failed).toHaveLength(1);
		expect(failed[0].json).toMatchObject({
			email: 'kim@example.com',
			error: { message: expect.any(String) },
		});
		expect(loops.emulator.requests).toHaveLength(0);
	});

	it('keeps the binary data of a failed item', async () => {
		const binary = { data: { data: 'aGk=', mimeType: 'text/plain', fileName: 'a.txt' } };
		const { failed } = await loops.run(find, [{ json: { email: 'not one' }, binary }], {
			onError: 'continueErrorOutput',
		});
		expect(failed[0].binary).toEqual(binary);
	});
});

/** A read, a change, a send, a list, and several calls for an item. */
const OF_EACH_KIND =
	/^(contact (find|upsert)|(event|transactionalEmail) send|campaign (getAll|create|schedule)|mailingList (getAll|subscribe)|apiKey test|image upload|transactionalEmail saveContent|workflowNode delete)$/;

describe.each(everyOperation.filter(([name]) => OF_EACH_KIND.test(name)))(
	'%s',
	(_name, parameters) => {
		/** Refuses the first of two calls. A list makes one call only. */
		const runWithRefusal = async (onError?: INode['onError']) => {
			loops.emulator.inject({ kind: 'status', status: 400 });
			return await loops.run(oneByOne(parameters), [{ n: 1 }, { n: 2 }], { onError });
		};
		const refused = expect.stringMatching(/^Loops .* \(HTTP 400.*\[item 0\]$/);
		const isList = parameters.operation === 'getAll';
		const hasOptions = parameters.operation !== 'test';

		it('stops at a refused call', async () => {
			const { run, error, done } = await runWithRefusal();
			expect(run.status).toBe('error');
			expect(error?.message).toEqual(refused);
			expect(done).toEqual([]);
			if (hasOptions) expect(loops.emulator.requests).toHaveLength(1);
		});

		it('continues after a refused call', async () => {
			const { run, done, failed } = await runWithRefusal('continueRegularOutput');
			expect(run.status).toBe('success');
			expect(done[0]).toMatchObject({
				json: { n: 1, error: { message: refused } },
				pairedItem: { item: 0 },
			});
			expect(done.slice(1).map(({ pairedItem }) => pairedItem)).toEqual(
				isList ? [] : [{ item: 1 }],
			);
			expect(failed).toEqual([]);
		});

		it('sends the item of a refused call to the error output', async () => {
			const { items, done, failed } = await runWithRefusal('continueErrorOutput');
			expect(failed.map(({ json }) => json)).toEqual([
				{ n: 1, error: expect.objectContaining({ message: refused, httpCode: '400' }) },
			]);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(isList ? [] : [{ item: 1 }]);
			expect(done).toHaveLength(items.length);
		});
	},
);

describe('Get Many', () => {
	const getAll = { resource: 'transactionalEmail', operation: 'getAll', limit: 2 };

	it('runs once for each set of parameters', async () => {
		const { items } = await loops.run({ ...getAll, limit: '={{ $json.limit }}' }, [
			{ limit: 1 },
			{ limit: 3 },
			{ limit: 1 },
		]);
		expect(loops.emulator.requests).toHaveLength(2);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
			{ item: 1 },
		]);
	});
});
