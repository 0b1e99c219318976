import type { IDataObject, IPinData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Campaign } from '../emulator/content/records.mts';
import type { ReceivedRequest } from '../emulator/requestLog.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { pinnedTo, readExample } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';
import type { WorkflowJson } from '../harness/workflow.mts';

let onRequest: ((request: ReceivedRequest) => void) | undefined;
const loops = useEmulator({
	script: (request) => {
		onRequest?.(request);
		return undefined;
	},
});
/** Runs the example. Its links answer 200. */
async function run(pins: IPinData = {}, changes: Partial<WorkflowJson> = {}) {
	const example = { ...readExample('newsletter.json'), ...changes };
	const opened = pinnedTo('Open Link', [{ statusCode: 200 }, { statusCode: 200 }]);
	const pinData = { ...example.pinData, ...opened, ...pins };
	return await runWorkflow(source, loops.credentials(), { ...example, pinData });
}
const [note] = readExample('newsletter.json').pinData!['Release Notes'].map(({ json }) => json);

describe('newsletter', () => {
	const enabled = readExample('newsletter.json').nodes.map((node) => ({
		...node,
		disabled: false,
	}));

	it('drafts the notes as LMX with images, and previews but does not schedule the draft', async () => {
		const done = await run();
		const { campaigns, messages, previews, scheduled, uploads } = loops.emulator.content;
		const campaign = [...campaigns.values()].at(-1)!;
		expect(campaign).toMatchObject({ status: 'Draft', mailingListId: 'cm9list0releasenotes00001' });
		const { subject, lmx } = messages.get(campaign.emailMessageId)!;
		expect(subject).toBe('New: Search & filters');
		const images = [...lmx.matchAll(/<Image src="([^"]*)" \/>/g)].map(([, src]) => src);
		expect(images).toEqual([...uploads.values()].map(({ finalUrl }) => finalUrl));
		expect(images).toHaveLength(2);
		expect(lmx).toContain('<H2>Search &amp; filters</H2>');
		expect(lmx).toContain('such as seats &lt; 5.</Paragraph>');
		expect(lmx).toContain('<Button href="https://example.com/changelog?id=41&amp;lang=en">');
		expect(previews).toEqual([
			expect.objectContaining({
				emailMessageId: campaign.emailMessageId,
				emails: ['kim@example.com'],
			}),
		]);
		expect(outputOf(done, 'Ready to Schedule')[0].map(({ json }) => json)).toEqual([
			{
				campaignId: campaign.id,
				campaign: campaign.name,
				url: `https://app.loops.so/campaigns/${campaign.id}`,
				approval: expect.stringMatching(/^v1-[0-9a-f]{32}\.subject-/),
			},
		]);
		expect(scheduled).toEqual([]);
	});

	it('makes no variable of braces in a link', async () => {
		const link = 'https://example.com/?e={contact.email}';
		await run(pinnedTo('Release Notes', [{ ...note, link }]));
		const { emailMessageId } = [...loops.emulator.content.campaigns.values()].at(-1)!;
		const { lmx } = loops.emulator.content.messages.get(emailMessageId)!;
		expect(lmx).toContain('<Button href="https://example.com/?e=%7Bcontact.email%7D">');
	});

	it('sends it on Monday at 9:00 of its time zone once Schedule is enabled', async () => {
		const settings = { timezone: 'Asia/Kolkata' };
		const done = await run({}, { nodes: enabled, settings });
		expect(done.data.resultData.error?.message).toBeUndefined();
		const { status, scheduling } = [...loops.emulator.content.campaigns.values()].at(-1)!;
		expect([status, scheduling.method]).toEqual(['Scheduled', 'schedule']);
		expect(scheduling.timestamp).toMatch(/T03:30:00\.000Z$/);
		expect(new Date(String(scheduling.timestamp)).getUTCDay()).toBe(1);
		expect(outputOf(done, 'Schedule')[0][0].json.sendsAtLocal).toContain('09:00 Asia/Kolkata');
	});

	it('ends without scheduling if the approver chooses Reject', async () => {
		const rejected = pinnedTo('Approval', [{ data: { Decision: 'Reject' } }]);
		const done = await run(rejected, { nodes: enabled });
		expect(done.status).toBe('success');
		expect(outputOf(done, 'Rejected')[0]).toHaveLength(1);
		expect(done.data.resultData.runData).not.toHaveProperty('Schedule');
		expect([...loops.emulator.content.campaigns.values()].at(-1)!.status).toBe('Draft');
	});

	it('ends without scheduling if the form was opened before the newest preview', async () => {
		const stale = pinnedTo('Approval', [{ data: { Decision: 'Approve', checked: 'v1-before' } }]);
		const done = await run(stale, { nodes: enabled });
		expect(outputOf(done, 'Rejected')[0]).toHaveLength(1);
		expect([...loops.emulator.content.campaigns.values()].at(-1)!.status).toBe('Draft');
	});

	it.each([
		[
			'the email',
			(campaign: Campaign) => {
				loops.emulator.content.messages.get(campaign.emailMessageId)!.subject = 'By a colleague';
			},
		],
		[
			'the audience',
			(campaign: Campaign) => {
				campaign.mailingListId = 'cm9list0productnews000002';
			},
		],
	])('previews the draft again if someone has edited %s after the preview', async (_what, edit) => {
		const previewed = () => loops.emulator.content.previews.length;
		let isEdited = false;
		onRequest = ({ path }) => {
			// The first call after the form.
			if (isEdited || previewed() === 0 || !path.startsWith('/v1/email-messages/')) return;
			isEdited = true;
			edit([...loops.emulator.content.campaigns.values()].at(-1)!);
		};
		const done = await run();
		onRequest = undefined;
		expect(previewed()).toBe(2);
		const { 'Check Email': checks, Approval: approvals } = done.data.resultData.runData;
		expect([checks.length, approvals.length]).toEqual([2, 2]);
		expect(outputOf(done, 'Ready to Schedule')[0]).toHaveLength(1);
	});

	it('schedules a draft that the approver has only renamed', async () => {
		let isRenamed = false;
		onRequest = ({ path }) => {
			if (isRenamed || loops.emulator.content.previews.length === 0) return;
			if (!path.startsWith('/v1/email-messages/')) return;
			isRenamed = true;
			[...loops.emulator.content.campaigns.values()].at(-1)!.name = 'Renamed in Loops';
		};
		const done = await run({}, { nodes: enabled });
		onRequest = undefined;
		expect(done.data.resultData.error?.message).toBeUndefined();
		const { name, status } = [...loops.emulator.content.campaigns.values()].at(-1)!;
		expect([name, status]).toEqual(['Renamed in Loops', 'Scheduled']);
		expect(loops.emulator.content.previews).toHaveLength(1);
	});

	/** What the approver reads about these notes. */
	async function findingsOf(notes: IDataObject[], pins: IPinData = {}): Promise<unknown> {
		const done = await run({
			...pinnedTo(
				'Release Notes',
				notes.map((each) => ({ ...note, ...each })),
			),
			...pins,
		});
		expect(done.data.resultData.error?.message).toBeUndefined();
		expect(outputOf(done, 'Ready to Schedule')[0]).toHaveLength(1);
		return outputOf(done, 'Findings')[0][0].json.findings;
	}

	/** The same about an email whose notes have become these sections. */
	const findingsInSections = async (...sections: string[]) =>
		await findingsOf(
			[{}],
			pinnedTo(
				'Section',
				sections.map((lmx) => ({ lmx })),
			),
		);

	it('lists dead links and no others', async () => {
		const links = ['gone', 'removed', 'nowhere', 'closed', 'broken'];
		const pins = pinnedTo('Open Link', [
			...[404, 410].map((statusCode) => ({ statusCode })),
			{ error: { message: 'getaddrinfo ENOTFOUND nowhere', code: 'ENOTFOUND' } },
			...[403, 500].map((statusCode) => ({ statusCode })),
		]);
		const notes = links.map((link) => ({ link: `https://example.com/${link}?a=1&b="2"` }));
		expect(await findingsOf(notes, pins)).toBe(
			['gone', 'removed', 'nowhere']
				.map((link) => `Dead link: https://example.com/${link}?a=1&b="2"`)
				.join('\n'),
		);
	});

	it('lists placeholders once, but not those in code', async () => {
		const found = await findingsInSections(
			'<Paragraph>Hi {{name}}, {{name}}. TODO: a date. Todo es nuevo.</Paragraph>',
			'<CodeBlock>{{ code }}</CodeBlock>',
			'<Paragraph>Write <Code>TODO</Code>.</Paragraph>',
		);
		expect(found).toBe(
			[
				'Readers see these placeholders as they are: {{name}}',
				'Note: TODO',
				'unsupportedContactProperties: name',
			].join('\n'),
		);
	});

	it('lists addresses that expire, and images of other hosts', async () => {
		const link = 'https://files.example.com/a.pdf?X-Amz-Expires=3600';
		const found = await findingsInSections(
			`<Paragraph><Link href="${link}">a</Link></Paragraph><Image src="https://cdn.example.com/a.png" alt="" />`,
		);
		expect(String(found).split('\n')).toEqual([
			`These addresses expire: ${link}`,
			'Loops may refuse images of other hosts: https://cdn.example.com/a.png',
		]);
	});

	it('lists paragraphs and headings without text once, but not those with code', async () => {
		const found = await findingsInSections(
			'<H2></H2><Paragraph> </Paragraph><Paragraph></Paragraph>',
			'<Paragraph><Code>x</Code></Paragraph><Paragraph>Text</Paragraph>',
		);
		expect(found).toBe('Empty: H2\nEmpty: Paragraph');
	});

	it('lists the empty paragraph of a note without a text', async () =>
		expect(await findingsOf([{ text: undefined }])).toBe('Empty: Paragraph'));

	it('lists what Loops reports: missing fallbacks, and links that are no address', async () => {
		const notes = [{ text: 'Hi {contact.firstName}', link: 'example.com' }];
		const findings = String(await findingsOf(notes));
		expect(findings.split('\n')).toEqual([
			"Readers can't open these addresses, which are not whole or only known to your network: example.com",
			expect.stringContaining('Read more'),
			'No fallback: firstName',
		]);
	});

	it('says so if nothing was found', async () =>
		expect(await findingsOf([{}])).toBe('Nothing was found.'));
});
