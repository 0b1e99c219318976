import { expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const loops = useEmulator({ rateLimit: 10, latency: 100 });

const { upsert, sendEvent } = parametersOf;
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
		{ ...sendEvent, additionalFields: { contactPropertiesJson: '={{ $json.properties }}' } },
		{ unknownProperties: 'dontSend' },
	);
	const { json, failed } = await loops.run(parameters, items, { onError });
	expect(failed).toEqual([]);
	expect(json).toHaveLength(120);
});
