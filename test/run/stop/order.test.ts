import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';
import { countsOf } from '../../harness/stops.mts';

const loops = useEmulator({ latency: 10 });

const { sendEvent } = parametersOf;

const event: IDataObject = {
	...sendEvent,
	findBy: '={{ $json.findBy ?? "email" }}',
	email: '={{ $json.email }}',
	userId: '={{ $json.userId }}',
	options: { eventPropertiesJson: '={{ { n: $json.n } }}' },
};
const b = 'kim@example.com';
const bad = 'not an address';
const d = 'd@example.com';

const numbered = (...emails: string[]) => emails.map((email, n) => ({ email, n }));
const arrived = () => loops.emulator.eventLog.map(({ eventProperties }) => eventProperties.n);

/** Of [b, b, bad, d], expects both b in order and true counts; d may have been sent. */
async function expectBothAndCounts(parameters: IDataObject, items: IDataObject[]) {
	const { error } = await loops.run(parameters, items);
	expect(error?.context.itemIndex).toBe(2);
	expect(arrived().filter((n) => n !== 3)).toEqual([0, 1]);
	const { done, notStarted } = countsOf(error);
	expect({ done, notStarted }).toEqual({
		done: arrived().length,
		notStarted: 3 - arrived().length,
	});
}

describe('items of one contact before a failed item', () => {
	it('arrive in order when the first is slow', async () => {
		loops.emulator.inject({ kind: 'slow', path: '/v1/events/send', delay: 400 });
		await expectBothAndCounts(event, numbered(b, b, bad, d));
	});

	it('arrive in order when the first is retried', async () => {
		loops.emulator.inject({ kind: 'status', status: 503, path: '/v1/events/send' });
		await expectBothAndCounts(event, numbered(b, b, bad, d));
	});

	it('arrive in order when one is identified by its user ID', async () => {
		await expectBothAndCounts(event, [
			{ n: 0, findBy: 'emailAndUserId', email: b, userId: 'u-77' },
			{ n: 1, findBy: 'userId', userId: 'u-77' },
			{ n: 2, email: bad },
			{ n: 3, email: d },
		]);
	});
});

describe('the error of a stopped run', () => {
	it('names the first failed item even if a later one failed earlier', async () => {
		loops.emulator.inject({ kind: 'slow', path: '/v1/events/send', delay: 300 });
		const byName = { ...event, eventName: '={{ $json.name ?? "signup" }}' };
		const { error } = await loops.run(byName, [
			{ n: 0, email: b },
			{ n: 1, email: b, name: 'no:colons' },
			{ n: 2, email: bad },
			{ n: 3, email: d },
		]);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.message).toContain('HTTP 400');
		const { done, others, notStarted } = countsOf(error);
		expect({ done, others, left: done + others + notStarted }).toEqual({
			done: arrived().length,
			others: 1,
			left: 3,
		});
	});

	it('counts an item that waited for its contact as not started', async () => {
		loops.emulator.inject({ kind: 'slow', path: '/v1/events/send', delay: 300 });
		const { error } = await loops.run(event, numbered(b, bad, b));
		expect(error?.context.itemIndex).toBe(1);
		expect(arrived()).toEqual([0]);
		expect(countsOf(error)).toEqual({ done: 1, others: 0, notStarted: 1 });
	});
});
