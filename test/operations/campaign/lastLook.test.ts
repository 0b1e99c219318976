import { sleep } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Script } from '../../emulator/faults.mts';
import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const loops = useEmulator(
	{},
	// An audience that is cleared is null.
	{ checksOutput: false },
);

const CAMPAIGN = '/v1/campaigns/cm9campaign0october00001';
const MESSAGE = '/v1/email-messages/cm9msg0october0000000001';
const content = () => loops.emulator.content;
const campaign = () => content().campaigns.get('cm9campaign0october00001')!;
const message = () => content().messages.get('cm9msg0october0000000001')!;
const schedule = contentParameters('campaign schedule');

/** Does something once, when a request of this path has arrived so many times. */
function after(count: number, path: string, action: () => Script | void) {
	let seen = 0;
	loops.onRequest = (request) => {
		if (request.method === 'GET' && request.path === path && ++seen === count) return action();
	};
}

const rateLimited: Script = {
	fault: { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
};

describe('the last look before a campaign is sent', () => {
	it('is repeated if a part of it had to wait for the rate limit', async () => {
		after(2, MESSAGE, () => {
			void sleep(3_000).then(() => (campaign().mailingListId = null));
			return rateLimited;
		});
		await loops.expectError(schedule, 'The campaign has changed since the node checked it');
		expect(content().scheduled).toEqual([]);
	});

	it('is repeated if other calls have used up the rate limit', async () => {
		await loops.run(
			contentParameters('campaign get'),
			Array.from({ length: 55 }, () => ({})),
		);
		after(2, CAMPAIGN, () => {
			void sleep(3_000).then(() => (campaign().mailingListId = null));
		});
		await loops.expectError(schedule, 'The campaign has changed since the node checked it');
		expect(content().scheduled).toEqual([]);
	});

	it.each([
		{ subject: '' },
		{ lmx: '<Paragraph>Other</Paragraph>' },
		{ bccEmail: 'bcc@example.com' },
		{ languageCode: 'de' },
		{ emailFormat: 'plain' as const },
		{ fallbacks: { contact: { firstName: 'you' }, event: {}, data: {} } },
	])('sees a change without a new revision: %j', async (changed) => {
		after(2, MESSAGE, () => void Object.assign(message(), changed));
		await loops.expectError(schedule, 'The campaign has changed since the node checked it');
		expect(content().scheduled).toEqual([]);
	});

	it('sees a time that has passed during the wait', async () => {
		await loops.run(
			contentParameters('campaign get'),
			Array.from({ length: 60 }, () => ({})),
		);
		const sendAt = new Date(Date.now() + 20_000).toISOString();
		await loops.expectError({ ...schedule, sendWhen: 'at', sendAt }, "'Time' is in the past");
		expect(loops.changes()).toEqual([]);
	});
});

describe('a scheduled campaign', () => {
	const clear = contentParameters('campaign update');
	const withoutList = { ...clear, updateFields: { clearMailingList: true } };

	it('keeps its audience', async () => {
		await loops.run({ ...schedule, sendWhen: 'at', sendAt: '2060-01-31T09:00:00Z' });
		const { mailingListId } = campaign();
		await loops.expectError(withoutList, 'would go to every contact');
		expect(campaign()).toMatchObject({ status: 'Scheduled', mailingListId });
	});

	it('can get another audience in its place', async () => {
		await loops.run({ ...schedule, sendWhen: 'at', sendAt: '2060-01-31T09:00:00Z' });
		const audienceSegment = 'cm9segment0teams00000001';
		await loops.expectSuccess({ ...withoutList, audienceChange: 'segment', audienceSegment });
		expect(campaign()).toMatchObject({ mailingListId: null, audienceSegmentId: audienceSegment });
	});
});
