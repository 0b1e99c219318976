import type { INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputOf, runWorkflow } from '../harness/engine.mts';
import { workflowWith } from '../harness/workflow.mts';
import { source, useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

const find = { resource: 'contact', operation: 'find', email: '={{ $json.email }}' };
const create = { resource: 'contact', operation: 'create', email: '={{ $json.email }}' };

/** Kim exists already, so creating the second of three fails. */
const people = [
	{ email: 'a@new.example', n: 1 },
	{ email: 'kim@example.com', n: 2 },
	{ email: 'b@new.example', n: 3 },
];

describe('one output item per input item', () => {
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
	it('still looks up an item whose answer was lost', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 100 });
		loops.emulator.inject({ kind: 'resetAfter' });
		const { error } = await loops.run(create, [
			{ email: 'kim@example.com' },
			{ email: 'a@new.example' },
		]);
		expect(error?.description).toContain(
			'Of 2 items: 1 done (1 possibly before this run), 1 failed',
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
	it('keeps the binary data of a failed item', async () => {
		const binary = { data: { data: 'aGk=', mimeType: 'text/plain', fileName: 'a.txt' } };
		const { failed } = await loops.run(find, [{ json: { email: 'not one' }, binary }], {
			onError: 'continueErrorOutput',
		});
		expect(failed[0].binary).toEqual(binary);
	});
});
