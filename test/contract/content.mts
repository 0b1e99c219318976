import {
	allWith,
	Difference,
	expectAnswer,
	fieldsOf,
	isRecord,
	NotChecked,
	NotEnabled,
	pageOf,
	withMessage,
} from './assumption.mts';
import type { Answer, Service } from './service.mts';

/** Of the form of Loops' IDs. */
const NO_SUCH_ID = 'cm0nosuchid000000000000000';

const LISTS = [
	'/audience-segments',
	'/campaign-groups',
	'/campaigns',
	'/components',
	'/themes',
	'/transactional-groups',
	'/workflow-groups',
	'/workflows',
];

/** Makes a workflow of the run, a draft without an email; gives its path and its revision. */
async function workflow(service: Service, name: string) {
	const answer = await service.call('POST', '/workflows', { name: service.name(name) });
	if (answer.status === 500) throw new NotChecked('not enabled for this team (500)');
	expectAnswer(answer, 200, {
		of: 'a workflow: id, nodes and workflowRevisionId',
		is: (body) =>
			isRecord(body) &&
			typeof body.id === 'string' &&
			isRecord(body.nodes) &&
			'workflowRevisionId' in body,
	});
	const { id, workflowRevisionId } = answer.body as { id: string; workflowRevisionId: unknown };
	return { path: `/workflows/${id}`, expectedRevisionId: workflowRevisionId };
}

const entriesOf = (answer: Answer) => {
	const { data } = fieldsOf(answer);
	return Array.isArray(data) ? data.filter(isRecord) : [];
};

/** Expects the 401 of a team without a part of the API; \`words\` where the message matters. */
async function expectNotEnabled(service: Service, path: string, words = /./): Promise<void> {
	const answer = await service.call('GET', path).catch((error: unknown) => {
		if (error instanceof NotEnabled) return error.answer;
		throw error;
	});
	if (answer.status === 200) throw new NotChecked('this team has it');
	expectAnswer(answer, 401, withMessage(words));
}

/** The ID of an email message in one of the first workflows. */
async function messageOfWorkflow(service: Service): Promise<string> {
	const listed = await service.call('GET', '/workflows?perPage=10');
	expectAnswer(listed, 200);
	for (const { id } of entriesOf(listed).slice(0, 5)) {
		const { nodes: given } = fieldsOf(await service.call('GET', `/workflows/${String(id)}`));
		const nodes = Object.values(given ?? {}).filter(isRecord);
		const found = nodes.find((node) => typeof node.emailMessageId === 'string');
		if (found) return String(found.emailMessageId);
	}
	throw new NotChecked('no workflow with an email');
}

const READ = allWith('read', [
	{
		id: 'content-not-enabled',
		says: 'A team without the content API gets 401 with a message that says so.',
		source: 'guessed',
		reliedOnBy: 'not blaming the key for a 401',
		check: async (service) =>
			await expectNotEnabled(service, '/campaigns?perPage=10', /not enabled/),
	},
	{
		id: 'metrics-not-enabled',
		says: 'A team without metrics gets 401 for those of an email that exists, not 404.',
		source: 'guessed',
		reliedOnBy: 'telling a switch at Loops from an email that is gone',
		ifNot: 'Get Metrics: the hint of the status that Loops answers with',
		check: async (service) => {
			const listed = await service.call('GET', '/transactional-emails?perPage=10');
			expectAnswer(listed, 200);
			const [email] = entriesOf(listed);
			if (!email) throw new NotChecked('the team has no transactional email');
			await expectNotEnabled(service, `/transactional-emails/${String(email.id)}/metrics`);
		},
	},
	{
		id: 'content-lists',
		says: 'The lists of the content API come by pages, each entry with id and name.',
		reliedOnBy: 'every Get Many and dropdown of the content API',
		check: async (service) => {
			for (const list of LISTS) {
				expectAnswer(await service.call('GET', `${list}?perPage=10`), 200, pageOf('id', 'name'));
			}
		},
	},
	{
		id: 'content-limit-60',
		says: 'The content API has a limit of its own, 60 requests per minute, in x-ratelimit-limit.',
		reliedOnBy: 'the second limit of the rate limiter',
		check: async (service) => {
			const answer = await service.call('GET', '/themes?perPage=10');
			expectAnswer(answer, 200);
			const limit = answer.headers.get('x-ratelimit-limit');
			if (limit !== '60') throw new Difference('x-ratelimit-limit: 60', String(limit));
		},
	},
	{
		id: 'content-limit-others',
		says: 'Segments, events and sending IPs do not count against the limit of the content API.',
		source: 'guessed',
		reliedOnBy: 'the pace of these calls',
		check: async (service) => {
			for (const path of ['/audience-segments', '/event-patterns', '/dedicated-sending-ips']) {
				const answer = await service.call('GET', path);
				expectAnswer(answer, 200);
				if (answer.headers.get('x-ratelimit-limit') === '60') {
					throw new Difference('a limit per second', `x-ratelimit-limit: 60 for ${path}`);
				}
			}
		},
	},
	{
		id: 'sending-ips',
		says: 'GET /dedicated-sending-ips answers with an array of texts.',
		reliedOnBy: 'Sending IP > Get Many',
		check: async (service) =>
			expectAnswer(await service.call('GET', '/dedicated-sending-ips'), 200, {
				of: 'an array of texts',
				is: (body) => Array.isArray(body) && body.every((ip) => typeof ip === 'string'),
			}),
	},
	{
		id: 'content-unknown',
		says: 'An ID that does not exist gets 404 with a message, which need not have success: false.',
		reliedOnBy: 'telling a missing campaign from an answer that is not from Loops',
		check: async (service) => {
			for (const path of ['/campaigns', '/email-messages']) {
				expectAnswer(await service.call('GET', `${path}/${NO_SUCH_ID}`), 404, withMessage());
			}
		},
	},
	{
		id: 'id-form',
		says: 'An ID of another form than that of Loops gets 400 with "Invalid" and the name of the ID.',
		reliedOnBy: 'the message that Loops has no campaign, email or workflow with an ID',
		check: async (service) => {
			for (const [path, name] of [
				['/campaigns', 'campaignId'],
				['/email-messages', 'emailMessageId'],
			]) {
				const answer = await service.call('GET', `${path}/no-such-id`);
				expectAnswer(answer, 400, withMessage(new RegExp(`^Invalid \`?${name}\``)));
			}
		},
	},
	{
		id: 'newest-first',
		says: 'Lists of segments, groups, themes and transactional emails begin with the newest.',
		reliedOnBy: 'Limit giving the newest; keeping an entry once that moves to the next page',
		check: async (service) => {
			let compared = 0;
			for (const list of [
				...LISTS.filter((each) => !/camp.*s$|com|w/.test(each)),
				'/transactional-emails',
			]) {
				const answer = await service.call('GET', `${list}?perPage=10`);
				expectAnswer(answer, 200);
				const times = entriesOf(answer).map(({ createdAt }) => Date.parse(String(createdAt)));
				compared += Math.max(0, times.length - 1);
				const isOlderFirst = times.some((time, at) => time > times[at - 1]);
				if (isOlderFirst) throw new Difference('the newest first', `an older one first in ${list}`);
			}
			if (compared === 0) throw new NotChecked('no list has two entries');
		},
	},
	{
		id: 'answer-id',
		says: 'What is looked up by its ID answers with this ID.',
		reliedOnBy: 'telling the right answer from that of another call',
		check: async (service) => {
			const listed = await service.call('GET', '/themes?perPage=10');
			expectAnswer(listed, 200);
			const [theme] = entriesOf(listed);
			if (!theme) throw new NotChecked('the team has no theme');
			expectAnswer(await service.call('GET', `/themes/${String(theme.id)}`), 200, {
				of: 'the same id',
				is: (body) => isRecord(body) && body.id === theme.id,
			});
		},
	},
	{
		id: 'message-owner',
		says: "An email message with neither campaignId nor transactionalId is a workflow's.",
		reliedOnBy: 'keeping AI agents from emails of workflows',
		check: async (service) => {
			const id = await messageOfWorkflow(service);
			expectAnswer(await service.call('GET', `/email-messages/${id}`), 200, {
				of: 'neither campaignId nor transactionalId',
				is: (body) => isRecord(body) && !('campaignId' in body) && !('transactionalId' in body),
			});
		},
	},
	{
		id: 'workflow-unknown',
		says: 'The 404 of a workflow that does not exist names the workflow.',
		reliedOnBy: 'Workflow > Delete telling its deletion from the 404 of a gateway',
		check: async (service) =>
			expectAnswer(
				await service.call('GET', `/workflows/${NO_SUCH_ID}`),
				404,
				withMessage(/workflow/i),
			),
	},
]);

const WRITTEN = allWith('write', [
	{
		id: 'workflow-stale',
		says: 'A workflow refuses a stale revision with 409, and a message with "stale" or "revision".',
		reliedOnBy: 'never overwriting another change; telling the 409s apart',
		changes: { 'POST /workflows': 1, 'POST /workflows/{workflowId}': 2 },
		check: async (service) => {
			const { path, ...current } = await workflow(service, 'stale');
			const name = service.name('stale');
			expectAnswer(await service.call('POST', path, { ...current, name }), 200);
			const stale = await service.call('POST', path, { expectedRevisionId: 'rev_no_such', name });
			expectAnswer(stale, 409, withMessage(/stale|revision/i));
		},
	},
	{
		id: 'workflow-dry-run',
		says: 'A dry run of a change leaves a workflow and its revision as they are.',
		reliedOnBy: 'Dry Run of Change Mailing List and Workflow Node > Delete',
		changes: { 'POST /workflows': 1, 'POST /workflows/{workflowId}/mailing-list': 1 },
		check: async (service) => {
			const { path, expectedRevisionId } = await workflow(service, 'dry-run');
			const body = { expectedRevisionId, mailingListId: null, dryRun: true };
			expectAnswer(await service.call('POST', `${path}/mailing-list`, body), 200, {
				of: 'status: dryRun',
				is: (given) => isRecord(given) && given.status === 'dryRun',
			});
			expectAnswer(await service.call('GET', path), 200, {
				of: 'the same revision',
				is: (given) => isRecord(given) && given.workflowRevisionId === expectedRevisionId,
			});
		},
	},
	{
		id: 'workflow-unavailable',
		says: 'POST /workflows answers 500 with "unavailable for this team" where workflows are off.',
		reliedOnBy: 'not repeating this 500',
		changes: { 'POST /workflows': 1 },
		check: async (service) => {
			const name = service.name('available');
			const answer = await service.call('POST', '/workflows', { name });
			if (answer.status === 200) throw new NotChecked('this team has it');
			expectAnswer(answer, 500, withMessage(/unavailable for this team/i));
		},
	},
	{
		id: 'workflow-delete',
		says: 'Deleting a draft workflow answers 204 without a body, and it is then 404.',
		reliedOnBy: 'Workflow > Delete',
		changes: { 'POST /workflows': 1, 'DELETE /workflows/{workflowId}': 1 },
		check: async (service) => {
			const { path, ...current } = await workflow(service, 'delete');
			expectAnswer(await service.call('DELETE', path, current), 204, {
				of: 'no body',
				is: (body) => body === '',
			});
			expectAnswer(await service.call('GET', path), 404, withMessage());
		},
	},
]);

/** Of the content API. */
export const CONTENT = [...READ, ...WRITTEN];
