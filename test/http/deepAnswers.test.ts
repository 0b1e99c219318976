import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const { find, sendEmail, sendEvent, upsert } = parametersOf;
const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
const change = `{"success":true,"extra":${deep}}`;

it.each([
	['an email', sendEmail, change],
	['an event', sendEvent, change],
	['a change', upsert, change],
	['a read', find, `[{"email":"kim@example.com","extra":${deep}}]`],
])(
	'%s whose answer is 10,000 levels deep is done, and has not failed',
	async (_what, call, body) => {
		loops.emulator.inject({ kind: 'body', status: 200, body, after: true, times: 'always' });
		const { run, json } = await loops.expectSuccess(call);
		expect(run.status).toBe('success');
		expect(json).toHaveLength(1);
		expect(JSON.stringify(json)).toContain('…');
		expect(loops.emulator.requests).toHaveLength(1);
	},
);

it('a refusal 10,000 levels deep is quoted', async () => {
	loops.emulator.inject({ kind: 'body', status: 400, body: `{"success":false,"error":${deep}}` });
	await loops.expectError(upsert, /^Loops refused the request \(HTTP 400: \{"success":false/);
});
