import { expect, it } from 'vitest';

import { eventMapper, propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const loops = useEmulator({ rateLimit: 10, latency: 100 });

const { upsert, sendEvent } = parametersOf;
const eventPatterns = Array.from({ length: 10 }, (_, n) => ({
	eventName: `Event ${n}`,
	eventProperties: [{ name: 'n', type: 'number' as const }],
}));
const mapped = (options: object) => ({
	...each(sendEvent, { ...options }),
	eventName: '={{ $json.event }}',
	...eventMapper({}),
});
const rows = sampleItems(10).map((person, n) => ({ ...person, event: `Event ${n}` }));
const wait = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
const onError = 'continueErrorOutput';

it('sends a burst of single items whose look-ups wait for the rate limit', async () => {
	const runs = Array.from({ length: 150 }, async (_, n) => {
		await wait(1 + n * 25);
		const parameters = { ...upsert, email: '={{ $json.email }}', ...propertiesMapper({}) };
		const item = { email: `p${n}@example.com`, planName: 'x', utm_campaign: 'y' };
		return (await loops.run(parameters, [item])).error;
	});
	expect((await Promise.all(runs)).filter(Boolean)).toEqual([]);
});

it('sends all items of a slow run with a look-up for each', async () => {
	loops.emulator.reset({ eventPatterns });
	const { json } = await loops.run(mapped({ maxRequestsPerSecond: 0.1 }), rows, { onError });
	expect(json).toHaveLength(10);
});

it('does not wait for a look-up that another run has not made yet', async () => {
	loops.emulator.reset({ eventPatterns });
	const slow = loops.run(mapped({ maxRequestsPerSecond: 0.3 }), rows, { onError });
	await wait(100);
	const startedAt = Date.now();
	const { json } = await loops.run(mapped({}), [
		{ email: 'b@example.com', event: 'Event 9', n: 1 },
	]);
	expect(json).toHaveLength(1);
	expect(Date.now() - startedAt).toBeLessThan(1_000);
	await slow;
});

it('makes a required look-up while one for a warning hangs', async () => {
	loops.emulator.inject({
		kind: 'hang',
		path: '/v1/event-patterns',
		method: 'GET',
		times: 'always',
	});
	const items = sampleItems(120).map((person, n) => ({
		...person,
		properties: n === 119 ? { seats: 4 } : {},
	}));
	const parameters = each(
		{ ...sendEvent, options: { contactPropertiesJson: '={{ $json.properties }}' } },
		{ unknownProperties: 'dontSend' },
	);
	const { json, failed } = await loops.run(parameters, items, { onError });
	expect(failed).toEqual([]);
	expect(json).toHaveLength(120);
});
