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

/** As an expression: n8n itself refuses a fixed value that is missing or of the wrong type. */
export const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

export type Case = [name: string, parameters: IDataObject, message: string, wayOut: string];

/** Tests that each case is refused before a request, with what is wrong and the way out. */
export function refuses(group: string, cases: Case[]) {
	describe(`bad ${group}`, () => {
		const loops = useEmulator();

		it.each(cases)('%s', async (_case, parameters, message, wayOut) => {
			const { error, run } = await loops.run(parameters);
			expect(run.status).toBe('error');
			expect(error?.message).toContain(message);
			expect(error?.message).toMatch(/ \[item 0\]$/);
			expect(error?.description).toContain(wayOut);
			expect(error?.context.itemIndex).toBe(0);
			expect(loops.emulator.requests).toHaveLength(0);
		});
	});
}
