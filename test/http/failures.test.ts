import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentOperations, everyOperation } from '../harness/operations.mts';

const loops = useEmulator({ attachmentsEnabled: false });

it.each(everyOperation)('%s reports a wrong API key without a retry', async (name, parameters) => {
	const credentials = { ...loops.credentials(), apiKey: 'wrong' };
	const { error } = await loops.run(parameters, undefined, { credentials });
	const isContent = contentOperations.some(([each]) => each === name);
	const said = isContent
		? 'The API key is wrong, or Loops has not enabled this call for the team'
		: 'Loops does not accept this API key';
	expect(error?.message).toBe(`${said} (HTTP 401: Invalid API key) [item 0]`);
	expect(error?.httpCode).toBe('401');
	expect(error?.failure).toEqual(isContent ? undefined : { cause: 'credential-invalid' });
	expect(error?.description).toContain(isContent ? 'Test the credential' : 'Generate key');
	expect(loops.emulator.requests).toHaveLength(1);
});

/** A read, a change, a send and a list of each API. */
const OF_EACH_KIND =
	/^(contact (find|upsert)|(event|transactionalEmail) (send|getAll)|campaign (get|create|getAll)|image upload|workflowNode update)$/;

describe.each(everyOperation.filter(([name]) => OF_EACH_KIND.test(name)))(
	'%s',
	(name, parameters) => {
		const isPerMinute = /^(campaign|image|workflow)/.test(name);
		const failWith = async (fault: Fault) => {
			loops.emulator.inject({ ...fault, times: 'always', headers: { 'retry-after': '0' } });
			const { error, run } = await loops.run(parameters);
			expect(run.status).toBe('error');
			expect(error?.name).toBe('NodeApiError');
			return error;
		};

		it('reports that Loops cannot be reached', async () => {
			// Nothing listens on port 9.
			const { error } = await loops.run(parameters, undefined, {
				credentials: {
					...loops.credentials(),
					baseUrl: 'http://127.0.0.1:9/api/v1',
				},
			});
			expect(error?.message).toBe('Loops could not be reached (ECONNREFUSED) [item 0]');
		});

		it.each([403, 405])('fails on a %i without a retry', async (status) => {
			const error = await failWith({ kind: 'status', status });
			expect(error?.httpCode).toBe(String(status));
			expect(error?.failure).toBeUndefined();
			expect(loops.emulator.requests).toHaveLength(1);
		});

		it('gives up on a 429 with a Retry-After of an hour, and names the limit', async () => {
			const { emulator } = loops;
			emulator.inject({
				kind: 'status',
				status: 429,
				times: 'always',
				headers: {
					'retry-after': '3600',
					'x-ratelimit-limit': '500',
					'x-ratelimit-remaining': '0',
				},
			});
			const { error } = await loops.run(parameters);
			expect(error).toMatchObject({ httpCode: '429', failure: { cause: 'rate-limited' } });
			expect(error?.message).toBe(
				`Loops' rate limit is reached (500 requests per ${isPerMinute ? 'minute' : 'second'}) [item 0]`,
			);
			expect(error?.description).toContain('The limit counts for the whole team');
			expect(emulator.requests).toHaveLength(1);
		});

		it('reports a 200 that is not from Loops', async () => {
			const error = await failWith({ kind: 'html', status: 200 });
			expect(error?.message).toMatch(
				/^This address answers, but not as the Loops API does \(HTTP 200: .*\) \[item 0\]$/,
			);
		});

		it('does not follow a redirect', async () => {
			const error = await failWith({ kind: 'redirect', location: 'http://127.0.0.1:9/' });
			expect(error?.message).toBe('The Base URL answers with a redirect (HTTP 302) [item 0]');
			expect(loops.emulator.requests).toHaveLength(1);
		});

		it('does not quote the HTML page of a redirect', async () => {
			const error = await failWith({ kind: 'html', status: 302 });
			expect(error?.message).toBe('The Base URL answers with a redirect (HTTP 302) [item 0]');
		});

		it('reports an HTML 413 as a request that is too large', async () => {
			const error = await failWith({ kind: 'html', status: 413 });
			expect(error?.message).toMatch(/^The (request|content|image) is too large for Loops /);
		});
	},
);
