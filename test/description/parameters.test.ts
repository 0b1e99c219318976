import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { LoopsEmailApi } from '../../credentials/LoopsEmailApi.credentials';
import { LoopsEmailWebhookApi } from '../../credentials/LoopsEmailWebhookApi.credentials';
import { Loops } from '../../nodes/Loops/Loops.node';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';

const { properties } = new Loops().description;

/** Names, values and defaults, which workflows store, and where they are shown; no texts, which may change. */
function publicApi({ name, type, default: initial, options, displayOptions }: INodeProperties) {
	return {
		name,
		type,
		default: initial,
		...(displayOptions?.show && { show: displayOptions.show }),
		...(displayOptions?.hide && { hide: displayOptions.hide }),
		...(options && { options: options.map(optionApi) }),
	};
}

function optionApi(
	option: INodePropertyOptions | INodeProperties | INodePropertyCollection,
): unknown {
	if ('values' in option) return { name: option.name, values: option.values.map(publicApi) };
	return 'type' in option ? publicApi(option) : option.value;
}

describe('parameters', () => {
	it('keep their names, values and defaults, which are stored in workflows', () => {
		expect(properties.map(publicApi)).toMatchSnapshot();
	});

	it('of the credential keep their names, values and defaults', () => {
		const { name, properties: fields } = new LoopsEmailApi();
		expect({ name, fields: fields.map(publicApi) }).toMatchSnapshot();
	});

	it('of the trigger, its webhook and its credential keep their names, values and defaults', () => {
		const { name, webhooks, properties: ofTrigger } = new LoopsTrigger().description;
		expect({ name, webhooks, parameters: ofTrigger.map(publicApi) }).toMatchSnapshot();
		const { name: type, properties: fields } = new LoopsEmailWebhookApi();
		expect({ type, fields: fields.map(publicApi) }).toMatchSnapshot();
	});

	it('have one type and one default for each name, so that values survive a change of operation', () => {
		const kinds = new Map<string, Set<string>>();
		for (const { name, type, default: initial } of properties) {
			// It keeps the value of a parameter that is not shown yet.
			if (type === 'notice') continue;
			if (['operation', 'options', 'additionalFields', 'updateFields'].includes(name)) continue;
			// n8n keeps no defaults: after a change, the one of the new operation holds.
			if (['simplify', 'output'].includes(name)) continue;
			const kind = `${type} ${JSON.stringify(initial)}`;
			kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
		}
		expect([...kinds].filter(([, each]) => each.size > 1)).toEqual([]);
	});
});

describe('operations', () => {
	const selects = properties.filter(({ name }) => name === 'operation');
	const operations = selects.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(({ value, action }) => ({
			resource: displayOptions?.show?.resource?.[0],
			value,
			action,
		})),
	);

	it('have unique actions', () => {
		expect(new Set(operations.map(({ action }) => action)).size).toBe(operations.length);
	});

	it('show each field for one resource and once for an operation', () => {
		const fields = properties.filter(({ name }) => name !== 'resource' && name !== 'operation');
		for (const { displayOptions } of fields) {
			expect(displayOptions?.show?.resource).toHaveLength(1);
			const shownBy = displayOptions?.show?.operation;
			expect(shownBy?.length).toBe(new Set(shownBy).size);
			expect(shownBy).not.toEqual([]);
		}
	});
});
