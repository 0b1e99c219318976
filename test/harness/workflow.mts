import type {
	IConnections,
	IDataObject,
	INode,
	INodeParameters,
	IPinData,
	IWorkflowSettings,
} from 'n8n-workflow';

/** Full names of our node types. */
export const LOOPS = 'n8n-nodes-loops-email.loops';
export const TRIGGER = 'n8n-nodes-loops-email.loopsTrigger';

/** The used parts of an exported workflow. */
export interface WorkflowJson {
	name: string;
	nodes: INode[];
	connections: IConnections;
	pinData?: IPinData;
	settings?: IWorkflowSettings;
}

/** Settings of the Loops node in a test workflow. */
export interface NodeSettings {
	onError?: INode['onError'];
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

/** Manual Trigger → Loops → 'Done', with 'Failed' behind the error output, if any. */
export function workflowWith(parameters: IDataObject, settings: NodeSettings = {}): WorkflowJson {
	const node = (name: string, type: string, rest: Partial<INode> = {}): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...rest,
	});
	return {
		name: 'test',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger'),
			node('Loops', LOOPS, {
				parameters: parameters as INodeParameters,
				credentials: { loopsEmailApi: { id: '1', name: 'Loops' } },
				...settings,
			}),
			node('Done', 'n8n-nodes-base.noOp'),
			node('Failed', 'n8n-nodes-base.noOp'),
		],
		connections: {
			Start: { main: [[{ node: 'Loops', type: 'main', index: 0 }]] },
			Loops: {
				main: [
					[{ node: 'Done', type: 'main', index: 0 }],
					[{ node: 'Failed', type: 'main', index: 0 }],
				],
			},
		},
	};
}

/** Manual Trigger → a Loops node for each of the named parameters, beside each other. */
export function besides(
	named: Array<[name: string, IDataObject, ...unknown[]]>,
	settings: NodeSettings,
): WorkflowJson {
	const { nodes, ...workflow } = workflowWith({}, settings);
	const [start, loops] = nodes;
	return {
		...workflow,
		nodes: [
			start,
			...named.map(([name, parameters]) => ({
				...loops,
				id: name,
				name,
				parameters: parameters as INodeParameters,
			})),
		],
		connections: {
			[start.name]: {
				main: [named.map(([node]) => ({ node, type: 'main' as const, index: 0 }))],
			},
		},
	};
}
