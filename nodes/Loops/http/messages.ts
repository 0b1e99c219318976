import { problems } from '../../../credentials/LoopsEmailApi.credentials';
import { formatName } from '../values/format';
import type { CallSettings } from './callSettings';

/** What is wrong, and what to do about it. */
export interface Explanation {
	problem: string;
	hint: string;
	/** Loops' words go below the problem, not into the title. */
	isComplete?: boolean;
}

/** Messages that several parts of the node share. */
export const messages = {
	...problems,
	/** The content API answers 401 in both cases (contract: content-not-enabled). */
	keyOrCall: {
		problem: 'The API key is wrong, or Loops has not enabled this part of the API for the team',
		hint: 'Test the credential. If the test succeeds, ask Loops support to enable content, workflows or metrics in the API for your team',
	},
	runLater: 'Try again later',
	tooSlow: {
		problem: 'Loops responded too slowly to the last check before this change',
		hint: 'This change was not made. Try again later',
	},
	unknownAttempt: 'It is not known whether an earlier attempt made the change',
};

/** The first name in a path, such as `attachments` in `attachments[0].data`. */
export const rootOf = (path: string): string => path.split(/[.[]/, 1)[0];

/** Names a part of a request as the form does. `own` are the labels that depend on the item. */
export function labelOf(
	path: string,
	own: Record<string, string[]> = {},
	inForm?: CallSettings['labelInForm'],
): string {
	const part = rootOf(path);
	const labels = (Object.hasOwn(own, part) && own[part]) || inForm?.(part);
	const shown = formatName(path);
	if (!labels?.length) return `'${shown}'`;
	const label = `'${[labels].flat().join("' or '")}'`;
	return part === path ? label : `${label} (${shown})`;
}

/** Counts from 0, like the item numbers in n8n's own errors. */
export const atItem = (index: number | undefined): string =>
	index === undefined ? '' : ` [item ${index}]`;
