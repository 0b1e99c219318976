import type { IDataObject, INodeProperties, INodeType } from 'n8n-workflow';

// n8n's own nodes are not published without all of n8n. What the first two do is done by the engine:
// it tells whether a filter passes, and what the expressions of an assignment come to.

/** What n8n wants to know of a node that stands in for one of its own. */
export const descriptionOf = (
	displayName: string,
	outputs: 1 | 2 = 1,
	properties: INodeProperties[] = [],
) => ({
	displayName,
	name: displayName,
	group: [],
	version: 1,
	description: '',
	defaults: {},
	inputs: ['main' as const],
	outputs: Array<'main'>(outputs).fill('main'),
	properties,
});

/** Stands in for n8n's If: items that pass on its first output, the others on its second. */
export const branch = (): INodeType => ({
	description: descriptionOf('If', 2, [
		{ displayName: 'Conditions', name: 'conditions', type: 'filter', default: {} },
	]),
	async execute() {
		const items = this.getInputData();
		const passes = items.map((_, index) =>
			this.getNodeParameter('conditions', index, false, { extractValue: true }),
		);
		return [true, false].map((wanted) => items.filter((_, index) => passes[index] === wanted));
	},
});

/** Stands in for n8n's Edit Fields. */
export const editFields = (): INodeType => ({
	description: descriptionOf('Edit Fields', 1, [
		{ displayName: 'Fields', name: 'assignments', type: 'assignmentCollection', default: {} },
		{ displayName: 'Others', name: 'includeOtherFields', type: 'boolean', default: false },
	]),
	async execute() {
		const edited = this.getInputData().map(({ json }, index) => {
			const assigned = this.getNodeParameter('assignments.assignments', index) as Array<{
				name: string;
				value: IDataObject[string];
			}>;
			const fields = Object.fromEntries(assigned.map(({ name, value }) => [name, value]));
			const others = this.getNodeParameter('includeOtherFields', index) ? json : {};
			return { json: { ...others, ...fields }, pairedItem: { item: index } };
		});
		return [edited];
	},
});

/** Stands in for n8n's Postgres, without a database: puts out the parameters of its query. */
export const postgres = (): INodeType => ({
	description: descriptionOf('Postgres', 1, [
		{ displayName: 'Options', name: 'options', type: 'json', default: {} },
	]),
	async execute() {
		const parameters = this.getInputData().map(
			(_, index) => this.getNodeParameter('options.queryReplacement', index, []) as string[],
		);
		return [parameters.map((values, item) => ({ json: { values }, pairedItem: { item } }))];
	},
});

/** Stands in for n8n's Convert to File, for files of base64 text. */
export const convertToFile = (): INodeType => ({
	description: descriptionOf('Convert to File', 1, [
		{ displayName: 'Source', name: 'sourceProperty', type: 'string', default: 'data' },
		{ displayName: 'Options', name: 'options', type: 'json', default: {} },
	]),
	async execute() {
		const files = this.getInputData().map(({ json }, item) => {
			const source = this.getNodeParameter('sourceProperty', item) as string;
			const about = this.getNodeParameter('options', item) as { mimeType: string };
			return {
				json: {},
				binary: { data: { ...about, data: String(json[source]) } },
				pairedItem: { item },
			};
		});
		return [files];
	},
});

/** Stands in for n8n's Respond to Webhook: puts out the answer. */
export const respond = (): INodeType => ({
	description: descriptionOf('Respond to Webhook', 1, [
		{ displayName: 'Body', name: 'responseBody', type: 'json', default: '={{ $json }}' },
		{ displayName: 'Options', name: 'options', type: 'json', default: {} },
	]),
	async execute() {
		const body = this.getNodeParameter('responseBody', 0) as IDataObject;
		const status = this.getNodeParameter('options.responseCode', 0) as number;
		return [[{ json: { status, body } }]];
	},
});

/** Stands in for a trigger of n8n, which gives one item when it is run by hand. */
export const trigger = (displayName: string): INodeType => ({
	description: { ...descriptionOf(displayName), inputs: [] },
	// What the engine knows a workflow's start by.
	trigger: async () => undefined,
	async execute() {
		return [[{ json: {} }]];
	},
});
