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

/** The node through which another service than Loops starts a workflow. */
export const webhookOf = ({ nodes }: WorkflowJson) =>
	nodes.find(({ type }) => /^n8n-nodes-base\.(webhook|stripeTrigger)$/.test(type));

/** Examples that Loops starts, those that another service starts or serves, and all others. */
export const triggered = exampleFiles.filter((file) => triggerOf(readExample(file)));
export const requested = exampleFiles.filter((file) => webhookOf(readExample(file)));
export const withServices = exampleFiles.filter(
	(file) => servicesOf(readExample(file)).length > 0 && !requested.includes(file),
);
export const byHand = exampleFiles.filter(
	(file) => ![...triggered, ...requested, ...withServices].includes(file),
);

/** Items for a node whose execution the engine skips. */
export const pinnedTo = (name: string, items: IDataObject[]): IPinData => ({
	[name]: items.map((json) => ({ json })),
});
