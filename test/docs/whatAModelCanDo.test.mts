import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { agentWorkflow } from '../harness/agent.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { type Credentials, source, useEmulator } from '../harness/loops.mts';
import { propertiesMapper } from '../harness/forms.mts';
import { callThroughMcp } from '../harness/mcp.mts';
import { contentParameters, everyOperation, parametersOf } from '../harness/operations.mts';
import { perKey } from '../harness/sendOnce.mts';
import { tablesIn } from '../harness/tables.mts';
import { labels } from './labels.mts';

// The answers of tools are text, which the other suites check.
const loops = useEmulator({}, { checksOutput: false });

const [table] = tablesIn('docs/ai-agents.md').filter(
	({ heading }) => heading === 'What a model can do',
);
const [, ...ways] = table.columns;

/** Makes calls with what a model gives. Returns what it is told. */
type Way = (
	parameters: IDataObject,
	given?: IDataObject[],
	credentials?: Credentials,
) => Promise<string>;

/** Makes one call after another. */
const oneByOne =
	(call: (...of: [IDataObject, IDataObject, Credentials]) => Promise<string>): Way =>
	async (parameters, given = [{}], credentials = loops.credentials()) => {
		const told = [];
		for (const args of given) told.push(await call(parameters, args, credentials));
		return told.join('\n');
	};

const fromInput = (parameters: IDataObject): IDataObject =>
	JSON.parse(
		JSON.stringify(parameters).replaceAll(/\$fromAI\('(\w+)'\)/g, '$json.$1'),
	) as IDataObject;

/** How a model reaches the node, by the column of the table. */
const WAYS: Record<string, Way> = {
	async 'Tool of an agent'(parameters, calls = [{}], credentials = loops.credentials()) {
		const workflow = agentWorkflow(parameters);
		const done = await runWorkflow(source, credentials, workflow, [{ json: { calls } }]);
		return JSON.stringify(outputOf(done, 'Agent')[0] ?? done.data.resultData.error);
	},
	'Tool of an MCP server': oneByOne(
		async (parameters, args, credentials) =>
			await callThroughMcp(source, credentials, parameters, args),
	),
	// Each call is an execution of the sub-workflow, whose input has what the model gives.
	'In a sub-workflow': oneByOne(async (parameters, args, credentials) => {
		const { json, error } = await loops.run(fromInput(parameters), [args], {
			credentials,
			mode: 'integrated',
		});
		return JSON.stringify(error?.message ?? json);
	}),
};

const labelOf = ({ resource, operation }: IDataObject) =>
	labels.get(`${String(resource)}.${String(operation)}`) ?? '';
const all = everyOperation.map(([, parameters]) => ({ name: labelOf(parameters), parameters }));
const namesIn = (what: string) => {
	const known = [...new Set(all.map(({ name }) => name))];
	return what.split(', ').filter((each) => known.includes(each));
};
const REST = /^every other operation/;
const listed = table.rows
	.filter(([what]) => !REST.test(what))
	.flatMap(([what]) => namesIn(what.replace(/ with .*/, '')));
/** The operations of a row. */
const operationsOf = (what: string) => {
	const names = namesIn(what.replace(/ with .*/, ''));
	return all.filter(({ name }) =>
		REST.test(what) ? !listed.includes(name) : names.includes(name),
	);
};

const changes = () => loops.changes().length;
const previews = () => loops.emulator.content.previews.map(({ emails }) => emails.length);

/** No campaign and no workflow is a draft any more. */
function startAll() {
	for (const each of loops.emulator.content.campaigns.values()) each.status = 'Scheduled';
	for (const each of loops.emulator.content.workflows.values()) each.status = 'Paused';
}

const sendTwice = async (way: Way, options: IDataObject) => {
	await way({ ...parametersOf.sendEvent, options }, [{}, {}]);
	return loops.emulator.eventLog.length;
};

const MAPPED_AUTOMATICALLY = { ...parametersOf.upsert, ...propertiesMapper({}) };

/** What each word of the table means, for a row. */
const WORDS: Record<string, (way: Way, what: string) => Promise<void>> = {
	async refused(way, what) {
		if (/Map Automatically/.test(what)) {
			const told = await way(MAPPED_AUTOMATICALLY, [{ firstName: 'Eve' }]);
			expect(told).toContain("can't be mapped automatically");
			expect(changes()).toBe(0);
			return;
		}
		if (/Only for Team/.test(what)) {
			const credentials = { ...loops.credentials(), onlyToDomains: 'acme.dev' };
			const told = await way(parametersOf.sendEvent, [{}], credentials);
			expect(told).toContain('allows only addresses at acme.dev');
			const options = { onlyForTeam: 'Acme Staging' };
			expect(await way({ ...parametersOf.sendEvent, options })).toContain('Acme Staging');
			expect(changes()).toBe(0);
			return;
		}
		expect(operationsOf(what)).not.toEqual([]);
		for (const { name, parameters } of operationsOf(what)) {
			expect(await way(parameters), name).toContain("AI agents can't use");
		}
		expect(loops.emulator.requests).toEqual([]);
	},
	async 'drafts only'(way, what) {
		for (const { name, parameters } of operationsOf(what)) {
			loops.emulator.reset();
			await way(parameters);
			expect(changes(), name).toBe(1);
			startAll();
			expect(await way(parameters), name).toContain("AI agents can't change this");
			expect(changes(), name).toBe(1);
		}
	},
	async 'carried out'(way, what) {
		if (/Map Automatically/.test(what)) {
			await way(MAPPED_AUTOMATICALLY, [{ firstName: 'Eve' }]);
			expect(loops.emulator.contact('kim@example.com')?.firstName).toBe('Eve');
			return;
		}
		const isOfDrafts = table.rows.some(([each, agent]) => each === what && agent === 'drafts only');
		for (const { name, parameters } of operationsOf(what)) {
			loops.emulator.reset();
			if (isOfDrafts) startAll();
			const told = await way(parameters);
			expect(told, name).not.toContain('AI agents');
			// A tool call has no file.
			if (!told.includes("'Input Data Field Name': the item has no")) {
				expect(loops.emulator.requests.length, name).toBeGreaterThan(0);
			}
			if (!REST.test(what)) expect(changes(), name).toBeGreaterThan(0);
		}
	},
	'saves a draft': async (way) => {
		const save = { ...contentParameters('transactionalEmail saveContent'), publish: true };
		expect(await way(save)).toMatch(/\\?"published\\?":false/);
	},
	publishes: async (way) => {
		const save = { ...contentParameters('transactionalEmail saveContent'), publish: true };
		expect(await way(save)).toContain('"published":true');
	},
	'one address in a call': async (way) => {
		const emails = "={{ $fromAI('emails') }}";
		const preview = { ...contentParameters('emailMessage sendPreview'), emails };
		const several = [{ emails: 'a@b.co,c@b.co' }, { emails: 'a@b.co' }];
		expect(await way(preview, several)).toContain('one email address at a time');
		expect(previews()).toEqual([1]);
	},
	'ten addresses in a call': async (way) => {
		const emails = "={{ $fromAI('emails') }}";
		const preview = { ...contentParameters('emailMessage sendPreview'), emails };
		const given = [11, 10].map((count) => ({
			emails: Array.from({ length: count }, (_, at) => `a${at}@example.com`).join(),
		}));
		await way(preview, given);
		expect(previews()).toEqual([10]);
	},
	async 'sends once'(way, what) {
		const options = what.includes('with a key in Send Only Once') ? perKey('order-7') : {};
		expect(await sendTwice(way, options)).toBe(1);
	},
	'sends again': async (way) => expect(await sendTwice(way, {})).toBe(2),
	async ignored(way) {
		expect(await namesAfterNull(way)).toEqual(['Kim']);
	},
	async 'sent as a value'(way) {
		expect(await namesAfterNull(way)).toEqual(['null']);
	},
};

async function namesAfterNull(way: Way) {
	const contactPropertiesJson = "={{ ({ firstName: $fromAI('name') }) }}";
	const parameters = { ...parametersOf.upsert, additionalFields: { contactPropertiesJson } };
	await way(parameters, [{ name: 'null' }]);
	expect(changes()).toBe(1);
	return [loops.emulator.contact('kim@example.com')?.firstName];
}

describe.each(ways)('the table of docs/ai-agents.md, %s', (column) => {
	const at = table.columns.indexOf(column);

	it.each(table.rows.map((row) => [row[0], row[at]]))(
		'is true for %s: %s',
		async (what, word) => await WORDS[word](WAYS[column], what),
		60_000,
	);
});

it('the table of docs/ai-agents.md names the operations that agents do not get, each once', () => {
	const refused = table.rows.find(([, agent]) => agent === 'refused')?.[0] ?? '';
	const { properties } = source.node.description;
	const hidden = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(options as unknown as IDataObject[])
				.filter((each) => (each.displayOptions as IDataObject | undefined)?.hide)
				.map(({ value: operation }) =>
					labelOf({ resource: displayOptions?.show?.resource?.[0], operation } as IDataObject),
				),
		);
	expect(refused.split(', ').sort()).toEqual(hidden.sort());
	expect(new Set(listed).size).toBe(listed.length);
});
