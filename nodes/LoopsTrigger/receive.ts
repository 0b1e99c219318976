import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { deliveries } from './deliveries';
import { eventOf, payloadIn } from './event';
import { passes, readFilters } from './filters';
import { distrust } from './signature';
import { signingKey } from './signingSecret';

/** Answers one request to the webhook. Never throws: n8n would start an error execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await answer(context);
	} catch (error) {
		// An expression that fails, or gives what is no list: Loops is to send the event again. What
		// exactly it was is not for a caller who may be anybody.
		const { message } = error as Error;
		return refuse(context, 500, 'a parameter of the node is not right', message);
	}
}

async function answer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { headers, rawBody: body } = context.getRequestObject() as unknown as {
		headers: IDataObject;
		rawBody?: unknown;
	};
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const id = headers['webhook-id'];

	// Only false switches it off, not what an imported workflow may have in its place.
	if (context.getNodeParameter('verifySignature', true) !== false) {
		const request = {
			id,
			timestamp: headers['webhook-timestamp'],
			signature: headers['webhook-signature'],
			body,
		};
		const toleranceMs = minutes(options.clockTolerance) * 60_000;
		const reason = distrust(request, await readKey(context), toleranceMs, Date.now());
		if (reason) return refuse(context, 401, reason);
	}

	const payload = payloadIn(body);
	if (!payload) return refuse(context, 400, 'the body is no event of Loops');
	const event = eventOf(payload, id);
	if (!passes(event, readFilters(context))) return ignored('filtered out');
	if (!remember(context, event.webhookId)) return ignored('received before');
	const json = options.includePayload === true ? { ...event, payload } : event;
	return { workflowData: [[{ json }]] };
}

/** Another package may declare the credential type, with other fields. */
async function readKey(context: IWebhookFunctions): Promise<Buffer | undefined> {
	try {
		return signingKey((await context.getCredentials('loopsWebhookApi')).signingSecret);
	} catch {
		return undefined;
	}
}

/** @throws Error when the option isn't a number above 0 */
function minutes(value: unknown = 5): number {
	if (typeof value !== 'number' || !(value > 0)) {
		throw new Error("'Clock Tolerance' is no number of minutes above 0");
	}
	return value;
}

/** False where the event was received before. */
function remember(context: IWebhookFunctions, webhookId: string | null): boolean {
	// Whoever builds a workflow in the editor may want to see the same event twice.
	if (!webhookId || context.getMode() === 'manual') return true;
	const forget = deliveries.add(String(context.getWorkflow().id), context.getNode().id, webhookId);
	if (!forget) return false;
	const response = context.getResponseObject();
	// Where n8n can't start the execution it answers 500, and Loops sends the event again.
	response.once('close', () => response.statusCode >= 400 && forget());
	return true;
}

/** Answers with the reason and logs it, with what only the log is to say. */
function refuse(
	context: IWebhookFunctions,
	status: number,
	reason: string,
	detail = '',
): IWebhookResponseData {
	const { name } = context.getNode();
	const workflowId = context.getWorkflow().id;
	context.logger.warn(
		`'${name}' answered a request with ${status}: ${[reason, detail].filter(Boolean).join(': ')}`,
		{ workflowId },
	);
	context
		.getResponseObject()
		.status(status)
		.json({ message: `Refused: ${reason}` });
	return { noWebhookResponse: true };
}

/** With 200, so that Loops does not send it again; its dashboard shows the text. */
const ignored = (why: string): IWebhookResponseData => ({
	webhookResponse: { message: `Ignored: ${why}` },
});
