import { type Answer, Refusal } from '../answer.mts';
import type { ApiRequest } from '../api.mts';
import { found } from './content.mts';
import { nodeOf } from './workflowNodes.mts';
import { workflowOf } from './workflows.mts';

// From Loops' pages on metrics, OpenAPI 1.22.0: totals over all time.

const marketing = (sends: number) => ({
	sends,
	opens: 0,
	clicks: 0,
	unsubscribes: 0,
	spamReports: 0,
	hardBounces: 0,
	softBounces: 0,
});

/** Counts all current contacts, since the emulator sends no campaign emails. */
export function campaignMetrics({ account, params }: ApiRequest): Answer {
	const { status } = found(account.content.campaigns, params.campaignId, 'Campaign');
	// The status is from Loops' Go client; the text is a guess.
	if (status !== 'Sent') throw new Refusal(400, 'Campaign has not been sent yet.');
	return { status: 200, body: marketing(account.contactCount) };
}

export function nodeMetrics(request: ApiRequest): Answer {
	const { typeName, fields } = nodeOf(workflowOf(request), request.params.nodeId);
	if (typeName !== 'SendEmailAction' || !fields.emailMessageId) {
		throw new Refusal(400, 'Node is not a SendEmailAction node.');
	}
	return { status: 200, body: marketing(0) };
}

export function transactionalMetrics({ account, params }: ApiRequest): Answer {
	const { id } = found(account.templates, params.transactionalId, 'Transactional email');
	const sends = account.outbox.filter(({ transactionalId }) => transactionalId === id).length;
	return {
		status: 200,
		body: { sends, deliveries: sends, hardBounces: 0, softBounces: 0, spamReports: 0 },
	};
}
