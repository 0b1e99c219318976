import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import type { IDataObject, INodeExecutionData, INodeProperties, INodeType } from 'n8n-workflow';
import showdown, { type ConverterOptions } from 'showdown';

// n8n does not publish its nodes separately. The engine does most of the work of the first two: it
// evaluates filters and expressions.

/** The description of a replacement for a node of n8n. */
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

/** Replaces n8n's If. */
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

/** Replaces n8n's Stop and Error. */
export const stopAndError = (): INodeType => ({
	description: descriptionOf('Stop and Error', 1, [
		{ displayName: 'Message', name: 'errorMessage', type: 'string', default: '' },
	]),
	async execute() {
		throw new Error(this.getNodeParameter('errorMessage', 0) as string);
	},
});

/** Replaces n8n's Crypto for an HMAC. */
export const hmac = (): INodeType => ({
	description: {
		...descriptionOf('Crypto', 1, [
			{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			{ displayName: 'Property', name: 'dataPropertyName', type: 'string', default: 'data' },
		]),
		credentials: [{ name: 'crypto', required: true }],
	},
	async execute() {
		const { hmacSecret } = await this.getCredentials<{ hmacSecret: string }>('crypto');
		const signed = this.getInputData().map(({ json }, item) => {
			const value = this.getNodeParameter('value', item) as string;
			const digest = createHmac('sha256', hmacSecret).update(value).digest('hex');
			const name = this.getNodeParameter('dataPropertyName', item) as string;
			return { json: { ...json, [name]: digest }, pairedItem: { item } };
		});
		return [signed];
	},
});

/** Replaces n8n's Edit Fields. */
export const editFields = (): INodeType => ({
	description: descriptionOf('Edit Fields', 1, [
		{ displayName: 'Fields', name: 'assignments', type: 'assignmentCollection', default: {} },
		{ displayName: 'JSON', name: 'jsonOutput', type: 'json', default: '' },
		{ displayName: 'Others', name: 'includeOtherFields', type: 'boolean', default: false },
		{ displayName: 'Without', name: 'excludeFields', type: 'string', default: '' },
	]),
	async execute() {
		const edited = this.getInputData().map(({ json }, index) => {
			const whole = this.getNodeParameter('jsonOutput', index);
			if (whole !== '') {
				const copy = JSON.parse(JSON.stringify(whole)) as IDataObject;
				return { json: copy, pairedItem: { item: index } };
			}
			const assigned = this.getNodeParameter('assignments.assignments', index) as Array<{
				name: string;
				value: IDataObject[string];
			}>;
			const fields = Object.fromEntries(assigned.map(({ name, value }) => [name, value]));
			const others = this.getNodeParameter('includeOtherFields', index) ? { ...json } : {};
			delete others[this.getNodeParameter('excludeFields', index) as string];
			return { json: { ...others, ...fields }, pairedItem: { item: index } };
		});
		return [edited];
	},
});

type FormField =
	| { fieldType: 'hiddenField'; fieldName: string; fieldValue: string }
	| { fieldType?: 'dropdown'; fieldLabel: string; fieldOptions: { values: IDataObject[] } };

/** The values of a form's hidden fields, and the first choice of each dropdown. */
const firstChoices = (fields: unknown): IDataObject =>
	Object.fromEntries(
		(fields as FormField[]).map((field) =>
			field.fieldType === 'hiddenField'
				? [field.fieldName, field.fieldValue]
				: [field.fieldLabel, field.fieldOptions.values[0].option],
		),
	);

/** Replaces n8n's Wait: submits its form with the first choices. */
export const wait = (): INodeType => ({
	description: descriptionOf('Wait', 1, [
		{ displayName: 'Fields', name: 'formFields', type: 'json', default: {} },
	]),
	async execute() {
		const fields = this.getNodeParameter('formFields.values', 0, []) as unknown[];
		if (fields.length === 0) return [this.getInputData()];
		return [[{ json: firstChoices(fields) }]];
	},
});

/** Replaces n8n's Send Email, which waits for a form: gives the first choice of each dropdown. */
export const sendAndWait = (): INodeType => ({
	description: descriptionOf('Send Email', 1, [
		{ displayName: 'Fields', name: 'formFields', type: 'json', default: {} },
	]),
	async execute() {
		return [[{ json: { data: firstChoices(this.getNodeParameter('formFields.values', 0)) } }]];
	},
});

/** Replaces n8n's Postgres without a database: outputs the parameters of its query. */
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

/** Replaces n8n's Convert to File for base64 text. */
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

/** Replaces n8n's Code: runs its JavaScript for all items, or for each. */
export const code = (): INodeType => ({
	description: descriptionOf('Code', 1, [
		{ displayName: 'Mode', name: 'mode', type: 'string', default: 'runOnceForAllItems' },
		{ displayName: 'Code', name: 'jsCode', type: 'string', default: '' },
	]),
	async execute() {
		const run = (item: number): unknown => {
			const body = this.getNodeParameter('jsCode', item) as string;
			const { $, $input, $json } = this.getWorkflowDataProxy(item);
			return runInNewContext(`(() => {${body}\n})()`, { $, $input, $json });
		};
		if (this.getNodeParameter('mode', 0) !== 'runOnceForEachItem') {
			return [run(0) as INodeExecutionData[]];
		}
		const results = this.getInputData().map((_, item) => {
			return { ...(run(item) as INodeExecutionData), pairedItem: { item } };
		});
		return [results];
	},
});

/** Replaces n8n's Markdown for HTML, with the converter of that node. */
export const markdown = (): INodeType => ({
	description: descriptionOf('Markdown', 1, [
		{ displayName: 'Markdown', name: 'markdown', type: 'string', default: '' },
		{ displayName: 'Field', name: 'destinationKey', type: 'string', default: 'data' },
		{ displayName: 'Options', name: 'options', type: 'json', default: {} },
	]),
	async execute() {
		const converted = this.getInputData().map(({ json }, item) => {
			const converter = new showdown.Converter(
				this.getNodeParameter('options', item) as ConverterOptions,
			);
			const html = converter.makeHtml(this.getNodeParameter('markdown', item) as string);
			const field = this.getNodeParameter('destinationKey', item) as string;
			return { json: { ...json, [field]: html }, pairedItem: { item } };
		});
		return [converted];
	},
});

/** Replaces n8n's Respond to Webhook: outputs the answer. */
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

/** Replaces a trigger of n8n, which outputs one item when started by hand. */
export const trigger = (displayName: string): INodeType => ({
	description: { ...descriptionOf(displayName), inputs: [] },
	// Makes the engine recognize the start of a workflow.
	trigger: async () => undefined,
	async execute() {
		return [[{ json: {} }]];
	},
});
