import { isBlank, trimmed } from './blank';
import type { Item } from './item';

/** What no value is in JSON and JavaScript. Not "none" or "n/a": a plan, or a person, may be called so. */
const NO_VALUE = /^(null|undefined)$/i;

/**
 * True where an AI agent has nothing for a field. The tools that n8n makes of a node require every field
 * that is left to the model, so that it can't leave one out, and writes this in its place.
 */
export const isUnfilled = ({ isToolCall }: Item, value: unknown): boolean =>
	isToolCall && (isBlank(value) || (typeof value === 'string' && NO_VALUE.test(trimmed(value))));
