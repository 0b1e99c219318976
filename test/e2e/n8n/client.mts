import { parse } from 'flatted';
import type {
	IDataObject,
	INodeExecutionData,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeTypeDescription,
	IRunExecutionData,
	ResourceMapperField,
} from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';

import { LOOPS, TRIGGER, type WorkflowJson } from '../../harness/workflow.mts';

/** The owner of a test n8n. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Olga',
	lastName: 'Owner',
	password: 'Loops-and-n8n-1',
};

export interface LoopsCredential {
	apiKey: string;
	baseUrl: string;
}

/** A credential as nodes refer to it. */
export interface StoredCredential {
	id: string;
	name: string;
}

/** A stored execution. */
export interface Execution {
	id: string;
	workflowId: string;
	status: string;
	mode: string;
	/** ID of the retried execution. */
	retryOf?: string;
	data: IRunExecutionData;
}

/** Resumes a waiting execution. */
type OnWait = (waiting: Execution) => Promise<void>;

/** The state that the editor sends when it loads options of a field. */
export interface EditorState {
	credential: StoredCredential;
	parameters: IDataObject;
	path: string;
}

/** The REST API of n8n's editor, as the owner of the instance. */
export class N8nClient {
	private cookie = '';

	private constructor(readonly origin: string) {}

	/** Logs in as the owner, who is created in a new n8n. */
	static async connect(origin: string, password = owner.password): Promise<N8nClient> {
		const n8n = new N8nClient(origin);
		const setup = await n8n.send('POST', '/rest/owner/setup', { ...owner, password });
		const login = setup.ok
			? setup
			: await n8n.send('POST', '/rest/login', { emailOrLdapLoginId: owner.email, password });
		n8n.cookie = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0])[0];
		if (!n8n.cookie) throw new Error(`No login at ${origin}: ${await login.text()}`);
		return n8n;
	}

	async createCredential(data: LoopsCredential, name = 'Loops API'): Promise<StoredCredential> {
		return await this.createOther('loopsEmailApi', data, name);
	}

	async updateCredential({ id, name }: StoredCredential, data: LoopsCredential): Promise<void> {
		const body = { name, type: 'loopsEmailApi', data };
		await this.call('PATCH', `/rest/credentials/${id}`, body);
	}

	/** Creates a credential of any type. */
	async createOther(type: string, data: object, name = type): Promise<StoredCredential> {
		const body = { name, type, data };
		const { id } = await this.call<{ id: string }>('POST', '/rest/credentials', body);
		return { id, name };
	}

	/** Deletes all credentials of a type. */
	async deleteCredentials(type: string): Promise<void> {
		const stored = await this.call<Array<{ id: string; type: string }>>('GET', '/rest/credentials');
		for (const each of stored.filter((one) => one.type === type)) {
			await this.call('DELETE', `/rest/credentials/${each.id}`);
		}
	}

	/** Tests a credential like its dialog. */
	async testCredential(
		credential: StoredCredential,
		data: LoopsCredential,
	): Promise<{ status: string; message: string }> {
		return await this.call('POST', '/rest/credentials/test', {
			credentials: { ...credential, type: 'loopsEmailApi', data },
		});
	}

	async options(methodName: string, state: EditorState): Promise<INodePropertyOptions[]> {
		return await this.dynamic('options', { methodName, ...this.editor(state) });
	}

	async search(
		methodName: string,
		state: EditorState,
		query: { filter?: string; paginationToken?: unknown } = {},
	): Promise<INodeListSearchResult> {
		return await this.dynamic('resource-locator-results', {
			methodName,
			...this.editor(state),
			...query,
		});
	}

	async mapperFields(
		methodName: string,
		state: EditorState,
	): Promise<{ fields: ResourceMapperField[]; emptyFieldsNotice?: string }> {
		return await this.dynamic('resource-mapper-fields', { methodName, ...this.editor(state) });
	}

	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return (await (await this.send('GET', '/types/nodes.json')).json()) as INodeTypeDescription[];
	}

	/** Stores a workflow with these credentials for its Loops nodes and trigger. Returns the ID. */
	async createWorkflow(
		workflow: WorkflowJson,
		loopsEmailApi?: StoredCredential,
		loopsEmailWebhookApi?: StoredCredential,
	): Promise<string> {
		const credentialsOf = (type: string) => {
			if (type === TRIGGER) return loopsEmailWebhookApi && { loopsEmailWebhookApi };
			return [LOOPS, `${LOOPS}Tool`].includes(type)
				? loopsEmailApi && { loopsEmailApi }
				: undefined;
		};
		const { id } = await this.call<{ id: string }>('POST', '/rest/workflows', {
			settings: { executionOrder: 'v1' },
			active: false,
			...workflow,
			nodes: workflow.nodes.map((node) => {
				const credentials = credentialsOf(node.type);
				return credentials ? { ...node, credentials } : node;
			}),
		});
		return id;
	}

	/** Publishes a stored workflow. */
	async activate(workflowId: string): Promise<void> {
		const path = `/rest/workflows/${workflowId}`;
		const { versionId } = await this.call<{ versionId: string }>('GET', path);
		await this.call('POST', `${path}/activate`, { versionId });
	}

	/** Starts an execution through a webhook, which n8n 2.41 registers shortly after activation. */
	async postToWebhook(path: string, body: IDataObject): Promise<void> {
		for (const deadline = Date.now() + 10_000; ; await wait(100)) {
			const response = await this.send('POST', `/webhook/${path}`, body);
			if (response.ok) return;
			if (response.status !== 404 || Date.now() > deadline) {
				throw new Error(`POST /webhook/${path}: ${response.status} ${await response.text()}`);
			}
		}
	}

	/**
	 * Runs a stored workflow from its trigger to its end, like the editor's button. Calls `onWait` each
	 * time it waits.
	 */
	async run(workflowId: string, trigger: string, onWait?: OnWait): Promise<Execution> {
		const { executionId } = await this.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflowId}/run`,
			{
				// n8n 1.x runs the workflow in the request, 2.x the stored one.
				workflowData: await this.call('GET', `/rest/workflows/${workflowId}`),
				triggerToStartFrom: { name: trigger },
			},
		);
		return await this.finished(workflowId, executionId, onWait);
	}

	/** Retries an execution from its failed node, with the original or the currently saved workflow. */
	async retry({ id, workflowId }: Execution, { loadWorkflow = false } = {}): Promise<Execution> {
		await this.call('POST', `/rest/executions/${id}/retry`, { loadWorkflow });
		const retried = (await this.executions(workflowId)).find(({ retryOf }) => retryOf === id);
		if (!retried) throw new Error(`Execution ${id} was not run again`);
		return await this.finished(workflowId, retried.id);
	}

	/** The latest executions of a workflow, without their data. */
	async executions(workflowId: string): Promise<Array<Omit<Execution, 'data'>>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.call<{ results: Execution[] }>(
			'GET',
			`/rest/executions?limit=50&filter=${filter}`,
		);
		return results;
	}

	async execution(id: string): Promise<Execution> {
		const stored = await this.call<Execution & { data: string }>('GET', `/rest/executions/${id}`);
		return { ...stored, data: parse(stored.data) as IRunExecutionData };
	}

	/** @throws after two minutes */
	private async finished(workflowId: string, id: string, onWait?: OnWait): Promise<Execution> {
		for (const deadline = Date.now() + 120_000; Date.now() < deadline; await wait(100)) {
			// n8n 2.20 answers 500 for an execution without stored data.
			const listed = (await this.executions(workflowId)).find((execution) => execution.id === id);
			if (listed?.status === 'waiting') await onWait?.(await this.execution(id));
			else if (listed && !['new', 'running'].includes(listed.status)) {
				return await this.execution(id);
			}
		}
		throw new Error(`Execution ${id} has not ended`);
	}

	/** The address of a data table of the owner's project in the REST API. */
	async tablePath(id: unknown): Promise<string> {
		const project = await this.call<{ id: string }>('GET', '/rest/projects/personal');
		return `/rest/projects/${project.id}/data-tables/${String(id)}`;
	}

	/** Calls the REST API and returns `data` of the answer. @throws unless the status is 2xx */
	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.send(method, path, body);
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return (JSON.parse(text) as { data: T }).data;
	}

	private async send(method: string, path: string, body?: unknown): Promise<Response> {
		return await fetch(`${this.origin}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				cookie: this.cookie,
				// After seconds under load, n8n resets kept-alive connections during a request.
				connection: 'close',
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
	}

	private async dynamic<T>(kind: string, body: object): Promise<T> {
		return await this.call('POST', `/rest/dynamic-node-parameters/${kind}`, body);
	}

	private editor({ credential, parameters, path }: EditorState) {
		return {
			path: `parameters.${path}`,
			nodeTypeAndVersion: { name: LOOPS, version: 1 },
			currentNodeParameters: parameters,
			credentials: { loopsEmailApi: credential },
		};
	}
}

/** Items of an output of a node in one of its runs. */
export function itemsOf(
	execution: Execution,
	node: string,
	{ output = 0, run = 0 } = {},
): INodeExecutionData[] {
	return execution.data.resultData.runData[node]?.[run]?.data?.main[output] ?? [];
}

export const jsonOf = (...of: Parameters<typeof itemsOf>): IDataObject[] =>
	itemsOf(...of).map(({ json }) => json);
