import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../../emulator/faults.mts';
import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const loops = useEmulator();

const create = {
	...contentParameters('campaign create'),
	audienceList: 'cm9list0releasenotes00001',
	subject: 'News',
	lmx: '<Paragraph>Hello</Paragraph>',
};
const made = () =>
	[...loops.emulator.content.campaigns.values()].filter(({ name }) => name === 'November news');

/** Injects a fault into the call that writes the content, whose path has a new ID. */
function onContent(fault: Fault) {
	let left = fault.times === 'always' ? Infinity : 1;
	loops.onRequest = ({ path, method }) => {
		if (method !== 'POST' || !path.startsWith('/v1/email-messages/') || left-- === 0) return;
		return { fault };
	};
}

/** No answer about the email arrives, not even to the look-up. */
const lastingly503 = () => {
	const fault: Fault = { kind: 'status', status: 503, after: true };
	loops.onRequest = ({ path }) => (path.startsWith('/v1/email-messages/') ? { fault } : undefined);
};

describe('Campaign > Create with content', () => {
	it('drafts the campaign and its email in one item', async () => {
		const { json } = await loops.run(create);
		const [campaign] = made();
		const message = loops.emulator.content.messages.get(campaign.emailMessageId)!;
		expect(message).toMatchObject({ subject: 'News', lmx: '<Paragraph>Hello</Paragraph>' });
		expect(json).toMatchObject([
			{ id: campaign.id, emailMessageContentRevisionId: message.contentRevisionId, warnings: [] },
		]);
	});

	it('puts out what the content loses, as an approver sees no hints of a run', async () => {
		const html = '<p>Hello</p><iframe src="https://example.com/a"></iframe>';
		const { json } = await loops.run({ ...create, contentFormat: 'html', lmx: html });
		expect(json).toMatchObject([
			{ warnings: [{ severity: 'warning', message: 'The email leaves out iframe' }] },
		]);
	});

	it.each<[string, () => unknown, IDataObject]>([
		['422', () => undefined, { lmx: '<Div>Hello</Div>' }],
		['409', () => onContent({ kind: 'body', status: 409, body: { message: 'stale' } }), {}],
		['401', () => onContent({ kind: 'body', status: 401, body: { message: 'off' } }), {}],
		['500', () => onContent({ kind: 'status', status: 500, times: 'always' }), {}],
		['200', () => onContent({ kind: 'html', status: 200, times: 'always' }), {}],
		['503', lastingly503, {}],
		['rate limit', () => onContent({ kind: 'status', status: 429, times: 'always' }), {}],
	])(
		'names the created campaign and its email if the call for its content fails: %s',
		async (said, prepare, content) => {
			prepare();
			const { error } = await loops.run({ ...create, ...content });
			const [campaign, ...others] = made();
			expect(others).toEqual([]);
			expect(error?.message).toContain(said);
			expect(error?.message).toContain(
				`The campaign was created as ${campaign.id} (emailMessageId: ${campaign.emailMessageId}).`,
			);
			expect(error?.description).toContain('Do not run the workflow again with this item');
			expect(error?.description).not.toMatch(/can run the workflow again|Try again/);
			expect(error?.description).toContain(
				"Set the subject and content of the new campaign with 'Campaign > Update'",
			);
			expect(loops.changes().filter(({ path }) => path === '/v1/campaigns')).toHaveLength(1);
		},
	);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'gives the IDs of the created campaign in the item with the error: %s',
		async (onError) => {
			const { json, failed } = await loops.run({ ...create, lmx: '<Div/>' }, [{}], { onError });
			const [{ id, emailMessageId }] = made();
			const url = `https://app.loops.so/campaigns/${id}`;
			expect([...json, ...failed.map((item) => item.json)]).toMatchObject([
				{ error: { campaignId: id, emailMessageId, url } },
			]);
		},
	);

	it('does not advise to run all items again', async () => {
		const lmx = '={{ $json.lmx }}';
		const items = [{ lmx: '<Div/>' }, { lmx: '<Divider/>' }];
		const { error } = await loops.run({ ...create, lmx }, items);
		expect(error?.description).toContain('Of 2 items: 1 done, 1 failed');
		expect(error?.description).toContain('those already done are repeated');
	});

	it('finishes a campaign in progress after another item has failed', async () => {
		const limited: Fault = { kind: 'status', status: 429, headers: { 'retry-after': '3' } };
		let campaigns = 0;
		let contents = 0;
		loops.onRequest = ({ path }) => {
			if (path !== '/v1/campaigns') return contents++ === 0 ? { fault: limited } : undefined;
			// The first item fails while the second one waits to write its content.
			const refused: Fault = { kind: 'body', status: 400, body: { message: 'No.' } };
			return campaigns++ === 0 ? { latency: 1_000, fault: refused } : undefined;
		};
		const { error } = await loops.run(create, [{}, {}]);
		expect(error?.context.itemIndex).toBe(0);
		expect(error?.description).toContain('Of 2 items: 1 done, 1 failed');
		const [campaign] = made();
		expect(loops.emulator.content.messages.get(campaign.emailMessageId)?.subject).toBe('News');
	});

	it('succeeds after a lost answer to the call for the content', async () => {
		onContent({ kind: 'resetAfter' });
		const { json } = await loops.expectSuccess(create);
		const message = loops.emulator.content.messages.get(made()[0].emailMessageId);
		expect(json).toMatchObject([
			{
				emailMessageContentRevisionId: message?.contentRevisionId,
				warnings: [{ message: expect.stringContaining("Loops' response was lost") }],
			},
		]);
	});

	it('fails if Loops creates a campaign without an email', async () => {
		const body = { id: 'cm9x', emailMessageId: null, emailMessageContentRevisionId: null };
		loops.emulator.inject({ kind: 'body', status: 201, body, path: '/v1/campaigns' });
		const error = await loops.expectError(create, 'The campaign has no email message');
		expect(error.message).toContain('The campaign was created as cm9x');
		expect(loops.changes()).toHaveLength(1);
	});

	it.each([
		['Subject', { subject: '={{ $json.sbj }}' }],
		['Content', { lmx: '={{ $json.body }}' }],
		['From Name', { fromName: '={{ $json.from }}' }],
		['Preview Text', { additionalFields: { previewText: '={{ $json.text }}' } }],
		['Reply-To Email', { additionalFields: { replyToEmail: '={{ $json.reply }}' } }],
		[
			'Contact Fallbacks',
			{ additionalFields: { contactPropertiesFallbacks: '={{ $json.other }}' } },
		],
	])('creates nothing if the expression of %s finds nothing', async (label, changes) => {
		const said = `'${label}': the expression returns nothing`;
		await loops.expectRefusal({ ...create, ...changes }, said, [{ subjcet: 'News' }]);
	});

	it('says what a draft without an audience needs', async () => {
		const { json, hints } = await loops.run({ ...create, audienceList: '' });
		expect(Object.keys(json[0]).slice(0, 4)).toEqual(['name', 'status', 'nextStep', 'url']);
		expect(json[0].nextStep).toBe("Set an audience with 'Campaign > Update', or in Loops");
		const { json: ofList } = await loops.run(create);
		expect(ofList[0].nextStep).toBe("Send the draft with 'Campaign > Schedule', or in Loops");
		expect(hints.join()).toContain('The draft has no audience yet. Set an audience with');
	});

	it('creates a campaign whose subject is an empty cell', async () => {
		await loops.expectSuccess({ ...create, subject: '={{ $json.subject }}' }, [{ subject: '' }]);
	});

	it('sends the fallbacks of contact properties', async () => {
		const fallbacks = { contactPropertiesFallbacks: '{ "firstName": "there" }' };
		await loops.run({ ...create, additionalFields: fallbacks });
		const message = loops.emulator.content.messages.get(made()[0].emailMessageId);
		expect(message?.fallbacks.contact).toEqual({ firstName: 'there' });
	});
});
