import { describe, expect, it } from 'vitest';

import { apiError, clientOf } from '../sdkClient.mts';
import { NO_CONTENT, ORDER_RECEIPT, startUnlimited } from '../testClient.mts';

// What the emulator does with content, as far as the tests of the node and of its assumptions
// (test/contract) would not notice.

const { emulator, call } = await startUnlimited(NO_CONTENT);
const loops = clientOf(emulator);
const { content } = emulator;

const filter = {
	match: 'all' as const,
	conditions: [
		{ type: 'property' as const, key: 'planName', operator: 'equals' as const, value: 'team' },
	],
};
const statusOf = async (refused: Promise<unknown>) => (await apiError(refused)).statusCode;
const saved = async (id: string | null, lmx: string) =>
	await loops.updateEmailMessage(String(id), { subject: 'Welcome', lmx });
const draftId = async () => String((await loops.createCampaign({ name: 'May' })).emailMessageId);

describe('a campaign', () => {
	it('keeps a segment and a filter that are set together', async () => {
		const segment = await loops.createAudienceSegment({ name: 'Teams', filter });
		const { id } = await loops.createCampaign({ name: 'May', audienceFilter: filter });
		const both = { audienceSegmentId: segment.id, audienceFilter: filter };
		expect(await loops.updateCampaign(id, both)).toMatchObject(both);
		const cleared = await loops.updateCampaign(id, { audienceSegmentId: null });
		expect(cleared.audienceFilter).toEqual(filter);
	});

	it.each([
		['timestamp with now', { method: 'now' as const, timestamp: '2100-01-01T00:00:00Z' }],
		['schedule without timestamp', { method: 'schedule' as const }],
		['a past timestamp', { method: 'schedule' as const, timestamp: '2020-01-01T00:00:00Z' }],
	])('is refused with an invalid schedule: %s', async (_, scheduling) => {
		expect(await statusOf(loops.createCampaign({ name: 'May', scheduling }))).toBe(400);
		expect(content.campaigns.size).toBe(0);
	});

	it('is refused with an unknown list or group', async () => {
		const given = [{ mailingListId: 'gone' }, { campaignGroupId: 'gone' }];
		const statuses = given.map((each) => statusOf(loops.createCampaign({ name: 'May', ...each })));
		expect(await Promise.all(statuses)).toEqual([404, 400]);
	});
});

describe('an email message', () => {
	it('merges fallbacks, where null deletes one', async () => {
		const id = await draftId();
		await loops.updateEmailMessage(id, { contactPropertiesFallbacks: { a: '1', b: '2' } });
		await loops.updateEmailMessage(id, { contactPropertiesFallbacks: { a: null, c: '3' } });
		const { contactPropertiesFallbacks } = await loops.getEmailMessage(id);
		expect(contactPropertiesFallbacks).toEqual({ b: '2', c: '3' });
	});

	it.each([
		['<Para>Hi</Para>', 422],
		['<Paragraph>Hi', 422],
		['Hi', 422],
		['<Image />', 422],
		['<Paragraph>1 < 2</Paragraph>', 422],
		['<Columns><ColumnItem></ColumnItem></Columns>', 422],
		[`<Columns>${'<ColumnItem></ColumnItem>'.repeat(5)}</Columns>`, 422],
		['<Style bodyColor="#fff" /><Style />', 422],
		['<Strong>Hi</Strong>', 422],
		[`<Paragraph>${'x'.repeat(102_400)}</Paragraph>`, 413],
	])('is not updated with LMX that does not compile (%#)', async (lmx, status) => {
		const id = await draftId();
		expect(await statusOf(saved(id, lmx))).toBe(status);
		expect((await loops.getEmailMessage(id)).lmx).toBe('');
	});

	it('has previews with the variables of campaigns only', async () => {
		const id = await draftId();
		const emails = ['kim@example.com'];
		const preview = { emails, contactProperties: { a: 'b' } };
		expect(await loops.sendEmailMessagePreview(id, preview)).toEqual({ id });
		const other = { emails, dataVariables: { a: 'b' } };
		expect(await statusOf(loops.sendEmailMessagePreview(id, other))).toBe(400);
		expect(content.previews).toHaveLength(1);
	});

	it('fails Guardian for buttons without a link and variables that campaigns lack', async () => {
		const id = await draftId();
		await saved(id, '<Button>Go</Button><Paragraph>{data.x} {contact.firstName}</Paragraph>');
		const { errors, warnings } = await loops.runEmailMessageGuardian(id);
		const rules = [errors, warnings].map((each) => each.map(({ rule }) => rule));
		expect(rules).toEqual([
			['unsupportedDataVariables', 'missingButtonHrefs'],
			['missingFallbackContactProperties'],
		]);
	});
});

it('the group "Unsorted" exists from the start, can not be changed, and not be made again', async () => {
	await loops.createCampaignGroup({ name: 'News' });
	const { data } = await loops.listCampaignGroups();
	expect(data.map(({ name }) => name)).toEqual(['News', 'Unsorted']);
	expect(await statusOf(loops.updateCampaignGroup(data[1].id, { name: 'Old' }))).toBe(400);
	expect(await statusOf(loops.createCampaignGroup({ name: 'Unsorted' }))).toBe(400);
});

describe('a transactional email', () => {
	it('is created with a draft, published, then sent', async () => {
		const created = await loops.createTransactionalEmail({ name: 'Welcome back' });
		const draft = String(created.draftEmailMessageId);
		expect(created).toMatchObject({ publishedEmailMessageId: null, dataVariables: [] });
		await saved(draft, '<Paragraph>Hi {data.firstName}, {data.plan}</Paragraph>');
		await loops.updateEmailMessage(draft, { dataVariablesFallbacks: { plan: 'free' } });
		expect(await loops.publishTransactionalEmail(created.id)).toMatchObject({
			draftEmailMessageId: null,
			publishedEmailMessageId: draft,
			dataVariables: ['firstName'],
		});
		const email = { transactionalId: created.id, email: 'kim@example.com' };
		expect(await statusOf(loops.sendTransactionalEmail(email))).toBe(400);
		await loops.sendTransactionalEmail({ ...email, dataVariables: { firstName: 'Kim' } });
		const { body } = await call('GET', `/transactional-emails/${created.id}/metrics`);
		expect(body).toMatchObject({ sends: 1, deliveries: 1 });
	});

	it('gets a draft that copies the published email, which itself stays', async () => {
		const published = await loops.getTransactionalEmail(ORDER_RECEIPT);
		const draft = await loops.ensureTransactionalEmailDraft(ORDER_RECEIPT);
		const before = await loops.getEmailMessage(String(published.publishedEmailMessageId));
		const copy = await loops.getEmailMessage(String(draft.draftEmailMessageId));
		expect(copy.lmx).toBe(before.lmx);
		expect(copy.contentRevisionId).toBe(draft.draftEmailMessageContentRevisionId);
		expect(await statusOf(saved(before.id, '<H1>No</H1>'))).toBe(409);
	});
});

describe('themes and components', () => {
	it('are updated with the number of affected emails', async () => {
		const theme = await loops.createTheme({ name: 'Dark', styles: { bodyColor: '#000' } });
		await saved(await draftId(), `<Style themeId="${theme.id}" /><H1>Hi</H1>`);
		expect(await loops.updateTheme(theme.id, { styles: { bodyXPadding: 4 } })).toMatchObject({
			styles: { bodyColor: '#000', bodyXPadding: 4 },
			affectedEmailCount: 1,
		});
		expect((await loops.updateTheme(theme.id, { name: 'Night' })).affectedEmailCount).toBe(0);
	});

	it('are refused if an email cannot use a variable of a component', async () => {
		const { id } = await loops.createComponent({ name: 'Logo', lmx: '<H1>Acme</H1>' });
		const { draftEmailMessageId } = await loops.createTransactionalEmail({ name: 'Welcome' });
		await saved(draftEmailMessageId, `<Component componentId="${id}" />`);
		const lmx = '<H1>{contact.firstName}</H1>';
		const { statusCode, json } = await apiError(loops.updateComponent(id, { lmx }));
		expect([statusCode, json]).toMatchObject([422, { invalidTags: ['contact.firstName'] }]);
		const updated = await loops.updateComponent(id, { lmx: '<H1>Acme Inc.</H1>' });
		expect(updated).toMatchObject({ lmx: '<H1>Acme Inc.</H1>', affectedEmailCount: 1 });
	});
});

describe('an upload', () => {
	it.each([
		['an API key', { authorization: 'Bearer x' }, 4],
		['another type', { 'content-type': 'image/gif' }, 4],
		['another length', {}, 3],
	])('refuses %s at the presigned URL', async (_, headers, contentLength) => {
		const upload = await loops.createUpload({ contentType: 'image/png', contentLength });
		const type = { 'content-type': 'image/png' };
		const put = { method: 'PUT', headers: { ...type, ...headers }, body: 'four' };
		expect((await fetch(upload.presignedUrl, put)).status).toBe(403);
		expect(await statusOf(loops.completeUpload(upload.emailAssetId))).toBe(404);
	});

	it('is refused with its limits', async () => {
		const reply = async (contentType: string, contentLength: number) =>
			await call('POST', '/uploads', { contentType, contentLength });
		const [type, size] = [await reply('image/svg+xml', 10), await reply('image/png', 4_000_001)];
		expect([type.status, size.status]).toEqual([400, 413]);
		expect(type.body).toHaveProperty('supportedContentTypes');
		expect(size.body).toHaveProperty('maxBytes');
	});
});

describe('a workflow node', () => {
	/** Creates a workflow with a trigger, an email and the exit. */
	async function withEmail() {
		const { id, rootNodeId } = await loops.createWorkflow({ name: 'Onboarding' });
		const insert = { insertMode: 'after' as const, fromNodeId: rootNodeId };
		const { node, workflow } = await loops.createWorkflowNode(id, {
			expectedRevisionId: null,
			nodeTypeName: 'SendEmailAction',
			...insert,
		});
		return { id, rootNodeId, node, revision: workflow.workflowRevisionId };
	}

	it('becomes another trigger', async () => {
		const { id, rootNodeId, revision } = await withEmail();
		const trigger = await loops.updateWorkflowNode(id, rootNodeId, {
			expectedRevisionId: revision,
			payload: { typeName: 'EventTrigger', eventName: 'signup', reEligible: true },
		});
		expect(trigger).toMatchObject({ typeName: 'EventTrigger', eventName: 'signup' });
	});

	it('is deleted with everything behind it, also on all its branches', async () => {
		const { id, node, revision } = await withEmail();
		const { node: made, workflow } = await loops.createWorkflowNode(id, {
			expectedRevisionId: revision,
			insertMode: 'before',
			toNodeId: node.id,
			nodeTypeName: 'BranchNode',
		});
		const current = { expectedRevisionId: workflow.workflowRevisionId };
		const added = await loops.addWorkflowBranch(id, made.id, current);
		expect(added.node.typeName).toBe('AudienceFilter');
		const { workflowRevisionId: expectedRevisionId } = added.workflow;
		const gone = await loops.deleteWorkflowNodesRecursive(id, made.id, { expectedRevisionId });
		expect(gone.nodeIds).toHaveLength(5);
		expect(Object.keys((await loops.getWorkflow(id)).nodes)).toHaveLength(2);
	});

	it('is deleted alone, which joins its neighbors', async () => {
		const { id, rootNodeId, node, revision } = await withEmail();
		await loops.deleteWorkflowNode(id, node.id, { expectedRevisionId: revision });
		const { nodes } = await loops.getWorkflow(id);
		expect(nodes[rootNodeId].nextNodeIds).toEqual([node.nextNodeIds[0]]);
	});
});
