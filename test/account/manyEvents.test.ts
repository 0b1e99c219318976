import { expect, it } from 'vitest';

import { eventMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { people } from '../harness/people.mts';

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

it('a misspelled name is compared with 500 others once for all items', async () => {
	const eventPatterns = Array.from({ length: 500 }, (_, n) => ({
		eventName: `customer ${n} has signed up for it`,
	}));
	loops.emulator.reset({ eventPatterns });
	const validate = async (eventName: string) => {
		const since = performance.now();
		const parameters = { ...parametersOf.sendEvent, eventName, options: { validateOnly: true } };
		await loops.run(parameters, people(500));
		return performance.now() - since;
	};
	await validate('customer 1 has signed up for it');
	// Compared each time, it would take many times as long.
	expect(await validate('customers have all signed in for it')).toBeLessThan(
		4 * (await validate('customer 1 has signed up for it')),
	);
}, 60_000);

it('a list of events that never ends does not hold up a send', async () => {
	const data = [{ eventName: 'signup' }];
	for (let page = 0; page < 30; page++) {
		const body = { data, pagination: { nextCursor: `${page}` } };
		loops.emulator.inject({ kind: 'body', body, path: '/v1/event-patterns' });
	}
	const { json } = await loops.run({ ...parametersOf.sendEvent, eventName: 'sinup' });
	expect(json).toHaveLength(1);
	expect(loops.emulator.requests).toHaveLength(1 + 10 + 1);
});
