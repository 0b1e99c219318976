import type { IDataObject } from 'n8n-workflow';

import { answersWith, contentCall } from '../../api/content';
import { asRecord, type Caller, type LoopsRequest } from '../../http/request';
import { isBlank } from '../../values/blank';
import { listed } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';
import { getCall } from '../builders';
import { emailMessage, rejections } from './requests';

/** What Loops checks before an email can be sent. */
export const guardianCall = (id: string): LoopsRequest =>
	contentCall({
		method: 'GET',
		path: `${emailMessage.path}/${id}/guardian`,
		isAnswer: answersWith('errors', 'warnings'),
		rejections,
	});

/** An email and what Loops finds wrong with it. */
export interface CheckedEmail {
	message: IDataObject;
	guardian: Guardian;
}

/** Reads the email before its check: a change in between shows as a new revision before it goes out. */
export async function readChecked(read: Caller, id: string): Promise<CheckedEmail> {
	const message = (await read(getCall(emailMessage, id))) as IDataObject;
	return { message, guardian: (await read(guardianCall(id))) as Guardian & IDataObject };
}

export interface Guardian {
	errors: Finding[];
	warnings: Finding[];
}

/** `items` are the places in the email. */
interface Finding {
	title?: string;
	rule?: string;
	items?: Array<{ label?: string }> | null;
}

/** Whatever Loops leaves out or gives as null. */
const findings = (given: Finding[] | null | undefined): Finding[] =>
	[given ?? []].flat().map(asRecord);

const inWords = ({ title, rule, items }: Finding): string => {
	const labels = [items ?? []].flat().flatMap((each) => asRecord(each).label ?? []);
	const what = String(title ?? rule ?? 'Error');
	return labels.length > 0 ? `${what} (${listed(labels.map(String))})` : what;
};

/** What an email lacks although Loops itself accepts it (contract: check-of-content). */
const missingParts = ({ subject, lmx }: IDataObject): string[] =>
	Object.entries({ subject, content: lmx }).flatMap(([name, text]) =>
		typeof text === 'string' && !isBlank(text) ? [] : [name],
	);

/** Whether an email has a subject and content, and no errors. */
export const isSendable = (message: IDataObject, { errors }: Guardian): boolean =>
	missingParts(message).length + findings(errors).length === 0;

/**
 * Refuses an email that can't be sent.
 * @throws ItemRefused
 */
export function checkMessage(message: IDataObject, { errors }: Guardian): void {
	const [empty] = missingParts(message);
	if (empty) {
		throw new ItemRefused(
			`The email has no ${empty}`,
			"Write it with 'Email Message > Update' or in Loops",
		);
	}
	if (findings(errors).length === 0) return;
	throw new ItemRefused(
		`The email has errors: ${listed(findings(errors).map(inWords))}`,
		"Correct its content. 'Email Message > Check' lists the errors",
	);
}

export const warningsOf = ({ warnings }: Guardian): string[] => findings(warnings).map(inWords);
