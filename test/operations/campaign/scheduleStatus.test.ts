import { type IDataObject, sleep } from 'n8n-workflow';
import { afterEach, describe, expect, it } from 'vitest';

import type { Fault } from '../../emulator/faults.mts';
import type { ReceivedRequest } from '../../emulator/requestLog.mts';
import { takeContradictions } from '../../harness/contradictions.mts';
import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const PATH = '/v1/campaigns/cm9campaign0october00001';
const URL = 'https://app.loops.so/campaigns/cm9campaign0october00001';
const TIME = '2030-01-31T09:30:00.000Z';
const now = contentParameters('campaign schedule');
const at = { ...now, sendWhen: 'at', sendAt: TIME };

let onPost: ((request: ReceivedRequest) => unknown) | undefined;
const loops = useEmulator({
	script: (request) => {
		if (request.method !== 'POST') return undefined;
		return { onProcessed: () => void onPost?.(request) };
	},
});
afterEach(() => (onPost = undefined));

const campaign = () => loops.emulator.content.campaigns.get('cm9campaign0october00001')!;
const changed = (changes: object) => () => Object.assign(campaign(), changes);
const time = (timestamp: string | null) => ({ scheduling: { method: 'schedule', timestamp } });

/** Answers the call; a look then shows what the emulator has. */
const answer = (body: object): Fault => ({
	kind: 'body',
	body: { ...campaign(), url: URL, ...body },
	method: 'POST',
	path: PATH,
	after: true,
});

describe('Campaign > Schedule', () => {
	it.each([
		['the same minute', at, { status: 'Scheduled', ...time('2030-01-31T09:30:59Z') }],
		['Sending', at, { status: 'Sending', ...time(TIME) }],
		['Sent', at, { status: 'Sent', ...time(TIME) }],
		['Scheduled for now', now, { status: 'Scheduled' }],
		['a time that has come', now, { status: 'Sending', ...time('2020-01-31T09:30:00Z') }],
	])('succeeds if Loops shows %s', async (_what, parameters: IDataObject, shows) => {
		loops.emulator.inject(answer(shows));
		onPost = changed(shows);
		const { json } = await loops.expectSuccess(parameters);
		expect(json).toMatchObject([{ status: shows.status, url: URL }]);
		expect(loops.calls().filter(({ path }) => path === PATH)).toHaveLength(3);
	});

	it.each([
		[
			'for another time',
			at,
			{ status: 'Scheduled', ...time('2030-01-31T10:30:00Z') },
			'not 2030-01-31T09:30:00.000Z',
		],
		[
			'a minute later',
			at,
			{ status: 'Scheduled', ...time('2030-01-31T09:31:00Z') },
			'2030-01-31T09:31:00Z',
		],
		[
			'without a time',
			at,
			{ status: 'Scheduled', ...time(null) },
			'scheduled time of the campaign is empty, not 2030',
		],
		[
			'for later in place of now',
			now,
			{ status: 'Scheduled', ...time(TIME) },
			`scheduled time of the campaign is ${TIME}, not now`,
		],
		['with another status', at, { status: 'Paused' }, 'its status is Paused'],
		['without a status', at, { status: null }, 'its status is null'],
	])(
		'fails if Loops schedules the campaign %s',
		async (_what, parameters: IDataObject, shows, said) => {
			loops.emulator.inject(answer(shows));
			onPost = changed(shows);
			const { error } = await loops.run(parameters);
			expect(error?.message).toContain(said);
			expect(error?.message + error!.description!).toContain(URL);
			expect(loops.changes()).toHaveLength(1);
			takeContradictions();
		},
	);

	it.each([
		['a draft', { status: 'Draft' }],
		['another time', { status: 'Scheduled', ...time('2030-01-31T10:30:00Z') }],
	])('looks again a moment later if the answer shows %s', async (_what, shows) => {
		loops.emulator.inject(answer(shows));
		const { json } = await loops.expectSuccess(at);
		expect(json).toMatchObject([{ status: 'Scheduled' }]);
		expect(loops.changes()).toHaveLength(1);
	});

	it('says what is not known if that look fails', async () => {
		loops.emulator.inject(answer({ status: 'Draft' }));
		onPost = () => loops.emulator.inject({ kind: 'status', status: 500, times: 'always' });
		const error = await loops.expectError(at, 'HTTP 500');
		expect(error.message).toContain(`campaign is still a draft: ${URL}`);
	});

	it('gives the time in the zone of the workflow and in UTC, without a warning', async () => {
		const { json, hints } = await loops.run(at, [{}], { timezone: 'Asia/Tokyo' });
		expect(json).toMatchObject([{ sendsAt: TIME, sendsAtLocal: '2030-01-31 18:30 Asia/Tokyo' }]);
		const first = ['name', 'status', 'sendsAtLocal', 'sendsAt', 'toAllContacts'];
		expect(Object.keys(json[0]).slice(0, first.length)).toEqual(first);
		expect(json[0].toAllContacts).toBe(false);
		// It went well, so nothing is marked as a warning.
		expect(hints).toEqual([]);
		loops.emulator.reset();
		const sent = await loops.run(now, [{}], { timezone: 'Asia/Tokyo' });
		const [{ sendsAt }] = sent.json;
		expect(Math.abs(Date.parse(sendsAt as string) - Date.now())).toBeLessThan(60_000);
		expect(sent.hints).toEqual([]);
	});

	it.each<[string, Fault]>([
		['a reset', { kind: 'resetAfter' }],
		['a 500', { kind: 'status', status: 500, after: true }],
		['a page', { kind: 'html', status: 200, after: true }],
		['an answer about another campaign', { kind: 'body', body: { id: 'x' }, after: true }],
	])('succeeds after %s if a look shows it as scheduled', async (_case, fault) => {
		for (const parameters of [at, now]) {
			loops.emulator.reset();
			loops.emulator.inject({ ...fault, method: 'POST', path: PATH });
			const { json, hints } = await loops.expectSuccess(parameters);
			expect(json).toMatchObject([{ status: parameters === at ? 'Scheduled' : 'Sent' }]);
			expect(hints.join()).toContain("Loops' response was lost");
			expect(loops.changes()).toHaveLength(1);
		}
	});

	it('fails after a lost answer if someone has scheduled it for another time', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST', path: PATH });
		onPost = undefined;
		const later = { status: 'Scheduled', ...time('2030-01-31T12:00:00Z') };
		void sleep(150).then(changed(later));
		const again = { retryOnFail: true, maxTries: 2 };
		const error = await loops.expectError(at, 'not known', [{}], again);
		expect(error.description).toContain('status is Scheduled');
		expect(campaign()).toMatchObject(later);
	});

	it('looks a moment after a lost answer, since Loops may show the status late', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST', path: PATH });
		onPost = () => {
			changed({ status: 'Draft' })();
			void sleep(1_000).then(changed({ status: 'Scheduled' }));
		};
		const { json } = await loops.expectSuccess(at);
		expect(json).toMatchObject([{ status: 'Scheduled' }]);
		expect(loops.changes()).toHaveLength(1);
	});

	it('does not send again after a lost answer that reached nobody', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST', path: PATH });
		await loops.expectError(at, `response was lost, and the campaign is still a draft: ${URL}`);
		expect(loops.changes()).toHaveLength(1);
		expect(loops.emulator.content.scheduled).toEqual([]);
	});

	it('says what is not known if the look after a lost answer fails', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST', path: PATH });
		onPost = () =>
			loops.emulator.inject({ kind: 'status', status: 500, method: 'GET', times: 'always' });
		const { error } = await loops.run(at);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		loops.emulator.clearFaults();
		const again = await loops.run(at);
		expect(again.error?.message).toContain('its status is Scheduled');
		expect(again.error?.description).toContain(
			'An earlier attempt may have scheduled the campaign',
		);
		expect(loops.changes()).toHaveLength(1);
	});
});

it.each([
	['at a time', at, 'Loops saved the time, but the campaign is still a draft'],
	['now', now, 'Loops accepted the request, but the campaign is still a draft'],
])(
	'Campaign > Schedule, where a person has to confirm it fails: %s',
	async (_when, parameters: IDataObject, said) => {
		loops.emulator.content.campaignsStayDrafts = true;
		for (const fault of [undefined, 'resetAfter'] as const) {
			if (fault) loops.emulator.inject({ kind: fault, method: 'POST', path: PATH });
			const { error } = await loops.run(parameters);
			const isLost = fault && parameters === now;
			expect(error?.message).toContain(
				isLost ? 'response was lost, and the campaign is still a draft' : `${said}: ${URL}`,
			);
			if (!isLost)
				expect(error?.description).toBe(
					'The campaign is not scheduled yet. Open the campaign in Loops, and confirm the schedule there.',
				);
		}
	},
);
