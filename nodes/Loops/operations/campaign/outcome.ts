import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../../form/body';
import { selectIdOrName } from '../../form/parameter';
import type { Rejection } from '../../http/request';
import type { Checked } from '../../values/checked';
import { format } from '../../values/format';
import { localTime } from '../../values/date';
import { ItemRefused } from '../../values/itemRefused';
import { asRecord } from '../../values/parse';

export const campaignName = nameOf('Name of the campaign. Recipients do not see it.');

export const campaignGroupId = selectIdOrName(
	'campaignGroup',
	'Group',
	'campaignGroup',
	'getCampaignGroups',
);

export const noMetrics: Rejection[] = [
	{
		status: 400, // as documented in Loops' Go client
		problem: 'The campaign has no metrics, because it was not sent or has no email message',
		hint: "Only sent campaigns have metrics. Before this node, filter for campaigns whose 'status' is Sent",
	},
];

/** When a campaign is to go out. */
export interface Time {
	/** Undefined means now. */
	timestamp?: Checked;
	/** The time zone of the workflow. */
	zone: string;
	/** Whether the form gives only a date. */
	isMidnight?: boolean;
}

const MINUTE_MS = 60_000;

const shownTime = ({ scheduling }: IDataObject) => asRecord(scheduling).timestamp ?? 'empty';

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
		const problem = `The scheduled time of the campaign is ${shown}, not ${timestamp ?? 'now'}`;
		return new ItemRefused(problem, `Change the campaign in Loops: ${where}`);
	}
	if (status !== 'Draft') {
		const problem = `Loops did not schedule the campaign: its status is ${shownText(status)}`;
		return new ItemRefused(problem, `Check the campaign in Loops: ${where}`);
	}
	const isSaved = isTimeRight && timestamp !== undefined;
	if (isSaved || !isLost) {
		const problem = `Loops ${isSaved ? 'saved the time' : 'accepted the request'}, but the campaign is still a draft: ${where}`;
		return new ItemRefused(
			problem,
			'The campaign is not scheduled yet. Open the campaign in Loops, and confirm the schedule there',
		);
	}
	return new ItemRefused(
		`Loops' response was lost, and the campaign is still a draft: ${where}`,
		'Check the campaign in Loops in a minute. If it is still a draft, run the workflow again with this item',
	);
}

/** When the campaign goes out: in the zone of the workflow, and in UTC. */
export function timesOf(campaign: IDataObject, { zone, isMidnight }: Time) {
	const ms = Date.parse(shownText(shownTime(campaign))) || Date.now();
	const note = `'Time' is a date without a time, so the node took midnight in ${zone}`;
	return {
		sendsAtLocal: localTime(ms, zone),
		...(isMidnight && { sendsAtNote: note }),
		sendsAt: new Date(ms).toISOString(),
	};
}
