import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import prettier from 'prettier';
import { describe, expect, it } from 'vitest';

import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { eventOf } from '../../nodes/LoopsTrigger/event';
import { events } from '../../nodes/LoopsTrigger/parameters';
import { callShown } from '../harness/client.mts';
import { formOf, offersOption, source, useEmulator } from '../harness/loops.mts';
import { everyOperation } from '../harness/operations.mts';
import { root } from '../harness/repository.mts';
import { type Schema, schemaPathsOf } from '../harness/schema.mts';
import { stateOf } from '../harness/state.mts';
import { payloadOf } from '../trigger/payloads.mts';
import { EVENT_FIELDS } from './notes.mts';
import {
	fileOf,
	indexPage,
	resourcePage,
	type ResourceShown,
	type Shown,
	triggerPage,
} from './reference.mts';

const loops = useEmulator({}, { checksOutput: false });
const FOLDER = join(root, 'docs/operations');

const { properties } = source.node.description;
const optionsOf = (options: unknown) => options as INodePropertyOptions[];

/** The same in every run: what the emulator makes up is replaced. */
const stable = (output: IDataObject[]): IDataObject[] =>
	JSON.parse(
		JSON.stringify(output)
			.replaceAll(loops.emulator.origin, 'https://app.loops.so')
			.replaceAll(/"20(?:2[6-9]|[3-9]\d)-[\dT:.+-]+Z?"/g, '"2026-01-31T09:00:00.000Z"')
			.replaceAll(/"[\d-]{10} [\d:]{5} (\w+\/\w+)"/g, '"2026-01-31 04:00 $1"'),
	) as IDataObject[];

/** What a new execution with the same item does. */
async function secondRun(parameters: IDataObject): Promise<string> {
	if (loops.changes().length === 0) return 'changes nothing';
	const before = stateOf(loops.emulator);
	const { error } = await loops.run(parameters);
	if (error) return `fails with "${error.message.replace(/ \[item 0\]$/, '')}"`;
	if (stateOf(loops.emulator) === before) return 'changes nothing more';
	return offersOption(parameters, 'sendOnlyOnce')
		? 'sends again, unless [Send Only Once](../idempotency-keys.md) has a key. Retry does not send again'
		: 'repeats it';
}

async function shownOf(parameters: IDataObject): Promise<Shown> {
	const { json } = await loops.expectSuccess(parameters);
	const calls = loops.emulator.requests.map(({ method, path }) => callShown(method, path));
	const [schema] = schemaPathsOf(parameters);
	return {
		calls: [...new Set(calls)],
		output: stable(json),
		schema: JSON.parse(readFileSync(schema, 'utf8')) as Schema,
		again: await secondRun(parameters),
		isHiddenFromAgents: false,
	};
}

const formatted = async (text: string) =>
	await prettier.format(text, {
		...(await prettier.resolveConfig(`${root}package.json`)),
		parser: 'markdown',
	});

const shown = new Map<string, Shown>();
const selectOf = (resource: unknown) =>
	properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource as string),
	);

/** The resources in the order of the form. */
const resources = (): ResourceShown[] =>
	optionsOf(properties[0].options).map(({ name, value, description = '' }) => ({
		name,
		value: String(value),
		description,
		operations: optionsOf(selectOf(value)?.options).map((each) => ({
			path: `${name} > ${each.name}`,
			name: each.name,
			value: String(each.value),
			description: each.description ?? '',
			fields: formOf({ resource: value, operation: each.value }),
			...shown.get(`${value} ${each.value}`)!,
			isHiddenFromAgents: 'displayOptions' in each,
		})),
	}));

describe('the reference, which npm run docs writes', () => {
	it.each(everyOperation)('has a run of %s', async (name, parameters) => {
		shown.set(name, await shownOf(parameters));
	});

	it('is up to date', async () => {
		const all = resources();
		for (const each of all) {
			const page = await formatted(resourcePage(each, all));
			await expect(page).toMatchFileSnapshot(join(FOLDER, fileOf(each)));
		}
		const page = await formatted(indexPage(all));
		await expect(page).toMatchFileSnapshot(join(FOLDER, '../operations.md'));
	});

	it('has the events of Loops Trigger', async () => {
		const all = events
			.filter(({ value }) => value !== '*')
			.map(({ name, value, description }) => {
				const example = eventOf(payloadOf(String(value)), 'msg_1');
				const fields = Object.entries(example).filter(
					([, each]) => each !== null && !(Array.isArray(each) && each.length === 0),
				);
				return {
					name,
					value: String(value),
					description,
					example,
					fields: fields.map(([field]) => field),
				};
			});
		expect(Object.keys(EVENT_FIELDS)).toEqual([...Object.keys(all[0].example), 'payload']);
		const page = await formatted(triggerPage(all, new LoopsTrigger().description.properties));
		await expect(page).toMatchFileSnapshot(join(FOLDER, 'loops-trigger.md'));
	});

	it('finds a description of each option and optional field in the form', () => {
		const entries = properties
			.filter(({ type }) => type === 'collection')
			.flatMap(({ options }) => options as INodeProperties[]);
		expect(entries.length).toBeGreaterThan(100);
		expect(entries.filter(({ description }) => !description?.trim())).toEqual([]);
	});

	it('has no other page', () => {
		const pages = ['loops-trigger.md', ...resources().map(fileOf)];
		expect(readdirSync(FOLDER).sort()).toEqual(pages.sort());
	});
});
