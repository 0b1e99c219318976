import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { agentWorkflow, type ToolCalling } from '../../harness/agent.mts';
import { outputOf, runWorkflow } from '../../harness/engine.mts';
import { source, useEmulator } from '../../harness/loops.mts';
import { contentParameters, inputFor, parametersOf } from '../../harness/operations.mts';

const loops = useEmulator();

const { properties } = source.node.description;

/** What the editor offers, and whether agents get it. */
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

/** The parameters with which an operation succeeds, and all its switches on. */
const ready = ({ resource, operation }: IDataObject): IDataObject => ({
	...Object.values(parametersOf).find(
		(each) => each.resource === resource && each.operation === operation,
	),
	publish: true,
});

/** The same without what is not required: the rest has its default value. */
function onlyRequired({ resource, operation }: IDataObject): IDataObject {
	const isOf = ({ show }: NonNullable<INodeProperties['displayOptions']> = {}) =>
		show?.resource?.includes(resource as string) && show.operation?.includes(operation as string);
	const required = properties
		.filter((each) => each.required && isOf(each.displayOptions))
		.map(({ name }) => name);
	const entries = Object.entries(ready({ resource, operation }));
	const kept = ['resource', 'operation', ...required];
	return Object.fromEntries(entries.filter(([name]) => kept.includes(name)));
}

/** Does nothing else than what is guarded elsewhere. */
const PUBLISHES = 'transactionalEmail publish';

/** What reaches people, changes many emails, or is gone for good. */
function harm() {
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

/** What was there has to be there still; what is new has to be a draft. */
function expectNoHarm(before: ReturnType<typeof harm>) {
	const after = harm();
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

describe.each(rows)('%s', (name, parameters, isHidden) => {
	it.skipIf(name === PUBLISHES)('sends and deletes nothing with default values', async () => {
		const before = harm();
		await loops.run(parameters).catch(({ message }: Error) => {
			expect(message).toContain('is required');
		});
		await loops.run(onlyRequired(parameters));
		expectNoHarm(before);
	});

	it.each<ToolCalling>(['itself', 'engine'])(
		'sends, publishes and deletes nothing for an agent that calls by %s',
		async (toolCalling) => {
			const before = harm();
			for (const each of [parameters, ready(parameters)]) {
				const workflow = agentWorkflow(each, { toolCalling });
				const run = await runWorkflow(source, loops.credentials(), workflow, [
					inputFor(each, { calls: [{}] }),
				]);
				const told = JSON.stringify(outputOf(run, 'Agent')[0] ?? run.data.resultData.error);
				if (isHidden) expect(told).toContain("AI agents can't use");
			}
			expectNoHarm(before);
			if (isHidden) expect(loops.emulator.requests).toEqual([]);
		},
	);
});

describe('what agents do not get', () => {
	it('is what reaches an audience or changes many emails', () => {
		const hidden = rows.filter(([, , isHidden]) => isHidden).map(([name]) => name);
		expect(hidden.filter((name) => !name.startsWith('workflow')).sort()).toEqual([
			'campaign schedule',
			'component update',
			'theme update',
			PUBLISHES,
		]);
	});

	it('includes Publish in Save Content, of which nothing is written then', async () => {
		const save = { ...contentParameters('transactionalEmail saveContent'), publish: true };
		const run = await runWorkflow(source, loops.credentials(), agentWorkflow(save), [
			{ json: { calls: [{}] } },
		]);
		expect(JSON.stringify(outputOf(run, 'Agent'))).toContain("AI agents can't use 'Publish'");
		expect(loops.emulator.requests).toEqual([]);
	});
});

describe.each(['theme', 'component'])('%s > Update', (resource) => {
	const update = contentParameters(`${resource} update`);

	it.each([[false], [undefined], ['={{ $json.nothing }}'], ['']])(
		'changes nothing while the switch is %j',
		async (changeAllEmails) => {
			const before = harm();
			const { error } = await loops.run({ ...update, changeAllEmails });
			expect(error?.message).toContain("'Change All Emails That Use It' is");
			expect(harm()).toEqual(before);
			expect(loops.emulator.requests).toEqual([]);
		},
	);

	it('says how many emails the change reaches', async () => {
		const { json } = await loops.run(update);
		expect(json).toMatchObject([{ affectedEmailCount: 0 }]);
	});
});
