import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { Loops } from '../../../nodes/Loops/Loops.node.ts';
import type { Editor } from './editor.mts';
import { FINDS_LOOPS } from './pageScripts.mts';

const { properties } = new Loops().description;
const optionsOf = (of: { options?: unknown }) => of.options as INodePropertyOptions[];

interface OperationInForm {
	resource: string;
	operation: string;
	isForTools: boolean;
	/** The methods that n8n calls for the choices of its form, such as `searchCampaigns`. */
	loads: string[];
}

/** The names of the methods that give a field its choices. */
const methodsOf = ({ typeOptions, modes = [] }: INodeProperties) => [
	typeOptions?.loadOptionsMethod,
	typeOptions?.resourceMapper?.resourceMapperMethod,
	...modes.map((mode) => mode.typeOptions?.searchListMethod),
];

const loadsOf = (resource: string, operation: string) =>
	properties
		.filter(({ displayOptions: { show } = {} }) => show?.resource?.includes(resource))
		.filter(({ displayOptions: { show } = {} }) => show?.operation?.includes(operation))
		.flatMap(methodsOf)
		.filter((method) => method !== undefined);

/** All operations, by the labels in the form. */
export const operations: OperationInForm[] = optionsOf(properties[0]).flatMap(({ name, value }) =>
	properties
		.filter((each) => each.name === 'operation')
		.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(value as string))
		.flatMap(optionsOf)
		.map((each) => ({
			resource: name,
			operation: each.name,
			isForTools: !('displayOptions' in each),
			loads: loadsOf(value as string, each.value as string),
		})),
);

/** Operations that together call each method, those with the most of them first. */
export function differentlyLoading(among: OperationInForm[]): OperationInForm[] {
	const seen = new Set<string>();
	return [...among]
		.sort((one, other) => other.loads.length - one.loads.length)
		.filter(({ loads }) => {
			const isNew = loads.some((method) => !seen.has(method));
			for (const method of loads) seen.add(method);
			return isNew;
		});
}

/** Clicks the + behind a node, or below an agent, and searches the panel of nodes for Loops. */
async function searchBehind(editor: Editor, nodeId: string, handle: string) {
	const { page } = editor;
	const at = `.vue-flow__handle[data-nodeid="${nodeId}"][data-handleid="${handle}"]`;
	await page.locator(at).getByTestId('canvas-handle-plus').click();
	await page.getByTestId('node-creator-search-bar').fill('Loops');
	const creator = page.getByTestId('node-creator');
	// Playwright looks for it only twice a second; n8n shows it sooner.
	await page.waitForFunction(FINDS_LOOPS);
	return creator;
}

/** Adds the node behind one of a workflow that exists. It opens. */
export async function addBehind(editor: Editor, nodeId: string, action: string): Promise<void> {
	const creator = await searchBehind(editor, nodeId, 'outputs/main/0');
	await creator.getByText('Loops', { exact: true }).click();
	await creator.getByText(action, { exact: true }).click();
	await editor.opened();
}

/** Adds the node as a tool of an agent. It opens. */
export async function addTool(editor: Editor, agentId: string): Promise<void> {
	const creator = await searchBehind(editor, agentId, 'inputs/ai_tool/0');
	await creator.getByText('Loops Tool', { exact: true }).click();
	await editor.opened();
}

/** What `problemsIn` tells of a form without a problem. */
export const NOTHING = { notices: null, deadLists: 0, marks: 0 };

/** What the form marks as wrong, or could not load, once it was opened again if a notice asks for that. */
export async function problemsIn(editor: Editor): Promise<IDataObject> {
	const { panel } = editor;
	await editor.reopenIfAsked();
	const text = await panel.innerText();
	const dead = panel.getByPlaceholder('Error fetching options');
	return {
		notices: text.match(/.*(could not be read|asked before|no credential yet).*/g),
		deadLists: await dead.count(),
		marks: editor.isReopened ? 0 : await panel.getByTestId('parameter-issues').count(),
	};
}
