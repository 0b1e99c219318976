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
const WELCOME = '/v1/transactional-emails/cm8tx0welcome00000000001a';
const content = () => loops.emulator.content;
const campaign = () => content().campaigns.get('cm9campaign0october00001')!;
const message = () => content().messages.get('cm9msg0october0000000001')!;
const welcome = () => loops.emulator.templates().find(({ id }) => WELCOME.endsWith(id))!;
const schedule = contentParameters('campaign schedule');
const save = { ...contentParameters('transactionalEmail saveContent'), publish: true };
const saveByName = { ...save, transactionalId: { __rl: true, mode: 'name', value: 'Welcome' } };
const posts = () => loops.calls().filter(({ method }) => method === 'POST');

/** Does something once, when a request of this path has arrived so many times. */
function after(count: number, path: string, action: () => Script | void, method = 'GET') {
	let seen = 0;
	loops.onRequest = (request) => {
		if (request.method === method && request.path === path && ++seen === count) return action();
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
		const { error } = await loops.run(schedule);
		expect(error?.message).toContain('The campaign has changed since this item checked it');
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
		const { error } = await loops.run(schedule);
		expect(error?.message).toContain('The campaign has changed since this item checked it');
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
		const { error } = await loops.run(schedule);
		expect(error?.message).toContain('The campaign has changed since this item checked it');
		expect(content().scheduled).toEqual([]);
	});

	it('sees a time that has passed during the wait', async () => {
		await loops.run(
			contentParameters('campaign get'),
			Array.from({ length: 60 }, () => ({})),
		);
		const sendAt = new Date(Date.now() + 20_000).toISOString();
		const { error } = await loops.run({ ...schedule, sendWhen: 'at', sendAt });
		expect(error?.message).toContain("'Time' is in the past");
		expect(posts()).toEqual([]);
	});
});

describe('a scheduled campaign', () => {
	const clear = contentParameters('campaign update');
	const withoutList = { ...clear, updateFields: { clearAudience: ['mailingListId'] } };

	it('keeps its audience', async () => {
		await loops.run({ ...schedule, sendWhen: 'at', sendAt: '2060-01-31T09:00:00Z' });
		const { mailingListId } = campaign();
		const { error } = await loops.run(withoutList);
		expect(error?.message).toContain('would go to every contact');
		expect(campaign()).toMatchObject({ status: 'Scheduled', mailingListId });
	});

	it('can get another audience in its place', async () => {
		await loops.run({ ...schedule, sendWhen: 'at', sendAt: '2060-01-31T09:00:00Z' });
		const audienceSegment = 'cm9segment0teams00000001';
		const updateFields = { clearAudience: ['mailingListId'], audienceSegment };
		expect((await loops.run({ ...clear, updateFields })).error).toBeUndefined();
		expect(campaign()).toMatchObject({ mailingListId: null, audienceSegmentId: audienceSegment });
	});
});

describe('an email without a revision', () => {
	it('is not written over what came after it was read', async () => {
		message().contentRevisionId = null as never;
		after(1, MESSAGE, () => {
			const byHand = { lmx: '<Paragraph>By hand</Paragraph>', contentRevisionId: 'rev_hand' };
			return { onProcessed: () => void Object.assign(message(), byHand) };
		});
		const { error } = await loops.run(contentParameters('emailMessage update'));
		expect(error?.message).toContain('The email message has changed since this item read it');
		expect(message().lmx).toContain('By hand');
	});
});

describe('an email that is chosen by its name', () => {
	it('is not written if it was renamed since', async () => {
		after(1, `${WELCOME}/draft`, () => void (welcome().name = 'Old'), 'POST');
		const { error } = await loops.run(saveByName);
		expect(error?.message).toContain('The transactional email "Welcome" was renamed to "Old"');
		expect(posts().map(({ path }) => path)).toEqual([`${WELCOME}/draft`]);
	});

	it.each([
		'clfq6dinn000yl70fgwwyp82l',
		'https://app.loops.so/transactional/clfq6dinn000yl70fgwwyp82l',
	])('is not called %s', async (value) => {
		const { error } = await loops.run({
			...saveByName,
			transactionalId: { __rl: true, mode: 'name', value },
		});
		expect(error?.message).toContain('is not a name');
		expect(loops.calls()).toEqual([]);
	});

	it.each(['null-safety', 'undefined-variables', 'Infinity', '#SALE!'])(
		'can be called %s',
		async (name) => {
			const transactionalId = { __rl: true, mode: 'name', value: '={{ $json.name }}' };
			const { json } = await loops.run({ ...saveByName, transactionalId }, [{ name }]);
			expect(json).toMatchObject([{ created: true, name }]);
		},
	);
});

describe('a change that an attempt made although it seemed lost', () => {
	/** Loops answers 504, and publishes after the node has looked. */
	function publishLate() {
		let posted = false;
		let looked = false;
		loops.onRequest = ({ method, path }) => {
			if (path === `${WELCOME}/publish` && !posted) {
				posted = true;
				return { fault: { kind: 'status', status: 504 } };
			}
			if (!posted || looked || method !== 'GET' || path !== WELCOME) return undefined;
			looked = true;
			const publish = (of = welcome()) =>
				Object.assign(of, {
					published: true,
					publishedMessageId: of.draftMessageId,
					draftMessageId: null,
				});
			return { onProcessed: () => void publish() };
		};
	}

	it('is found by the look before the next attempt', async () => {
		publishLate();
		const { json } = await loops.run(save);
		expect(json).toMatchObject([{ published: true }]);
	});
});

describe('a campaign whose content was not saved', () => {
	const create = {
		...contentParameters('campaign create'),
		...{ subject: 'News', lmx: '<Paragraph>Hello</Paragraph>' },
	};

	it.each([
		['is lost', 503, true],
		['is rate limited', 429, false],
	])('is not created again on our advice if its answer %s', async (_case, status, isLost) => {
		loops.onRequest = ({ path }) =>
			path.startsWith('/v1/email-messages/')
				? { fault: { kind: 'status', status, ...(isLost && { after: true }) } }
				: undefined;
		const { error } = await loops.run(create);
		expect(error?.description).toContain(
			'Do not run this item again, which would make another one',
		);
		expect(error?.description).not.toMatch(/can run this item again|Run it again/);
		expect(error?.message).not.toContain('without');
	});
});
