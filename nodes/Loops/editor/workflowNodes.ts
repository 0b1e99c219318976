import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { answersAbout, contentCall } from '../api/content';
import { idInUrl, asRecord } from '../values/parse';
import { callerOf } from './caller';
import { matching } from './entries';

/** The nodes by ID, in the order that contacts meet them. */
function* inOrder(nodes: IDataObject, root: unknown): Generator<[id: string, node: IDataObject]> {
	const queue = [String(root), ...Object.keys(nodes)];
	const seen = new Set<string>();
	for (const id of queue) {
		if (seen.has(id) || !Object.hasOwn(nodes, id)) continue;
		seen.add(id);
		const node = asRecord(nodes[id]);
		yield [id, node];
		// Next nodes come before the rest of the queue, which is there for nodes that nothing leads to.
		queue.splice(seen.size, 0, ...[node.nextNodeIds ?? []].flat().map(String));
	}
}

/** 'Send Email Action' for SendEmailAction. */
const inWords = (typeName: unknown) => String(typeName).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** Tells nodes apart, which have no names in Loops: '1 d' for a timer, or the name of an event. */
const detailOf = ({ amount, unit, eventName }: IDataObject) =>
	eventName ?? (amount === undefined ? undefined : `${String(amount)} ${String(unit)}`);

/** The nodes of the chosen workflow. None if an expression chooses it. */
export async function searchWorkflowNodes(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const { value } = asRecord(this.getCurrentNodeParameter('workflowId'));
	const given = typeof value === 'string' ? value.trim() : '';
	const id = idInUrl(given) ?? given;
	if (!/^[\w-]+$/.test(id)) return { results: [] };
	const workflow = asRecord(
		await callerOf(this)(
			contentCall({ method: 'GET', path: `/workflows/${id}`, isAnswer: answersAbout(id) }),
		),
	);
	const all = [...inOrder(asRecord(workflow.nodes), workflow.rootNodeId)];
	const results = all.map(([nodeId, node], index) => {
		const detail = detailOf(node);
		const more = detail === undefined ? '' : ` (${String(detail)})`;
		return { name: `${index + 1}. ${inWords(node.typeName)}${more}`, value: nodeId };
	});
	return { results: matching(results, filter) };
}
