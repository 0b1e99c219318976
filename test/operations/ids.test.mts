import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { formOf, useEmulator } from '../harness/loops.mts';
import { contentOperations, contentParameters } from '../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const locators = contentOperations.flatMap(([name, parameters]) =>
	Object.entries(parameters)
		.filter(([, value]) => (value as IDataObject | null)?.__rl === true)
		.map(([field]): [string, string] => [name, field]),
);
const withId = (name: string, field: string, value: unknown, mode = 'id') => ({
	...contentParameters(name),
	[field]: { __rl: true, mode, value },
});

/** The modes in which the form of an operation takes an ID. */
function modesOf(name: string, field: string): string[] {
	const shown = formOf(contentParameters(name)).find((each) => each.name === field);
	return shown?.modes?.map((mode) => mode.name) ?? [];
}
/** Operations share the code that reads an ID of one name. */
const firstOfEach = [...new Map([...locators].reverse().map((each) => [each[1], each])).values()];
const REFUSED = /is not an ID|is empty|returns|not text/;

/** Paths, parts of a URL, and what an expression gives that finds nothing. */
const NO_IDS = [
	'../contacts',
	'a/b',
	'..',
	'.',
	'a?b=c',
	'a#b',
	'a%2Fb',
	'=c-{{ $json.nothing }}',
	'={{ $json.nothing }}',
	'={{ "" }}',
	'={{ {} }}',
	'=x{{ " " }}',
	'ä',
	'https://app.loops.so/campaigns',
	'javascript:alert(1)',
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

/** Runs all operations with an ID of their own. Those whose ID no request has in its path. */
async function withoutRequest(
	of: typeof locators,
	idOf: (n: number) => string,
	given: (id: string) => string,
	mode?: string,
): Promise<string[]> {
	const named = of.map(([name, field], n) => {
		const parameters = withId(name, field, given(idOf(n)), mode);
		return { id: idOf(n), name: `${name}: ${field}`, parameters };
	});
	await loops.runEach(named.map(({ name, parameters }) => [name, parameters]));
	const parts = loops.emulator.requests.flatMap(({ path }) => path.split('/'));
	return named.filter(({ id }) => !parts.includes(id)).map(({ name }) => name);
}

it('the ID of every operation is accepted as a number', async () => {
	const idOf = (n: number) => String(1200 + n);
	expect(await withoutRequest(locators, idOf, (id) => `={{ ${id} }}`)).toEqual([]);
});

it('the ID of every operation is accepted as the URL of its page in Loops', async () => {
	const withUrl = locators.filter(([name, field]) => modesOf(name, field).includes('url'));
	expect(withUrl.length).toBeGreaterThan(10);
	const idOf = (n: number) => `cm9campaign0october${10_000 + n}`;
	const urlOf = (id: string) => `https://app.loops.so/x/${id}/compose?tab=1#a`;
	expect(await withoutRequest(withUrl, idOf, urlOf, 'url')).toEqual([]);
	expect(loops.emulator.requests.filter(({ path }) => path.includes('compose'))).toEqual([]);
});

it('the name of an event is accepted with any characters', async () => {
	const names = ['a/b', 'stripe:invoice.paid', 'x y', '../api-key', 'ä%'];
	await loops.runEach(names.map((name) => [name, withId('event get', 'eventName', name, 'name')]));
	const paths = names.map((name) => `/v1/event-patterns/by-name/${encodeURIComponent(name)}`);
	expect(loops.emulator.requests.map(({ path }) => path).sort()).toEqual(paths.sort());
});
