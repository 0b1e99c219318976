import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

export const upsert = { resource: 'contact', operation: 'upsert', email: 'kim@example.com' };
export const event = {
	resource: 'event',
	operation: 'send',
	eventName: 'signup',
	email: 'kim@example.com',
};
export const email = {
	resource: 'transactionalEmail',
	operation: 'send',
	email: 'kim@example.com',
	transactionalId: { mode: 'id', value: 'cm8tx0welcome00000000001a' },
};

/** The value as an expression: n8n refuses a fixed value that is missing or has the wrong type. */
export const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

export type Case = [name: string, parameters: IDataObject, message: string, fix: string];

/** Tests that each case is refused before any request, with the problem and a fix. */
export function refuses(group: string, cases: Case[]) {
	describe(group, () => {
		const loops = useEmulator();

		it.each(cases)('refuses %s', async (_case, parameters, message, fix) => {
			const { error, run } = await loops.run(parameters);
			expect(run.status).toBe('error');
			expect(error?.message).toContain(message);
			expect(error?.message).toMatch(/ \[item 0\]$/);
			expect(error?.description).toContain(fix);
			expect(error?.context.itemIndex).toBe(0);
			expect(loops.emulator.requests).toHaveLength(0);
		});
	});
}
