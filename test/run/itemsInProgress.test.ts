import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const loops = useEmulator({ latency: 20 });

describe('concurrent items', () => {
	it('stay few where each holds attachments in memory', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 4_500, times: 'always' });
		const attachments = {
			base64: [{ filename: 'a.txt', contentType: 'text/plain', data: 'aGk=' }],
		};
		await loops.run(
			{ ...parametersOf.sendEmail, email: '={{ $json.email }}', options: { attachments } },
			sampleItems(80),
		);
		const times = loops.calls().map(({ at }) => at);
		const inProgress = times.map((at) => times.filter((t) => t <= at && t > at - 4_500).length);
		expect(Math.max(...inProgress)).toBe(20);
	});

	it.each([
		[
			'email',
			{ findBy: 'email', email: '={{ $json.n % 2 ? "KIM@example.com" : "kim@example.com" }}' },
		],
		['user ID', { findBy: 'userId', userId: 'u-77' }],
		[
			'both, then the user ID alone',
			{ findBy: '={{ $json.n % 2 ? "userId" : "emailAndUserId" }}', userId: 'u-77' },
		],
	])('keep their order when they change one contact: by %s', async (_identifier, identifier) => {
		// The first call is the slowest, so the others would overtake it.
		loops.emulator.inject({ kind: 'slow', delay: 300 });
		await loops.run(
			{
				...parametersOf.upsert,
				...identifier,
				additionalFields: { contactPropertiesJson: '={{ { seats: $json.n } }}' },
			},
			sampleItems(8),
		);
		expect(loops.calls().map(({ body }) => (body as IDataObject).seats)).toEqual([
			0, 1, 2, 3, 4, 5, 6, 7,
		]);
		expect(loops.emulator.contact('u-77')?.seats).toBe(7);
	});

	it.each(['"x"', '$("Done").item.json.throws', '0.001'])(
		'ignore the timeout of the first item if it is invalid: %s',
		async (invalid) => {
			const timeout = `={{ $json.n ? 30 : ${invalid} }}`;
			const settings = { onError: 'continueRegularOutput' } as const;
			const upsert = each(parametersOf.upsert, { timeout });
			const { json } = await loops.run(upsert, sampleItems(9), settings);
			expect(json.map(({ error }) => Boolean(error))).toEqual(
				sampleItems(9).map(({ n }) => n === 0),
			);
			expect(loops.calls()).toHaveLength(8);
		},
	);
});
