import type { IDataObject } from 'n8n-workflow';

import { contentCall } from '../../api/content';
import { type Caller, isOk } from '../../http/request';
import { isBlank, listed } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';
import { isEmptyLmx } from '../../values/lmx';
import { asRecord } from '../../values/parse';
import { rejectionsOf } from '../base/builders';
import { emailMessage } from '../base/resources';
import { getIfShown, isShown } from './message';

const property =
	'Use only contact properties that exist. Transactional emails have none: use data variables such as {data.firstName}';
const event = 'Use event properties only in workflows, and only those of the event that starts it';
const variable = 'Use data variables only in transactional emails';
const fallback =
	'Add a fallback. Otherwise, contacts without a value see nothing where the property is used';
const address = 'Enter a URL that starts with https:// or mailto: for each of them';
const youTube = 'Use the full URL of the video instead of youtu.be';
const mailto = 'Write mailto: before the email address';

/** Loops' rules for emails, in words: what is wrong, and what to do. */
const RULES: Partial<Record<string, [problem: string, fix: string]>> = {
	unsupportedContactProperties: ['contact properties that the email cannot use', property],
	missingFallbackContactProperties: ['contact properties without a fallback', fallback],
	unsupportedEventProperties: ['event properties that the email cannot use', event],
	missingFallbackEventProperties: ['event properties without a fallback', fallback],
	unsupportedDataVariables: ['data variables that the email cannot use', variable],
	invalidCustomDataVariables: [
		'data variables with an invalid name',
		'Rename the data variables with an invalid name, with letters, digits and underscores only',
	],
	missingRequiredDataVariables: [
		'required data variables that are missing from the email',
		'Add the missing data variables to the email',
	],
	missingButtonHrefs: ['buttons without a URL', address],
	invalidButtonHrefs: ['buttons with an invalid URL', address],
	shortenedYouTubeButtonHrefs: ['buttons with a shortened YouTube URL', youTube],
	missingLinkHrefs: ['links without a URL', address],
	invalidLinkHrefs: ['links with an invalid URL', address],
	shortenedYouTubeLinkHrefs: ['links with a shortened YouTube URL', youTube],
	shortenedYouTubeImageHrefs: ['images with a shortened YouTube URL', youTube],
	emailWithoutMailtoButtonHrefs: ['buttons with an email address without mailto:', mailto],
	emailWithoutMailtoLinkHrefs: ['links with an email address without mailto:', mailto],
	emailWithoutMailtoImageHrefs: ['images with an email address without mailto:', mailto],
	bareArrayNodes: [
		'lists that are not inside a loop',
		'Put the list inside a loop of the email, or use a single entry of the list',
	],
	missingSocialIconHrefs: ['social icons without a URL', address],
};

/** What Loops finds wrong with an email before it can be sent. */
export async function getGuardian(get: Caller, id: string): Promise<Guardian> {
	const call = contentCall({
		method: 'GET',
		path: `${emailMessage.path}/${id}/guardian`,
		// Null instead of a list says nothing about the email.
		isAnswer: (outcome) =>
			isOk(outcome) &&
			['errors', 'warnings'].every((name) => Array.isArray(asRecord(outcome.body)[name])),
		rejections: rejectionsOf(emailMessage),
	});
	return (await get(call)) as Guardian;
}

/** An email and what Loops finds wrong with it. */
export interface CheckedEmail {
	message: IDataObject;
	guardian: Guardian;
}

/**
 * Reads the email before its check: a change in between shows as a new revision before it goes out.
 * Loops checks no email that it refuses to show with one of the statuses `hidden`.
 */
export async function getChecked(
	get: Caller,
	id: string,
	...hidden: number[]
): Promise<CheckedEmail> {
	const message = await getIfShown(get, id, ...hidden);
	if (!isShown(message)) return { message, guardian: { errors: [], warnings: [] } };
	return { message, guardian: await getGuardian(get, id) };
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

/** Loops' own title may be a code, and gives no fix. */
const ruleOf = ({ title, rule = '' }: Finding): [problem: string, fix?: string] =>
	RULES[rule] ?? [title ?? (rule || 'error')];

/** What Loops found, with a `fix` in words where we know the rule. */
export const withFixes = (given: Finding[]): IDataObject[] =>
	given.map((each) => {
		const [, fix] = ruleOf(asRecord(each));
		return { ...asRecord(each), ...(fix && { fix }) };
	});

const fixesOf = (given: Finding[]): string[] => [
	...new Set(given.flatMap((each) => ruleOf(asRecord(each))[1] ?? [])),
];

const inWords = (given: Finding): string => {
	const finding = asRecord(given) as Finding;
	const labels = [finding.items ?? []].flat().flatMap((each) => asRecord(each).label ?? []);
	const [what] = ruleOf(finding);
	return labels.length > 0 ? `${what} (${listed(labels.map(String))})` : what;
};

/** What an email lacks although Loops itself accepts it (contract: check-of-content). */
const missingContent = ({ subject, lmx }: IDataObject): string[] => [
	...(typeof subject === 'string' && !isBlank(subject) ? [] : ['subject']),
	...(isEmptyLmx(lmx) ? ['content'] : []),
];

/** Whether an email has a subject and content, and no errors. */
export const isSendable = (message: IDataObject, { errors }: Guardian): boolean =>
	missingContent(message).length + errors.length === 0;

/**
 * Refuses an email that can't be sent.
 * @throws ItemRefused
 */
export function checkMessage(message: IDataObject, { errors }: Guardian): void {
	const [empty] = missingContent(message);
	if (empty) {
		throw new ItemRefused(
			`The email has no ${empty}`,
			`Add the ${empty} with '${message.campaignId ? 'Campaign' : 'Email Message'} > Update' or in Loops`,
		);
	}
	if (errors.length === 0) return;
	throw new ItemRefused(
		`The email has errors: ${listed(errors.map(inWords))}`,
		[...fixesOf(errors), "'Email Message > Check' lists the errors"].join('. '),
	);
}

export const warningsOf = ({ warnings }: Guardian): string[] =>
	warnings.map((each) =>
		[`Loops warns about the email: ${inWords(each)}`, ...fixesOf([each])].join('. '),
	);
