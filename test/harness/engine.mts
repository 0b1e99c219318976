import { createRequire } from 'node:module';
import { parse, stringify } from 'flatted';
import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import type * as N8nWorkflow from 'n8n-workflow';

import { agent, AGENT, asTool, TOOL } from './agent.mts';
import { loopOverItems } from './batches.mts';
import { branch, editFields, postgres, schedule } from './flow.mts';
import { asInstance } from './instance.mts';
import { LOOPS, type WorkflowJson, workflowWith } from './workflow.mts';

// n8n-core requires the CommonJS build of n8n-workflow; an import from here would be the ESM build,
// with error classes of its own.
const require = createRequire(import.meta.url);
const {
	createEmptyRunExecutionData,
	createRunExecutionData,
	ICredentialsHelper,
	NodeHelpers,
	Workflow,
} = require('n8n-workflow') as typeof N8nWorkflow;
const {
	ExecuteContext,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	RoutingNode,
	WorkflowExecute,
} = require('n8n-core') as typeof Core;

/** The package under test: from source in unit tests, from dist/ where the build is tested. */
export interface PackageUnderTest {
	node: INodeType;
	credential: ICredentialType;
}

const passThrough = (displayName: string): INodeType => ({
	description: {
		displayName,
		name: displayName,
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		return [this.getInputData()];
	},
});

function nodeTypesWith(node: INodeType): INodeTypes {
	const all: Record<string, INodeType> = {
		[LOOPS]: node,
		[TOOL]: asTool(node),
		[AGENT]: agent(),
		'@n8n/n8n-nodes-langchain.lmChatOpenAi': passThrough('Model'),
		'n8n-nodes-base.if': branch(),
		'n8n-nodes-base.manualTrigger': passThrough('Manual Trigger'),
		'n8n-nodes-base.noOp': passThrough('No Operation'),
		'n8n-nodes-base.postgres': postgres(),
		'n8n-nodes-base.scheduleTrigger': schedule(),
		'n8n-nodes-base.set': editFields(),
		'n8n-nodes-base.splitInBatches': loopOverItems(),
		'n8n-nodes-base.stickyNote': passThrough('Sticky Note'),
	};
	return {
		getByName: (type) => all[type],
		getByNameAndVersion: (type, version) => NodeHelpers.getVersionedNodeType(all[type], version),
		getKnownTypes: () => ({}),
	};
}

/** Gives out one decrypted credential and applies its `authenticate`, as n8n's own helper does. */
class CredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly type: ICredentialType,
		private readonly data: ICredentialDataDecryptedObject,
	) {
		super();
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	) {
		if (typeof this.type.authenticate !== 'function')
			throw new Error('authenticate is no function');
		return await this.type.authenticate(credentials, options);
	}

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getDecrypted() {
		return { ...this.data };
	}

	async getCredentials(details: INodeCredentialsDetails, type: string): Promise<never> {
		throw new Error(`Not stored here: ${type} ${details.name}`);
	}

	getCredentialsProperties() {
		return this.type.properties;
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}
}

let executions = 0;

/** What n8n hands to its contexts. */
export function additionalData(
	{ credential }: PackageUnderTest,
	credentials: ICredentialDataDecryptedObject,
	workflow: WorkflowJson,
	executionId = `test-${++executions}`,
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: new CredentialsHelper(credential, credentials),
		hooks: new ExecutionLifecycleHooks('manual', 'test', {
			...workflow,
			id: 'test',
			active: false,
			isArchived: false,
			activeVersionId: null,
			createdAt: new Date(),
			updatedAt: new Date(),
		}),
		variables: {},
		currentNodeExecutionIndex: 0,
		executionId,
		// n8n-core builds URLs of these whenever it reads a parameter.
		webhookWaitingBaseUrl: 'http://localhost:5678/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost:5678/form-waiting',
		restApiUrl: '',
		instanceBaseUrl: '',
		webhookBaseUrl: '',
		webhookTestBaseUrl: '',
		setExecutionStatus() {},
		sendDataToUI() {},
		logAiEvent() {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** What an execution is known by; by default one of its own, of the one instance there is. */
export interface Identity {
	executionId?: string;
	/** ID of the n8n that runs it. */
	instanceId?: string;
}

type Running = ReturnType<InstanceType<typeof WorkflowExecute>['processRunExecutionData']>;

/**
 * Runs a workflow through n8n's engine, from its start node on `items` (pinned data where the
 * workflow has some). The promise has `cancel()`, as a stopped execution in n8n.
 */
export function runWorkflow(
	pkg: PackageUnderTest,
	credentials: ICredentialDataDecryptedObject,
	json: WorkflowJson,
	items: INodeExecutionData[] = [{ json: {} }],
	identity: Identity = {},
): Running {
	const start = (workflow: InstanceType<typeof Workflow>) => {
		const node = workflow.getStartNode();
		if (!node) throw new Error('The workflow has no start node');
		return createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
			resultData: { runData: {}, pinData: json.pinData },
		});
	};
	return execute(pkg, credentials, json, start, identity);
}

/** Retries a failed run as n8n's ExecutionService does: what was stored of it, in a new execution. */
export function retryWorkflow(
	pkg: PackageUnderTest,
	credentials: ICredentialDataDecryptedObject,
	json: WorkflowJson,
	failed: IRun,
): Running {
	const stored = parse(stringify(failed.data)) as IRun['data'];
	const { runData, lastNodeExecuted = '' } = stored.resultData;
	delete stored.resultData.error;
	runData[lastNodeExecuted].pop();
	return execute(pkg, credentials, json, () => stored);
}

function execute(
	pkg: PackageUnderTest,
	credentials: ICredentialDataDecryptedObject,
	json: WorkflowJson,
	runDataOf: (workflow: InstanceType<typeof Workflow>) => IRun['data'],
	{ executionId, instanceId }: Identity = {},
): Running {
	const workflow = new Workflow({
		id: 'test',
		name: json.name,
		nodes: json.nodes,
		connections: json.connections,
		active: false,
		nodeTypes: nodeTypesWith(pkg.node),
		settings: { executionOrder: 'v1' },
		pinData: json.pinData,
	});
	const running = new WorkflowExecute(
		additionalData(pkg, credentials, json, executionId),
		'manual',
		runDataOf(workflow),
	);
	return asInstance(instanceId, () => running.processRunExecutionData(workflow));
}

/** Output items of a node in a run: those of its main outputs, by output. */
export function outputOf(run: IRun, nodeName: string, runIndex = 0): INodeExecutionData[][] {
	const outputs = run.data.resultData.runData[nodeName]?.[runIndex]?.data?.main ?? [];
	return outputs.map((items) => items ?? []);
}

/** The context that n8n gives a dropdown of the Loops node while it is being edited. */
export function editorContext(
	pkg: PackageUnderTest,
	credentials: ICredentialDataDecryptedObject,
	parameters: IDataObject,
): InstanceType<typeof LoadOptionsContext> {
	const json = workflowWith(parameters);
	const workflow = new Workflow({
		nodes: json.nodes,
		connections: json.connections,
		active: false,
		nodeTypes: nodeTypesWith(pkg.node),
	});
	const node = workflow.getNode('Loops') as INode;
	const data = additionalData(pkg, credentials, json);
	data.currentNodeParameters = node.parameters;
	return new LoadOptionsContext(workflow, node, data, '');
}

/** What the credential dialog shows after a test. */
export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

/**
 * Tests a credential as n8n's CredentialsTester does: its `test` request through a RoutingNode, its
 * rules on the outcome, and n8n's own words where no rule applies.
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
			credentials: [{ name: 'loopsApi', required: true }],
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
	const json: WorkflowJson = {
		name: 'test',
		nodes: [
			{
				id: 'temp',
				name: 'Temp-Node',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
				credentials: { loopsApi: { id: '1', name: 'Loops' } },
			},
		],
		connections: {},
	};
	const workflow = new Workflow({
		nodes: json.nodes,
		connections: {},
		active: false,
		nodeTypes: { ...nodeTypesWith(pkg.node), getByNameAndVersion: () => type },
	});
	const [node] = json.nodes;
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
			type: 'loopsApi',
			data: credentials,
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
