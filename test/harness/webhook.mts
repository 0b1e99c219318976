import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeParameters,
	IWebhookData,
	IWebhookResponseData,
	Logger,
	NodeOperationError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type * as N8nWorkflow from 'n8n-workflow';
import { vi } from 'vitest';

import { LoopsEmailWebhookApi } from '../../credentials/LoopsEmailWebhookApi.credentials';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { additionalData } from './engine.mts';
import { Container, requireOfCore } from './instance.mts';
import { TRIGGER } from './workflow.mts';

const require = createRequire(import.meta.url);
const { Workflow } = require('n8n-workflow') as typeof N8nWorkflow;
const { HookContext, LoadOptionsContext, WebhookContext } = require('n8n-core') as typeof Core;
const backend = requireOfCore('@n8n/backend-common') as { Logger: new () => Logger };
const logger = Container.get(backend.Logger);

export interface TriggerSetUp {
	parameters?: IDataObject;
	/** The data of the credential; without it, the node has none. */
	credential?: ICredentialDataDecryptedObject;
	/** Default: a published workflow. */
	mode?: WorkflowExecuteMode;
	workflowId?: string;
	/** Whether n8n fails to start an execution, for example without its database. */
	isUnwell?: () => boolean | Promise<boolean>;
}

/** Content types for which n8n keeps the bytes of the body, for nodes from version 2 on. */
const PARSED = /^(application\/(json|x-www-form-urlencoded)|text\/plain)|[/+]xml$/;

/** A Loops Trigger that listens on a port. */
export interface TriggerServer {
	readonly url: string;
	/** The items that started executions. */
	readonly started: IDataObject[];
	/** Warnings that the node logged. */
	readonly warnings: string[];
	/** Errors of the node, which the editor shows. */
	readonly thrown: NodeOperationError[];
	close(): Promise<void>;
}

/**
 * Runs the node's webhook in a context of n8n-core for each request to a port, with the parts of
 * n8n's server that the node depends on: the bytes of parsed bodies and the answer to its result.
 * test/e2e covers what n8n itself refuses.
 */
export async function startTrigger(setUp: TriggerSetUp = {}): Promise<TriggerServer> {
	const started: IDataObject[] = [];
	const warnings: string[] = [];
	const thrown: NodeOperationError[] = [];
	// Unique, since the node caches credentials by ID.
	const credentialId = randomUUID();
	const spy = vi.spyOn(logger, 'warn').mockImplementation((message, meta) => {
		warnings.push(`${message} ${JSON.stringify(meta)}`);
	});

	const server = createServer((request, response) => {
		void (async () => {
			const isRead = PARSED.test(request.headers['content-type'] ?? '');
			const bytes = await buffer(request);
			const { context, type } = contextOf(
				{ ...setUp, credentialId },
				{
					httpRequest: Object.assign(request, isRead ? { rawBody: bytes } : {}),
					httpResponse: asExpress(response),
				},
			);
			const result = await type.webhook.call(context).catch((error: NodeOperationError) => {
				thrown.push(error);
				return { noWebhookResponse: true } as IWebhookResponseData;
			});
			const { workflowData, webhookResponse, noWebhookResponse } = result;
			if (noWebhookResponse) return;
			if (workflowData && (await setUp.isUnwell?.())) response.statusCode = 500;
			else started.push(...(workflowData?.[0] ?? []).map(({ json }) => json));
			response.end(JSON.stringify(webhookResponse));
		})();
	});
	server.listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		started,
		warnings,
		thrown,
		async close() {
			spy.mockRestore();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Runs n8n's check before the editor listens. @throws the error that the editor shows */
export async function listen(setUp: TriggerSetUp): Promise<void> {
	const { type, workflow, node, data } = contextOf({ ...setUp, credentialId: randomUUID() });
	const context = new HookContext(workflow, node, data, 'manual', 'manual', {} as IWebhookData);
	await type.webhookMethods.default.checkExists.call(context);
}

/** The context in which the editor loads the lists of the node's filters. */
export function filtersContext(setUp: TriggerSetUp): InstanceType<typeof LoadOptionsContext> {
	const { workflow, node, data } = contextOf({ ...setUp, credentialId: randomUUID() });
	data.currentNodeParameters = node.parameters;
	return new LoadOptionsContext(workflow, node, data, 'parameters.filters');
}

/** The two methods of Express responses that the node uses. */
const asExpress = (response: ServerResponse) =>
	Object.assign(response, {
		status: (code: number) => Object.assign(response, { statusCode: code }),
		json: (content: unknown) => response.end(JSON.stringify(content)),
	});

function contextOf(
	{
		parameters = {},
		credential,
		credentialId,
		mode = 'webhook',
		workflowId = 'workflow',
	}: TriggerSetUp & { credentialId: string },
	http = {},
) {
	const type = new LoopsTrigger();
	const json = {
		name: 'test',
		nodes: [
			{
				id: 'trigger',
				name: 'Loops Trigger',
				type: TRIGGER,
				typeVersion: 2,
				position: [0, 0] as [number, number],
				parameters: parameters as INodeParameters,
				...(credential && {
					credentials: { loopsEmailWebhookApi: { id: credentialId, name: 'Loops Webhook' } },
				}),
			},
		],
		connections: {},
	};
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ ...json, id: workflowId, active: true, nodeTypes });
	const node = workflow.getNode('Loops Trigger') as INode;
	const pkg = { node: type, credential: new LoopsEmailWebhookApi() };
	const data = Object.assign(additionalData(pkg, credential ?? {}, json), http);
	const webhook = {} as IWebhookData;
	const context = new WebhookContext(workflow, node, data, mode, webhook, [], null);
	return { type, workflow, node, data, context };
}
