import { createRequire } from 'node:module';
import { parse, stringify } from 'flatted';
import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	ILoadOptionsFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	IRun,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type * as N8nWorkflow from 'n8n-workflow';

import { CredentialsHelper } from './credentialsHelper.mts';
import { nodeTypesWith } from './nodeTypes.mts';
import { type WorkflowJson, workflowWith } from './workflow.mts';

// n8n-core requires the CommonJS build of n8n-workflow; an import here would load the ESM build,
// which has its own error classes.
const require = createRequire(import.meta.url);
const { createRunExecutionData, Workflow } = require('n8n-workflow') as typeof N8nWorkflow;
const { ExecutionLifecycleHooks, LoadOptionsContext, WorkflowExecute } =
	require('n8n-core') as typeof Core;

/** The package under test, from source or from dist/. */
export interface PackageUnderTest {
	node: INodeType;
	credential: ICredentialType;
}

let executions = 0;

/** The data that n8n passes to its contexts. */
export function additionalData(
	{ credential }: PackageUnderTest,
	credentials: ICredentialDataDecryptedObject,
	workflow: WorkflowJson,
	{ executionId = `test-${++executions}`, variables = {}, credentialsByName }: Identity = {},
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: new CredentialsHelper(credential, credentials, credentialsByName),
		hooks: new ExecutionLifecycleHooks('manual', 'test', {
			...workflow,
			id: 'test',
			active: false,
			isArchived: false,
			activeVersionId: null,
			createdAt: new Date(),
			updatedAt: new Date(),
		}),
		variables,
		currentNodeExecutionIndex: 0,
		executionId,
		// n8n-core builds URLs from these when it reads a parameter.
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

/** What identifies an execution. */
export interface Identity {
	/** Default: a new ID. */
	executionId?: string;
	/** Default: manual. */
	mode?: WorkflowExecuteMode;
	/** `$vars`; default: none. */
	variables?: IDataObject;
	/** Of nodes that do not use the default one. */
	credentialsByName?: Record<string, ICredentialDataDecryptedObject>;
	/** Default: test. */
	workflowId?: string;
	/** What n8n has stored for the workflow; the run changes it. */
	staticData?: IDataObject;
}

type Running = ReturnType<InstanceType<typeof WorkflowExecute>['processRunExecutionData']>;

/**
 * Runs a workflow through n8n's engine from its start node with `items` or pinned data. `cancel()`
 * of the promise acts like a stop in n8n.
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

/** Retries a failed run like n8n's ExecutionService: its stored data in a new execution. */
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
	return execute(pkg, credentials, json, () => stored, { mode: 'retry' });
}

function execute(
	pkg: PackageUnderTest,
	credentials: ICredentialDataDecryptedObject,
	json: WorkflowJson,
	runDataOf: (workflow: InstanceType<typeof Workflow>) => IRun['data'],
	identity: Identity = {},
): Running {
	const workflow = new Workflow({
		id: identity.workflowId ?? 'test',
		staticData: identity.staticData,
		name: json.name,
		nodes: json.nodes,
		connections: json.connections,
		active: false,
		nodeTypes: nodeTypesWith(pkg.node),
		settings: { executionOrder: 'v1', ...json.settings },
		pinData: json.pinData,
	});
	const running = new WorkflowExecute(
		additionalData(pkg, credentials, json, identity),
		identity.mode ?? 'manual',
		runDataOf(workflow),
	);
	return running.processRunExecutionData(workflow);
}

/** Items of a node in a run by main output. */
export function outputOf(run: IRun, nodeName: string, runIndex = 0): INodeExecutionData[][] {
	const outputs = run.data.resultData.runData[nodeName]?.[runIndex]?.data?.main ?? [];
	return outputs.map((items) => items ?? []);
}

/** The context of dropdowns of the Loops node in the editor. */
export function editorContext(
	pkg: PackageUnderTest,
	credentials: ICredentialDataDecryptedObject,
	parameters: IDataObject,
): ILoadOptionsFunctions & { node: INode } {
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
	const context: unknown = new LoadOptionsContext(workflow, node, data, '');
	return context as ILoadOptionsFunctions & { node: INode };
}
