import { expect, it } from 'vitest';

import { changesIn, FIELDS, type FieldName, linesOf, refusalsOf, useAccount } from './account.mts';

/** A field that gets a value; a text around it and what becomes of it. */
type Use = [FieldName, text?: string, made?: (value: string, index: number) => string];

/** See README.md. */
const LISTS: Record<string, Use[]> = {
	people: [
		['contact property'],
		['data variable', '=Hi {{ $json.v }},', (name) => `Hi ${name},`],
		['key', '=welcome-{{ $json.v }}'],
		['campaign name', '=Welcome, {{ $json.v }}!', (name) => `Welcome, ${name}!`],
	],
	logins: [
		['user ID'],
		['user ID beside an email'],
		['raw key', '=login-{{ $json.v }}', (login) => `login-${login}`],
	],
	emails: [
		['email'],
		['raw key', '={{ $itemIndex }}-{{ $json.v }}', (address, index) => `${index}-${address}`],
	],
	ids: [['user ID'], ['raw key']],
	events: [['event name'], ['event property']],
	titles: [
		['subject', '=Re: {{ $json.v }}', (title) => `Re: ${title}`],
		['campaign name'],
		['data variable'],
		['event property', "={{ 'New: ' + $json.v }}", (title) => `New: ${title}`],
	],
	links: [['event property'], ['data variable'], ['key']],
	dates: [
		['contact property, date'],
		['event property, date'],
		['raw key', '={{ $json.v }}-{{ $itemIndex }}', (date, index) => `${date}-${index}`],
	],
	keys: [['raw key'], ['key']],
};
const valuesOf = (list: string) => linesOf(`values/${list}.txt`);

/** Gives one value in eight to one use of its list, or each value to every second use. */
export function testValues({ isThorough }: { isThorough: boolean }): void {
	const loops = useAccount({
		contacts: [...new Set([...valuesOf('logins'), ...valuesOf('ids')])].map((userId, n) => ({
			email: `person${n}@example.com`,
			userId,
		})),
		eventPatterns: ['ordinary', ...valuesOf('events')].map((eventName) => ({
			eventName,
			eventProperties: [
				{ name: 'text', type: 'string' },
				{ name: 'date', type: 'date' },
			],
		})),
	});

	it('the lists hold 2,000 values', () => {
		const values = Object.keys(LISTS).flatMap(valuesOf);
		expect(values.length).toBeGreaterThanOrEqual(2000);
	});

	const TABLE = Object.entries(LISTS).flatMap(([list, uses]) =>
		uses.map(
			([field, text = '={{ $json.v }}', made = (value: string) => value], use) =>
				[list, field, text, made, use] as const,
		),
	);

	it.each(TABLE)('%s as %s, %s: all are sent as they are', async (list, name, text, made, use) => {
		const uses = LISTS[list].length;
		const values = valuesOf(list).filter((_, line) =>
			isThorough ? (line + use) % 2 === 0 : line % (8 * uses) === use,
		);
		const { with: using, sent } = FIELDS[name];
		const run = await loops.run(
			using(text),
			values.map((v) => ({ v })),
			{ onError: 'continueRegularOutput' },
		);
		expect(run.error).toBeUndefined();
		const refusals = [...refusalsOf(run)].map(([index, why]) => `${values[index]}: ${why}`);
		expect({ refusals, warnings: run.hints }).toEqual({ refusals: [], warnings: [] });

		const isHashed = name === 'key';
		const wanted = values.map((value, index) => isHashed || made(value, index));
		expect(changesIn(loops).map(sent).sort()).toEqual(wanted.sort());
	});
}
