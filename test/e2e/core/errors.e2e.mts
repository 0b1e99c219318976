import { expect, it } from 'vitest';

import { parametersOf } from '../../harness/operations.mts';
import { perKey } from '../../harness/sendOnce.mts';
import { type NodeSettings, workflowWith } from '../../harness/workflow.mts';
import { itemsOf, jsonOf } from '../n8n/client.mts';
import { editFields, pinned } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

/** Loops refuses the second item, the node the third. */
const people = [
	{ row: 'first', email: 'first@new.example' },
	{ row: 'exists', email: 'kim@example.com' },
	{ row: 'no address', email: 'nobody' },
	{ row: 'last', email: 'last@new.example' },
];

/** Adds an Edit Fields node behind each output that reads the paired input item. */
async function createAll(settings: NodeSettings) {
	const workflow = workflowWith(
		{
			resource: 'contact',
			operation: 'create',
			email: '={{ $json.email }}',
		},
		settings,
	);
	const back = { row: "={{ $('Start').item.json.row }}", before: '={{ $json.email }}' };
	workflow.nodes = workflow.nodes.map((node) =>
		['Done', 'Failed'].includes(node.name) ? editFields(node.name, back) : node,
	);
	return await n8n.run(pinned(workflow, people));
}

const refused = {
	error: {
		message: expect.stringMatching(
			/^A contact with this email or user ID already exists \(HTTP 409: .* \[item 1\]$/,
		),
		description: expect.any(String),
		httpCode: '409',
	},
};
const invalid = {
	error: {
		message: `'Email' is not an email address: "nobody" [item 2]`,
		description: expect.any(String),
	},
};

it('On Error: Stop ends the execution with an error that names the item and what is done', async () => {
	const execution = await createAll({});
	expect(execution.status).toBe('error');
	expect(execution.data.resultData.error).toMatchObject({
		message: expect.stringContaining('HTTP 409'),
		description: expect.stringContaining('1 done, 2 failed, 1 not started'),
		context: { itemIndex: 1 },
	});
	expect(itemsOf(execution, 'Done')).toEqual([]);
	expect(n8n.calls().map(({ status }) => status)).toEqual([200, 409]);
});

it('On Error: Continue (using error output) separates failed items, with their input', async () => {
	const execution = await createAll({ onError: 'continueErrorOutput' });
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'Loops').map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 3 },
	]);
	expect(itemsOf(execution, 'Loops', { output: 1 }).map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 1 },
		{ item: 2 },
	]);
	expect(jsonOf(execution, 'Done').map(({ row }) => row)).toEqual(['first', 'last']);
	expect(jsonOf(execution, 'Failed')).toEqual([
		{ ...people[1], ...refused, before: 'kim@example.com' },
		{ ...people[2], ...invalid, before: 'nobody' },
	]);
});

it('a failed execution does not contain the API key', async () => {
	const execution = await n8n.runLoops(
		{ resource: 'contact', operation: 'create', email: 'kim@example.com' },
		[{}],
	);
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution)).not.toContain(n8n.emulator.apiKey);
});

it('text with an expression that finds nothing is refused', async () => {
	const options = perKey('={{ $json.orderId }}-{{ $json.email }}');
	const execution = await n8n.runLoops({ ...parametersOf.sendEmail, options }, [people[0]]);
	expect(execution.data.resultData.error?.message).toBe(
		"'Send Only Once: Key': {{ $json.orderId }} returns nothing [item 0]",
	);
	expect(n8n.calls()).toEqual([]);
});

// A stranger sends such a body to a webhook. n8n 2 copies no more than it can in 5 s.
it('a hint names another field, among so many that n8n could not copy them', async () => {
	const body = Object.fromEntries(Array.from({ length: 150_000 }, (_, n) => [`k${n}`, n]));
	const parameters = { ...parametersOf.find, email: '={{ $json.body.email }}' };
	const execution = await n8n.runLoops(parameters, [
		{ body: { Email: 'kim@example.com', ...body } },
	]);
	expect(execution.data.resultData.error?.description).toContain("a field 'Email'");
});
