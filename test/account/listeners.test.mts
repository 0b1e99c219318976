import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

// Node.js warns about a leak when a signal has more than ten listeners. It compares each new one with all
// before it: 12,000 kept n8n busy for 5 s.
const loops = useEmulator({ latency: 50 });
const warned = vi.fn();
beforeEach(() => void process.on('warning', warned));
afterEach(() => {
	process.off('warning', warned);
	warned.mockReset();
});

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ n, email: `person${n}@example.com` }));
const event = { ...parametersOf.sendEvent, email: '={{ $json.email }}' };
const newEvents = { ...event, eventName: '={{ "new" + $json.n }}' };
const named = (options: IDataObject) => ({
	...parametersOf.upsert,
	email: '={{ $json.email }}',
	additionalFields: { contactPropertiesJson: '={{ { ["zodiac" + $json.n]: "x" } }}' },
	options,
});
const manyNames = {
	...parametersOf.upsert,
	additionalFields: { clearProperty: '={{ Array.from({ length: 15 }, (_, n) => "Name " + n) }}' },
};

it.each<[string, IDataObject, number]>([
	['15 events are looked up', newEvents, 15],
	['15 events are only validated', { ...newEvents, options: { validateOnly: true } }, 15],
	['15 property names are looked up', named({}), 15],
	['15 property names delay their items', named({ unknownProperties: 'dontSend' }), 15],
	['150 items are in progress', event, 150],
	['one item has 15 names to look up', manyNames, 1],
])('Node.js does not warn about listeners when %s', async (_case, parameters, count) => {
	// The rate limit in its answer lets all items start at once.
	await loops.run(parametersOf.find);
	await loops.run(parameters, people(count), { onError: 'continueErrorOutput' });
	expect(loops.emulator.requests.length).toBeGreaterThan(0);
	expect(warned.mock.calls.flat().map(String)).toEqual([]);
});
