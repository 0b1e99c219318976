import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { ToolCalling } from '../harness/agent.mts';
import { formOf, useEmulator } from '../harness/loops.mts';
import { contentParameters, everyOperation, parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { find } = parametersOf;

/** The operations that offer Simplify. */
const large = everyOperation.filter(([, parameters]) =>
	formOf(parameters).some(({ name }) => name === 'simplify'),
);

/** What an AI agent gets of a call without arguments. */
async function told(parameters: IDataObject, toolCalling: ToolCalling = 'engine') {
	return (await loops.askAgent(parameters, [{}], toolCalling)).replaceAll('\\', '');
}

describe('Simplify', () => {
	const ofLoops = large.filter(([name]) => name !== 'contact find');
	it.each(ofLoops)('leaves at most 10 fields, of %s', async (_name, parameters) => {
		const sizeWith = async (simplify: boolean) => {
			loops.emulator.reset();
			const { json } = await loops.run({ ...parameters, simplify });
			return Math.max(...json.map((item) => Object.keys(item).length));
		};
		expect(await sizeWith(false)).toBeGreaterThan(10);
		expect(await sizeWith(true)).toBeLessThanOrEqual(10);
	});

	it("is off for Contact > Find, and keeps the user's own properties", async () => {
		const fieldsWith = async (simplify: boolean) =>
			Object.keys((await loops.run({ ...find, simplify })).json[0]);
		const all = Object.keys((await loops.run(find)).json[0]);
		expect(all).toEqual(await fieldsWith(false));
		const isLeftOut = (name: string) => ['id', 'optInStatus', 'source'].includes(name);
		expect(all.filter(isLeftOut)).toHaveLength(3);
		expect(await fieldsWith(true)).toEqual(all.filter((name) => !isLeftOut(name)));
	});

	it('leaves the page of a cursor as Loops sends it', async () => {
		const getAll = { ...contentParameters('campaign getAll'), options: { cursor: '' } };
		const { json } = await loops.run(getAll);
		expect(json).toMatchObject([{ pagination: {} }]);
		expect((json[0].data as IDataObject[])[0]).toHaveProperty('audienceFilter');
	});
});

describe.each<ToolCalling>(['engine', 'itself'])('Output of a tool that %s calls', (calling) => {
	it.each([
		[find, 'seats', true],
		[{ ...find, output: 'raw' }, 'seats', true],
		[{ ...find, output: 'simplified' }, 'optInStatus', false],
		[{ ...find, simplify: true }, 'seats', true],
		[contentParameters('campaign get'), 'createdAt', false],
		[{ ...contentParameters('campaign get'), output: 'raw' }, 'createdAt', true],
	])('of %j has %s: %s', async (parameters, field, isThere) => {
		const answer = await told(parameters, calling);
		expect(answer).toMatch(/kim@example\.com|October news/);
		expect(answer.includes(field)).toBe(isThere);
	});

	it.each([[['seats', 'planName']], ['seats, planName']])(
		'is the selected fields, given as %j',
		async (fields) => {
			const answer = await told({ ...find, output: 'selectedFields', fields }, calling);
			expect(answer).toContain('{"found":true,"seats":4,"planName":"team"}');
		},
	);

	it('is the selected fields in the page of a cursor, too', async () => {
		const getAll = { ...contentParameters('campaign getAll'), options: { cursor: '' } };
		const answer = await told({ ...getAll, output: 'selectedFields', fields: ['name'] }, calling);
		expect(answer).toContain('{"name":"October news"}');
		expect(answer).toContain('"totalPages":1');
		expect(answer).not.toContain('audienceFilter');
	});

	it('is refused for a field that no answer has', async () => {
		const get = { ...contentParameters('campaign get'), output: 'selectedFields' };
		const answer = await told({ ...get, fields: 'Name' }, calling);
		expect(answer).toContain(`'Field Names or IDs' can't be "Name"`);
		expect(loops.calls()).toEqual([]);
	});
});
