import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { Loops } from '../../nodes/Loops/Loops.node';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';

type Part = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/**
 * The labels in the form for what a workflow stores: `options.timeout` is 'Options > Timeout',
 * `findBy: email` is 'Identify Contact By: Email', `contact.find` is 'Contact > Find'.
 */
export const labels = new Map<string, string>();

function add(parts: Part[], names: string[] = [], above: string[] = []): void {
	for (const part of parts) {
		const path = [...names, part.name];
		const label = [...above, 'displayName' in part ? part.displayName : part.name];
		labels.set(path.join('.'), label.join(' > '));
		if ('values' in part) add(part.values, path, label);
		if (!('type' in part)) continue;
		if (part.type === 'collection' || part.type === 'fixedCollection') {
			add(part.options ?? [], path, label);
		}
		const choices = [
			...(part.type === 'options' ? ((part.options ?? []) as INodePropertyOptions[]) : []).map(
				({ name, value }) => [name, value],
			),
			...(part.modes ?? []).map(({ displayName, name }) => [displayName, name]),
		];
		for (const [name, value] of choices) {
			labels.set(`${path.join('.')}: ${value}`, `${label.join(' > ')}: ${name}`);
		}
	}
}

const { properties } = new Loops().description;
add([...properties, ...new LoopsTrigger().description.properties]);

const resources = properties.find(({ name }) => name === 'resource')?.options;
for (const { name: resource, value } of resources as INodePropertyOptions[]) {
	const select = properties.find(
		(each) => each.name === 'operation' && each.displayOptions?.show?.resource?.includes(value),
	);
	for (const { name, value: operation } of select?.options as INodePropertyOptions[]) {
		labels.set(`${String(value)}.${String(operation)}`, `${resource} > ${name}`);
	}
}
