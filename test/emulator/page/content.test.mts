import { describe, expect, it } from 'vitest';
import { clientOf } from '../sdkClient.mts';
import { NO_CONTENT, RELEASE_NOTES, startUnlimited } from '../testClient.mts';
import { rowsOf } from './reading.mts';

const { emulator } = await startUnlimited(NO_CONTENT);
const loops = clientOf(emulator);

async function open(path = '/') {
	const response = await fetch(emulator.origin + path, { headers: { accept: 'text/html' } });
	return { status: response.status, html: await response.text(), headers: response.headers };
}

/** The rows about one kind of thing, without their time. */
const rowsWith = async (id: string) => {
	const [html] = (await open()).html
		.split(/(?=<tr role="row" id="[^"]*">)/)
		.filter((row) => row.includes(`id="${id}"`));
	return rowsOf(`<section id="one"${html}</section>`, 'one')[0];
};

async function campaignWith(lmx: string) {
	const { id, emailMessageId } = await loops.createCampaign({
		name: 'May',
		mailingListId: RELEASE_NOTES,
	});
	await loops.updateEmailMessage(String(emailMessageId), { subject: 'New in May', lmx });
	return { id, messageId: String(emailMessageId) };
}

const emailPage = async (id: string) => await open(`/__emulator/email-messages/${id}`);

describe('the page', () => {
	it('shows a campaign with its subject, audience and email', async () => {
		const { id, messageId } = await campaignWith('<H1>Hi</H1>');
		expect((await rowsWith(id)).slice(1)).toEqual([
			...['May', 'Draft', '', 'New in May', 'list Release notes', 'Open'],
		]);
		await loops.updateCampaign(id, {
			scheduling: { method: 'schedule', timestamp: '2030-01-31T09:30:00.000Z' },
		});
		expect((await rowsWith(id)).slice(2, 4)).toEqual(['Scheduled', '2030-01-31T09:30Z']);
		expect((await open()).html).toContain(`href="/__emulator/email-messages/${messageId}"`);
		const { id: other } = await loops.createCampaign({ name: 'To all' });
		expect((await rowsWith(other))[5]).toBe('every contact');
	});

	it('shows a template before and after it is published, and with a newer draft', async () => {
		const { id, draftEmailMessageId } = await loops.createTransactionalEmail({ name: 'Receipt' });
		const state = async () => (await rowsWith(id)).slice(2);
		expect(await state()).toEqual(['draft', '', 'Draft']);
		await loops.updateEmailMessage(String(draftEmailMessageId), {
			subject: 'Order {data.number}',
			lmx: '<Paragraph>Thanks</Paragraph>',
		});
		await loops.publishTransactionalEmail(id);
		expect(await state()).toEqual(['published', 'number', 'Published']);
		await loops.ensureTransactionalEmailDraft(id);
		expect(await state()).toEqual(['published, with a newer draft', 'number', 'Published Draft']);
	});

	it('shows an image from its creation to its address', async () => {
		const { emailAssetId: id, presignedUrl } = await loops.createUpload({
			contentType: 'image/png',
			contentLength: 3,
		});
		expect(await rowsWith(id)).toEqual([id, 'image/png', '3 B', 'no file yet']);
		await fetch(presignedUrl, {
			method: 'PUT',
			headers: { 'content-type': 'image/png' },
			body: 'abc',
		});
		expect((await rowsWith(id)).at(-1)).toBe('not completed');
		const { finalUrl } = await loops.completeUpload(id);
		expect((await rowsWith(id)).at(-1)).toBe(finalUrl);
	});

	it('shows a preview with its values', async () => {
		const { messageId } = await campaignWith('<H1>Hi {contact.firstName}</H1>');
		await loops.sendEmailMessagePreview(messageId, {
			emails: ['kim@example.com'],
			contactProperties: { firstName: 'Kim' },
		});
		expect((await rowsWith('preview-0')).slice(1)).toEqual([
			...['kim@example.com', 'New in May', 'contactProperties {"firstName":"Kim"}', 'Open'],
		]);
	});
});

describe('the page of an email', () => {
	it('shows its content as HTML', async () => {
		const { id: componentId } = await loops.createComponent({
			name: 'Footer',
			lmx: '<Paragraph>Bye</Paragraph>',
		});
		const { messageId } = await campaignWith(
			`<H1>Hi {contact.firstName}</H1><Paragraph>A &amp; <Strong>b</Strong> c<Br/></Paragraph>
<Columns><ColumnItem><Quote>q</Quote></ColumnItem><ColumnItem /></Columns><Divider />
<OrderedList><ListItem>one</ListItem></OrderedList><Image src="https://example.com/a.png" alt="Logo" />
<Button href="https://example.com/?a=1&amp;b=2">Read</Button><Component componentId="${componentId}" />`,
		);
		const { html } = await emailPage(messageId);
		const [, body] = /<main class="email">(.*)<\/main>/s.exec(html) ?? [];
		expect(body).toBe(
			[
				'<h1>Hi <mark>{contact.firstName}</mark></h1>',
				'<p>A &amp; <strong>b</strong> c<br></p>',
				'<div class="columns"><div><blockquote>q</blockquote></div><div></div></div><hr>',
				'<ol><li>one</li></ol><p class="none">Image: Logo</p>',
				'<p class="button"><a href="https://example.com/?a=1&amp;b=2">Read</a></p><p>Bye</p>',
			].join(''),
		);
		expect(html).toContain('<h1>New in May</h1>');
		expect(html).toContain('<dd>campaign May</dd>');
	});

	it('runs no script and loads nothing, whatever the email holds', async () => {
		const { id: componentId } = await loops.createComponent({ name: 'A', lmx: '<Divider />' });
		await loops.updateComponent(componentId, { lmx: `<Component componentId="${componentId}" />` });
		const { messageId } = await campaignWith(
			`<Paragraph>&lt;script&gt;alert(1)&lt;/script&gt; > ' "<Link href="javascript:alert(1)">x</Link></Paragraph>
<Image src="https://example.com/a.png" /><Icons><Icon name="x" href="data:text/html,1" /></Icons>
<Component componentId="${componentId}" /><Component componentId="gone" />`,
		);
		const { html, headers } = await emailPage(messageId);
		expect(html).not.toMatch(/<script|<img|href="(javascript|data:text)/);
		expect(html).toContain('<u title="javascript:alert(1)">x</u>');
		expect(headers.get('content-security-policy')).toContain("default-src 'none'");
	});

	it('says that there is no content yet, or no such email', async () => {
		const { emailMessageId } = await loops.createCampaign({ name: 'May' });
		expect((await emailPage(String(emailMessageId))).html).toContain('No content yet.');
		expect((await emailPage('cm9msgnope')).status).toBe(404);
	});
});

it('the page of an email that was sent shows its values', async () => {
	emulator.reset();
	await loops.sendTransactionalEmail({
		transactionalId: 'cm8tx0welcome00000000001a',
		email: 'kim@example.com',
		dataVariables: { firstName: '<Kim>' },
	});
	const [, path] = /href="([^"]*)">Open/.exec((await open()).html) ?? [];
	const { html } = await open(path);
	expect(html).toContain('<dt>To</dt><dd>kim@example.com</dd>');
	expect(html).toContain('<p>&lt;Kim&gt; </p>');
});
