import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';
import { sampleItems } from '../../harness/sampleItems.mts';

const loops = useEmulator();

const email = '={{ $json.email }}';
const event: IDataObject = { ...parametersOf.sendEvent, email };
describe('a stop', () => {
	it('ends rate-limited items, which have changed nothing', async () => {
		const path = '/v1/events/send';
		loops.emulator.inject({
			kind: 'status',
			status: 429,
			path,
			times: 8,
			headers: { 'retry-after': '2' },
		});
		loops.emulator.inject({ kind: 'slow', delay: 300, path: '/v1/contacts/properties' });
		const { error } = await loops.run(
			{
				...event,
				additionalFields: {
					contactPropertiesJson: '={{ $json.n === 0 ? { nope: 1 } : {} }}',
					unknownProperties: "={{ $json.n === 0 ? 'dontSend' : 'sendAndWarn' }}",
				},
			},
			sampleItems(8),
		);
		expect(error?.message).toContain("no contact property 'nope'");
		expect(error?.description).toContain('items: 1 failed, 7 not started');
		expect(loops.emulator.eventLog).toEqual([]);
	});

	it('sends nothing after the refusal that causes it', async () => {
		loops.emulator.inject({ kind: 'status', status: 400, path: '/v1/transactional' });
		const { error } = await loops.run({ ...parametersOf.sendEmail, email }, sampleItems(10));
		expect(error?.message).toContain('Loops refused the request (HTTP 400');
		// After idle time, three calls find out how much of the rate limit is free.
		expect(loops.emulator.requests).toHaveLength(3);
		expect(error?.description).toContain('7 not started');
	});

	it('does not wait for the look-up of a later item', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 50, path: '/v1/contacts/find' });
		loops.emulator.inject({ kind: 'slow', delay: 6_000, path: '/v1/contacts/find' });
		const startedAt = Date.now();
		const { error } = await loops.run(
			{ resource: 'contact', operation: 'update', email: '={{ $json.email }}' },
			[{ email: 'ghost@example.com' }, { email: 'kim@example.com' }],
		);
		expect(error?.message).toContain('No contact has this email');
		expect(Date.now() - startedAt).toBeLessThan(4_000);
	});

	it('sends nothing of items that start together with the failed one', async () => {
		const { error } = await loops.run(
			{
				...parametersOf.createProperty,
				propertyName: "={{ $json.n === 0 ? $('Nowhere').item.json.name : 'planName' }}",
			},
			sampleItems(3),
		);
		expect(error?.description).toContain('items: 1 failed, 2 not started');
		expect(loops.changes()).toEqual([]);
	});
});
