import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

const upsert = { resource: 'contact', operation: 'upsert', email: 'kim@example.com' };
const withDate = (value: unknown) => ({
	...upsert,
	...propertiesMapper({ trialEndsAt: 'dateTime' }, { trialEndsAt: '={{ $json.date }}' }),
	...(typeof value === 'string' && value.startsWith('=')
		? propertiesMapper({ trialEndsAt: 'dateTime' }, { trialEndsAt: value })
		: {}),
});
const runWith = async (date: unknown) =>
	await loops.run(withDate(date), [{ json: { date } as never }]);
const sent = () => (loops.calls()[0].body as { trialEndsAt: unknown }).trialEndsAt;

describe('a date', () => {
	// The formats that Loops documents.
	it.each([
		'2026-01-02T03:04:05.678',
		'2026-01-02T03:04:05',
		'2026-01-02T03:04',
		'2026-01-02 03:04:05.678',
		'2026-01-02 03:04:05',
		'2026-01-02 03:04',
		'2026-01-02',
		'2026-01-02T03:04:05Z',
		'2026-01-02T03:04:05.678+02:00',
		1767322800000,
		'1767322800000',
		-300000000000,
		// 12 and 14 digits that are not a date and time.
		300000000000,
		202613310930,
		'189912312359',
		20260131093060,
	])('is sent unchanged: %s', async (date) => {
		const { error } = await runWith(date);
		expect(error).toBeUndefined();
		expect(String(sent())).toBe(String(date));
	});

	it('keeps its day without a time', async () => {
		await runWith('2026-01-02');
		expect(loops.emulator.contact('kim@example.com')?.trialEndsAt).toBe('2026-01-02T00:00:00.000Z');
	});

	// ISO 8601 that Loops does not document.
	it.each([
		['2026-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.678Z'],
		['2026-01-02T03:04:05.6Z', '2026-01-02T03:04:05.600Z'],
		['2026-01-02T03:04:05+0200', '2026-01-02T01:04:05.000Z'],
		['2026-01-02T03:04:05-02', '2026-01-02T05:04:05.000Z'],
		['2026-01-02T03:04:05.6', '2026-01-02T03:04:05.600Z'],
	])('is converted from %s to %s', async (date, expected) => {
		await runWith(date);
		expect(sent()).toBe(expected);
	});

	it.each([
		['a Luxon DateTime', "={{ DateTime.fromISO('2026-01-02T03:04:05', { zone: 'Asia/Tokyo' }) }}"],
		['a JS Date', "={{ new Date('2026-01-01T18:04:05Z') }}"],
	])('is accepted as %s', async (_kind, expression) => {
		const { error } = await runWith(expression);
		expect(error).toBeUndefined();
		expect(new Date(String(sent())).toISOString()).toBe('2026-01-01T18:04:05.000Z');
	});

	it('is accepted as a Luxon DateTime in JSON', async () => {
		await loops.run({
			...upsert,
			additionalFields: {
				contactPropertiesJson:
					"={{ { trialEndsAt: DateTime.fromISO('2026-01-02T03:04:05Z').toUTC() } }}",
			},
		});
		expect(sent()).toBe('2026-01-02T03:04:05.000Z');
	});

	it.each([
		[1767322800, 'multiply seconds by 1000'],
		['1767322800', 'multiply seconds by 1000'],
		[0, 'multiply seconds by 1000'],
		[46022, 'DateTime.fromMillis(($json.day - 25569) * 86400000)'],
		[1767322800000.5, 'multiply seconds by 1000'],
		['20260131', 'It looks like a date without hyphens: write 2026-01-31'],
		[20260131, 'It looks like a date without hyphens'],
		['202601310930', 'It looks like a date without hyphens'],
		[202601310930, 'It looks like a date without hyphens'],
		[' 20260131093000 ', 'It looks like a date without hyphens'],
		[20991231235959, 'It looks like a date without hyphens'],
		['20261331', 'multiply seconds by 1000'],
		['2026-W05', 'Give a date in ISO 8601 with year, month and day'],
		['2026-031', 'Give a date in ISO 8601 with year, month and day'],
		['2026-01', 'Give a date in ISO 8601 with year, month and day'],
		['20260131T093000Z', 'Give a date in ISO 8601 with year, month and day'],
		['tomorrow', 'Give a date in ISO 8601'],
		['02.01.2026', 'Give a date in ISO 8601'],
		['2026-13-01', 'Give a date in ISO 8601'],
		['2026-02-31', 'Give a date in ISO 8601'],
		['2026-02-31T10:00:00Z', 'Give a date in ISO 8601'],
		['2026-01-02T25:00', 'Give a date in ISO 8601'],
		['2026-01-02 and more', 'Give a date in ISO 8601'],
		[true, 'Give a date in ISO 8601'],
		[{ a: 1 }, 'Give a date in ISO 8601'],
	])('is refused as %s with the field and a fix', async (date, fix) => {
		const { error } = await runWith(date);
		expect(error?.message).toContain("'Contact Properties': 'trialEndsAt' can't be ");
		expect(error?.description).toContain(fix);
		expect(loops.emulator.requests).toHaveLength(0);
	});

	it('is refused as an invalid JavaScript Date', async () => {
		const { error } = await runWith("={{ new Date('none') }}");
		expect(error?.message).toContain("'trialEndsAt'");
		expect(loops.emulator.requests).toHaveLength(0);
	});
});
