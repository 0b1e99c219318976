import { readdirSync, readFileSync } from 'node:fs';
import type { IDataObject, IPinData } from 'n8n-workflow';

import { TRIGGER, type WorkflowJson } from './workflow.mts';

const folder = new URL('../../examples/', import.meta.url);

export const readExample = (file: string): WorkflowJson =>
	JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as WorkflowJson;

/** The Loops Trigger of a workflow. */
export const triggerOf = ({ nodes }: WorkflowJson) => nodes.find(({ type }) => type === TRIGGER);

export const exampleFiles = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** Types of credentials of a workflow, besides ours. */
const servicesOf = ({ nodes }: WorkflowJson) =>
	nodes
		.flatMap(({ credentials = {} }) => Object.keys(credentials))
		.filter((type) => !['loopsEmailApi', 'loopsEmailWebhookApi'].includes(type));

/** Examples that Loops starts, those that need another service, and all others. */
export const triggered = exampleFiles.filter((file) => triggerOf(readExample(file)));
export const withServices = exampleFiles.filter((file) => servicesOf(readExample(file)).length > 0);
export const byHand = exampleFiles.filter(
	(file) => !triggered.includes(file) && !withServices.includes(file),
);

/** Items for a node whose execution the engine skips. */
export const pinnedTo = (name: string, items: IDataObject[]): IPinData => ({
	[name]: items.map((json) => ({ json })),
});
