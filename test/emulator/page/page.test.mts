import { describe, expect, it } from 'vitest';
import { clientOf } from '../sdkClient.mts';
import { NO_CONTENT, RELEASE_NOTES, startUnlimited } from '../testClient.mts';

const { emulator, call } = await startUnlimited(NO_CONTENT);
const loops = clientOf(emulator);

async function open(path = '/', accept = 'text/html,application/xhtml+xml,*/*;q=0.8') {
	const response = await fetch(emulator.origin + path, { headers: { accept } });
	return { status: response.status, html: await response.text(), headers: response.headers };
}

async function campaignWith(lmx: string) {
	const { id, emailMessageId } = await loops.createCampaign({
		name: 'May',
		mailingListId: RELEASE_NOTES,
	});
	await loops.updateEmailMessage(String(emailMessageId), { subject: 'New in May', lmx });
	return { id, messageId: String(emailMessageId) };
}

const emailPage = async (id: string) => await open(`/__emulator/email-messages/${id}`);

describe('a browser', () => {
	it.each(['/', '/?from=n8n', '/api', '/api/v1', '/api/v1/'])(
		'gets the page at %s, where a client gets a 404',
		async (path) => {
			const { status, html, headers } = await open(path);
			expect(status).toBe(200);
			expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
			expect(html).toContain('<h1>Loops emulator</h1>');
			expect(html).toContain(emulator.baseUrl);
			expect(emulator.requests).toEqual([]);
			expect((await open(path, '*/*')).status).toBe(404);
			expect(emulator.requests).toHaveLength(1);
		},
	);

	it('loads nothing from other origins, and runs only inline code with a known hash', async () => {
		const { html, headers } = await open();
		expect(html).not.toMatch(/(src|href|action|url\()="?'?(https?:)?\/\//);
		expect(headers.get('content-security-policy')).toMatch(
			/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}=';/,
		);
		expect(headers.get('cache-control')).toBe('no-store');
	});
});

it('the page escapes HTML in all values and shows Unicode', async () => {
	const firstName = `</td><script>alert("1")</script> & 'é' 🎉 日本語`;
	await call('PUT', '/contacts/update', { email: `"<img>"@example.com`, firstName });
	const eventProperties = { '<i>': '<u>' };
	await call('POST', '/events/send', { eventName: '<em>', userId: 'u-77', eventProperties });
	await call('GET', '/lists?<svg>=<a>');
	emulator.inject({ kind: 'status', path: '<p>' });
	const { html } = await open();
	for (const tag of ['<script>alert', '<img>', '<em>', '<u>', '<svg>', '<p>"', '</td><script']) {
		expect(html).not.toContain(tag);
	}
	expect(html.match(/<script>/g)).toHaveLength(1);
	expect(html).toContain('&#39;é&#39; 🎉 日本語');
	expect(html).toContain('&quot;&lt;img&gt;&quot;@example.com');
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
