/** All that the model reads out of the node's texts: a text that is reworded changes here only. */

/** What went wrong is not said, only that something else ended the item. */
export const isHollow = (text: string) => /\babort|\bcancell?ed/i.test(text);

/** Nobody can tell whether Loops did it. */
export const isUnknown = (text: string) => /not known whether|can't tell whether/i.test(text);

/** Another item of the run has the same key: `[item, the other one]`. */
export const sameKeyAs = (text: string): number | undefined => {
	const found = /has the same value as in item (\d+)/.exec(text);
	return found ? Number(found[1]) : undefined;
};

/** What is in the account stands against it. */
export const isOfAccount = (text: string) =>
	/No contact has|Loops has no |\balready\b|no longer a draft|exists with the type|is not suppressed|since the approval|audience of a workflow|other content to the same email/.test(
		text,
	);

/** That a failed item has made a campaign or an email, and what it has written. */
export const saysMade = (text: string, id: string) => text.includes(`created as ${id}`);
export const saysSaved = (text: string) => /content is saved as a draft/.test(text);

/** The item that a message is about. */
export const itemOf = (text: string): number | undefined => {
	const found = /\[item (\d+)\]/.exec(text);
	return found ? Number(found[1]) : undefined;
};

/** The counts of a stopped run. */
export interface Progress {
	item: number;
	total: number;
	done: number;
	validated: number;
	failedToo: number;
	notStarted: number;
}

export function progressOf(text: string): Progress | undefined {
	const found = /Of (\d+) items: ([^.]*)\./.exec(text);
	const item = itemOf(text);
	if (!found || item === undefined) return undefined;
	const [, total, counts] = found;
	const count = (what: RegExp) => Number(what.exec(counts)?.[1] ?? 0);
	return {
		item,
		total: Number(total),
		done: count(/(\d+) done/),
		validated: count(/(\d+) validated/),
		failedToo: count(/(\d+) failed/) - 1,
		notStarted: count(/(\d+) not started/),
	};
}

/** What may be run again, by what the error promises. */
export const saysAgainIsSafe = (text: string) =>
	/It is safe to run the workflow again with all items/.test(text);
export const saysRetryIsSafe = (text: string) =>
	/use Retry in n8n's list of executions within 24 hours of the first send/.test(text);

/** Where neither of them is safe. */
export const saysOthersOnly = (text: string) => /Filter them out before this node/i.test(text);

/** That it may have been made before this run this run, in an output, a hint, or the counts of a stop. */
export const isDoubtful = (of: unknown) =>
	/not known whether|may have been made before this run|possibly before this run/i.test(
		JSON.stringify(of),
	);

/** The counts of the summary next to the output. */
export function summaryOf(hint: string): { sent: number; duplicates: number } | undefined {
	const sent = /^(\d+) sent/.exec(hint);
	if (!sent) return undefined;
	return {
		sent: Number(sent[1]),
		duplicates: Number(/(\d+) (?:already sent|duplicates? avoided)/.exec(hint)?.[1] ?? 0),
	};
}

/** What a refused value's message has to name, by the outcome of the item. */
export const NAMES: Record<string, RegExp> = {
	badEmail: /Email|Name|Campaign|Workflow/,
	badJson: /JSON/,
	throws: /./,
	unknownProperty: /nobodyKnows|propert/,
	refused: /40[04]|not a draft|changes in its draft|other content to the same email/,
};

/** The field of a value that tells people or messages apart. */
export const FIELDS = {
	email: /'(Recipient )?Email'/,
	key: /'Send Only Once: Key'/,
	name: /'(Event )?Name'|'Transactional Email'/,
	id: /'(Email Message|Campaign|Transactional Email|Workflow)'/,
};
