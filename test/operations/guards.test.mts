import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { ToolCalling } from '../harness/agent.mts';
import { formOf, source, useEmulator } from '../harness/loops.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { properties } = source.node.description;

/** All operations of the editor, and whether they are hidden from agents. */
const offered = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as Array<INodePropertyOptions & { displayOptions?: { hide?: IDataObject } }>).map(
			({ value, displayOptions: shown }) => ({
				resource: String(displayOptions?.show?.resource?.[0]),
				operation: String(value),
				isHidden: shown?.hide?.['@tool'] !== undefined,
			}),
		),
	);
const rows = offered.map(({ isHidden, ...of }): [string, IDataObject, boolean] => [
	`${of.resource} ${of.operation}`,
	of,
	isHidden,
]);

/** Parameters with which an operation succeeds, with all its switches on. */
const ready = ({ resource, operation }: IDataObject): IDataObject => ({
	...Object.values(parametersOf).find(
		(each) => each.resource === resource && each.operation === operation,
	),
	publish: true,
});

/** Required parameters of `ready`; all others have their default value. */
function onlyRequired(parameters: IDataObject): IDataObject {
	const required = formOf(parameters).filter((each) => each.required);
	const entries = Object.entries(ready(parameters));
	const kept = ['resource', 'operation', ...required.map(({ name }) => name)];
	return Object.fromEntries(entries.filter(([name]) => kept.includes(name)));
}

const reads = rows.filter(([, { operation }]) => /^(get|find|check)/.test(String(operation)));
const changing = rows.filter((row) => !reads.includes(row));

/** Its only effect is to publish, which test/operations/transactionalEmail/publish.test.ts covers. */
const PUBLISHES = 'transactionalEmail publish';

/** The state of everything that people receive, that many emails share, or that can be deleted. */
function guardedState() {
	const { content } = loops.emulator;
	const { campaigns, components, messages, scheduled, segments, themes, workflows } = content;
	const { campaign, transactional } = content.groups;
	return {
		scheduled: [...scheduled],
		sent: [...campaigns.values()].map(({ id, status }) => [id, status]).sort(),
		published: loops.emulator
			.templates()
			.filter((each) => each.published)
			.map(({ id, publishedMessageId }) => [id, publishedMessageId]),
		workflows: [...workflows.values()].flatMap(({ id, status, nodes }) => [
			[id, status],
			...[...nodes.values()].map((node) => [node.id, node.queued]),
		]),
		shared: structuredClone([...themes, ...components]),
		things: [campaigns, messages, segments, campaign, transactional].flatMap((map) => [
			...map.keys(),
		]),
	};
}

/** Everything that existed is unchanged; everything new is a draft. */
function expectNoHarm(before: ReturnType<typeof guardedState>) {
	const after = guardedState();
	const { sent, shared, things, workflows, ...same } = before;
	expect(after).toMatchObject(same);
	expect(after.scheduled).toEqual([]);
	expect(after.published).toEqual(before.published);
	const isNew = ([id]: string[]) => !sent.some(([each]) => each === id);
	for (const [, status] of after.sent.filter(isNew)) expect(status).toBe('Draft');
	expect(after.sent).toEqual(expect.arrayContaining(sent));
	expect(after.shared).toEqual(expect.arrayContaining(shared));
	expect(after.things).toEqual(expect.arrayContaining(things));
	expect(after.workflows).toEqual(expect.arrayContaining(workflows));
}

it('operations that read change nothing', async () => {
	const before = guardedState();
	for (const [, parameters] of reads) await loops.run(ready(parameters));
	expectNoHarm(before);
});

describe.each(changing.filter(([name]) => name !== PUBLISHES))('%s', (_name, parameters) => {
	it('sends and deletes nothing with default values', async () => {
		const before = guardedState();
		await loops.run(parameters).catch(({ message }: Error) => {
			expect(message).toContain('is required');
		});
		await loops.run(onlyRequired(parameters));
		expectNoHarm(before);
	});
});

describe.each(changing)('%s', (_name, parameters, isHidden) => {
	it.each<ToolCalling>(isHidden ? ['itself', 'engine'] : ['engine'])(
		'sends, publishes and deletes nothing for an agent that calls by %s',
		async (toolCalling) => {
			const before = guardedState();
			for (const each of [parameters, ready(parameters)]) {
				const told = await loops.askAgent(each, [{}], toolCalling);
				if (isHidden) expect(told).toContain("AI agents can't use");
			}
			expectNoHarm(before);
			if (isHidden) expect(loops.emulator.requests).toEqual([]);
		},
	);
});

describe('operations hidden from agents', () => {
	it('are those that reach an audience, change many emails, or lift a suppression', () => {
		const hidden = rows.filter(([, , isHidden]) => isHidden).map(([name]) => name);
		expect(hidden.filter((name) => !name.startsWith('workflow')).sort()).toEqual([
			'campaign schedule',
			'component update',
			'contact removeSuppression',
			'theme update',
			PUBLISHES,
		]);
	});

	it('include Save Content with Publish, which saves only a draft', async () => {
		const before = guardedState();
		const save = { ...contentParameters('transactionalEmail saveContent'), publish: true };
		expect(await loops.askAgent(save, [{}], 'itself')).toContain('\\"published\\":false');
		expect(guardedState().published).toEqual(before.published);
		expect(loops.emulator.requests.at(-1)?.path).toContain('/guardian');
	});
});

describe.each(['theme', 'component'])('%s > Update', (resource) => {
	const update = contentParameters(`${resource} update`);

	it.each([[false], [undefined], ['={{ $json.nothing }}'], ['']])(
		'changes nothing while the switch is %j',
		async (changeAllEmails) => {
			const before = guardedState();
			await loops.expectError(
				{ ...update, changeAllEmails },
				"'Change All Emails That Use This' is",
			);
			expect(guardedState()).toEqual(before);
			expect(loops.emulator.requests).toEqual([]);
		},
	);
});
