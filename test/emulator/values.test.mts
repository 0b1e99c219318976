import { describe, expect, it } from 'vitest';
import { ORDER_RECEIPT, refusal, startUnlimited } from './testClient.mts';

const { call, emulator, expectRefusal } = await startUnlimited();

describe('a date property', () => {
	it.each([
		[1_790_000_000_123, '2026-09-21T14:13:20.123Z'],
		['1790000000123', '2026-09-21T14:13:20.123Z'],
		[1_790_000_000, '1970-01-21T17:13:20.000Z'],
		['2026-02-03T04:05:06.789', '2026-02-03T04:05:06.789Z'],
		['2026-02-03T04:05:06', '2026-02-03T04:05:06.000Z'],
		['2026-02-03T04:05', '2026-02-03T04:05:00.000Z'],
		['2026-02-03 04:05:06.789', '2026-02-03T04:05:06.789Z'],
		['2026-02-03 04:05:06', '2026-02-03T04:05:06.000Z'],
		['2026-02-03 04:05', '2026-02-03T04:05:00.000Z'],
		['2026-02-03', '2026-02-03T00:00:00.000Z'],
		['2026-02-03T04:05:06Z', '2026-02-03T04:05:06.000Z'],
		['2026-02-03T04:05:06.789+02:00', '2026-02-03T02:05:06.789Z'],
		['2026-02-03 04:05-05:30', '2026-02-03T09:35:00.000Z'],
	])('stores %j as %s', async (sent, stored) => {
		const body = { email: 'kim@example.com', trialEndsAt: sent };
		expect((await call('PUT', '/contacts/update', body)).status).toBe(200);
		const [found] = (await call('GET', '/contacts/find?userId=u-77')).body as [object];
		expect(found).toMatchObject({ trialEndsAt: stored });
	});

	const NO_TIMES = ['2026-02-30', '2026-13-01', '2026-02-03T25:00', '2026-02-03T04:61'];

	it.each([...NO_TIMES, '03/02/2026', '', true, 1.5, 9e15])('refuses %j', async (sent) => {
		await expectRefusal(
			['PUT', '/contacts/update', { userId: 'u-77', trialEndsAt: sent }],
			400,
			refusal('Invalid value for property "trialEndsAt": expected a date.'),
		);
	});
});

describe('the 500-character rule', () => {
	const mail = { transactionalId: ORDER_RECEIPT, email: 'a@example.com' };
	const TOO_LONG = refusal('Some body key or value is longer than allowable');

	it('counts quotes and escapes of JSON', async () => {
		const longest = { email: 'kim@example.com', planName: 'x'.repeat(498) };
		expect((await call('PUT', '/contacts/update', longest)).status).toBe(200);
		for (const planName of ['x'.repeat(499), '"'.repeat(250)]) {
			await expectRefusal(['PUT', '/contacts/update', { userId: 'u-77', planName }], 400, TOO_LONG);
		}
	});

	it('applies to keys, unknown properties and nested values', async () => {
		const long = 'x'.repeat(499);
		const event = { email: 'kim@example.com', eventName: 'e' };
		await expectRefusal(['PUT', '/contacts/update', { userId: 'u-77', [long]: 1 }], 400, TOO_LONG);
		await expectRefusal(['PUT', '/contacts/update', { userId: 'u-77', foo: long }], 400, TOO_LONG);
		const eventProperties = { note: long };
		await expectRefusal(['POST', '/events/send', { ...event, eventProperties }], 400, TOO_LONG);
		const dataVariables = { orderNumber: '1', total: 1, items: [{ name: long }] };
		await expectRefusal(['POST', '/transactional', { ...mail, dataVariables }], 400, TOO_LONG);
	});

	it('does not apply to long lists of short values and files, only to names of files', async () => {
		const items = Array.from({ length: 100 }, (_, index) => ({ name: `Item ${index}` }));
		const dataVariables = { orderNumber: '1', total: 1, items };
		const file = { filename: 'a.txt', contentType: 'text/plain', data: 'QUJD'.repeat(1000) };
		const body = { ...mail, dataVariables, attachments: [file] };
		expect((await call('POST', '/transactional', body)).body).toEqual({ success: true });
		expect(emulator.outbox[0].attachments).toMatchObject([{ filename: 'a.txt', bytes: 3000 }]);
		const attachments = [{ ...file, filename: 'x'.repeat(499) }];
		await expectRefusal(['POST', '/transactional', { ...body, attachments }], 400, TOO_LONG);
	});
});
