import { expect, it } from 'vitest';

import { eventMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

// Nothing waits here, and virtual time is slow where much goes on.
const loops = useEmulator({}, { time: 'real' });

it('110 event names in turn take 110 look-ups for 220 sends', async () => {
	const eventPatterns = Array.from({ length: 110 }, (_, n) => ({ eventName: `Event ${n}` }));
	loops.emulator.reset({ eventPatterns });
	const rows = Array.from({ length: 220 }, (_, n) => ({ event: `Event ${n % 110}` }));
	const eventName = '={{ $json.event }}';
	await loops.run({ ...parametersOf.sendEvent, eventName, ...eventMapper({}, { n: 1 }) }, rows);
	expect(loops.emulator.eventLog).toHaveLength(220);
	expect(loops.emulator.requests).toHaveLength(220 + 110);
}, 60_000);
