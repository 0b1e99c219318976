import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { formOf, useEmulator } from '../harness/loops.mts';
import { contentOperations, contentParameters as p } from '../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const locators = contentOperations.flatMap(([name, parameters]) =>
	Object.entries(parameters)
		.filter(([, value]) => (value as IDataObject | null)?.__rl === true)
		.map(([field]): [string, string] => [name, field]),
);
const withId = (name: string, field: string, value: unknown, mode = 'id') => ({
	...p(name),
	[field]: { __rl: true, mode, value },
});

/** The modes in which the form of an operation takes an ID. */
function modesOf(name: string, field: string): string[] {
	const shown = formOf(p(name)).find((each) => each.name === field);
	return shown?.modes?.map((mode) => mode.name) ?? [];
}
/** Operations share the code that reads an ID of one name. */
const firstOfEach = [...new Map([...locators].reverse().map((each) => [each[1], each])).values()];
const REFUSED = /is not an ID|is empty|returns|not text/;

/** Paths, parts of a URL, and what an expression gives that finds nothing. */
const NO_IDS = [
	...['../contacts', 'a/b', '..', '.', 'a?b=c', 'a#b', 'a%2Fb', '=c-{{ $json.nothing }}'],
	...['={{ $json.nothing }}', '={{ "" }}', '={{ {} }}', '=x{{ " " }}', 'ä'],
	...['https://app.loops.so/campaigns', 'javascript:alert(1)'],
];

it.each(firstOfEach)('the ID of %s is refused if it is none: %s', async (name, field) => {
	await loops.expectRefusals(
		NO_IDS.map((value) => [value, withId(name, field, value)]),
		REFUSED,
	);
});

it('the ID of every operation is refused if it is a path', async () => {
	await loops.expectRefusals(
		locators.map(([name, field]) => [`${name}: ${field}`, withId(name, field, '../contacts')]),
		REFUSED,
	);
});

describe.each(locators)('the ID of %s: %s', (name, field) => {
	it('is accepted as a number', async () => {
		await loops.run(withId(name, field, '={{ 12 }}'));
		// Operations with a revision read it first.
		expect(loops.emulator.requests.map(({ path }) => path).join(' ')).toContain('/12');
	});
});

const withUrl = locators.filter(([name, field]) => modesOf(name, field).includes('url'));

describe.each(withUrl)('the ID of %s: %s', (name, field) => {
	it('is accepted as the URL of its page in Loops', async () => {
		const id = 'cm9campaign0october00001';
		const url = withId(name, field, `https://app.loops.so/x/${id}/compose?tab=1#a`, 'url');
		await loops.run(url);
		expect(loops.emulator.requests[0].path).toContain(`/${id}`);
		expect(loops.emulator.requests[0].path).not.toContain('compose');
	});
});

const named = (value: string) => withId('event get', 'eventName', value, 'name');

it.each(['a/b', 'stripe:invoice.paid', 'x y', '../api-key', 'ä%'])(
	'the name of an event is accepted: %s',
	async (value) => {
		await loops.run(named(value));
		const [{ path }] = loops.emulator.requests;
		expect(path).toBe(`/v1/event-patterns/by-name/${encodeURIComponent(value)}`);
	},
);
