import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { byId, contentParameters } from '../../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const schedule = contentParameters('campaign schedule');
const check = contentParameters('emailMessage check');
const content = () => loops.emulator.content;
const campaign = () => content().campaigns.get('cm9campaign0october00001')!;
const message = () => content().messages.get('cm9msg0october0000000001')!;
const segment = () => content().segments.get('cm9segment0teams00000001')!;
const approvalOf = async (parameters: IDataObject) =>
	(await loops.run(parameters)).json[0].approval as string;

const filter = { match: 'all', conditions: [{ type: 'optIn', status: 'accepted' }] } as never;

/** A change of each field that goes out, and the digest that it changes. */
const CHANGES: Array<[string, () => unknown]> = [
	['subject', () => (message().subject = 'Later')],
	['previewText', () => (message().previewText = 'Later')],
	['lmx', () => (message().lmx = '<Paragraph>Later</Paragraph>')],
	['emailFormat', () => (message().emailFormat = 'plain')],
	['fromName', () => (message().fromName = 'Later')],
	['fromEmail', () => (message().fromEmail = 'later')],
	['replyToEmail', () => (message().replyToEmail = 'later@example.com')],
	['ccEmail', () => (message().ccEmail = 'later@example.com')],
	['bccEmail', () => (message().bccEmail = 'later@example.com')],
	['languageCode', () => (message().languageCode = 'de')],
	['contactPropertiesFallbacks', () => (message().fallbacks.contact.firstName = 'Later')],
	['mailingListId', () => (campaign().mailingListId = 'cm06f5v0e45nf0ml5754o9cix')],
	['mailingListId', () => (campaign().mailingListId = null)],
	['audienceFilter', () => (campaign().audienceFilter = filter)],
	['audienceSegmentId', () => (campaign().audienceSegmentId = segment().id)],
];

const digests = (approval: string) =>
	Object.fromEntries(approval.split('.').map((each) => each.split('-')));

describe('the approval of Email Message > Check', () => {
	it.each(CHANGES)('has a digest of %s', async (name, change) => {
		const { v1: allBefore, ...before } = digests(await approvalOf(check));
		change();
		const { v1: allAfter, ...after } = digests(await approvalOf(check));
		expect(allAfter).not.toBe(allBefore);
		expect(after[name]).not.toBe(before[name]);
		expect({ ...after, [name]: before[name] }).toEqual({ ...before, [name]: before[name] });
	});

	it('changes with the filter of the segment', async () => {
		campaign().audienceSegmentId = segment().id;
		const before = await approvalOf(check);
		segment().filter = filter;
		expect(await approvalOf(check)).not.toBe(before);
	});

	it('differs for two texts whose SHA-256 begins with the same 12 digits', async () => {
		message().lmx =
			'<H1>What is new</H1>\n<Paragraph>Search is faster now. Release 4nsus</Paragraph>\n<Button href="https://www.example.com/news">Read on</Button>';
		const approved = await approvalOf(check);
		message().lmx =
			'<H1>Your account is locked</H1>\n<Paragraph>Confirm your password today. Case 5qiv8</Paragraph>\n<Button href="https://evil.example/login">Confirm</Button>';
		expect(await approvalOf(check)).not.toBe(approved);
	});

	it('is the same for the same content, whatever the order of its names', async () => {
		message().fallbacks.contact = { firstName: 'there', lastName: 'you' };
		const before = await approvalOf(check);
		message().fallbacks.contact = { lastName: 'you', firstName: 'there' };
		Object.assign(message(), { contentRevisionId: 'later', updatedAt: '2030-01-31T09:30:00Z' });
		expect(await approvalOf(check)).toBe(before);
		expect(before).toMatch(/^v1-[.\w-]{20,160}$/);
	});

	it('has no audience for the email of a transactional email', async () => {
		const id = [...content().messages.values()].find(
			({ parent }) => parent.kind === 'transactional',
		)!.id;
		expect(await approvalOf({ ...check, emailMessageId: byId(id) })).toMatch(
			/^v1-[0-9a-f]{32}\.subject-/,
		);
		expect(loops.emulator.requests).toHaveLength(2);
	});
});

describe('Campaign > Schedule with an approval', () => {
	const LABELS: Record<string, string> = {
		subject: 'Subject',
		lmx: 'Content',
		fromName: 'From Name',
		mailingListId: 'Mailing List',
		audienceSegmentId: 'Audience Segment',
		audienceFilter: 'Audience Filter',
	};

	it('sends what was approved', async () => {
		campaign().audienceSegmentId = segment().id;
		const approval = await approvalOf(check);
		await loops.expectSuccess({ ...schedule, options: { approval } });
		expect(content().scheduled).toHaveLength(1);
	});

	it.each(CHANGES)('refuses what has changed since: %s', async (name, change) => {
		const approval = await approvalOf(check);
		change();
		// Without a list, another rule would refuse it.
		campaign().audienceSegmentId ??= name === 'mailingListId' ? segment().id : null;
		const { error } = await loops.run({ ...schedule, options: { approval } });
		if (LABELS[name]) expect(error?.message).toContain(LABELS[name]);
		expect(error?.message).toContain('These parts have changed since the approval: ');
		expect(content().scheduled).toEqual([]);
	});

	it.each(['', '={{ $json.approval }}', 'yes', 'v1.subject'])(
		'refuses the approval %j',
		async (approval) => {
			const { error } = await loops.run({ ...schedule, options: { approval } });
			expect(error?.message).toMatch(/'Approval' is (empty|not an approval)/);
			expect(loops.emulator.requests).toEqual([]);
		},
	);
});

describe('the approval of other operations', () => {
	const lmx = '<Paragraph>Hello</Paragraph>';

	it.each<[string, IDataObject]>([
		[
			'Campaign > Create',
			{
				...contentParameters('campaign create'),
				audienceKind: 'segment',
				audienceSegment: 'cm9segment0teams00000001',
				subject: 'News',
				lmx,
			},
		],
		['Campaign > Update', contentParameters('campaign update')],
		['Email Message > Update', contentParameters('emailMessage update')],
	])('%s is that of a later Check', async (_what, parameters) => {
		campaign().audienceSegmentId = segment().id;
		const { json } = await loops.run(parameters);
		const [{ approval, id, emailMessageId = id }] = json;
		expect(await approvalOf({ ...check, emailMessageId: byId(emailMessageId as string) })).toBe(
			approval,
		);
	});

	it('is null if the email cannot be read, and the campaign is changed', async () => {
		const path = '/v1/email-messages/cm9msg0october0000000001';
		const body = { message: 'Email message uses MJML format.' };
		loops.emulator.inject({ kind: 'body', status: 409, body, path, times: 'always' });
		const { json } = await loops.expectSuccess(contentParameters('campaign update'));
		expect(json).toMatchObject([{ name: 'October', approval: null }]);
	});

	it('costs no call where a campaign is created without content', async () => {
		await loops.run(contentParameters('campaign create'));
		expect(loops.emulator.requests).toHaveLength(1);
	});
});
