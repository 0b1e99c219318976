import { RateLimitExceededError } from 'loops';
import { describe, expect, it } from 'vitest';

import { apiError, clientOf } from './sdkClient.mts';
import { type EmulatorOptions, startEmulator } from './server.mts';
import { startUnlimited } from './testClient.mts';

const { emulator } = await startUnlimited();
const loops = clientOf(emulator);

describe('the SDK throws', () => {
	async function refusedBy(options: EmulatorOptions, path: 'plain' | 'content') {
		const limited = await startEmulator(options);
		const client = clientOf(limited);
		const send = async () =>
			path === 'plain' ? await client.testApiKey() : await client.listTransactionalEmails();
		await send();
		await send();
		const error = await send().catch((reason: unknown) => reason);
		await limited.close();
		return error;
	}

	it.each([
		['plain', { rateLimit: 2, rateWindow: 60_000 }],
		['content', { contentRateLimit: 2 }],
	] as const)('a RateLimitExceededError with the limit (%s paths)', async (path, options) => {
		const error = await refusedBy(options, path);
		expect(error).toBeInstanceOf(RateLimitExceededError);
		expect(error).toMatchObject({
			limit: 2,
			remaining: 0,
			message: 'Rate limit of 2 requests per second exceeded.',
		});
	});

	it.each([502, 200])('an APIError with the HTML of a page with status %i', async (status) => {
		emulator.inject({ kind: 'html', status });
		const error = await apiError(loops.listMailingLists());
		expect(error.statusCode).toBe(status);
		expect(error.json).toBeNull();
		expect(error.rawBody).toContain('<!DOCTYPE html>');
	});

	it('a TypeError when the connection breaks', async () => {
		emulator.inject({ kind: 'resetBefore' });
		await expect(loops.testApiKey()).rejects.toBeInstanceOf(TypeError);
	});
});
