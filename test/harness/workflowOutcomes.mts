import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';

import { byId, contentOperations } from './operations.mts';

type Row = [name: string, parameters: IDataObject, outcomes: { thisRun: unknown; lost?: unknown }];

const parametersFor = Object.fromEntries(contentOperations);

const rows = (name: string, ways: { lost?: unknown }, given: IDataObject[] = [{}]) =>
	given.map(
		(each): Row => [
			`${name} ${Object.values(each).join(' ')}`,
			{ ...parametersFor[name], ...each },
			{ thisRun: expect.anything(), ...ways },
		],
	);

const trials = byId('cm9workflow0trials000001');
const GROUP = 'cm9wgroup0onboarding0001';
const nodes = ['signup0000000001', 'branch0000000001', 'teams00000000001', 'wait000000000001'];
const types = ['BranchNode', 'ExperimentBranchNode', 'SendEmailAction', 'AudienceFilter'];

/** Dry runs, lost answers, and fields of only some types of nodes. */
export const workflowOutcomes: Row[] = [
	...rows('workflow changeMailingList', {}, [{ dryRun: true }, { listChange: 'remove' }]),
	...rows('workflow create', {}, [
		{ additionalFields: { audienceList: 'cm9list0productnews000002', workflowGroup: GROUP } },
	]),
	...rows('workflow delete', {}, [{ dryRun: true }, { dryRun: true, workflowId: trials }]),
	...rows('workflow get', {}, [{ workflowId: trials }]),
	...rows('workflow update', {}, [
		{ workflowId: trials },
		{ updateFields: { workflowGroup: GROUP } },
	]),
	...rows('workflowNode delete', {}, [{ dryRun: true }]),
	...rows('workflowNode update', { lost: expect.anything() }),
	...rows('workflowNode reroute', { lost: expect.anything() }),
	...rows(
		'workflowNode get',
		{},
		nodes.map((each) => ({ workflowId: trials, workflowNodeId: byId(`cm9node0${each}`) })),
	),
	...rows('workflowNode get', {}, [{ workflowNodeId: byId('cm9node0trigger000000001') }]),
	...rows(
		'workflowNode create',
		{},
		types.map((nodeTypeName) => ({ nodeTypeName })),
	),
];
