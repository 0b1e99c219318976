import { describe, expect, it } from 'vitest';

import { eventMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

// Virtual time is slow with many calls, and nothing waits here.
const loops = useEmulator({}, { time: 'real' });

it('220 sends of 110 alternating events need 110 look-ups', async () => {
	const eventPatterns = Array.from({ length: 110 }, (_, n) => ({ eventName: `Event ${n}` }));
	loops.emulator.reset({ eventPatterns });
	const rows = Array.from({ length: 220 }, (_, n) => ({ event: `Event ${n % 110}` }));
	const eventName = '={{ $json.event }}';
	await loops.run({ ...parametersOf.sendEvent, eventName, ...eventMapper({}, { n: 1 }) }, rows);
	expect(loops.emulator.eventLog).toHaveLength(220);
	expect(loops.emulator.requests).toHaveLength(220 + 110);
}, 60_000);

describe('with answers that take 2 seconds', () => {
	const slow = useEmulator({ latency: 2_000 });

	it('a send does not wait for the names of all events', async () => {
		for (let page = 0; page < 30; page++) {
			const data = Array.from({ length: 50 }, (_, n) => ({ eventName: n ? `e${n}` : 'signup' }));
			const body = { data, pagination: { nextCursor: `${page}` } };
			slow.emulator.inject({ kind: 'body', body, path: '/v1/event-patterns' });
		}
		const startedAt = Date.now();
		const { hints } = await slow.run({ ...parametersOf.sendEvent, eventName: 'sinup' });
		expect(hints).toEqual([expect.stringContaining("Did you mean 'signup'?")]);
		expect(Date.now() - startedAt).toBeLessThan(11_000);
	});
});
