import { expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const loops = useEmulator();

it.each([
	['without a zone, from the date picker', '2030-01-31T09:00:00', 'Asia/Tokyo', '00:00'],
	['with six digits, from Python', '2030-01-31T09:00:00.000000', 'Asia/Tokyo', '00:00'],
	['with three digits', '2030-01-31T09:00:00.000', 'Asia/Tokyo', '00:00'],
	['of a day', '2030-02-01', 'Asia/Tokyo', '15:00'],
	['in summer', '2030-07-31 09:00', 'Europe/Berlin', '07:00'],
	['in UTC', '2030-01-31T09:00:00Z', 'Asia/Tokyo', '09:00'],
	['with an offset', '2030-01-31T09:00:00+02:00', 'Asia/Tokyo', '07:00'],
])('converts a time %s to UTC', async (_what, sendAt, timezone, utc) => {
	const parameters = { ...contentParameters('campaign schedule'), sendWhen: 'at', sendAt };
	await loops.expectSuccess(parameters, [{}], { timezone });
	const { body } = loops.calls().at(-1) ?? {};
	expect(body).toMatchObject({
		scheduling: { method: 'schedule', timestamp: expect.stringContaining(`T${utc}:00.000Z`) },
	});
});

it.each([
	[
		'New York, spring',
		'2030-03-10T02:30',
		'America/New_York',
		'2030-03-10T07:30:00.000Z',
		'not exist',
	],
	['New York, autumn', '2030-11-03T01:30', 'America/New_York', '2030-11-03T06:30:00.000Z', 'twice'],
	['London, spring', '2030-03-31T01:30', 'Europe/London', '2030-03-31T01:30:00.000Z', 'not exist'],
	['Berlin, autumn', '2030-10-27T02:30', 'Europe/Berlin', '2030-10-27T01:30:00.000Z', 'twice'],
	[
		'Lord Howe, spring',
		'2030-10-06T02:10',
		'Australia/Lord_Howe',
		'2030-10-05T15:40:00.000Z',
		'not exist',
	],
	['Berlin, an hour before', '2030-03-31T01:59', 'Europe/Berlin', '2030-03-31T00:59:00.000Z', ''],
	['Berlin, an hour after', '2030-10-27T03:00', 'Europe/Berlin', '2030-10-27T02:00:00.000Z', ''],
])(
	'takes the later time where the clocks change: %s',
	async (_what, sendAt, timezone, utc, said) => {
		const parameters = { ...contentParameters('campaign schedule'), sendWhen: 'at', sendAt };
		const { json, hints } = await loops.expectSuccess(parameters, [{}], { timezone });
		expect(json).toMatchObject([{ sendsAt: utc }]);
		if (said) expect(hints.join()).toContain(said);
		else expect(hints).toEqual([]);
	},
);

it('says that it took midnight for a date without a time', async () => {
	const parameters = { ...contentParameters('campaign schedule'), sendWhen: 'at' };
	const given = { ...parameters, sendAt: '2030-02-01' };
	const { json } = await loops.expectSuccess(given, [{}], { timezone: 'Asia/Tokyo' });
	expect(json[0]).toMatchObject({
		sendsAtLocal: '2030-02-01 00:00 Asia/Tokyo',
		sendsAtNote: expect.stringContaining('midnight in Asia/Tokyo') as string,
	});
	expect(Object.keys(json[0]).indexOf('sendsAtNote')).toBe(3);
});
