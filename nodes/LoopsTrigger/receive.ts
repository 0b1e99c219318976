import {
	type IDataObject,
	type INode,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeOperationError,
} from 'n8n-workflow';

import { booleanOf, numberOf } from '../Loops/fields/kinds';
import { readCollection } from './collection';
import { deliveries } from './deliveries';
import { eventOf, payloadIn } from './event';
import { exclusion, readFilters } from './filters';
import { isSigned, MAX_TOLERANCE_MINUTES, readClaim, staleness } from './signature';
import { COPY_SECRET, isVerified, signingKeys } from './signingKeys';

/** A request that starts no execution. */
interface Rejection {
	/** Below 300 for an event that Loops should not send again. */
	status: number;
	/** For the log, the editor and the sender, who may be anybody. */
	reason: string;
	/** Next step, for the editor. */
	hint?: string;
	/** For the log and the editor. */
	detail?: string;
}

const SEND_TEST = 'Send a test event from Loops (Settings > Webhooks).';
const CHECK_CLOCK = 'Check the clock of the machine that runs n8n, or raise Clock Tolerance.';
const CHECK_FILTERS = 'Loops got the answer 200. To receive such events, change Events or Filters.';

/** For people who try the connection; hints of a trigger can't see what it puts out. */
const ALL_WELL =
	'The signature is right. To receive all events, publish the workflow and enter the production URL in Loops.';

/** Answers one request. Throws in the editor alone: elsewhere n8n would start an error execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const node = context.getNode();
	const result = await examine(context, node).catch(
		({ message }: Error): Rejection => ({
			status: 500,
			reason: 'a parameter or the credential of the node is invalid',
			detail: message,
		}),
	);
	if (!('status' in result)) return { workflowData: [[result]] };

	answer(context, node, result);
	return { noWebhookResponse: true };
}

/** Costlier checks come later: those of the first need no parameter, and no credential. */
async function examine(
	context: IWebhookFunctions,
	node: INode,
): Promise<Rejection | { json: IDataObject }> {
	const { headers, rawBody: body } = context.getRequestObject() as unknown as {
		headers: IDataObject;
		rawBody?: unknown;
	};
	const id = headers['webhook-id'];
	const isSecured = isVerified(node);
	let options: IDataObject;
	if (isSecured) {
		const now = Date.now();
		const claim = readClaim(headers, body);
		if (typeof claim === 'string') return unauthorized(claim, SEND_TEST);
		const old = staleness(claim, MAX_TOLERANCE_MINUTES, now);
		if (old) return unauthorized(old, CHECK_CLOCK);
		const keys = await signingKeys(context, node);
		if (keys.length === 0) {
			return unauthorized('the node has no credential with a usable signing secret', COPY_SECRET);
		}
		if (!isSigned(claim, keys)) {
			return unauthorized('no signature matches the signing secret and the body', COPY_SECRET);
		}
		options = readCollection(context, 'Options', 'options');
		const stale = staleness(claim, toleranceIn(options), now);
		if (stale) return unauthorized(stale, CHECK_CLOCK);
	} else {
		options = readCollection(context, 'Options', 'options');
	}

	const payload = payloadIn(body);
	if (!payload) return { status: 400, reason: 'the body is not a Loops event', hint: SEND_TEST };
	const event = eventOf(payload, id);
	const reason = exclusion(event, readFilters(context));
	if (reason) return { status: 200, reason, hint: CHECK_FILTERS };
	const json = includesPayload(options) ? { ...event, payload } : event;
	const isListening = context.getMode() === 'manual';
	if (isListening && isSecured && event.event === 'testing.testEvent') {
		return { json: Object.assign({ event: event.event, message: ALL_WELL }, json) };
	}

	// An ID that nobody signed is not remembered: a forged event would keep a real one out. Nor is one
	// in the editor, where people want to see the same event again.
	if (isSecured && !isListening) {
		const workflowId = String(context.getWorkflow().id);
		const response = context.getResponseObject();
		const known = deliveries.add(workflowId, node.id, String(id), response);
		if (known === 'delivered') return { status: 200, reason: 'received before' };
		// The first may still fail: Loops should send it again.
		if (known === 'pending') return { status: 503, reason: 'n8n has not yet started this event' };
	}
	return { json };
}

const unauthorized = (reason: string, hint: string): Rejection => ({ status: 401, reason, hint });

/** @throws Error when the option isn't true or false */
function includesPayload(options: IDataObject): boolean {
	if (!('includePayload' in options)) return false;
	const { value } = booleanOf(options.includePayload);
	if (value === undefined) throw new Error("'Include Payload' is neither true nor false");
	return value;
}

/** In minutes. @throws Error when the option isn't a number above 0, up to a day */
function toleranceIn({ clockTolerance }: IDataObject): number {
	const { value = 5, wayOut } = numberOf(clockTolerance ?? undefined);
	if (wayOut !== undefined || !(value > 0 && value <= MAX_TOLERANCE_MINUTES)) {
		throw new Error(
			`'Clock Tolerance' is not a number of minutes above 0, up to ${MAX_TOLERANCE_MINUTES}`,
		);
	}
	return value;
}

/** @throws NodeOperationError in the editor, which shows it while Loops has its answer */
function answer(
	context: IWebhookFunctions,
	node: INode,
	{ status, reason, hint, detail }: Rejection,
): void {
	const verb = status < 300 ? 'Ignored' : 'Refused';
	const isListening = context.getMode() === 'manual';
	if (verb === 'Refused' && !isListening) {
		context.logger.warn(
			`'${node.name}' answered a request with ${status}: ${[reason, detail].filter(Boolean).join(': ')}`,
			{ workflowId: context.getWorkflow().id },
		);
	}
	context
		.getResponseObject()
		.status(status)
		.json({ message: `${verb}: ${reason}` });
	if (isListening) {
		throw new NodeOperationError(node, `${verb} an event: ${reason}`, {
			description: detail ?? hint,
		});
	}
}
