import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type * as N8nWorkflow from 'n8n-workflow';
import { vi } from 'vitest';

import { LoopsWebhookApi } from '../../credentials/LoopsWebhookApi.credentials';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { additionalData } from './engine.mts';
import { Container, requireOfCore } from './instance.mts';
import { TRIGGER } from './workflow.mts';

const require = createRequire(import.meta.url);
const { Workflow } = require('n8n-workflow') as typeof N8nWorkflow;
const { WebhookContext } = require('n8n-core') as typeof Core;
const backend = requireOfCore('@n8n/backend-common') as { Logger: new () => Logger };
const logger = Container.get(backend.Logger);

/** How a trigger is set up. */
export interface TriggerSetUp {
	parameters?: IDataObject;
	/** What the credential holds; without it, the node has none. */
	credential?: ICredentialDataDecryptedObject;
	/** Default: a published workflow. */
	mode?: WorkflowExecuteMode;
	workflowId?: string;
	/** n8n can't start an execution, as without its database; known after a while where it is a promise. */
	isUnwell?: () => boolean | Promise<boolean>;
}

/** A Loops Trigger behind a port. */
export interface TriggerServer {
	readonly url: string;
	/** What the executions were started with. */
	readonly started: IDataObject[];
	/** Warnings that the node logged. */
	readonly warnings: string[];
	close(): Promise<void>;
}

/**
 * Runs the node's webhook on n8n-core's own context for each request to a port. Around it stands as much
 * of n8n's server as the node has to do with: the bytes of the body, but for multipart, and an answer to
 * what the node returns. What n8n itself refuses is for the end-to-end tests.
 */
export async function startTrigger(setUp: TriggerSetUp = {}): Promise<TriggerServer> {
	const started: IDataObject[] = [];
	const warnings: string[] = [];
	const spy = vi.spyOn(logger, 'warn').mockImplementation((message, meta) => {
		warnings.push(`${message} ${JSON.stringify(meta)}`);
	});

	const server = createServer((request, response) => {
		void (async () => {
			const isMultipart = request.headers['content-type']?.startsWith('multipart/');
			const bytes = await buffer(request);
			const { workflowData, webhookResponse, noWebhookResponse } = await runWebhook(
				setUp,
				Object.assign(request, isMultipart ? {} : { rawBody: bytes }),
				response,
			);
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
		async close() {
			spy.mockRestore();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function runWebhook(
	{ parameters = {}, credential, mode = 'webhook', workflowId = 'workflow' }: TriggerSetUp,
	httpRequest: IncomingMessage,
	response: ServerResponse,
): Promise<IWebhookResponseData> {
	const type = new LoopsTrigger();
	const node: INode = {
		id: 'trigger',
		name: 'Loops Trigger',
		type: TRIGGER,
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INodeParameters,
		...(credential && { credentials: { loopsWebhookApi: { id: '1', name: 'Loops Webhook' } } }),
	};
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const json = { name: 'test', nodes: [node], connections: {} };
	const workflow = new Workflow({ ...json, id: workflowId, active: true, nodeTypes });
	const pkg = { node: type, credential: new LoopsWebhookApi() };
	// Of Express, which n8n answers with, the node uses these two methods.
	const httpResponse = Object.assign(response, {
		status: (code: number) => Object.assign(response, { statusCode: code }),
		json: (content: unknown) => response.end(JSON.stringify(content)),
	});
	const data = Object.assign(additionalData(pkg, credential ?? {}, json), {
		httpRequest,
		httpResponse,
	});
	const context = new WebhookContext(
		workflow,
		workflow.getNode(node.name) as INode,
		data as never,
		mode,
		{} as IWebhookData,
		[],
		null,
	);
	return await type.webhook.call(context);
}
