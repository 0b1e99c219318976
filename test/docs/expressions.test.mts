import { createRequire } from 'node:module';
import type { Settings as LuxonSettings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { afterEach, expect, it } from 'vitest';

import { type RunOptions, useEmulator } from '../harness/loops.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';
import { read } from '../harness/repository.mts';

// The copy that n8n uses for `$now`.
const { Settings } = createRequire(import.meta.url)('luxon') as { Settings: typeof LuxonSettings };
const realNow = Settings.now;
afterEach(() => (Settings.now = realNow));

const loops = useEmulator();
const FIELDS = 'docs/values.md';

const inEvent = (name: string) => (value: string) => ({
	...parametersOf.sendEvent,
	options: { extraEventProperties: { assignments: [{ id: '1', name, value, type: 'string' }] } },
});
const inEventJson = (eventPropertiesJson: string) => ({
	...parametersOf.sendEvent,
	options: { eventPropertiesJson },
});
const inDate = (trialEndsAt: string) => ({
	...parametersOf.upsert,
	additionalFields: {
		contactPropertiesJson: `={{ ({ trialEndsAt: ${trialEndsAt.slice(3, -3)} }) }}`,
	},
});
const asSwitch = (validateOnly: string) => ({
	...parametersOf.sendEvent,
	options: { validateOnly },
});

const input = {
	products: [{ name: 'Chair' }, { name: 'Desk' }],
	tags: ['a', 'b'],
	coupon: '',
	day: '2026-07-01T09:30',
};

/** What the last change of the run sent; undefined if it sent nothing. */
const bodyOf = () => loops.calls().at(-1)?.body as IDataObject | undefined;

type Case = [
	page: string,
	expression: string,
	at: (value: string) => IDataObject,
	sent: IDataObject | undefined,
	options?: RunOptions,
];

const CASES: Case[] = [
	[
		FIELDS,
		'{{ Object.fromEntries($json.products.map((product, n) => [`product${n + 1}`, product.name])) }}',
		inEventJson,
		{ eventProperties: { product1: 'Chair', product2: 'Desk' } },
	],
	[FIELDS, "{{ $json.tags.join(', ') }}", inEvent('tags'), { eventProperties: { tags: 'a, b' } }],
	[FIELDS, '{{ $json.coupon || undefined }}', inEvent('coupon'), {}],
	[
		FIELDS,
		'{{ DateTime.fromISO($json.day) }}',
		inDate,
		{ trialEndsAt: '2026-07-01T09:30:00.000-04:00' },
		{ timezone: 'America/New_York' },
	],
	[
		'docs/test-workflows.md',
		"{{ $execution.mode === 'test' }}",
		asSwitch,
		undefined,
		{ mode: 'manual' },
	],
	['docs/test-workflows.md', "{{ $execution.mode === 'test' }}", asSwitch, {}, { mode: 'trigger' }],
];

it.each(CASES)('%s: %s does what the page says', async (page, expression, at, sent, options) => {
	expect(read(page).includes(expression)).toBe(true);
	const { error } = await loops.run(at(`=${expression}`), [input], options);
	expect(error?.message).toBeUndefined();
	if (sent) expect(bodyOf()).toMatchObject(sent);
	else expect(bodyOf()).toBeUndefined();
	expect(JSON.stringify(bodyOf() ?? '')).not.toContain('coupon');
});

const MONDAY = "{{ $now.minus({ hours: 9 }).plus({ weeks: 1 }).startOf('week').set({ hour: 9 }) }}";
const TOMORROW = "{{ $now.plus({ days: 1 }).startOf('day').set({ hour: 9 }) }}";

it.each([
	// In Berlin, summer time begins on Sunday, 31 March 2030.
	[MONDAY, '2030-03-27T12:00:00+01:00', '2030-04-01T07:00:00.000Z'],
	[MONDAY, '2030-03-31T23:30:00+02:00', '2030-04-01T07:00:00.000Z'],
	[MONDAY, '2030-04-01T08:59:00+02:00', '2030-04-01T07:00:00.000Z'],
	[MONDAY, '2030-04-01T10:00:00+02:00', '2030-04-08T07:00:00.000Z'],
	[TOMORROW, '2030-03-30T22:00:00+01:00', '2030-03-31T07:00:00.000Z'],
])('%s at %s schedules a campaign for %s', async (sendAt, now, time) => {
	expect(read('docs/newsletter.md')).toContain(sendAt);
	if (sendAt === MONDAY) expect(read('examples/newsletter.json')).toContain(`"=${sendAt}"`);
	Settings.now = () => Date.parse(now);
	const schedule = { ...contentParameters('campaign schedule'), sendWhen: 'at' };
	const timezone = 'Europe/Berlin';
	const { items, error } = await loops.run({ ...schedule, sendAt: `=${sendAt}` }, [{}], {
		timezone,
	});
	expect(error?.message).toBeUndefined();
	expect(items[0].json.sendsAt).toBe(time);
});
