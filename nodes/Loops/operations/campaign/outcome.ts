import type { IDataObject } from 'n8n-workflow';

import type { Checked } from '../../values/checked';
import { asRecord } from '../../http/request';
import { format } from '../../values/format';
import { ItemRefused } from '../../values/itemRefused';

/** When a campaign is to go out. */
export interface Time {
	/** Undefined means now. */
	timestamp?: Checked;
	/** The time zone of the workflow. */
	zone: string;
}

const MINUTE_MS = 60_000;

/** Of a campaign that goes out (contract: schedule-status). */
const GOES_OUT = ['Scheduled', 'Sending', 'Sent'];

const shownTime = ({ scheduling }: IDataObject): unknown => asRecord(scheduling).timestamp;

/** To the minute. An answer to 'now' may have no time. */
function isTime(campaign: IDataObject, timestamp?: string): boolean {
	const ms = Date.parse(String(shownTime(campaign)));
	if (timestamp === undefined) return !(ms > Date.now() + MINUTE_MS);
	return Math.abs(ms - Date.parse(timestamp)) < MINUTE_MS;
}

/** What speaks against a campaign having been scheduled as it was asked for, if anything. */
export function problemOf(
	campaign: IDataObject,
	{ timestamp }: Time,
	isLost = false,
): ItemRefused | undefined {
	const { status, url = `campaign ${String(campaign.id)}` } = campaign;
	const where = String(url);
	const isRight = isTime(campaign, timestamp);
	if (status === 'Draft') {
		const isSaved = isRight && timestamp !== undefined;
		if (isLost && !isSaved) {
			return new ItemRefused(
				`Loops' answer was lost, and the campaign is a draft: ${where}`,
				'Look at it in a minute. If it is still a draft, run this item again',
			);
		}
		const what = isSaved ? 'saved the time' : 'accepted this';
		return new ItemRefused(
			`Loops ${what}, but the campaign is still a draft: ${where}`,
			'Confirm it there',
		);
	}
	if (!GOES_OUT.includes(String(status))) {
		const shown = typeof status === 'string' ? status : format(status);
		return new ItemRefused(
			`Loops did not schedule the campaign: its status is ${shown}`,
			`Look at it in Loops: ${where}`,
		);
	}
	if (isRight) return undefined;
	const asked = timestamp ?? 'now';
	const shown = shownTime(campaign);
	return new ItemRefused(
		typeof shown === 'string'
			? `The campaign goes out at ${shown}, not ${asked}`
			: `Loops shows no time for the campaign, not ${asked}`,
		`Change it in Loops: ${where}`,
	);
}

/** When the campaign goes out: in UTC, and in the zone of the workflow. */
export function timesOf(campaign: IDataObject, { zone }: Time) {
	const ms = Date.parse(String(shownTime(campaign))) || Date.now();
	// The format of Sweden is that of ISO 8601.
	const local = new Date(ms).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);
	return { sendsAt: new Date(ms).toISOString(), sendsAtLocal: `${local} ${zone}` };
}

export function hintOf(times: ReturnType<typeof timesOf>, { timestamp }: Time): string {
	const when = timestamp === undefined ? 'now:' : 'at';
	return `The campaign goes out ${when} ${times.sendsAtLocal} (${times.sendsAt})`;
}
