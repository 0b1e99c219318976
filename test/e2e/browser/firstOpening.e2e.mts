// The first opening of a node that was just added, when n8n asks for lists before it sets the credential.
import { beforeEach, describe, expect, it } from 'vitest';

import { coreNode, chain, loopsNode, start } from '../nodes.mts';
import { parametersOf } from '../../harness/operations.mts';
import { useN8n } from '../useN8n.mts';
import type { Editor } from './editor.mts';
import {
	addBehind,
	addTool,
	differentlyLoading,
	NOTHING,
	operations,
	problemsIn,
} from './newNode.mts';
import { useEditor } from './useEditor.mts';

// n8n selects the latest credential of its type for a new node, here that of the tests.
const n8n = useN8n({ keepsCredential: true });
const session = useEditor();
let editor: Editor;
beforeEach(() => ({ editor } = session));

const LONG = 900_000;

const agent = {
	...coreNode('Agent', 'agent', 2),
	type: '@n8n/n8n-nodes-langchain.agent',
	position: [0, 300] as [number, number],
};
const existing = { ...chain([start]), nodes: [start, agent] };

describe('a new node with a saved credential', () => {
	// Their forms load fields, options and lists, or wait with them for an identifier or a click.
	it.each([
		'Create or update contact',
		'Find contact',
		'Subscribe contact to mailing lists',
		'Send event',
		'Send transactional email',
		'Create campaign',
		'Change mailing list of Loops workflow',
	])('opens without a problem: %s', async (action) => {
		await editor.openWorkflow(await n8n.store(existing));
		await addBehind(editor, 'Start', action);
		expect(await problemsIn(editor)).toEqual(NOTHING);
	});

	it(
		'opens without a problem as a tool, whatever an operation asks Loops for',
		async () => {
			await editor.openWorkflow(await n8n.store(existing));
			await addTool(editor, 'Agent');
			expect(await problemsIn(editor)).toEqual(NOTHING);
			const problems: unknown[] = [];
			let shown = 'Contact';
			const forTools = operations.filter(({ isForTools }) => isForTools);
			for (const { resource, operation } of differentlyLoading(forTools)) {
				if (resource !== shown) await editor.choose('Resource', resource);
				shown = resource;
				await editor.choose('Operation', operation);
				const found = await problemsIn(editor);
				if (JSON.stringify(found) !== JSON.stringify(NOTHING))
					problems.push([resource, operation, found]);
			}
			expect(problems).toEqual([]);
		},
		LONG,
	);

	it('shows the fields of contacts, and keeps their values when the identifier changes', async () => {
		await editor.openWorkflow(await n8n.store(existing));
		await addBehind(editor, 'Start', 'Create or update contact');
		await editor.reopenIfAsked();
		await editor.fill('Email', 'nia@example.com');
		await editor.fill('First Name', 'Nia');
		// n8n takes over what is typed a moment later.
		await editor.page.waitForTimeout(1_000);
		await editor.fill('Email', '');
		await editor.choose('Identify Contact By', 'User ID');
		await editor.fill('User ID', 'u-1');
		await editor.choose('Identify Contact By', 'Email');
		await editor.fill('Email', 'nia@example.com');
		expect(await editor.field('First Name').getByRole('textbox').inputValue()).toBe('Nia');
		expect(await editor.field('First Name').count()).toBe(1);
		expect(await editor.executeStep()).toBe('success');
		expect(n8n.calls().at(-1)?.body).toEqual({ email: 'nia@example.com', firstName: 'Nia' });
	});

	it('reads the mailing lists again once the contact is entered', async () => {
		await editor.openWorkflow(await n8n.store(existing));
		await addBehind(editor, 'Start', 'Subscribe contact to mailing lists');
		await editor.fill('Email', 'kim@example.com');
		await editor.choose('Mailing List Names or IDs', 'Investors');
		expect(await editor.executeStep()).toBe('success');
		expect(n8n.calls().at(-1)?.body).toMatchObject({
			mailingLists: { cm9list0investors00000003: true },
		});
	});

	it('creates a campaign for a list that was chosen, and for None', async () => {
		await editor.openWorkflow(await n8n.store(existing));
		await addBehind(editor, 'Start', 'Create campaign');
		await editor.fill('Name', 'News');
		await (await editor.search('Mailing List', 'investors')).first().click();
		expect(await editor.executeStep()).toBe('success');
		expect(n8n.calls().at(-1)?.body).toEqual({
			name: 'News',
			mailingListId: 'cm9list0investors00000003',
		});
		await (await editor.search('Mailing List', '')).filter({ hasText: 'None' }).click();
		expect(await editor.executeStep()).toBe('success');
		expect(n8n.calls().at(-1)?.body).toEqual({ name: 'News' });
	});
});

it('a workflow that was mapped before keeps its values when it is opened and run', async () => {
	const contactProperties = { mappingMode: 'defineBelow', value: { firstName: 'Kim', seats: 4 } };
	const node = loopsNode('Loops', {
		...parametersOf.upsert,
		email: 'kim@example.com',
		contactProperties,
	});
	await editor.openWorkflow(await n8n.store(chain([start, node])));
	await editor.openNode('Loops');
	await editor.field('First Name').waitFor();
	expect(await editor.field('First Name').getByRole('textbox').inputValue()).toBe('Kim');
	expect(await editor.executeStep()).toBe('success');
	expect(n8n.calls().at(-1)?.body).toEqual({
		email: 'kim@example.com',
		firstName: 'Kim',
		seats: 4,
	});
});
