import { locator } from '../../form/locator';
import { asRecord } from '../../values/parse';
import type { Resource } from '../base/builders';

export const workflow: Resource = {
	noun: 'workflow',
	path: '/workflows',
	id: locator({
		displayName: 'Workflow',
		name: 'workflowId',
		description: 'Workflow in Loops',
		search: 'searchWorkflows',
		modes: ['list', 'id', 'url'],
	}),
	/** Loops keys the nodes by ID. */
	show: ({ nodes, ...others }) => ({
		...others,
		nodes: Object.entries(asRecord(nodes)).map(([id, node]) => ({ id, ...asRecord(node) })),
	}),
};

export const nodePath = (nodeId: string) => `/nodes/${nodeId}`;
