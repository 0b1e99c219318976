import {
	type Assumption,
	expectAnswer,
	expectSame,
	fieldsOf,
	isRecord,
	withMessage,
} from './assumption.mts';
import { withOther } from './emulated.mts';
import type { Service } from './service.mts';

const CAMPAIGN = { id: 'cm9campaign0october00001', messageId: 'cm9msg0october0000000001' };
const SENT = { id: 'cm9campaign0september001', messageId: 'cm9msg0september00000001' };
const DRAFT = 'cm8tx0draftspring0000065a';
const LIST = 'cm9list0productnews000002';
const filter = { match: 'all', conditions: [{ type: 'property', key: 'seats', operator: 'any' }] };

const post = async (service: Service, path: string, body: object) =>
	await service.once('POST', path, body);
const get = async (service: Service, path: string) => fieldsOf(await service.once('GET', path));
const write = async (service: Service, id: string, body: object) =>
	await post(service, `/email-messages/${id}`, body);

/** The same of the content API, which has no call that removes a campaign or an email. */
export const EMULATED_CONTENT: Assumption[] = [
	{
		id: 'message-stale',
		says: 'An email message refuses a stale expectedRevisionId with 409, and changes without one.',
		reliedOnBy: 'Email Message > Update, Save Content',
		onEmulator: async (service) => {
			const stale = { expectedRevisionId: 'rev_no_such', subject: 'New' };
			expectAnswer(await write(service, CAMPAIGN.messageId, stale), 409, withMessage());
			expectAnswer(await write(service, CAMPAIGN.messageId, { subject: 'New' }), 200);
		},
	},
	{
		id: 'message-not-draft',
		says: 'An email message that was sent or published is also refused with 409.',
		reliedOnBy: 'the advice after a 409',
		onEmulator: async (service) =>
			expectAnswer(await write(service, SENT.messageId, { subject: 'New' }), 409, withMessage()),
	},
	{
		id: 'check-of-content',
		says: "Loops' check of an email does not look at an empty subject or content.",
		source: 'guessed',
		reliedOnBy: 'Schedule and Publish checking these themselves',
		onEmulator: async (service) => {
			await write(service, CAMPAIGN.messageId, { subject: '', lmx: '' });
			const path = `/email-messages/${CAMPAIGN.messageId}/guardian`;
			expectSame(fieldsOf(await service.call('GET', path)).errors, []);
		},
	},
	{
		id: 'campaign-draft',
		says: 'A new campaign is a draft, and is sent only once it is scheduled.',
		reliedOnBy: 'Campaign > Create and Update, which never schedule',
		onEmulator: async (service, { content }) => {
			const made = await post(service, '/campaigns', { name: 'New' });
			expectAnswer(made, 201, { of: 'a draft', is: (is) => isRecord(is) && is.status === 'Draft' });
			expectSame(content.scheduled, []);
			const path = `/campaigns/${CAMPAIGN.id}`;
			expectAnswer(await post(service, path, { scheduling: { method: 'now' } }), 200);
			expectSame(content.scheduled.length, 1);
		},
	},
	{
		id: 'campaign-sent',
		says: 'After a campaign was sent, 409 refuses all changes but name and group.',
		reliedOnBy: 'Campaign > Update, Campaign > Schedule',
		onEmulator: async (service) => {
			const path = `/campaigns/${SENT.id}`;
			expectAnswer(await post(service, path, { name: 'New' }), 200);
			expectAnswer(await post(service, path, { mailingListId: null }), 409, withMessage());
		},
	},
	{
		id: 'campaign-audience',
		says: 'Setting a segment alone clears the filter of a campaign, and the reverse.',
		reliedOnBy: 'Only Who of Campaign > Update',
		ifNot: 'Campaign > Update: also send null for the segment or the filter that is replaced',
		onEmulator: async (service) => {
			const path = `/campaigns/${CAMPAIGN.id}`;
			const audienceSegmentId = 'cm9segment0teams00000001';
			await post(service, path, { audienceFilter: filter });
			const bySegment = fieldsOf(await post(service, path, { audienceSegmentId }));
			expectSame(
				[bySegment.audienceFilter, bySegment.audienceSegmentId],
				[null, audienceSegmentId],
			);
			const byFilter = fieldsOf(await post(service, path, { audienceFilter: filter }));
			expectSame([byFilter.audienceFilter, byFilter.audienceSegmentId], [filter, null]);
		},
	},
	{
		id: 'draft-kept',
		says: 'Asking for the draft of a transactional email again answers with the same one.',
		reliedOnBy: 'repeating Get or Create Draft',
		onEmulator: async (service) => {
			const draft = async () =>
				fieldsOf(await post(service, '/transactional-emails/cm8tx0welcome00000000001a/draft', {}));
			expectSame((await draft()).draftEmailMessageId, (await draft()).draftEmailMessageId);
		},
	},
	{
		id: 'draft-empty',
		says: 'The draft of a new transactional email has neither a subject nor content, at most styles and empty paragraphs.',
		source: 'guessed',
		reliedOnBy: 'Save Content, which takes any other unpublished draft for that of a person',
		ifNot: 'operations/transactionalEmail/draft.ts: startOf',
		onEmulator: async (service) => {
			const made = fieldsOf(await post(service, '/transactional-emails', { name: 'New' }));
			const draft = await get(service, `/email-messages/${String(made.draftEmailMessageId)}`);
			expectSame([draft.subject, draft.lmx], ['', '']);
		},
	},
	{
		id: 'published-same',
		says: 'An email message reads the same before and after it is published.',
		source: 'guessed',
		reliedOnBy: 'Save Content, which publishes nothing that is published already',
		ifNot: 'operations/transactionalEmail/draft.ts: hasContent',
		onEmulator: async (service) => {
			const path = '/transactional-emails/cm8tx0welcome00000000001a';
			const made = fieldsOf(await post(service, `${path}/draft`, {}));
			const message = async () =>
				await get(service, `/email-messages/${String(made.draftEmailMessageId)}`);
			const draft = await message();
			await post(service, `${path}/publish`, {});
			const published = await message();
			expectSame([published.subject, published.lmx], [draft.subject, draft.lmx]);
		},
	},
	{
		id: 'publish-without-draft',
		says: 'Publish answers 409 where there is no draft, and 422 where the draft is unsafe.',
		reliedOnBy: 'Transactional Email > Publish',
		onEmulator: async (service) => {
			const publish = async (id: string) =>
				await post(service, `/transactional-emails/${id}/publish`, {});
			expectAnswer(await publish('cm8tx0welcome00000000001a'), 409, withMessage());
			const made = fieldsOf(await post(service, `/transactional-emails/${DRAFT}/draft`, {}));
			await write(service, String(made.draftEmailMessageId), { lmx: '<Button>Go</Button>' });
			expectAnswer(await publish(DRAFT), 422, withMessage());
		},
	},
	{
		id: 'preview-quota',
		says: 'Above 100 preview addresses a day, 429 has a message with "preview".',
		source: 'guessed',
		reliedOnBy: 'not waiting after this 429',
		onEmulator: async (service) => {
			const path = `/email-messages/${CAMPAIGN.messageId}/preview`;
			const to = (count: number) => ({
				emails: Array.from({ length: count }, (_, at) => `a${at}@example.com`),
			});
			expectAnswer(await post(service, path, to(100)), 200);
			expectAnswer(await post(service, path, to(1)), 429, withMessage(/preview/i));
		},
	},
	{
		id: 'upload-quota',
		says: 'Above 50 complete uploads in 24 hours, 429 has maxUploads in its body.',
		reliedOnBy: 'not waiting after this 429; beginning an upload anew',
		onEmulator: async () =>
			await withOther({ rateLimit: 0, contentRateLimit: 0 }, async (service) => {
				const upload = async () => {
					const body = { contentType: 'image/png', contentLength: 1 };
					const { emailAssetId, presignedUrl } = fieldsOf(await post(service, '/uploads', body));
					const headers = { 'content-type': 'image/png' };
					await fetch(String(presignedUrl), { method: 'PUT', headers, body: 'x' });
					return await post(service, `/uploads/${String(emailAssetId)}/complete`, {});
				};
				for (let count = 0; count < 50; count += 1) expectAnswer(await upload(), 200);
				expectAnswer(await upload(), 429, {
					of: 'maxUploads',
					is: (body) => isRecord(body) && 'maxUploads' in body,
				});
			}),
	},
	{
		id: 'content-limit-window',
		says: 'Above 60 requests in a minute, 429 means that the call was not processed.',
		reliedOnBy: 'repeating calls of the content API',
		onEmulator: async () =>
			await withOther({ contentRateLimit: 1 }, async (service, { content }) => {
				const before = content.themes.size;
				expectAnswer(await service.once('GET', '/themes'), 200);
				expectAnswer(await post(service, '/themes', { name: 'New' }), 429);
				expectSame(content.themes.size, before);
			}),
	},
	{
		id: 'workflow-confirm',
		says: 'Deleting a workflow that sends answers 409 with "confirm", "sending" or "queued".',
		reliedOnBy: 'Workflow > Delete',
		onEmulator: async (service, { content }) => {
			const workflow = content.workflows.get('cm9workflow0welcome00001')!;
			workflow.status = 'Sending';
			const body = { expectedRevisionId: workflow.revision };
			const answer = await service.once('DELETE', `/workflows/${workflow.id}`, body);
			expectAnswer(answer, 409, withMessage(/confirm|sending|queued/i));
		},
	},
	{
		id: 'queued-contacts',
		says: 'A workflow change that would discard queued contacts answers 200 with queuedContactsFound.',
		reliedOnBy: 'Change Mailing List, Workflow Node > Delete',
		onEmulator: async (service, { content }) => {
			const workflow = content.workflows.get('cm9workflow0welcome00001')!;
			for (const node of workflow.nodes.values()) node.queued = 1;
			const body = { expectedRevisionId: workflow.revision, mailingListId: LIST };
			const answer = await post(service, `/workflows/${workflow.id}/mailing-list`, body);
			expectAnswer(answer, 200);
			expectSame([fieldsOf(answer).status, workflow.mailingListId], ['queuedContactsFound', null]);
		},
	},
	{
		id: 'segment-name',
		says: 'The name of a segment that exists is refused with 400.',
		reliedOnBy: 'no repeated segment after a second run',
		onEmulator: async (service) => {
			const answer = await post(service, '/audience-segments', { name: 'Teams', filter });
			expectAnswer(answer, 400, withMessage());
		},
	},
	{
		id: 'segment-filter-unknown',
		says: 'A filter that names a campaign or workflow that does not exist is refused with 404.',
		reliedOnBy: 'Audience Segment > Create',
		onEmulator: async (service) => {
			const of = { action: 'opened', negate: false, target: 'campaign', id: 'no-such-id' };
			const conditions = [{ type: 'activity', ...of }];
			const body = { name: 'New', filter: { match: 'all', conditions } };
			expectAnswer(await post(service, '/audience-segments', body), 404, withMessage());
		},
	},
	{
		id: 'workflow-group',
		says: 'Creating and updating a workflow takes workflowGroupId, which its answers have.',
		source: 'guessed',
		reliedOnBy: 'the group in Workflow > Create and Update',
		ifNot: 'operations/workflow/workflow.ts: parts',
		onEmulator: async (service) => {
			const [group, other] = await Promise.all(
				['One', 'Other'].map(async (name) => await post(service, '/workflow-groups', { name })),
			);
			const made = await post(service, '/workflows', {
				name: 'New',
				workflowGroupId: fieldsOf(group).id,
			});
			const { id, workflowGroupId, workflowRevisionId } = fieldsOf(made);
			const changed = await post(service, `/workflows/${String(id)}`, {
				expectedRevisionId: workflowRevisionId,
				workflowGroupId: fieldsOf(other).id,
			});
			expectSame(
				[workflowGroupId, fieldsOf(changed).workflowGroupId],
				[fieldsOf(group).id, fieldsOf(other).id],
			);
		},
	},
	{
		id: 'design-shared',
		says: 'Updating a theme or component changes all emails that use it, and says how many.',
		reliedOnBy: 'Change All Emails That Use This',
		onEmulator: async (service) => {
			const body = { styles: { bodyColor: '#000000' } };
			const answer = await post(service, '/themes/cm9theme0brand0000000001', body);
			expectAnswer(answer, 200, {
				of: 'affectedEmailCount',
				is: (given) => isRecord(given) && typeof given.affectedEmailCount === 'number',
			});
		},
	},
];
