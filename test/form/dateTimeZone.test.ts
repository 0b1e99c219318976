import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const run = async (trialEndsAt: string) => {
	await loops.run({
		...parametersOf.upsert,
		...propertiesMapper({ trialEndsAt: 'dateTime' }, { trialEndsAt }),
	});
	return (loops.calls()[0].body as { trialEndsAt: unknown }).trialEndsAt;
};

describe.each(['Asia/Tokyo', 'America/St_Johns'])('on a machine in %s', (zone) => {
	beforeEach(() => {
		vi.stubEnv('TZ', zone);
	});
	afterEach(() => {
		vi.unstubAllEnvs();
	});

	it('local time is not UTC', () => {
		expect(new Date(0).getTimezoneOffset()).not.toBe(0);
	});

	it.each([
		['2026-01-02T03:04:05.6', '2026-01-02T03:04:05.600Z'],
		['2026-01-02 03:04:05.678901', '2026-01-02T03:04:05.678Z'],
		['2026-01-02T03:04:05.6+02', '2026-01-02T01:04:05.600Z'],
		// What Ruby, PostgreSQL and many logs write.
		['2026-11-24 02:40:34 UTC', '2026-11-24T02:40:34.000Z'],
		['2026-11-24 02:40:34 GMT', '2026-11-24T02:40:34.000Z'],
		['2026-11-24 02:40:34.5 +0100', '2026-11-24T01:40:34.500Z'],
		['2026-11-24 02:40:34+00', '2026-11-24T02:40:34.000Z'],
		// Loops documents these formats and reads them as UTC.
		['2026-01-02T03:04:05', '2026-01-02T03:04:05'],
		['2026-01-02', '2026-01-02'],
	])('the date %s is sent as %s', async (date, expected) => {
		expect(await run(date)).toBe(expected);
	});
});
