import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { moreEmailContent } from '../../fields/emailContent';
import type { Parameter } from '../../form/parameter';
import type { Caller, Rejection } from '../../http/request';
import type { Identifier } from '../../values/checked';
import { listed } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';
import { sortKeys } from '../../values/parse';
import { getById, getCall } from '../base/builders';
import { segment as segmentResource, campaign as campaignResource } from '../base/resources';

/** An email as it was read, and the audience if it is that of a campaign. */
interface Outgoing {
	message: IDataObject;
	campaign?: IDataObject;
	/** The segment of the campaign, if it has one. */
	segment?: IDataObject;
}

/** The labels of all that goes out with an email, by Loops' names. */
const LABELS: Record<string, string> = {
	...Object.fromEntries(
		Object.entries(moreEmailContent).map(([name, { property }]) => [name, property.displayName]),
	),
	mailingListId: 'Mailing List',
	audienceSegmentId: 'Audience Segment',
	audienceFilter: 'Audience Filter',
};

export const labelsOf = (names: string[]): string =>
	listed(Object.keys(LABELS).flatMap((name) => (names.includes(name) ? [LABELS[name]] : [])));

/** Half of SHA-256: nobody finds two contents with the same digest, to have one approved and send the other. */
const DIGEST_LENGTH = 32;

/** Only names what has changed: the digest of all decides whether something has. */
const FIELD_DIGEST_LENGTH = 4;

/** The name of the digest of all. */
const ALL = 'v1';

const SHAPE = new RegExp(
	`^${ALL}-[0-9a-f]{${DIGEST_LENGTH}}(\\.[A-Za-z]+-[0-9a-f]{${FIELD_DIGEST_LENGTH}})*$`,
);

const segmentGone: Rejection = {
	status: 404,
	problem: 'The audience segment of the campaign no longer exists',
	hint: "Set another audience with 'Campaign > Update'",
};

/** Reads the segment of the campaign, which anyone can change. */
export async function withSegment(get: Caller, of: Outgoing): Promise<Outgoing> {
	const id = of.campaign?.audienceSegmentId;
	if (typeof id !== 'string') return of;
	const segment = await get({ ...getCall(segmentResource, id), rejections: [segmentGone] });
	return { ...of, segment: segment as IDataObject };
}

/** The email with the audience of its campaign. */
export async function getOutgoing(get: Caller, message: IDataObject): Promise<Outgoing> {
	const { campaignId } = message;
	if (typeof campaignId !== 'string') return { message };
	return await withSegment(get, {
		message,
		campaign: await getById(get, campaignResource, campaignId),
	});
}

/** A short text with a digest of all that goes out, and of each field. Loops may leave out what is empty. */
export function approvalOf({ message, campaign = {}, segment }: Outgoing): string {
	const { mailingListId, audienceSegmentId, audienceFilter } = campaign;
	const fields: IDataObject = {
		...message,
		...{ mailingListId, audienceFilter },
		audienceSegmentId: audienceSegmentId && [audienceSegmentId, segment?.filter],
	};
	const given = Object.keys(LABELS).filter((name) => !isEmpty(fields[name]));
	const all = given.map((name) => [name, fields[name]]);
	return [
		`${ALL}-${digest(all, DIGEST_LENGTH)}`,
		...given.map((name) => `${name}-${digest(fields[name], FIELD_DIGEST_LENGTH)}`),
	].join('.');
}

/** Null if it can't be read: an email in MJML, or after a change that has been made. */
export const approvalOrNull = async (get: () => Promise<Outgoing>): Promise<string | null> =>
	await get().then(approvalOf, () => null);

/** The labels of the fields in which two approvals differ. */
export function changedFields(before: string, now: string): string[] {
	const [old, current] = [before, now].map((text) => new Map(text.split('.').map(pair)));
	const changed = [...new Set([...old.keys(), ...current.keys()])].filter(
		(name) => old.get(name) !== current.get(name),
	);
	const fields = changed.filter((name) => name !== ALL).map((name) => LABELS[name] ?? name);
	return changed.length > 0 && fields.length === 0 ? ['Content'] : fields;
}

/** @throws ItemRefused if what goes out `now` is not what was approved */
export function checkApproval(approved: string | undefined, now: string): void {
	const changed = approved === undefined ? [] : changedFields(approved, now);
	if (changed.length === 0) return;
	throw new ItemRefused(
		`These parts have changed since the approval: ${listed(changed)}`,
		"Nothing was scheduled or published. Run 'Email Message > Check' again, have the email approved, and use the new 'approval'",
	);
}

/** If absent, nothing is compared. */
export const approval: Parameter<Identifier> = {
	property: {
		displayName: 'Approval',
		name: 'approval',
		type: 'string',
		default: '',
		description:
			"Value of the field 'approval' that Check, Create or Update returned before a person approved the email. If the email or its audience has changed since, the item fails. Changes to themes and components are not detected.",
	},
	read: (value) => {
		const hint = "Use the value of 'approval' that 'Email Message > Check' returned";
		const given = value.identifier('emails', { hint });
		if (SHAPE.test(given)) return given;
		return value.refuse(`'Approval' is not an approval: ${value.shown}`, hint);
	},
};

const pair = (part: string) => part.split('-') as [string, string];

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(typeof value === 'object' && Object.keys(value).length === 0);

const digest = (value: unknown, length: number): string =>
	createHash('sha256')
		.update(JSON.stringify(sortKeys(value)))
		.digest('hex')
		.slice(0, length);
