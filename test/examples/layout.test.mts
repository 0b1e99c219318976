import type { INode } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { exampleFiles, readExample } from '../harness/examples.mts';
import type { WorkflowJson } from '../harness/workflow.mts';

// Sizes on the canvas of n8n 2.41.
const NODE = 96;
const AGENT_WIDTH = 224;
/** Distance between the outputs of a node. */
const STEP = 32;
const SUB_NODE = 80;
/** Name and subtitle below a node. */
const LABEL = { width: 192, height: 72 };
/** Of a note's text. */
const TEXT = { margin: 32, character: 7, line: 19, heading: 44, gap: 8 };
interface Box {
	name: string;
	x: number;
	y: number;
	width: number;
	height: number;
}

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
const isSubNode = ({ name }: INode, { connections }: WorkflowJson) =>
	Object.keys(connections[name] ?? {}).some((kind) => kind.startsWith('ai_'));
const isAgent = ({ type }: INode) => type.endsWith('.agent');

const outputsOf = ({ name, onError }: INode, { connections }: WorkflowJson) =>
	onError === 'continueErrorOutput' ? 2 : (connections[name]?.main?.length ?? 1);
/** Nodes with many outputs are higher. */
const heightOf = (node: INode, workflow: WorkflowJson) =>
	isSubNode(node, workflow) ? SUB_NODE : Math.max(NODE, STEP * (outputsOf(node, workflow) + 1));

function boxesOf(workflow: WorkflowJson): Box[] {
	return workflow.nodes.map((node) => {
		const { name, parameters } = node;
		const [x, y] = node.position;
		if (isNote(node)) {
			return { name, x, y, width: Number(parameters.width), height: Number(parameters.height) };
		}
		if (isAgent(node)) return { name, x, y, width: AGENT_WIDTH, height: NODE };
		const margin = (LABEL.width - (isSubNode(node, workflow) ? SUB_NODE : NODE)) / 2;
		const height = heightOf(node, workflow) + LABEL.height;
		return { name, x: x - margin, y, width: LABEL.width, height };
	});
}

const overlap = (one: Box, other: Box) =>
	one.x < other.x + other.width &&
	other.x < one.x + one.width &&
	one.y < other.y + other.height &&
	other.y < one.y + one.height;

/** About how high the text of a note is, within 30 pixels. */
function textHeightOf({ parameters }: INode): number {
	const perLine = (Number(parameters.width) - TEXT.margin) / TEXT.character;
	const heightOfLine = (line: string) =>
		line.startsWith('## ') ? TEXT.heading : TEXT.line * Math.ceil(line.length / perLine);
	return String(parameters.content)
		.replaceAll(/\*\*|`/g, '')
		.split('\n')
		.reduce((height, line) => height + (line ? heightOfLine(line) : TEXT.gap), 0);
}

it.each(exampleFiles)('%s has room for the text of its notes', (file) => {
	const notes = readExample(file).nodes.filter(isNote);
	const cut = notes.filter((note) => textHeightOf(note) > Number(note.parameters.height) - 16);
	expect(cut.map((note) => [note.name, textHeightOf(note)])).toEqual([]);
});

it.each(exampleFiles)('%s has no node on a note or on another node', (file) => {
	const boxes = boxesOf(readExample(file));
	const overlapping = boxes.flatMap((one, index) =>
		boxes
			.slice(index + 1)
			.flatMap((other) => (overlap(one, other) ? [[one.name, other.name]] : [])),
	);
	expect(overlapping).toEqual([]);
});
