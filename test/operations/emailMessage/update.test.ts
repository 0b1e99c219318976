import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { byId, contentParameters } from '../../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const HTML = '<!DOCTYPE html><html><body>Hello</body></html>';
const WRITES: Array<[string, string, string]> = [
	['Campaign > Create', 'campaign create', 'additionalFields'],
	['Campaign > Update', 'campaign update', 'updateFields'],
	['Email Message > Update', 'emailMessage update', 'updateFields'],
	['Save Content', 'transactionalEmail saveContent', 'additionalFields'],
];
const EMPTY_CELL = "={{ '' }}";

describe.each(WRITES)('%s refuses before the first call', (_name, of, fields) => {
	const given = contentParameters(of);
	it.each<[IDataObject, string]>([
		[{ fromEmail: 'news@acme.example' }, "'From Email' contains an @"],
		[{ replyToEmail: 'support' }, "'Reply-To Email' is not an email address"],
		[{ replyToEmail: 'a@acme.example, b@acme.example' }, "'Reply-To Email' is not an email"],
		[{ lmx: EMPTY_CELL }, "'Content' is empty"],
		[{ lmx: '<Style themeId="a" /><Paragraph> </Paragraph>' }, "'Content' is empty"],
		[{ lmx: HTML }, "'Content' is HTML, not LMX: the content has the tag doctype"],
		[{ lmx: '\n <html lang="en">' }, "'Content' is HTML, not LMX: the content has the tag html"],
		[{ lmx: '<HTML><BODY>Hello</BODY></HTML>' }, 'the content has the tag html'],
		[
			{ lmx: '<h1>News</h1><p>Hello</p>' },
			"'Content' is HTML, not LMX: the content has the tag h1",
		],
		[
			{ lmx: '<Paragraph>Hello<br/>Kim</Paragraph>' },
			'is HTML, not LMX: the content has the tag br',
		],
		[{ lmx: '<Paragraph><a href="https://a.co/?b>c">Shop</a></Paragraph>' }, 'the tag a'],
		[{ lmx: '<Image src="a.png" alt="1 > 0" /><div\nclass="x">Hi</div>' }, 'the tag div'],
		[
			{ lmx: '<mjml><mj-body /></mjml>' },
			"'Content' is MJML, not LMX: the content has the tag mjml",
		],
		[{ lmx: '<mj-text>Hello</mj-text>' }, 'is MJML, not LMX: the content has the tag mj-text'],
		[{ lmx: 'Hello {contact.firstName}' }, "'Content' is text without tags"],
	])('%j', async (changes, said) => {
		const parameters =
			'lmx' in changes && fields !== 'updateFields'
				? { ...given, ...changes }
				: { ...given, [fields]: { previewText: 'News', ...changes } };
		await loops.expectRefusal(parameters, said);
	});
});

it.each([
	['create', { lmx: EMPTY_CELL }],
	['update', { updateFields: { lmx: EMPTY_CELL } }],
	['update', { updateFields: { lmx: '' } }],
])('Component > %s refuses %j, which would clear live emails', async (operation, changes) => {
	const given = contentParameters(`component ${operation}`);
	await loops.expectRefusal({ ...given, ...changes }, "'Content' is empty");
});

describe('Email Message > Update', () => {
	const update = contentParameters('emailMessage update');

	it.each([
		[
			'<Paragraph>Hello {{ firstName }}</Paragraph>',
			['they are: {{ firstName }}. For an n8n expression, switch the field'],
		],
		['=<Paragraph>Hello {{ $json.text }}</Paragraph>', ['they are: {{ name }}. Replace them']],
	])('warns of braces that readers see: %s', async (lmx, warned) => {
		const { hints } = await loops.expectSuccess({ ...update, updateFields: { lmx } }, [
			{ text: '{{ name }}' },
		]);
		expect(hints).toEqual(warned.map((text) => expect.stringContaining(text) as string));
	});

	it.each(['ccEmail', 'bccEmail'])('refuses %s without an @, and takes none', async (name) => {
		const { error } = await loops.run({ ...update, updateFields: { [name]: 'kim' } });
		expect(error?.message).toContain('is not an email address');
		expect(loops.emulator.requests).toEqual([]);
		const cleared = { ...update, updateFields: { [name]: '', replyToEmail: '' } };
		await loops.expectSuccess(cleared);
	});

	it.each([
		['ccEmail', 'CC Email', {}],
		['bccEmail', 'BCC Email', { changeWorkflowEmail: true, expectedRevisionId: 'rev_1' }],
	])('refuses %s for a campaign', async (name, label, options) => {
		const updateFields = { [name]: 'kim@example.com' };
		const { error } = await loops.run({ ...update, updateFields, options });
		expect(error?.message).toContain(`'${label}' does not apply to emails of campaigns`);
		expect(loops.calls().map(({ method }) => method)).toEqual(['GET']);
		const emailMessageId = byId('cm9msgdraftspring0000065a');
		expect((await loops.run({ ...update, emailMessageId, updateFields })).hints).toEqual([]);
	});

	it('warns of a copy that Loops accepts and leaves out', async () => {
		const id = 'cm9msgdraftspring0000065a';
		const { ccEmail, ...body } = { ...loops.emulator.content.messages.get(id)!, subject: 'News' };
		expect(ccEmail).toBe('');
		loops.emulator.inject({ kind: 'body', method: 'POST', body });
		const updateFields = { subject: 'News', ccEmail: 'kim@example.com' };
		const { hints } = await loops.run({ ...update, emailMessageId: byId(id), updateFields });
		expect(hints.join()).toContain('Loops saved everything except CC Email.');
	});

	it.each(['<Paragraph>&lt;html></Paragraph>', '<H1>html</H1>', '<Paragraph>&lt;p> a</Paragraph>'])(
		'takes %s',
		async (lmx) => {
			await loops.expectSuccess({ ...update, updateFields: { lmx } }, [{ text: '{{ name }}' }]);
		},
	);

	it.each([
		'<CodeBlock><p>Hello</p></CodeBlock>',
		'<!-- <p>Hello</p> --><H1>News</H1>',
		'<![CDATA[<p>Hello</p>]]>',
		'<Image src="https://a.co/a.png" alt="<p>" />',
		'<Paragraph>1 < 2, a <b, c> d</Paragraph>',
	])('leaves it to Loops whether %s is right', async (lmx) => {
		await loops.run({ ...update, updateFields: { lmx } });
		expect(loops.changes()).toHaveLength(1);
	});
});

describe('the email of a workflow', () => {
	const update = {
		...contentParameters('emailMessage update'),
		emailMessageId: byId('cm9msg0welcome0000000001'),
	};
	const message = () => loops.emulator.content.messages.get('cm9msg0welcome0000000001')!;

	it('is changed only with a switch', async () => {
		const expectedRevisionId = message().contentRevisionId;
		for (const options of [{}, { expectedRevisionId }, { changeWorkflowEmail: false }]) {
			const { error } = await loops.run({ ...update, options });
			expect(error?.message).toContain(
				'This is the email of a Loops workflow, which may be running',
			);
			expect(error?.description).toContain("'Change Workflow Email'");
		}
		expect(loops.changes()).toEqual([]);
		for (const options of [{}, { expectedRevisionId }]) {
			const on = { changeWorkflowEmail: true, ...options };
			if (options.expectedRevisionId) on.expectedRevisionId = message().contentRevisionId;
			await loops.expectSuccess({ ...update, options: on });
		}
		expect(message().subject).toBe('October');
	});

	it('keeps its subject if the new one is empty', async () => {
		const expectedRevisionId = message().contentRevisionId;
		for (const options of [{}, { expectedRevisionId }]) {
			const parameters = {
				...update,
				updateFields: { subject: EMPTY_CELL },
				options: { changeWorkflowEmail: true, ...options },
			};
			const error = await loops.expectError(parameters, "'Subject' is empty");
			expect(error.description).toContain('This is the email of a Loops workflow');
		}
		expect(loops.changes()).toEqual([]);
	});

	it('is named by Validate Only', async () => {
		const { json } = await loops.run({ ...update, options: { validateOnly: true } });
		expect(json).toMatchObject([{ ready: false }]);
	});

	it('is the only email that needs a subject', async () => {
		const emailMessageId = byId('cm9msgdraftspring0000065a');
		await loops.expectSuccess({ ...update, emailMessageId, updateFields: { subject: '' } });
	});

	it('needs no switch for drafts of others', async () => {
		for (const id of ['cm9msg0october0000000001', 'cm9msgdraftspring0000065a']) {
			await loops.expectSuccess({ ...update, emailMessageId: byId(id) });
		}
	});
});
