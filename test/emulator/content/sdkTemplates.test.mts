import { describe, expect, it } from 'vitest';

import { apiError, clientOf } from '../sdkClient.mts';
import { NO_CONTENT, ORDER_RECEIPT, startUnlimited } from '../testClient.mts';

const { emulator, call } = await startUnlimited(NO_CONTENT);
const loops = clientOf(emulator);

const saved = async (id: string, lmx: string) =>
	await loops.updateEmailMessage(id, { subject: 'Welcome', lmx });

describe('a transactional email', () => {
	it('is created with a draft, published, then sent', async () => {
		const created = await loops.createTransactionalEmail({ name: 'Welcome back' });
		const draft = String(created.draftEmailMessageId);
		expect(created).toMatchObject({ publishedEmailMessageId: null, dataVariables: [] });
		await saved(draft, '<Paragraph>Hi {data.firstName}, {data.plan}</Paragraph>');
		await loops.updateEmailMessage(draft, { dataVariablesFallbacks: { plan: 'free' } });
		const published = await loops.publishTransactionalEmail(created.id);
		expect(published).toMatchObject({
			draftEmailMessageId: null,
			publishedEmailMessageId: draft,
			dataVariables: ['firstName'],
		});
		const email = { transactionalId: created.id, email: 'kim@example.com' };
		expect((await apiError(loops.sendTransactionalEmail(email))).statusCode).toBe(400);
		await loops.sendTransactionalEmail({ ...email, dataVariables: { firstName: 'Kim' } });
		const { body } = await call('GET', `/transactional-emails/${created.id}/metrics`);
		expect(body).toMatchObject({ sends: 1, deliveries: 1 });
	});

	it('gets a draft that copies the published email, and keeps an existing draft', async () => {
		const published = await loops.getTransactionalEmail(ORDER_RECEIPT);
		expect(published.draftEmailMessageId).toBeNull();
		const draft = await loops.ensureTransactionalEmailDraft(ORDER_RECEIPT);
		const [before, copy] = await Promise.all([
			loops.getEmailMessage(String(published.publishedEmailMessageId)),
			loops.getEmailMessage(String(draft.draftEmailMessageId)),
		]);
		expect(copy.lmx).toBe(before.lmx);
		expect(copy.contentRevisionId).toBe(draft.draftEmailMessageContentRevisionId);
		expect(await loops.ensureTransactionalEmailDraft(ORDER_RECEIPT)).toEqual(draft);
		expect((await apiError(saved(before.id, '<H1>No</H1>'))).statusCode).toBe(409);
		const again = await loops.publishTransactionalEmail(ORDER_RECEIPT);
		expect(again.dataVariables).toEqual(published.dataVariables);
	});

	it('is not published without a draft, or with a draft that Guardian refuses', async () => {
		expect((await apiError(loops.publishTransactionalEmail(ORDER_RECEIPT))).statusCode).toBe(409);
		const { draftEmailMessageId } = await loops.ensureTransactionalEmailDraft(ORDER_RECEIPT);
		await saved(String(draftEmailMessageId), '<Paragraph>{contact.firstName}</Paragraph>');
		expect((await apiError(loops.publishTransactionalEmail(ORDER_RECEIPT))).statusCode).toBe(422);
	});

	it('is renamed, moved and listed', async () => {
		const group = await loops.createTransactionalGroup({ name: 'Receipts' });
		const changes = { name: 'Receipt', transactionalGroupId: group.id };
		expect(await loops.updateTransactionalEmail(ORDER_RECEIPT, changes)).toMatchObject(changes);
		const { data } = await loops.listTransactionalEmails({ perPage: 50 });
		expect(data.find(({ id }) => id === ORDER_RECEIPT)).toMatchObject(changes);
		expect((await apiError(loops.getTransactionalEmail('gone'))).statusCode).toBe(404);
	});
});

describe('themes and components', () => {
	it('are updated with the number of affected emails', async () => {
		const theme = await loops.createTheme({ name: 'Dark', styles: { bodyColor: '#000' } });
		const { draftEmailMessageId } = await loops.createTransactionalEmail({ name: 'Welcome' });
		await saved(String(draftEmailMessageId), `<Style themeId="${theme.id}" /><H1>Hi</H1>`);
		const updated = await loops.updateTheme(theme.id, { styles: { bodyXPadding: 4 } });
		expect(updated).toMatchObject({
			styles: { bodyColor: '#000', bodyXPadding: 4 },
			affectedEmailCount: 1,
		});
		expect((await loops.updateTheme(theme.id, { name: 'Night' })).affectedEmailCount).toBe(0);
		expect((await loops.getTheme(theme.id)).name).toBe('Night');
		const { data } = await loops.listThemes();
		expect(data.map(({ isDefault }) => isDefault)).toEqual([false, true]);
	});

	it('are refused if an email cannot use a variable of a component', async () => {
		const component = await loops.createComponent({ name: 'Logo', lmx: '<H1>Acme</H1>' });
		const { draftEmailMessageId } = await loops.createTransactionalEmail({ name: 'Welcome' });
		await saved(String(draftEmailMessageId), `<Component componentId="${component.id}" />`);
		const error = await apiError(
			loops.updateComponent(component.id, { lmx: '<H1>{contact.firstName}</H1>' }),
		);
		expect([error.statusCode, error.json]).toMatchObject([
			422,
			{ invalidTags: ['contact.firstName'] },
		]);
		const updated = await loops.updateComponent(component.id, { lmx: '<H1>Acme Inc.</H1>' });
		expect(updated.affectedEmailCount).toBe(1);
		expect(await loops.getComponent(component.id)).toMatchObject({ lmx: '<H1>Acme Inc.</H1>' });
		expect((await loops.listComponents()).data).toHaveLength(1);
	});
});

describe('an upload', () => {
	const file = new Uint8Array(2_000).fill(7);
	const put = async (url: string, headers: Record<string, string> = {}) =>
		(
			await fetch(url, {
				method: 'PUT',
				headers: { 'content-type': 'image/png', ...headers },
				body: file,
			})
		).status;

	it('accepts the file at the presigned URL, then completes', async () => {
		const upload = await loops.createUpload({ contentType: 'image/png', contentLength: 2_000 });
		expect((await apiError(loops.completeUpload(upload.emailAssetId))).statusCode).toBe(404);
		expect(await put(upload.presignedUrl)).toBe(200);
		const { finalUrl } = await loops.completeUpload(upload.emailAssetId);
		expect(finalUrl).toContain(upload.emailAssetId);
	});

	it.each([
		['an API key', { authorization: 'Bearer x' }, 2_000],
		['another type', { 'content-type': 'image/gif' }, 2_000],
		['another length', {}, 3_000],
	])('refuses %s at the presigned URL', async (_, headers, contentLength) => {
		const upload = await loops.createUpload({ contentType: 'image/png', contentLength });
		expect(await put(upload.presignedUrl, headers)).toBe(403);
		expect((await apiError(loops.completeUpload(upload.emailAssetId))).statusCode).toBe(404);
	});

	it.each([
		[{ contentType: 'image/svg+xml', contentLength: 10 }, 400],
		[{ contentType: 'image/png', contentLength: 4_000_001 }, 413],
	])('is refused with %j', async (given, status) => {
		const { status: answered, body } = await call('POST', '/uploads', given);
		expect(answered).toBe(status);
		expect(body).toHaveProperty(status === 400 ? 'supportedContentTypes' : 'maxBytes');
	});

	it('is a 429 after 50 uploads a day', async () => {
		const complete = async () => {
			const upload = await loops.createUpload({ contentType: 'image/png', contentLength: 2_000 });
			await put(upload.presignedUrl);
			return await loops.completeUpload(upload.emailAssetId);
		};
		for (let done = 0; done < 50; done++) await complete();
		const upload = await loops.createUpload({ contentType: 'image/png', contentLength: 2_000 });
		await put(upload.presignedUrl);
		const { status, body } = await call('POST', `/uploads/${upload.emailAssetId}/complete`, {});
		expect(status).toBe(429);
		expect(body).toMatchObject({ maxUploads: 50, windowHours: 24 });
	});
});
