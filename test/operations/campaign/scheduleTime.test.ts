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
