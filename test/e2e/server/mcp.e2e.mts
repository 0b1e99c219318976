import { beforeAll, expect, it } from 'vitest';

import { LOOPS } from '../../harness/workflow.mts';
import { McpClient } from '../n8n/mcp.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();
let mcp: McpClient;
beforeAll(async () => {
	mcp = await McpClient.connect(n8n.client);
});

/** The entries of a dropdown that an AI gets: values by name. */
async function explore(methodType: string, methodName: string, filter?: string) {
	const { results } = await mcp.use<{ results: Array<{ name: string; value: string }> }>(
		'explore_node_resources',
		{
			nodeType: LOOPS,
			version: 1,
			methodType,
			methodName,
			credentialType: 'loopsEmailApi',
			credentialId: n8n.credential.id,
			filter,
		},
	);
	return Object.fromEntries(results.map(({ name, value }) => [name, value]));
}

/** A workflow as code of n8n's workflow SDK: a start, then a Loops node for each step. */
function code(steps: Record<string, object>): string {
	const config = (name: string, parameters: object) =>
		`{ name: '${name}', parameters: ${JSON.stringify(parameters)}, credentials: { loopsEmailApi: newCredential('Loops API', '${n8n.credential.id}') }, output: [{ success: true }] }`;
	const nodes = Object.entries(steps).map(
		([name, parameters]) =>
			`.to(node({ type: '${LOOPS}', version: 1, config: ${config(name, parameters)} }))`,
	);
	return [
		"import { workflow, node, trigger, newCredential } from '@n8n/workflow-sdk';",
		"const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });",
		`export default workflow('mcp', 'Made through MCP').add(start)${nodes.join('')};`,
	].join('\n');
}

it('an AI finds the node and its parameters through MCP', async () => {
	const { results } = await mcp.use<{ results: string }>('search_nodes', {
		queries: ['transactional email'],
	});
	expect(results).toContain(`- ${LOOPS}\n`);
	expect(results).toContain('@builderHint For one email to one person');
	expect(results).toContain('n8n-nodes-base.httpRequest: "Any other call of the Loops API');

	const { definitions } = await mcp.use<{ definitions: string }>('get_node_types', {
		nodeIds: [{ nodeId: LOOPS, resource: 'event', operation: 'send' }],
	});
	expect(definitions).toContain('@builderHint Values by property name, without a schema');
	expect(definitions).toContain('@builderHint Values by variable name, without a schema');
	for (const method of ['getMailingLists', 'getContactProperties']) {
		expect(definitions).toContain(`@loadOptionsMethod ${method}`);
	}
	expect(definitions).toContain('@searchListMethod searchTransactionalEmails');
});

it('a workflow that an AI creates through MCP from account data sends the right values', async () => {
	const lists = await explore('loadOptions', 'getMailingLists');
	const properties = await explore('loadOptions', 'getContactProperties');
	const emails = await explore('listSearch', 'searchTransactionalEmails', 'welcome');
	expect(Object.keys(emails)).toEqual(['Welcome']);

	const mapper = (value: object) => ({ mappingMode: 'defineBelow', value });
	const email = 'mo@example.com';
	const workflow = code({
		Add: {
			resource: 'contact',
			operation: 'upsert',
			email,
			contactProperties: mapper({
				[properties['First Name']]: 'Mo',
				[properties.Seats]: '4',
				[properties['Is Beta']]: 'true',
			}),
			additionalFields: { addToList: [lists.Investors] },
		},
		'Tell Loops': {
			resource: 'event',
			operation: 'send',
			eventName: 'signup',
			email,
			options: {
				extraEventProperties: {
					assignments: [{ id: '1', name: 'plan', type: 'string', value: 'team' }],
				},
			},
		},
		Welcome: {
			resource: 'transactionalEmail',
			operation: 'send',
			email,
			transactionalId: { __rl: true, mode: 'list', value: emails.Welcome },
			dataVariables: mapper({ firstName: 'Mo' }),
		},
	});
	expect(await mcp.use('validate_workflow', { code: workflow })).toMatchObject({ valid: true });
	const { workflowId } = await mcp.use<{ workflowId: string }>('create_workflow_from_code', {
		code: workflow,
		versionName: 'Sign-up',
	});
	const { executionId } = await mcp.use<{ executionId: string }>('execute_workflow', {
		workflowId,
		executionMode: 'manual',
	});
	const status = async () => {
		const asked = { workflowId, executionId };
		const answer = await mcp.use<{ execution: { status: string } }>(
			'get_workflow_execution',
			asked,
		);
		return answer.execution.status;
	};
	await expect.poll(status, { timeout: 60_000 }).toBe('success');

	const changes = n8n.calls().filter(({ method }) => method !== 'GET');
	expect(changes.map(({ body }) => body)).toEqual([
		{
			email,
			firstName: 'Mo',
			seats: 4,
			isBeta: true,
			mailingLists: { cm9list0investors00000003: true },
		},
		{ email, eventName: 'signup', eventProperties: { plan: 'team' } },
		{
			email,
			transactionalId: 'cm8tx0welcome00000000001a',
			dataVariables: { firstName: 'Mo' },
		},
	]);
	expect(n8n.emulator.contact(email)).toMatchObject({ firstName: 'Mo', seats: 4, isBeta: true });
	expect(n8n.emulator.outbox).toHaveLength(1);
});
