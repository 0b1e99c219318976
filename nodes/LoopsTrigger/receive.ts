import {
	type IDataObject,
	type INode,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeOperationError,
} from 'n8n-workflow';

import { parseBoolean } from '../Loops/values/parse';
import { deliveries } from './deliveries';
import { eventOf, payloadIn } from './event';
import { exclusion, readFilters } from './filters';
import { isSigned, readClaim, staleness } from './signature';
import { COPY_SECRET, isVerified, signingKeys } from './signingSecret';

/** A request that starts no execution. A status below 300 asks Loops not to send it again. */
interface NotStarted {
	status: number;
	/** Shown in the log and the editor, and to the sender, who may be anyone. */
	reason: string;
	/** The next step, shown in the editor. */
	hint?: string;
	/** Shown in the log and the editor. */
	detail?: string;
}

const SEND_TEST =
	'The request may not come from Loops. To test, send a test event from Loops (Settings > Webhooks).';
const CHECK_CLOCK = 'Check the clock of the machine that runs n8n.';
const CHECK_FILTERS =
	"Loops got the response 200, so it does not send the event again. To receive such events, change 'Events' or 'Filters'.";

/** In the output, since hints of a trigger can't see what it puts out. */
const SIGNATURE_VALID = 'The signature is valid. Now follow step 4 in the form.';

/** Answers one request. Throws only in the editor: elsewhere n8n would start an error execution. */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const node = this.getNode();
	const result = await examine(this, node).catch(
		({ message }: Error): NotStarted => ({
			status: 500,
			reason: 'the settings of the node are invalid',
			detail: message,
		}),
	);
	if ('json' in result) return { workflowData: [[result]] };

	reject(this, node, result);
	return { noWebhookResponse: true };
}

/** The item for the workflow, or why there is none. Reads of the credential and parameters are costly. */
async function examine(context: IWebhookFunctions, node: INode) {
	const now = Date.now();
	const headers = context.getHeaderData();
	const { rawBody } = context.getRequestObject() as { rawBody?: unknown };
	const claim = isVerified(node) ? readClaim(headers, rawBody) : undefined;
	if (typeof claim === 'string') return unauthorized(claim, SEND_TEST);
	if (claim) {
		const stale = staleness(claim, now);
		if (stale) return unauthorized(stale, CHECK_CLOCK);
		const keys = await signingKeys(context, node);
		if (keys.length === 0) {
			return unauthorized('the node has no credential with a usable signing secret', COPY_SECRET);
		}
		if (!isSigned(claim, keys)) {
			return unauthorized(
				'the signature does not match the signing secret in the credential',
				COPY_SECRET,
			);
		}
	}
	const options = context.getNodeParameter('options', {}) as IDataObject;

	const payload = payloadIn(rawBody);
	if (!payload) return { status: 400, reason: 'the body is not a Loops event', hint: SEND_TEST };
	const event = eventOf(payload, headers['webhook-id']);
	const isTestInEditor = context.getMode() === 'manual' && event.event === 'testing.testEvent';
	const reason = exclusion(event, readFilters(context));
	// A test event shows that the connection works, whatever the published workflow waits for.
	if (reason && !isTestInEditor) return { status: 200, reason, hint: CHECK_FILTERS };
	const json = includesPayload(options) ? { ...event, payload } : event;

	// Only verified IDs are remembered: a forged one would keep the real event out.
	if (!claim) return { json };
	if (isTestInEditor) {
		return { json: Object.assign({ event: event.event, message: SIGNATURE_VALID }, json) };
	}
	// The editor shows repeats of an event as well.
	if (context.getMode() === 'manual') return { json };
	const workflowId = String(context.getWorkflow().id);
	const known = deliveries.add(workflowId, node.id, claim.id, context.getResponseObject());
	if (known === 'delivered') return { status: 200, reason: 'the event was already received' };
	// The first may still fail: Loops should send it again (contract: webhook-repeats).
	if (known === 'pending')
		return {
			status: 503,
			reason: 'n8n has not yet accepted the first delivery of this event. Loops sends it again',
		};
	return { json };
}

const unauthorized = (reason: string, hint: string): NotStarted => ({ status: 401, reason, hint });

/** @throws Error when the option isn't true or false */
function includesPayload(options: IDataObject): boolean {
	if (!('includePayload' in options)) return false;
	const { value } = parseBoolean(options.includePayload);
	if (value === undefined) throw new Error("'Include Payload' is neither true nor false");
	return value;
}

/** @throws NodeOperationError in the editor, which shows it */
function reject(context: IWebhookFunctions, node: INode, rejection: NotStarted): void {
	const { status, reason, hint, detail } = rejection;
	const verb = status < 300 ? 'Ignored' : 'Refused';
	const isListening = context.getMode() === 'manual';
	if (verb === 'Refused' && !isListening) {
		context.logger.warn(
			`'${node.name}' responded to a request with ${status}: ${[reason, detail].filter(Boolean).join(': ')}`,
			{ workflowId: context.getWorkflow().id },
		);
	}
	const message = `${verb}: ${reason}`;
	context.getResponseObject().status(status).json({ message });
	if (isListening) {
		throw new NodeOperationError(node, `${verb} an event: ${reason}`, {
			description: detail ?? hint,
		});
	}
}
