import { RateLimitExceededError } from 'loops';
import { describe, expect, it } from 'vitest';

import { apiError, clientOf } from '../sdkClient.mts';
import { NO_CONTENT, RELEASE_NOTES, startUnlimited } from '../testClient.mts';

const { emulator } = await startUnlimited(NO_CONTENT);
const loops = clientOf(emulator);
const { content } = emulator;

const filter = {
	match: 'all' as const,
	conditions: [
		{ type: 'property' as const, key: 'planName', operator: 'equals' as const, value: 'team' },
	],
};
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('a campaign', () => {
	it('starts as a draft with an email message and its first revision', async () => {
		const campaign = await loops.createCampaign({ name: 'May', mailingListId: RELEASE_NOTES });
		expect(campaign).toMatchObject({
			status: 'Draft',
			mailingListId: RELEASE_NOTES,
			audienceFilter: null,
			scheduling: { method: 'now', timestamp: null },
		});
		const id = String(campaign.emailMessageId);
		const message = await loops.updateEmailMessage(id, {
			expectedRevisionId: String(campaign.emailMessageContentRevisionId),
			subject: 'Hello',
			lmx: '<H1>Hi {contact.firstName}</H1>',
			contactPropertiesFallbacks: { firstName: 'friend' },
		});
		expect(message).toMatchObject({
			campaignId: campaign.id,
			subject: 'Hello',
			contactPropertiesFallbacks: { firstName: 'friend' },
		});
		expect(await loops.getEmailMessage(id)).toEqual(message);
	});

	it('is listed, updated and read', async () => {
		const { id, campaignGroupId } = await loops.createCampaign({ name: 'May' });
		await loops.createCampaign({ name: 'June' });
		expect((await loops.listCampaigns()).data.map(({ name }) => name)).toEqual(['June', 'May']);
		const updated = await loops.updateCampaign(id, { name: 'Mai', audienceFilter: filter });
		expect(updated).toMatchObject({ name: 'Mai', audienceFilter: filter, campaignGroupId });
		const read = await loops.getCampaign(id);
		expect(read).toEqual(updated);
		expect(read.url).toBe(`https://app.loops.so/campaigns/${id}`);
	});

	it('loses its filter when a segment is set, unless both are', async () => {
		const segment = await loops.createAudienceSegment({ name: 'Teams', filter });
		const { id } = await loops.createCampaign({ name: 'May', audienceFilter: filter });
		const withSegment = await loops.updateCampaign(id, { audienceSegmentId: segment.id });
		expect(withSegment).toMatchObject({ audienceSegmentId: segment.id, audienceFilter: null });
		const both = { audienceSegmentId: segment.id, audienceFilter: filter };
		expect(await loops.updateCampaign(id, both)).toMatchObject(both);
		expect((await loops.updateCampaign(id, { audienceSegmentId: null })).audienceFilter).toEqual(
			filter,
		);
	});

	it('is sent now or later, after which only its name changes', async () => {
		const { id } = await loops.createCampaign({ name: 'May' });
		const timestamp = tomorrow();
		const later = await loops.updateCampaign(id, { scheduling: { method: 'schedule', timestamp } });
		expect(later).toMatchObject({
			status: 'Scheduled',
			scheduling: { method: 'schedule', timestamp },
		});
		expect((await loops.updateCampaign(id, { scheduling: { method: 'now' } })).status).toBe('Sent');
		expect(content.scheduled.map(({ method }) => method)).toEqual(['schedule', 'now']);
		expect((await loops.updateCampaign(id, { name: 'Sent in May' })).name).toBe('Sent in May');
		expect((await apiError(loops.updateCampaign(id, { mailingListId: null }))).statusCode).toBe(
			409,
		);
	});

	it.each([
		['timestamp with now', { method: 'now' as const, timestamp: tomorrow() }],
		['schedule without timestamp', { method: 'schedule' as const }],
		['a past timestamp', { method: 'schedule' as const, timestamp: '2020-01-01T00:00:00Z' }],
	])('is refused with an invalid schedule: %s', async (_, scheduling) => {
		const error = await apiError(loops.createCampaign({ name: 'May', scheduling }));
		expect(error.statusCode).toBe(400);
		expect(content.campaigns.size).toBe(0);
	});

	it('is refused with only a message if it, its list or its group is unknown', async () => {
		const error = await apiError(loops.getCampaign('nothing'));
		expect([error.statusCode, error.json]).toEqual([404, { message: 'Campaign not found.' }]);
		const list = await apiError(loops.createCampaign({ name: 'May', mailingListId: 'gone' }));
		expect(list.statusCode).toBe(404);
		const group = await apiError(loops.createCampaign({ name: 'May', campaignGroupId: 'gone' }));
		expect(group.statusCode).toBe(400);
	});
});

describe('an email message', () => {
	const draft = async () => {
		const campaign = await loops.createCampaign({ name: 'May' });
		return String(campaign.emailMessageId);
	};

	it('is not updated with a stale revision', async () => {
		const id = await draft();
		const first = await loops.getEmailMessage(id);
		const expectedRevisionId = String(first.contentRevisionId);
		await loops.updateEmailMessage(id, { expectedRevisionId, subject: 'One' });
		const error = await apiError(
			loops.updateEmailMessage(id, { expectedRevisionId, subject: 'Two' }),
		);
		expect(error.statusCode).toBe(409);
		expect((await loops.getEmailMessage(id)).subject).toBe('One');
	});

	it('merges fallbacks, where null deletes one', async () => {
		const id = await draft();
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
		['<Style bodyColor="#fff" /><Style />', 422],
		['<Strong>Hi</Strong>', 422],
		[`<Paragraph>${'x'.repeat(102_400)}</Paragraph>`, 413],
	])('is not updated with LMX that does not compile (%#)', async (lmx, status) => {
		const id = await draft();
		const error = await apiError(loops.updateEmailMessage(id, { lmx }));
		expect(error.statusCode).toBe(status);
		expect((await loops.getEmailMessage(id)).lmx).toBe('');
	});

	it('has previews with the variables of campaigns, to 100 addresses a day', async () => {
		const id = await draft();
		const emails = ['kim@example.com'];
		expect(
			await loops.sendEmailMessagePreview(id, { emails, contactProperties: { a: 'b' } }),
		).toEqual({ id });
		const other = await apiError(
			loops.sendEmailMessagePreview(id, { emails, dataVariables: { a: 'b' } }),
		);
		expect(other.statusCode).toBe(400);
		const many = Array.from({ length: 100 }, (_, index) => `p${index}@example.com`);
		await expect(loops.sendEmailMessagePreview(id, { emails: many })).rejects.toBeInstanceOf(
			RateLimitExceededError,
		);
		expect(content.previews).toHaveLength(1);
	});

	it('fails Guardian for buttons without a link and variables that campaigns lack', async () => {
		const id = await draft();
		const lmx = '<Button>Go</Button><Paragraph>{data.x} {contact.firstName}</Paragraph>';
		await loops.updateEmailMessage(id, { lmx });
		const { errors, warnings } = await loops.runEmailMessageGuardian(id);
		expect(errors.map(({ rule }) => rule)).toEqual([
			'unsupportedDataVariables',
			'missingButtonHrefs',
		]);
		expect(warnings.map(({ rule }) => rule)).toEqual(['missingFallbackContactProperties']);
	});
});

describe('groups', () => {
	it('of campaigns are created, updated, read and listed', async () => {
		const group = await loops.createCampaignGroup({ name: 'News' });
		expect(await loops.updateCampaignGroup(group.id, { description: 'Monthly' })).toMatchObject({
			name: 'News',
			description: 'Monthly',
		});
		expect((await loops.getCampaignGroup(group.id)).description).toBe('Monthly');
		const { data } = await loops.listCampaignGroups();
		expect(data.map(({ name }) => name)).toEqual(['News', 'Unsorted']);
		expect(
			(await apiError(loops.updateCampaignGroup(data[1].id, { name: 'Old' }))).statusCode,
		).toBe(400);
		expect((await apiError(loops.createCampaignGroup({ name: 'Unsorted' }))).statusCode).toBe(400);
	});

	it('of transactional emails are created, updated, read and listed', async () => {
		const group = await loops.createTransactionalGroup({ name: 'Receipts', description: 'All' });
		await loops.updateTransactionalGroup(group.id, { name: 'Bills' });
		expect((await loops.getTransactionalGroup(group.id)).name).toBe('Bills');
		expect((await loops.listTransactionalGroups()).data).toHaveLength(2);
	});
});

it('audience segments are created once per name, read and listed', async () => {
	const segment = await loops.createAudienceSegment({ name: 'Teams', description: 'Paid', filter });
	expect(await loops.getAudienceSegment(segment.id)).toEqual(segment);
	expect((await loops.listAudienceSegments()).data).toEqual([segment]);
	const again = await apiError(loops.createAudienceSegment({ name: 'Teams', filter }));
	expect(again.statusCode).toBe(400);
	const activity = {
		match: 'any' as const,
		conditions: [
			{
				type: 'activity' as const,
				action: 'opened' as const,
				negate: false,
				target: 'campaign' as const,
				id: 'gone',
			},
		],
	};
	const gone = await apiError(loops.createAudienceSegment({ name: 'Openers', filter: activity }));
	expect(gone.statusCode).toBe(404);
});

it('dedicated sending IPs are listed', async () => {
	expect(await loops.listDedicatedSendingIps()).toEqual(['192.0.2.10', '192.0.2.11']);
});
