import { readdirSync, readFileSync } from 'node:fs';

import { TRIGGER, type WorkflowJson } from './workflow.mts';

const folder = new URL('../../examples/', import.meta.url);

export const readExample = (file: string): WorkflowJson =>
	JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as WorkflowJson;

/** Of a workflow that Loops starts. */
export const triggerOf = ({ nodes }: WorkflowJson) => nodes.find(({ type }) => type === TRIGGER);

export const exampleFiles = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** Types of the credentials that it needs besides our own. */
const servicesOf = ({ nodes }: WorkflowJson) =>
	nodes
		.flatMap(({ credentials = {} }) => Object.keys(credentials))
		.filter((type) => !['loopsApi', 'loopsWebhookApi'].includes(type));

/** Those that Loops starts, those that also need another service, and those that need nothing else. */
export const triggered = exampleFiles.filter((file) => triggerOf(readExample(file)));
export const withServices = exampleFiles.filter((file) => servicesOf(readExample(file)).length > 0);
export const byHand = exampleFiles.filter(
	(file) => !triggered.includes(file) && !withServices.includes(file),
);
