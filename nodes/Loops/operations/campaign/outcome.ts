import type { IDataObject } from 'n8n-workflow';

import type { Checked } from '../../values/checked';
import { asRecord } from '../../values/parse';
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

const shownTime = ({ scheduling }: IDataObject) => asRecord(scheduling).timestamp ?? 'no time';

export const shownText = (value: unknown) => (typeof value === 'string' ? value : format(value));

/** Why a campaign does not count as scheduled as asked (contract: schedule-status). */
export function problemOf(
	campaign: IDataObject,
	{ timestamp }: Time,
	isLost = false,
): ItemRefused | undefined {
	const { id, status, url = `campaign ${String(id)}` } = campaign;
	const where = String(url);
	const shown = shownText(shownTime(campaign));
	const ms = Date.parse(shown);
	// An answer to 'now' may have no time.
	const isTimeRight = timestamp
		? Math.abs(ms - Date.parse(timestamp)) < MINUTE_MS
		: !(ms > Date.now() + MINUTE_MS);
	if (['Scheduled', 'Sending', 'Sent'].includes(String(status))) {
		if (isTimeRight) return undefined;
		const problem = `The campaign is scheduled for ${shown}, not ${timestamp ?? 'now'}`;
		return new ItemRefused(problem, `Change it in Loops: ${where}`);
	}
	if (status !== 'Draft') {
		const problem = `Loops did not schedule the campaign: its status is ${shownText(status)}`;
		return new ItemRefused(problem, `Look at it in Loops: ${where}`);
	}
	const isSaved = isTimeRight && timestamp !== undefined;
	if (isSaved || !isLost) {
		const problem = `Loops ${isSaved ? 'saved the time' : 'accepted this'}, but the campaign is still a draft: ${where}`;
		return new ItemRefused(problem, 'It is not scheduled yet: confirm it there');
	}
	return new ItemRefused(
		`Loops' response was lost, and the campaign is still a draft: ${where}`,
		'Look at it in a minute. If it is still a draft, run this item again',
	);
}

/** A time in ms as people in the zone write it. */
export function localTime(ms: number, zone: string): string {
	// Swedish dates are ISO 8601.
	const local = new Date(ms).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);
	return `${local} ${zone}`;
}

/** When the campaign goes out: in the zone of the workflow, and in UTC. */
export function timesOf(campaign: IDataObject, { zone }: Time) {
	const ms = Date.parse(shownText(shownTime(campaign))) || Date.now();
	return { sendsAtLocal: localTime(ms, zone), sendsAt: new Date(ms).toISOString() };
}
