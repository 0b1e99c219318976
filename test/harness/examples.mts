import { readdirSync, readFileSync } from 'node:fs';

import { TRIGGER, type WorkflowJson } from './workflow.mts';

const folder = new URL('../../examples/', import.meta.url);

export const readExample = (file: string): WorkflowJson =>
	JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as WorkflowJson;

/** Of a workflow that Loops starts. */
export const triggerOf = ({ nodes }: WorkflowJson) => nodes.find(({ type }) => type === TRIGGER);

export const exampleFiles = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** Those that Loops starts, and those that are started by hand. */
export const triggered = exampleFiles.filter((file) => triggerOf(readExample(file)));
export const byHand = exampleFiles.filter((file) => !triggered.includes(file));
