import { describe, expect, it } from 'vitest';
import { startEmulator } from './server.mts';
import { answerOf, callerOf, NO_VARIABLES, refusal } from './testClient.mts';

describe('the emulator', () => {
	it('refuses attachments and the content API if the team has neither', async () => {
		const bare = await startEmulator({ attachmentsEnabled: false, contentApi: false, apiKey: 'k' });
		const callBare = callerOf(bare);
		const message = 'Invalid API key or content API not enabled for this team.';
		expect(answerOf(await callBare('GET', '/transactional-emails'))).toEqual({
			status: 401,
			body: refusal(message, { error: message }),
		});
		expect((await callBare('GET', '/transactional')).status).toBe(200);
		const mail = { transactionalId: NO_VARIABLES, email: 'a@example.com' };
		const attachments = [{ filename: 'a', contentType: 'a/b', data: 'QUJD' }];
		expect(answerOf(await callBare('POST', '/transactional', { ...mail, attachments }))).toEqual({
			status: 400,
			body: refusal('Attachments are not enabled for this team.'),
		});
		expect((await callBare('POST', '/transactional', mail)).status).toBe(200);
		await bare.close();
	});

	it('refuses metrics alone, and what needs a sending domain', async () => {
		const bare = await startEmulator({ metrics: false, sendingDomain: false, apiKey: 'k' });
		const statusOf = async (method: string, path: string, body?: object) =>
			(await callerOf(bare)(method, path, body)).status;
		const campaign = '/campaigns/cm9campaign0october00001';
		expect(await statusOf('GET', `${campaign}/metrics`)).toBe(401);
		expect(await statusOf('GET', campaign)).toBe(200);
		expect(await statusOf('GET', '/email-messages/cm9msg0october0000000001')).toBe(400);
		expect(await statusOf('POST', '/campaigns', { name: 'New' })).toBe(400);
		expect(await statusOf('POST', campaign, { name: 'New' })).toBe(200);
		await bare.close();
	});

	it('leaves a campaign that is scheduled a draft, if told so', async () => {
		const careful = await startEmulator({ campaignsStayDrafts: true, rateLimit: 0 });
		const call = callerOf(careful);
		const scheduling = { method: 'schedule', timestamp: '2030-01-31T09:30:00.000Z' };
		const { body } = await call('POST', '/campaigns/cm9campaign0october00001', { scheduling });
		expect(body).toMatchObject({ status: 'Draft', scheduling });
		await careful.close();
	});

	it('keeps only the latest requests, and counts all', async () => {
		const small = await startEmulator({ requestLog: 3, rateLimit: 0 });
		for (let index = 0; index < 10; index += 1) {
			await callerOf(small)('GET', `/contacts/find?userId=u-${index}`);
			expect(small.requests.length).toBe(Math.min(index + 1, 3));
		}
		expect(small.requests.map(({ query }) => query.userId)).toEqual(['u-7', 'u-8', 'u-9']);
		expect(small.stats).toMatchObject({ requests: 10, accepted: 10 });
		await small.close();
	});
});
