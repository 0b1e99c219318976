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
		// Loops documents these formats and reads them as UTC.
		['2026-01-02T03:04:05', '2026-01-02T03:04:05'],
		['2026-01-02', '2026-01-02'],
	])('the date %s is sent as %s', async (date, expected) => {
		expect(await run(date)).toBe(expected);
	});
});
