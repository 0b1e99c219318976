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
/** Distances of a backward line to the right of its node and below it. */
const BACK = { side: 40, below: 130 };

interface Box {
	name: string;
	x: number;
	y: number;
	width: number;
	height: number;
}
type Point = [x: number, y: number];

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

/** The main lines between nodes, as points. */
function mainLines(workflow: WorkflowJson) {
	const { nodes, connections } = workflow;
	const at = new Map(nodes.map((node) => [node.name, node]));
	return Object.entries(connections).flatMap(([from, { main = [] }]) =>
		main.flatMap((targets, output) =>
			(targets ?? []).map(({ node: to }) => {
				const [source, target] = [at.get(from)!, at.get(to)!];
				const width = isAgent(source) ? AGENT_WIDTH : NODE;
				const share = (output + 1) / (outputsOf(source, workflow) + 1);
				const start: Point = [
					source.position[0] + width,
					source.position[1] + heightOf(source, workflow) * share,
				];
				const end: Point = [
					target.position[0],
					target.position[1] + heightOf(target, workflow) / 2,
				];
				return { from, to, points: pointsOf(start, end) };
			}),
		),
	);
}

/** A curve to the right, or straight lines back below the node. */
function pointsOf([x, y]: Point, [endX, endY]: Point): Point[] {
	if (endX >= x) {
		const middle = (x + endX) / 2;
		return along((t) => [bezier(t, x, middle, middle, endX), bezier(t, y, y, endY, endY)]);
	}
	const corners: Point[] = [
		[x, y],
		[x + BACK.side, y],
		[x + BACK.side, y + BACK.below],
		[endX - BACK.side, y + BACK.below],
		[endX - BACK.side, endY],
		[endX, endY],
	];
	return corners.slice(1).flatMap(([toX, toY], index) => {
		const [fromX, fromY] = corners[index];
		return along((t) => [fromX + (toX - fromX) * t, fromY + (toY - fromY) * t]);
	});
}

const along = (pointAt: (t: number) => Point): Point[] =>
	Array.from({ length: 101 }, (_, step) => pointAt(step / 100));

const bezier = (t: number, a: number, b: number, c: number, d: number) =>
	a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t ** 2 * (1 - t) + d * t ** 3;

const overlap = (one: Box, other: Box) =>
	one.x < other.x + other.width &&
	other.x < one.x + one.width &&
	one.y < other.y + other.height &&
	other.y < one.y + one.height;

const holds = ({ x, y, width, height }: Box, [px, py]: Point) =>
	px > x && px < x + width && py > y && py < y + height;

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

it.each(exampleFiles)('%s has no line across a node or a note', (file) => {
	const workflow = readExample(file);
	const boxes = boxesOf(workflow);
	const crossed = mainLines(workflow).flatMap(({ from, to, points }) =>
		boxes
			.filter(({ name }) => name !== from && name !== to)
			.filter((box) => points.some((point) => holds(box, point)))
			.map(({ name }) => `${from} → ${to} across ${name}`),
	);
	expect(crossed).toEqual([]);
});
