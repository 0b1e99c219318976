import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shippedSeed } from '../../emulator/seed.mts';
import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const engagement = contentParameters('campaign getEngagement');
const metricsOf = (id: string) => `/v1/campaigns/${id}/metrics`;
const campaign = (index: number, more: IDataObject = {}) => ({
	id: `cm9campaign0of${String(index).padStart(11, '0')}`,
	name: `News ${index}`,
	emailMessageId: `cm9msg0of${String(index).padStart(16, '0')}`,
	status: 'Sent',
	...more,
});

describe('Get Engagement', () => {
	const loops = useEmulator();
	const plant = (campaigns: IDataObject[]) =>
		loops.emulator.reset({ ...(shippedSeed() as object), content: { campaigns } });

	it('gives the counts and rates of sent campaigns, and null for what Loops does not keep', async () => {
		const scheduling = { method: 'schedule', timestamp: '2026-09-30T09:00:00.000Z' };
		plant([
			campaign(1, { scheduling }),
			campaign(2),
			campaign(3, { status: 'Draft' }),
			campaign(4),
		]);
		const body = {
			sends: 8,
			opens: 3,
			clicks: 1,
			unsubscribes: 0,
			spamReports: 0,
			hardBounces: 1,
			softBounces: 0,
		};
		loops.emulator.inject({ kind: 'body', body, path: metricsOf(campaign(1).id) });
		const none = { ...body, sends: 0, opens: 0, clicks: 0 };
		loops.emulator.inject({ kind: 'body', body: none, path: metricsOf(campaign(4).id) });
		const { json } = await loops.run({ ...engagement, simplify: false });
		const byName = Object.fromEntries(json.map((row) => [row.name, row]));
		expect(Object.keys(byName).sort()).toEqual(['News 1', 'News 2', 'News 4']);
		expect(byName['News 1']).toMatchObject({
			kind: 'campaign',
			scheduledAt: scheduling.timestamp,
			sends: 8,
			opens: 3,
			clicks: 1,
			openRate: 0.375,
			clickRate: 0.125,
			deliveries: null,
			hardBounces: 1,
			problem: null,
		});
		expect(byName['News 4']).toMatchObject({
			scheduledAt: null,
			sends: 0,
			openRate: null,
			clickRate: null,
		});
	});

	it('lists other emails as well, over all time', async () => {
		const period = { createdAfter: '2030-01-01', includeOtherEmails: true, simplify: false };
		const { json } = await loops.run({ ...engagement, ...period });
		expect(new Set(json.map(({ kind }) => kind))).toEqual(
			new Set(['transactionalEmail', 'workflowEmail']),
		);
		const of = (kind: string) => json.find((row) => row.kind === kind);
		expect(of('transactionalEmail')).toMatchObject({
			sends: 0,
			deliveries: 0,
			opens: null,
			clicks: null,
			unsubscribes: null,
			openRate: null,
		});
		expect(of('workflowEmail')).toMatchObject({
			id: 'cm9node0email00000000001',
			workflowId: 'cm9workflow0welcome00001',
			sends: 0,
			deliveries: null,
		});
		// Drafts that were never published have sent nothing.
		expect(json.map(({ id }) => id)).not.toContain('cm8tx0draftspring0000065a');
	});

	it.each<[IDataObject, names: string[]]>([
		[{ createdAfter: '2026-09-01' }, ['September', 'October']],
		[{ createdAfter: '2026-09-01T00:30', createdBefore: '2026-10-01' }, []],
		[{ createdBefore: '2026-10-01T00:00:00+02:00' }, ['September']],
		[{ createdAfter: '={{ DateTime.fromISO("2026-09-15") }}' }, ['October']],
		[{ createdAfter: '', createdBefore: '' }, ['September', 'October']],
	])(
		'%j takes campaigns by their creation, in the time zone of the workflow',
		async (period, names) => {
			const dates = { September: '2026-08-31T22:00:00.000Z', October: '2026-09-30T22:00:00.000Z' };
			plant([campaign(1, { name: 'September' }), campaign(2, { name: 'October' })]);
			for (const each of loops.emulator.content.campaigns.values()) {
				each.createdAt = dates[each.name as keyof typeof dates];
			}
			const { json } = await loops.run({ ...engagement, ...period }, [{}], {
				timezone: 'Europe/Berlin',
			});
			expect(json.map(({ name }) => name).sort()).toEqual([...names].sort());
		},
	);

	it.each(['={{ $json.since }}', '={{ null }}', 'soon'])(
		'refuses the period %j',
		async (createdAfter) => {
			const { error } = await loops.run({ ...engagement, createdAfter });
			expect(error?.message).toMatch(/^'Created After' (is empty|can't be)/);
			expect(loops.emulator.requests).toEqual([]);
		},
	);

	it('keeps what was read when a part fails, and says so', async () => {
		plant([campaign(1), campaign(2), campaign(3)]);
		const path = metricsOf(campaign(2).id);
		loops.emulator.inject({ kind: 'status', status: 400, path, times: 'always' });
		loops.emulator.inject({ kind: 'status', status: 401, path: '/v1/workflows', times: 'always' });
		const { json, hints } = await loops.run({ ...engagement, includeOtherEmails: true });
		const problems = json.filter(({ problem }) => problem !== null);
		expect(problems).toMatchObject([
			{
				name: 'News 2',
				sends: null,
				problem: expect.stringMatching(/it was not sent or has no email message[^[]*$/),
			},
			{ kind: 'workflowEmail', id: null, problem: expect.stringContaining('HTTP 401') },
		]);
		expect(hints).toContain(
			`Loops returned no counts for 2 of ${json.length}. The field 'problem' in the output says why.`,
		);
	});

	it('fails if nothing could be read', async () => {
		plant([campaign(1), campaign(2)]);
		for (const index of [1, 2]) {
			const path = metricsOf(campaign(index).id);
			loops.emulator.inject({ kind: 'status', status: 500, path, times: 'always' });
		}
		await loops.expectError(engagement, 'Loops is not available at the moment (HTTP 500');
	});

	it('does not count a list that a failed item stopped', async () => {
		plant([campaign(1)]);
		let lists = 0;
		loops.onRequest = ({ path }) => {
			if (path !== '/v1/campaigns') return { latency: 2_000 };
			lists += 1;
			return lists > 1 ? {} : { fault: { kind: 'status', status: 400 }, latency: 300 };
		};
		const since = [{ since: '2025-01-01' }, { since: '2025-01-02' }];
		const { error } = await loops.run({ ...engagement, createdAfter: '={{ $json.since }}' }, since);
		expect(error?.description).toContain('Of 2 items: 1 failed, 1 not started');
	});

	it('runs once for all items', async () => {
		await loops.run(engagement, [{}, {}, {}]);
		expect(loops.emulator.requests).toHaveLength(2);
	});
});

describe('Get Engagement of 200 campaigns, each call answered in 300 ms', () => {
	const loops = useEmulator({ latency: 300 });

	it("takes at most 3 % longer than the content limit's ideal", async () => {
		const campaigns = Array.from({ length: 200 }, (_, index) => campaign(index));
		loops.emulator.reset({ ...(shippedSeed() as object), content: { campaigns } });
		const startedAt = Date.now();
		const { json } = await loops.run(engagement);
		expect(json).toHaveLength(200);
		// 204 calls at 60 a minute.
		expect(Date.now() - startedAt).toBeLessThan(180_000 * 1.03);
	});
});
