import type { IDataObject } from 'n8n-workflow';

import { type Guardian, withFixes } from '../email/guardian';
import { warnOfNew } from './requests';

interface SavedState {
	created?: boolean;
	published: boolean;
	newVariables?: string[];
	/** What was replaced, and what Loops left out. */
	notes?: string[];
}

/** The output of Save Content. */
export const outputOf = (
	email: IDataObject,
	message: IDataObject,
	{ errors, warnings }: Guardian,
	{ created = false, published, newVariables: added = [], notes = [] }: SavedState,
): IDataObject => ({
	id: email.id,
	name: email.name,
	created,
	newVariables: added,
	published,
	emailMessageId: message.id,
	contentRevisionId: message.contentRevisionId,
	dataVariables: email.dataVariables,
	errors: withFixes(errors),
	// Nobody sees the hints of a scheduled run.
	warnings: [
		...[...notes, ...warnOfNew(added)].map((title) => ({ title })),
		...withFixes(warnings),
	],
});
