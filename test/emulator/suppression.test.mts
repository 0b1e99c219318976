import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerOf, refusal, startUnlimited } from './testClient.mts';

const { call, emulator, expectRefusal } = await startUnlimited();

const PATH = '/contacts/suppression';
const DAY_MS = 24 * 3_600_000;
const people = [1, 2, 3].map((n) => ({ email: `p${n}@example.com`, isSuppressed: true }));
const remove = async (n: number) => await call('DELETE', `${PATH}?email=p${n}@example.com`);

describe('suppression', () => {
	afterEach(() => vi.useRealTimers());

	it.each(['GET', 'DELETE'])('%s accepts exactly one identifier', async (method) => {
		await expectRefusal([method, PATH], 400, refusal('An email or userId is required.'));
		const both = `${PATH}?email=kim@example.com&userId=u-77`;
		await expectRefusal([method, both], 400, refusal('Only one parameter is permitted.'));
		const nobody = `${PATH}?userId=nobody`;
		await expectRefusal([method, nobody], 404, refusal('This contact was not found.'));
		const bad = `${PATH}?email=kim`;
		await expectRefusal([method, bad], 400, refusal('Invalid email address.'));
	});

	it('is removed once by a DELETE without a body, which counts against the quota', async () => {
		const tomas = `${PATH}?email=tomas@example.com`;
		expect((await call('GET', tomas)).body).toEqual({
			contact: { id: 'cm9contact0tomas000000005', email: 'tomas@example.com', userId: null },
			...{ isSuppressed: true, removalQuota: { limit: 100, remaining: 5 } },
		});
		const removalQuota = { limit: 100, remaining: 4 };
		const message = 'Email removed from suppression list.';
		expect((await call('DELETE', tomas)).body).toEqual({ success: true, message, removalQuota });
		await expectRefusal(['DELETE', tomas], 400, refusal('This contact is not suppressed.'));
		const { body } = await call('GET', tomas);
		expect(body).toMatchObject({ isSuppressed: false, removalQuota });
	});

	it('is not removed while the quota of 30 days is used up', async () => {
		vi.useFakeTimers({ toFake: ['Date'] });
		emulator.reset({ contacts: people, removalQuota: { limit: 2, remaining: 2 } });
		expect((await remove(1)).status).toBe(200);
		vi.setSystemTime(Date.now() + 20 * DAY_MS);
		expect((await remove(2)).status).toBe(200);
		expect(answerOf(await remove(3))).toEqual({
			status: 400,
			body: refusal('Removal quota exceeded.'),
		});
		vi.setSystemTime(Date.now() + 11 * DAY_MS);
		expect((await remove(3)).body).toMatchObject({ removalQuota: { limit: 2, remaining: 0 } });
	});

	it('is not removed on a free plan', async () => {
		emulator.reset({ contacts: people, removalQuota: { limit: 0 } });
		const { body } = await call('GET', `${PATH}?email=p1@example.com`);
		expect(body).toMatchObject({ isSuppressed: true, removalQuota: { limit: 0, remaining: 0 } });
		const message = 'Removing suppressions is not available on your plan.';
		expect(answerOf(await remove(1))).toEqual({ status: 400, body: refusal(message) });
	});
});
