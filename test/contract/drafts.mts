import {
	allWith,
	Difference,
	expectAnswer,
	expectSame,
	fieldsOf,
	isRecord,
	NotChecked,
	withMessage,
} from './assumption.mts';
import type { Service } from './service.mts';

/** Nobody has this address: the domain is reserved. */
const NOBODY = 'nobody@contract.invalid';
const filter = {
	match: 'all',
	conditions: [{ type: 'property', key: 'email', operator: 'equals', value: NOBODY }],
};
const LMX = '<Paragraph>Hi {contact.firstName}, this is a test &amp; nothing else.</Paragraph>';

const is = (fields: Record<string, unknown>) => ({
	of: JSON.stringify(fields),
	is: (body: unknown) =>
		isRecord(body) &&
		Object.entries(fields).every(([name, value]) =>
			value === TEXT ? typeof body[name] === 'string' : body[name] === value,
		),
});
const TEXT = 'text';

/** Makes a draft of a campaign; gives the paths of it and of its email message. */
async function draft(service: Service, name: string, fields: object = {}) {
	const answer = await service.call('POST', '/campaigns', { name: service.name(name), ...fields });
	expectAnswer(answer, 201, is({ id: TEXT, status: 'Draft', emailMessageId: TEXT }));
	const { id, emailMessageId, emailMessageContentRevisionId } = fieldsOf(answer);
	return {
		campaign: `/campaigns/${String(id)}`,
		message: `/email-messages/${String(emailMessageId)}`,
		expectedRevisionId: emailMessageContentRevisionId,
	};
}

const DRAFTS_ONLY = allWith('drafts', [
	{
		id: 'upload-type',
		says: 'An upload of another type than JPEG, PNG, GIF or WebP is refused with 400.',
		reliedOnBy: 'Image > Upload checking the type first',
		changes: { 'POST /uploads': 1 },
		leaves: 'an upload without a file if Loops accepts this type',
		check: async (service) => {
			const body = { contentType: 'text/plain', contentLength: 1 };
			expectAnswer(await service.call('POST', '/uploads', body), 400, withMessage());
		},
	},
	{
		id: 'lmx-kept',
		says: 'An email message reads back the LMX that was written.',
		source: 'guessed',
		reliedOnBy: 'Save Content telling unchanged content from a change of somebody else',
		ifNot: 'Save Content: compare what Loops made of the LMX',
		changes: { 'POST /campaigns': 1, 'POST /email-messages/{emailMessageId}': 1 },
		leaves: 'a draft of a campaign',
		check: async (service) => {
			const { message, expectedRevisionId } = await draft(service, 'lmx');
			const body = { expectedRevisionId, subject: 'Contract check', lmx: LMX };
			expectAnswer(await service.call('POST', message, body), 200);
			const read = await service.call('GET', message);
			expectAnswer(read, 200, is({ lmx: TEXT }));
			expectSame(fieldsOf(read).lmx, LMX);
		},
	},
	{
		id: 'lmx-text',
		says: 'Content that is text without a tag is refused with 422.',
		reliedOnBy: 'Content refusing it before the campaign or template is created',
		changes: { 'POST /campaigns': 1, 'POST /email-messages/{emailMessageId}': 1 },
		leaves: 'a draft of a campaign',
		check: async (service) => {
			const { message, expectedRevisionId } = await draft(service, 'text');
			const answer = await service.call('POST', message, { expectedRevisionId, lmx: 'Hello' });
			expectAnswer(answer, 422, withMessage());
		},
	},
	{
		id: 'lmx-braces',
		says: 'Braces in LMX are a variable outside CodeBlock: {x} is refused with 422, or an error of Guardian.',
		source: 'guessed',
		reliedOnBy: 'content/ refusing braces in HTML and plain text, for which LMX has no escape',
		ifNot: 'content/: write braces of a text as they are',
		changes: { 'POST /campaigns': 1, 'POST /email-messages/{emailMessageId}': 1 },
		leaves: 'a draft of a campaign',
		check: async (service) => {
			const { message, expectedRevisionId } = await draft(service, 'braces');
			const lmx = '<Paragraph>A {x}</Paragraph><CodeBlock>A {y}</CodeBlock>';
			const answer = await service.call('POST', message, { expectedRevisionId, lmx });
			if (answer.status !== 200) return expectAnswer(answer, 422, withMessage());
			const { errors } = fieldsOf(await service.call('GET', `${message}/guardian`));
			const said = JSON.stringify(errors);
			if (!said.includes('"x"')) throw new Difference('an error about x', 'none');
			if (said.includes('"y"')) throw new Difference('no error about y', 'one');
		},
	},
	{
		id: 'image-host',
		says: 'LMX may have an image of a host outside Loops.',
		source: 'guessed',
		reliedOnBy: 'the warning about such images, which refuses nothing',
		ifNot: 'content/remarks.ts: refuse them',
		changes: { 'POST /campaigns': 1, 'POST /email-messages/{emailMessageId}': 1 },
		leaves: 'a draft of a campaign',
		check: async (service) => {
			const { message, expectedRevisionId } = await draft(service, 'image');
			const lmx = '<Image src="https://example.com/a.png" alt="" />';
			expectAnswer(await service.call('POST', message, { expectedRevisionId, lmx }), 200);
		},
	},
	{
		id: 'campaign-cc',
		says: 'A CC in the email of a campaign is refused with 400.',
		source: 'guessed',
		reliedOnBy: 'Email Message > Update offering CC and BCC',
		ifNot: 'Email Message > Update: refuse CC and BCC for campaigns',
		changes: { 'POST /campaigns': 1, 'POST /email-messages/{emailMessageId}': 1 },
		leaves: 'a draft of a campaign',
		check: async (service) => {
			const { message, expectedRevisionId } = await draft(service, 'cc');
			const answer = await service.call('POST', message, { expectedRevisionId, ccEmail: NOBODY });
			if (answer.status !== 200) return expectAnswer(answer, 400, withMessage());
			const { ccEmail } = fieldsOf(await service.call('GET', message));
			if (ccEmail !== NOBODY) throw new Difference('HTTP 400', 'HTTP 200, and the CC is dropped');
			throw new NotChecked('the CC is kept: only a sent campaign shows its effect');
		},
	},
	{
		id: 'segment-kept',
		says: 'A campaign that gets a segment and a filter at once leaves the saved segment as it is.',
		source: 'guessed',
		reliedOnBy: 'Workflow Node > Update, which refuses both',
		ifNot: 'Workflow Node > Update: say that the filter changes the segment',
		changes: {
			'POST /audience-segments': 1,
			'POST /campaigns': 1,
			'POST /campaigns/{campaignId}': 1,
		},
		leaves: 'a segment that matches nobody, and a draft of a campaign',
		check: async (service) => {
			const made = await service.call('POST', '/audience-segments', {
				name: service.name('segment'),
				filter,
			});
			expectAnswer(made, 200, is({ id: TEXT }));
			const audienceSegmentId = String(fieldsOf(made).id);
			const path = `/audience-segments/${audienceSegmentId}`;
			const before = fieldsOf(await service.call('GET', path)).filter;
			const { campaign } = await draft(service, 'segment');
			const other = { type: 'property', key: 'firstName', operator: 'equals', value: 'Nobody' };
			const audienceFilter = { match: 'all', conditions: [other] };
			const both = { audienceSegmentId, audienceFilter };
			expectAnswer(await service.call('POST', campaign, both), 200);
			expectSame(fieldsOf(await service.call('GET', path)).filter, before);
		},
	},
]);

const SCHEDULED = allWith('schedule', [
	{
		id: 'schedule-status',
		says: 'A draft that gets a time answers with the status Scheduled and this time.',
		source: 'guessed',
		reliedOnBy: 'Campaign > Schedule reporting success',
		ifNot: 'Campaign > Schedule: say that a person has to confirm it in Loops',
		changes: {
			'POST /campaigns': 1,
			'POST /email-messages/{emailMessageId}': 1,
			'POST /campaigns/{campaignId}': 1,
		},
		leaves: 'a campaign, scheduled in five years for an audience of nobody: delete it in Loops',
		check: async (service) => {
			const of = await draft(service, 'schedule', { audienceFilter: filter });
			const { expectedRevisionId } = of;
			const body = { expectedRevisionId, subject: 'Contract check: delete me', lmx: LMX };
			expectAnswer(await service.call('POST', of.message, body), 200);
			// Only what matches nobody may get a time.
			const read = fieldsOf(await service.call('GET', of.campaign));
			const { audienceFilter, audienceSegmentId } = read;
			const { match, conditions } = isRecord(audienceFilter) ? audienceFilter : {};
			expectSame([match, audienceSegmentId], ['all', null]);
			expectSame(String(JSON.stringify(conditions)).includes(NOBODY), true);
			const timestamp = `${new Date().getUTCFullYear() + 5}-01-01T00:00:00.000Z`;
			const scheduling = { method: 'schedule', timestamp };
			const answer = await service.call('POST', of.campaign, { scheduling });
			expectAnswer(answer, 200, is({ status: 'Scheduled' }));
			const seen = fieldsOf(answer).scheduling;
			expectSame(isRecord(seen) && Date.parse(String(seen.timestamp)), Date.parse(timestamp));
		},
	},
]);

/** What makes drafts, which no call removes. */
export const DRAFTS = [...DRAFTS_ONLY, ...SCHEDULED];
