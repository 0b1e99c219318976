import { type Answer, Refusal } from '../answer.mts';
import type { ApiRequest } from '../api.mts';
import { found } from './content.mts';
import { nodeOf } from './workflowNodes.mts';
import { workflowOf } from './workflows.mts';

// From quotes of OpenAPI 1.22.2: totals over all time.

const marketing = (sends: number) => ({
	...{ sends, opens: 0, clicks: 0, unsubscribes: 0 },
	...{ spamReports: 0, hardBounces: 0, softBounces: 0 },
});

/** Counts all current contacts, since the emulator sends no campaign emails. */
export function campaignMetrics({ account, params }: ApiRequest): Answer {
	const { status } = found(account.content.campaigns, params.campaignId, 'Campaign');
	return { status: 200, body: marketing(status === 'Sent' ? account.contactCount : 0) };
}

export function nodeMetrics(request: ApiRequest): Answer {
	const { typeName } = nodeOf(workflowOf(request), request.params.nodeId);
	if (typeName !== 'SendEmailAction') throw new Refusal(400, `A ${typeName} has no metrics.`);
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
