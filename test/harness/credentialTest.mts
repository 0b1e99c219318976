import { createRequire } from 'node:module';
import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import type * as N8nWorkflow from 'n8n-workflow';

import { withDefaults } from './credentialsHelper.mts';
import { additionalData, type PackageUnderTest } from './engine.mts';
import { nodeTypesWith, passThrough } from './nodeTypes.mts';
import { workflowWith } from './workflow.mts';

// Why `require`: see engine.mts.
const require = createRequire(import.meta.url);
const { createEmptyRunExecutionData, Workflow } = require('n8n-workflow') as typeof N8nWorkflow;
const { ExecuteContext, RoutingNode } = require('n8n-core') as typeof Core;

/** The result of a test in the credential dialog. */
interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

/**
 * Tests a credential like n8n's CredentialsTester: sends its `test` request through a RoutingNode,
 * applies its rules, and uses n8n's messages if no rule applies.
 */
export async function testCredential(
	pkg: PackageUnderTest,
	credentials: ICredentialDataDecryptedObject,
): Promise<CredentialTestResult> {
	const { test } = pkg.credential;
	if (!test) throw new Error('The credential has no test');
	const type: INodeType = {
		description: {
			...passThrough('Temp').description,
			credentials: [{ name: 'loopsEmailApi', required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: { request: test.request },
				},
			],
		},
	};
	const [, node] = workflowWith({}).nodes;
	const json = { name: 'test', nodes: [node], connections: {} };
	const workflow = new Workflow({
		nodes: json.nodes,
		connections: {},
		active: false,
		nodeTypes: { ...nodeTypesWith(pkg.node), getByNameAndVersion: () => type },
	});
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData(pkg, credentials, json),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const rules: Array<{ type: string; properties: IDataObject }> = [...(test.rules ?? [])];
	const fail = (message: string): CredentialTestResult => ({ status: 'Error', message });

	let output: INodeExecutionData[][] | null | undefined;
	try {
		output = await new RoutingNode(context, type, {
			id: '1',
			name: 'Loops',
			type: 'loopsEmailApi',
			data: withDefaults(pkg.credential, credentials),
		}).runNode();
	} catch (caught) {
		const { message, cause } = caught as Error & {
			cause?: { code?: string; response?: { status: number; statusText: string } };
		};
		if (cause?.response) {
			const { status, statusText } = cause.response;
			const rule = rules.find(
				({ type, properties }) => type === 'responseCode' && properties.value === status,
			);
			return fail(String(rule?.properties.message ?? statusText));
		}
		return fail(cause?.code ?? message);
	}
	const body = output?.[0]?.[0]?.json ?? {};
	const rule = rules.find(
		({ type, properties }) =>
			type === 'responseSuccessBody' && body[String(properties.key)] === properties.value,
	);
	return rule
		? fail(String(rule.properties.message))
		: { status: 'OK', message: 'Connection successful!' };
}
