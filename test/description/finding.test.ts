import type { INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { alias } from '../../nodes/Loops/Loops.node.json';
import { Loops } from '../../nodes/Loops/Loops.node';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';

const { properties } = new Loops().description;
const resources = properties[0].options as INodePropertyOptions[];
/** As n8n lists them beside the canvas: by resource, in the order of the dropdowns. */
const operations = resources.flatMap(({ value }) => {
	const select = properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(value),
	);
	return (select?.options as INodePropertyOptions[]).map((each) => ({ resource: value, ...each }));
});

/** Of each pair, the first stands before the second wherever a resource has both. */
const BEFORE = [
	['send', 'getAll'],
	['upsert', 'create'],
	['create', 'update'],
	['update', 'getAll'],
	['schedule', 'getAll'],
	['getAll', 'get'],
	['get', 'getMetrics'],
	['get', 'delete'],
	['removeSuppression', 'delete'],
];

describe('the list of actions', () => {
	it('begins with what users need most often', () => {
		expect(operations[0].action).toBe('Send transactional email');
		expect(resources.map(({ name }) => name).slice(0, 6)).toEqual([
			'Transactional Email',
			'Event',
			'Contact',
			'Mailing List',
			'Campaign',
			'Email Message',
		]);
		expect(resources.at(-1)?.name).toBe('API Key');
	});

	it.each(BEFORE)('has %s before %s in each resource', (first, second) => {
		const found = resources.map(({ value }) =>
			operations
				.filter(({ resource }) => resource === value)
				.map((each) => each.value)
				.filter((each) => each === first || each === second),
		);
		const both = found.filter(({ length }) => length === 2);
		expect(both.length).toBeGreaterThan(0);
		expect(both).toEqual(both.map(() => [first, second]));
	});
});

/** What people search for in n8n's nodes panel. */
const SEARCHES = [
	'send email',
	'transactional',
	'email marketing',
	'marketing',
	'newsletter',
	'send newsletter',
	'new contact',
	'add contact',
	'add contact to list',
	'create contact',
	'update contact',
	'contact',
	'find contact',
	'subscriber',
	'subscribers',
	'new subscriber',
	'mailing list',
	'unsubscribe',
	'unsubscribed',
	'unsubscribes',
	'opt out',
	'bounce',
	'bounced',
	'email bounced',
	'opened',
	'email opened',
	'clicked',
	'email clicked',
	'delivered',
	'spam complaint',
];

// For both nodes n8n lists one entry, with the aliases of this one, and matches each of them alone.
it.each(SEARCHES)('a search for "%s" finds the node', (words) => {
	expect(alias.filter((each) => each.includes(words))).not.toEqual([]);
});

it('each resource and operation has a description that its name does not give', () => {
	const texts = [...resources, ...operations].map(({ name, description = '' }) => ({
		name,
		words: description.toLowerCase().match(/[a-z]+/g) ?? [],
	}));
	expect(texts.filter(({ words }) => new Set(words).size < 5)).toEqual([]);
});

it('the description that n8n shows for both nodes tells what each one does', () => {
	const { description } = new LoopsTrigger().description;
	expect(description).toMatch(/^Send emails and manage contacts .* or start a workflow when/);
});
