import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentParameters } from '../harness/operations.mts';

const loops = useEmulator();

const all = { ...contentParameters('campaign getAll'), returnAll: true };
const MINUTE = 60_000;
const LIMIT = 60;

/** Adds campaigns; the last one is the newest. */
function add(count: number) {
	const { content } = loops.emulator;
	const [campaign] = content.campaigns.values();
	for (let n = 0; n < count; n++) {
		const { id: _, ...rest } = campaign;
		content.add(content.campaigns, 'campaign', { ...rest, name: `Campaign ${n}` });
	}
}

/** How long a run takes in virtual ms. */
async function timeOf(run: () => Promise<unknown>) {
	const startedAt = performance.now();
	await run();
	return performance.now() - startedAt;
}

/** The shortest possible time: a window opens with the first call, and each allows 60. */
const idealFor = (calls: number) => (Math.ceil(calls / LIMIT) - 1) * MINUTE;

describe('Get Many', () => {
	it('lists 250 campaigns once each, though one is added while it pages', async () => {
		add(250 - loops.emulator.content.campaigns.size);
		let pages = 0;
		loops.onRequest = () => {
			if (++pages === 3) add(1);
		};
		const { json } = await loops.run(all);
		const ids = json.map(({ id }) => id);
		expect(pages).toBe(5);
		expect(ids).toHaveLength(250);
		expect(new Set(ids).size).toBe(250);
	});

	it('lists 3,000 campaigns within 3 % of the shortest time that the limit allows', async () => {
		add(3_000 - loops.emulator.content.campaigns.size);
		const parameters = { ...all, options: { pageSize: 10 } };
		const took = await timeOf(async () => {
			expect((await loops.run(parameters)).json).toHaveLength(3_000);
		});
		const { length } = loops.emulator.requests;
		expect(took).toBeLessThan(idealFor(length) * 1.03);
		expect(loops.emulator.stats.rateLimited).toBeLessThan(length / 50);
	});
});

describe('Get of 600 items', () => {
	// Waiting calls are evenly spread, so the last one leaves at the end of its window.
	it('takes at most one window longer than the limit requires', async () => {
		const items = Array.from({ length: 600 }, () => ({}));
		const get = { ...contentParameters('campaign get'), options: {} };
		const took = await timeOf(async () => {
			expect((await loops.run(get, items)).json).toHaveLength(600);
		});
		expect(took).toBeLessThan(idealFor(600) + MINUTE);
		expect(loops.emulator.stats.rateLimited).toBeLessThan(12);
	});

	it('does not slow down calls with the plain rate limit', async () => {
		const items = Array.from({ length: LIMIT * 2 }, () => ({}));
		const slow = loops.run(contentParameters('campaign get'), items);
		const quick = contentParameters('audienceSegment get');
		expect(await timeOf(async () => await loops.run(quick))).toBeLessThan(MINUTE / 10);
		await slow;
	});
});

describe('a 429', () => {
	const preview = contentParameters('emailMessage sendPreview');

	it('for the daily quota of previews fails at once', async () => {
		const { previews } = loops.emulator.content;
		const emails = Array.from({ length: 100 }, (_, n) => `${n}@example.com`);
		previews.push({ at: Date.now(), emailMessageId: 'x', emails, variables: {} });
		const took = await timeOf(async () => {
			const error = await loops.expectError(
				preview,
				'Loops accepts no more previews now (HTTP 429',
			);
			expect(error.description).toContain('100 previews per team in any 24 hours');
			expect(error.description).not.toContain('not known');
		});
		expect(took).toBeLessThan(1_000);
		expect(loops.emulator.requests).toHaveLength(1);
	});

	it('for the quota of uploads fails at once and delays no other call', async () => {
		const { uploads } = loops.emulator.content;
		for (let n = 0; n < 50; n++) {
			const of = { id: `a${n}`, contentType: 'image/gif', contentLength: 6, bytes: 6 };
			uploads.set(of.id, { ...of, finalUrl: 'https://images.loops.so/x' });
		}
		const took = await timeOf(async () => {
			const { error } = await loops.run(contentParameters('image upload'));
			expect(error?.message).toContain('Loops accepts no more uploads now (HTTP 429');
			expect(error?.description).toContain('50 uploads per team in any 24 hours');
			await loops.run(contentParameters('campaign get'));
		});
		expect(took).toBeLessThan(1_000);
	});

	it.each(['/uploads', '/complete'])(
		'for the quota of uploads is recognized without a message: %s',
		async (end) => {
			loops.onRequest = ({ path }) =>
				path.endsWith(end)
					? { fault: { kind: 'body', status: 429, body: { maxUploads: 50, windowHours: 24 } } }
					: undefined;
			await loops.expectError(
				contentParameters('image upload'),
				'Loops accepts no more uploads now',
			);
		},
	);
});
