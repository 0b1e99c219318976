import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../emulator/faults.mts';
import { byId, contentParameters as of } from '../harness/operations.mts';
import { answered, type Case, type Section, each, found, said } from './cases.mts';

const EMPTY = '={{ "" }}';
const change = of('workflow changeMailingList');
const removal = of('workflow delete');
const update = of('workflow update');
const metrics = of('workflowNode getMetrics');
const create = of('workflowNode create');
const configure = of('workflowNode update');
const reroute = of('workflowNode reroute');
const workflow = '/v1/workflows/cm9workflow0welcome00001';

/** The workflow is read, the change is lost, and then the workflow has another revision. */
const lostAmongOthers = (parameters: IDataObject, method: string): Case =>
	answered(
		parameters,
		{ kind: 'slow', delay: 1, method: 'GET' },
		{ kind: 'resetBefore', method },
		found(workflow, { id: 'cm9workflow0welcome00001', workflowRevisionId: 'rev_2', nodes: {} }),
	);
const queued: Fault = {
	kind: 'body',
	method: 'POST',
	body: { status: 'queuedContactsFound', queuedContactCount: 3 },
};

/** Messages about workflows and their nodes. */
export const WORKFLOWS: Section[] = [
	[
		'Workflows',
		[
			answered(of('workflow get'), said(404, 'Not found.')),
			answered(of('workflow create'), said(500, 'Workflow creation is unavailable for this team.')),
			...each(update, [{ options: { expectedRevisionId: 'rev_1' } }]),
			answered(update, said(409, 'The workflow is busy.', { method: 'POST' })),
			lostAmongOthers(update, 'POST'),
			...each(change, [{ listChange: 'none' }, { dryRun: EMPTY }]),
			answered(change, queued),
			answered(
				removal,
				said(409, 'Workflow is sending. Resend with confirmDelete: true.', { method: 'DELETE' }),
			),
			lostAmongOthers(removal, 'DELETE'),
		],
	],
	[
		'Workflow nodes',
		[
			...each(of('workflowNode get'), [
				{ workflowNodeId: byId(EMPTY) },
				{ workflowNodeId: byId('unknown') },
			]),
			...each(metrics, [{ workflowNodeId: byId('cm9node0timer00000000001') }]),
			...each(create, [{ insertMode: 'inside' }, { fromNodeId: EMPTY }]),
			lostAmongOthers(create, 'POST'),
			...each(configure, [{ nodePayload: '{}' }]),
			answered(configure, said(501, 'Not implemented.', { method: 'POST' })),
			...each(reroute, [
				{ newTargetNodeId: EMPTY },
				{ workflowNodeId: byId('cm9node0wait000000000001') },
			]),
		],
	],
];
