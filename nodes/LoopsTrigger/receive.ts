import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { booleanOf, numberOf } from '../Loops/fields/kinds';
import { deliveries } from './deliveries';
import { eventOf, payloadIn } from './event';
import { passes, readFilters } from './filters';
import { MAX_TOLERANCE_MINUTES } from './parameters';
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
		return refuse(context, 500, 'a parameter or the credential of the node is not right', message);
	}
}

async function answer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { headers, rawBody: body } = context.getRequestObject() as unknown as {
		headers: IDataObject;
		rawBody?: unknown;
	};
	const id = headers['webhook-id'];

	// Only false switches it off, not what an imported workflow may have in its place.
	const isVerified = context.getNodeParameter('verifySignature', true) !== false;
	if (isVerified) {
		const request = {
			id,
			timestamp: headers['webhook-timestamp'],
			signature: headers['webhook-signature'],
			body,
		};
		const key = await readKey(context);
		const reason = distrust(request, key, () => readToleranceMs(context), Date.now());
		if (reason) return refuse(context, 401, reason);
	}

	const payload = payloadIn(body);
	if (!payload) return refuse(context, 400, 'the body is no event of Loops');
	const event = eventOf(payload, id);
	if (!passes(event, readFilters(context))) return ignored('filtered out');
	const json = includesPayload(context) ? { ...event, payload } : event;

	// An ID that nobody has signed is not remembered: a forged event would keep a real one out. Nor is
	// one in the editor, where somebody may want to see the same event twice.
	if (isVerified && context.getMode() !== 'manual') {
		const known = deliveries.add(
			String(context.getWorkflow().id),
			context.getNode().id,
			String(id),
			context.getResponseObject(),
		);
		if (known === 'delivered') return ignored('received before');
		// That may still fail, and Loops is to send it again then.
		if (known === 'pending') return refuse(context, 503, 'n8n has not yet started this event');
	}
	return { workflowData: [[{ json }]] };
}

/**
 * Undefined where there is none: another package may declare the credential type, with other fields.
 * @throws Error when n8n can't read the credential
 */
async function readKey(context: IWebhookFunctions): Promise<Buffer | undefined> {
	if (!context.getNode().credentials?.loopsWebhookApi) return undefined;
	return signingKey((await context.getCredentials('loopsWebhookApi')).signingSecret);
}

/** @throws Error when the option isn't true or false */
function includesPayload(context: IWebhookFunctions): boolean {
	const { value } = booleanOf(context.getNodeParameter('options.includePayload', false));
	if (value === undefined) throw new Error("'Include Payload' is neither true nor false");
	return value;
}

/** @throws Error when the option isn't a number above 0, up to a day */
function readToleranceMs(context: IWebhookFunctions): number {
	const given = context.getNodeParameter('options.clockTolerance', 5) ?? undefined;
	const { value: minutes = 5, wayOut } = numberOf(given);
	if (wayOut !== undefined || !(minutes > 0 && minutes <= MAX_TOLERANCE_MINUTES)) {
		throw new Error(
			`'Clock Tolerance' is no number of minutes above 0, up to ${MAX_TOLERANCE_MINUTES}`,
		);
	}
	return minutes * 60_000;
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
