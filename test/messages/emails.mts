import type { IDataObject } from 'n8n-workflow';

import { byId, contentParameters } from '../harness/operations.mts';
import { answerToGet, contentRefusal, usualAnswerToGet, type Section } from './cases.mts';

const update = contentParameters('emailMessage update');
const preview = contentParameters('emailMessage sendPreview');
const october = '/v1/email-messages/cm9msg0october0000000001';
const emailOfWorkflow = byId('cm9msg0welcome0000000001');

/** Email Message > Update, with these fields. */
const updateWith = (updateFields: IDataObject) => ({ ...update, updateFields });

const withFormat = (contentFormat: string, lmx: string, more: IDataObject = {}) =>
	updateWith({ contentFormat, lmx, ...more });

/** Messages about the content of emails, and about previews of it. */
export const EMAILS: Section = {
	heading: 'Email messages',
	cases: [
		{
			name: 'updates an email with content that is null',
			parameters: updateWith({ lmx: '={{ null }}' }),
		},
		{
			name: 'updates an email with content in which an expression returns nothing',
			parameters: updateWith({ lmx: '=<Paragraph>{{ $json.nothing }}</Paragraph>' }),
		},
		{
			name: 'updates an email with content that is empty',
			parameters: updateWith({ lmx: '' }),
		},
		{
			name: 'updates an email with a format that does not exist',
			parameters: updateWith({ emailFormat: 'html' }),
		},
		{
			name: 'updates an email with more than 100 KB of content',
			parameters: updateWith({ lmx: 'x'.repeat(110_000) }),
		},
		{
			name: 'updates an email with text that has no tags',
			parameters: updateWith({ lmx: 'Hello' }),
		},
		{
			name: 'updates an email with HTML',
			parameters: updateWith({ lmx: '<p>Hello</p>' }),
		},
		{
			name: 'updates an email with HTML tags within LMX',
			parameters: updateWith({ lmx: '<Paragraph>Hello<br></Paragraph>' }),
		},
		{
			name: 'updates an email with MJML',
			parameters: updateWith({ lmx: '<mjml></mjml>' }),
		},
		{
			name: 'updates an email with LMX, and says that it is HTML',
			parameters: withFormat('html', '<Paragraph>Hello</Paragraph>'),
		},
		{
			name: 'updates an email with lines of text, and says that they are HTML',
			parameters: withFormat('html', 'Hello\nKim'),
		},
		{
			name: 'updates an email with HTML, and says that it is plain text',
			parameters: withFormat('text', '<p>Hello</p>'),
		},
		{
			name: "updates an email with Confluence's storage format",
			parameters: withFormat('html', '<p>See <ac:link><ri:page /></ac:link></p>'),
		},
		{
			name: 'updates an email with MJML as HTML',
			parameters: withFormat('html', '<mjml></mjml>'),
		},
		{
			name: 'updates an email with HTML that shows nothing',
			parameters: withFormat('html', '<p></p>'),
		},
		{
			name: 'updates an email with more than 500 KB of HTML',
			parameters: withFormat('html', '<p>'.repeat(200_000)),
		},
		{
			name: 'updates an email with HTML that is more than 100 KB as LMX',
			parameters: withFormat('html', '<p>Hi'.repeat(10_000)),
		},
		{
			name: 'updates an email with HTML that has a variable',
			parameters: withFormat('html', '<p>Hi {contact.firstName}</p>'),
		},
		{
			name: 'updates an email with HTML that has an expression',
			parameters: withFormat('html', '<p>Hi {{ $json.name }}</p>'),
		},
		{
			name: 'updates an email with text that has braces and may have variables',
			parameters: withFormat('text', 'Hi {name}', { allowVariables: true }),
		},
		{
			name: 'updates an email with HTML that has more than LMX has',
			parameters: withFormat(
				'html',
				'<table><tr><td>a<td>b</table><svg></svg><!--members-only--><p>[^1] **b** <a href="/c">c</a> <a href="#d">d</a> <a href="#">e</a> &lt;b&gt; \\"</p>',
			),
		},
		{
			name: 'updates an email with HTML that readers see in part',
			parameters: withFormat('html', '<p hidden>a</p>b<img><!-- c'),
		},
		{
			name: 'updates an email with HTML that has blocks within others and code as an address',
			parameters: withFormat(
				'html',
				'<a href="javascript:a()">a</a><ul><li><blockquote>b</blockquote><ul><li>c</ul></ul>',
			),
		},
		{
			name: 'updates an email with images and placeholders of another tool',
			parameters: withFormat(
				'html',
				'<p>*|NAME|* ☐ ☐ $$a$$</p><img src="https://a.example/b.png?Expires=1">',
			),
		},
		{
			name: 'gives a whole address as From Email, which takes only its beginning',
			parameters: updateWith({ fromEmail: 'news@example.com' }),
		},
		{
			name: 'gives a word as Reply-To Email',
			parameters: updateWith({ replyToEmail: 'support' }),
		},
		{
			name: 'gives the email of a campaign a CC',
			parameters: updateWith({ ccEmail: 'kim@example.com' }),
		},
		{
			name: 'updates the email of a workflow',
			parameters: { ...update, emailMessageId: emailOfWorkflow },
		},
		{
			name: 'empties the subject of the email of a workflow',
			parameters: {
				...update,
				emailMessageId: emailOfWorkflow,
				updateFields: { subject: '' },
				options: { changeWorkflowEmail: true },
			},
		},
		{
			name: 'updates an email with a tag that Loops does not know',
			parameters: updateWith({ lmx: '<Bold>Hi</Bold>' }),
		},
		{
			name: 'writes an expression into content that is fixed',
			parameters: updateWith({ lmx: '<Paragraph>Hi {{ $json.name }}</Paragraph>' }),
		},
		{
			name: 'updates an email that has another revision than expected',
			parameters: { ...update, options: { expectedRevisionId: 'rev_1' } },
		},
		{
			name: 'updates an email that was written in MJML',
			parameters: update,
			faults: [contentRefusal(409, 'Email message uses MJML format.')],
		},
		{
			name: 'updates an email that is sent meanwhile',
			parameters: update,
			faults: [
				contentRefusal(409, 'The email message is not in draft status.', { method: 'POST' }),
			],
		},
		{
			name: 'sets the language of an email, which Loops does not save',
			parameters: updateWith({ languageCode: 'de' }),
			faults: [{ kind: 'body', method: 'POST', body: { id: 'cm9msg0october0000000001' } }],
		},
		{
			name: 'updates an email for two items, and the second one has no subject',
			parameters: updateWith({ subject: '={{ $json.subject }}' }),
			items: [{ subject: 'News' }, { subject: null }],
		},
		{
			name: 'updates an email, the call is lost, and the email has a new revision',
			parameters: update,
			faults: [
				usualAnswerToGet(october),
				{ kind: 'resetBefore', method: 'POST' },
				answerToGet(october, {
					id: 'cm9msg0october0000000001',
					contentRevisionId: 'rev_2',
					subject: 'Other',
				}),
			],
		},
		{
			name: 'separates the addresses of a preview by a semicolon',
			parameters: { ...preview, emails: 'kim@example.com; ada@example.com' },
		},
		{
			name: 'sends a preview to nobody',
			parameters: { ...preview, emails: '={{ "" }}' },
		},
		{
			name: 'sends a preview to a word',
			parameters: { ...preview, emails: 'a' },
		},
		{
			name: 'sends a preview to 11 addresses',
			parameters: {
				...preview,
				emails: Array.from({ length: 11 }, (_, n) => `a${n}@example.com`).join(),
			},
		},
		{
			name: 'sends a preview with an example value that is not text',
			parameters: {
				...preview,
				additionalFields: { contactProperties: '{ "seats": true }' },
			},
		},
		{
			name: 'sends more previews than Loops accepts in a day',
			parameters: preview,
			faults: [contentRefusal(429, 'The daily preview limit was reached.')],
		},
		{
			name: "sends a preview, and Loops' answer is lost",
			parameters: preview,
			faults: [{ kind: 'resetAfter', method: 'POST' }],
		},
		{
			name: 'checks an email that has no subject, and lets errors fail',
			parameters: {
				...contentParameters('emailMessage check'),
				options: { failOnErrors: true },
			},
			faults: [
				answerToGet(october, {
					id: 'cm9msg0october0000000001',
					contentRevisionId: 'rev_1',
					subject: '',
					lmx: '',
				}),
			],
		},
	],
};
