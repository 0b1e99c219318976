import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { perRawKey } from '../../harness/sendOnce.mts';

const loops = useEmulator();

const RELEASE_NOTES = 'cm9list0releasenotes00001';

describe('Event > Send', () => {
	const send = { resource: 'event', operation: 'send', eventName: 'signup' };

	it('nests event properties and puts contact properties and lists beside the identifiers', async () => {
		const { json: output } = await loops.run({
			...send,
			findBy: 'emailAndUserId',
			email: 'kim@example.com',
			userId: 'u-77',
			additionalFields: {
				contactPropertiesJson: '{ "planName": null, "seats": 5 }',
				addToList: [RELEASE_NOTES],
			},
			options: {
				eventPropertiesJson:
					'{ "plan": "team", "seats": 0, "trial": false, "at": "2026-01-02T03:04:05Z" }',
			},
		});
		expect(output).toMatchObject([{ success: true }]);
		expect(loops.sent()).toEqual([
			{
				method: 'POST',
				path: '/v1/events/send',
				query: {},
				body: {
					eventName: 'signup',
					email: 'kim@example.com',
					userId: 'u-77',
					planName: null,
					seats: 5,
					mailingLists: { [RELEASE_NOTES]: true },
					eventProperties: { plan: 'team', seats: 0, trial: false, at: '2026-01-02T03:04:05Z' },
				},
			},
		]);
		expect(loops.emulator.eventLog).toHaveLength(1);
	});

	it.each(['signup ', '\u200bsignup', 'undefined', 'user null'])(
		'uses an event from the list unchanged, with its properties: %j',
		async (eventName) => {
			const property = { name: 'plan', type: 'string' as const };
			loops.emulator.reset({ eventPatterns: [{ eventName, eventProperties: [property] }] });
			const { json: output, hints } = await loops.run(
				{
					...send,
					email: 'kim@example.com',
					eventName: { __rl: true, mode: 'list', value: eventName },
					eventProperties: { mappingMode: 'autoMapInputData', value: null },
				},
				[{ plan: 'team' }],
			);
			expect(loops.calls().at(-1)?.body).toMatchObject({
				eventName,
				eventProperties: { plan: 'team' },
			});
			expect(output).toMatchObject([{ eventName }]);
			expect(hints).toEqual([]);
		},
	);

	it.each([' ', '\u200b'])('refuses an invisible event name from the list: %j', async (value) => {
		const eventName = { __rl: true, mode: 'list', value };
		const { error } = await loops.run({ ...send, email: 'kim@example.com', eventName });
		expect(error?.message).toContain("'Event Name' is empty");
	});

	it('sends the idempotency key and extra headers', async () => {
		await loops.run({
			...send,
			email: 'kim@example.com',
			options: {
				...perRawKey(' signup-1042 '),
				headers: { header: [{ name: 'X-Trace', value: 'abc' }] },
			},
		});
		expect(loops.calls()[0].headers).toMatchObject({
			'idempotency-key': 'signup-1042',
			'x-trace': 'abc',
			'content-type': 'application/json',
		});
		expect(loops.emulator.eventLog[0].idempotencyKey).toBe('signup-1042');
	});
});
