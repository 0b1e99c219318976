import { type IDataObject, sleep } from 'n8n-workflow';

import { contentCall, answersAbout } from '../../api/content';
import type { Field } from '../../form/form';
import { options, validateOnly, checkbox, timeIn, zoneHint } from '../../form/parameter';
import type { Caller, LoopsRequest } from '../../http/request';
import { spellingKey, formatName } from '../../values/format';
import { type Checked, constant } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { approval, approvalOf, checkApproval, withSegment } from '../email/approval';
import { checkMessage, getChecked, warningsOf } from '../email/guardian';
import { confirmEmailUnchanged, isShown } from '../email/message';
import { campaign, messageIdOf } from '../base/resources';
import { hasAudience } from './audience';
import { localTime } from '../../values/date';
import { problemOf, shownText, type Time, timesOf } from './outcome';
import { operation } from '../base/operation';
import { getById, getCall, locksOf, rejectionsOf } from '../base/builders';

const time: Field<Time> = {
	properties: [
		{
			displayName: 'When',
			name: 'sendWhen',
			type: 'options',
			options: [
				{ name: 'At a Specific Time', value: 'at' },
				{ name: 'Now', value: 'now', description: "This can't be undone" },
			],
			default: 'at',
			description: 'When Loops sends the campaign',
		},
		{
			displayName: 'Time',
			name: 'sendAt',
			type: 'dateTime',
			default: '',
			displayOptions: { show: { sendWhen: ['at'] } },
			description: 'When Loops sends the campaign',
			hint: zoneHint,
		},
	],
	read: (form) => {
		const zone = form.timezone;
		if (form.value('sendWhen', 'When', 'at').choice(['at', 'now']) === 'now') return { zone };
		const value = form.value('sendAt', 'Time');
		const { ms, isMidnight } = timeIn(value, zone, IN_FUTURE);
		const timestamp = new Date(ms).toISOString() as Checked;
		if (ms <= Date.now()) throw isPast(ms, zone);
		return { zone, timestamp, isMidnight };
	},
};

const IN_FUTURE = "Use a time in the future, such as 2030-01-31T09:30:00Z, or choose 'Now'";

/** A time may also pass while the call waits for the rate limit. */
const isPast = (ms: number, zone: string) =>
	new ItemRefused(`'Time' is in the past: ${localTime(ms, zone)}`, IN_FUTURE);

const confirmedName: Field<string> = {
	properties: [
		{
			displayName: 'Confirm Name',
			name: 'confirmName',
			type: 'string',
			required: true,
			default: '',
			description: 'If the campaign has another name in Loops, nothing is sent',
			hint: "To confirm, type the campaign's name again, without the status that the list shows beside it",
		},
	],
	read: (form) =>
		form.value('confirmName', 'Confirm Name').identifier('campaigns', {
			hint: "Enter the campaign's name again, to confirm that it is the right campaign",
		}),
};

const sendToAll = checkbox({
	displayName: 'Send to All Contacts',
	name: 'sendToAllContacts',
	description: 'Whether a campaign without a list, segment or conditions may go to all contacts',
});

/** The list keeps the campaign that was chosen, such as an older draft of the same name. */
const AFTER_CREATE = "After 'Campaign > Create', choose By ID and enter {{ $json.id }}";

/** The only operation that makes Loops send a campaign (contract: campaign-draft). */
export const schedule = operation({
	value: 'schedule',
	name: 'Schedule',
	action: 'Schedule campaign',
	description:
		'Send a campaign to its audience, now or at a set time. You can cancel a scheduled campaign only in Loops.',
	isHiddenFromAgents: true,
	fields: {
		id: {
			...campaign.id,
			properties: campaign.id.properties.map((property) => ({ ...property, hint: AFTER_CREATE })),
		},
		name: confirmedName,
		time,
		options: options({ approval, sendToAll, validateOnly }),
	},
	locks: (values) => locksOf(campaign, values.id),
	reaches: () => ['the audience of a campaign'],
	run: async ({ id, name, time, options: chosen }, { get, warn, change }) => {
		const before = await getById(get, campaign, id);
		const messageId = messageIdOf(before.emailMessageId, campaign.noun);
		const { message, guardian } = await getChecked(get, messageId, 409);
		const outgoing = await withSegment(get, { message, campaign: before });
		checkCampaign(before, name, chosen.sendToAll);
		const isHidden = !isShown(message);
		if (isHidden && chosen.approval !== undefined) throw notComparable();
		checkApproval(chosen.approval, approvalOf(outgoing));
		if (!isHidden) checkMessage(message, guardian);
		warn(isHidden ? [UNCHECKED_WARNING] : warningsOf(guardian));

		const { segment } = outgoing;
		const confirmUnchanged = confirmEmailUnchanged(
			campaign,
			before,
			CHECKED_FIELDS,
			message,
			segment,
		);
		const { answer } = await change(scheduleCall(id, time, confirmUnchanged));
		const now = await scheduledNow(answer, time, async () => await getById(get, campaign, id));
		const { name: called, status } = now;
		const toAllContacts = !hasAudience(now);
		return { name: called, status, ...timesOf(now, time), toAllContacts, ...now };
	},
});

/**
 * Schedules the campaign once. Repeated at once, Loops could send it twice. So after a lost answer, the node only reads
 * the campaign: the item is done if Loops shows it as scheduled for this time, and otherwise fails and says what Loops
 * shows. A person, or a try of Retry On Fail, then begins anew: it schedules what is still the same draft.
 */
function scheduleCall(
	id: string,
	time: Time,
	confirmUnchanged: (get: Caller) => Promise<void>,
): LoopsRequest {
	const { timestamp } = time;
	const scheduling = timestamp
		? { method: constant('schedule'), timestamp }
		: { method: constant('now') };
	return contentCall({
		method: 'POST',
		path: `${campaign.path}/${id}`,
		body: { scheduling },
		isAnswer: answersAbout(id),
		rejections: [
			{
				status: 409,
				problem: 'The campaign is no longer a draft', // contract: campaign-sent
				hint: 'Someone may have scheduled or sent the campaign just now. Check the campaign in Loops',
			},
			...rejectionsOf(campaign),
		],
		repeat: {
			kind: 'checkOnly',
			request: getCall(campaign, id),
			afterMs: MOMENT_MS,
			found: (answer) => problemOf(answer as IDataObject, time, true) ?? (answer as IDataObject),
		},
		beforeAttempt: async (get) => {
			await confirmUnchanged(get);
			const ms = Date.parse(timestamp ?? '');
			if (ms <= Date.now()) throw isPast(ms, time.zone);
		},
	});
}

/** Loops may show a campaign as scheduled only a moment later. */
async function scheduledNow(
	answer: IDataObject,
	time: Time,
	getAgain: () => Promise<IDataObject>,
): Promise<IDataObject> {
	const atFirst = problemOf(answer, time);
	if (!atFirst) return answer;
	await sleep(MOMENT_MS);
	const now = await getAgain().catch((caught: Error) => {
		throw new ItemRefused(
			`The node could not check the campaign again: ${caught.message}. ${atFirst.message}`,
			'Check the campaign in Loops before you run the workflow again with this item',
		);
	});
	const problem = problemOf(now, time);
	if (problem) throw problem;
	return now;
}

const UNCHECKED_WARNING =
	"Loops' API does not show this email, which may be written in MJML. The campaign is scheduled without a check of the email";

const notComparable = () =>
	new ItemRefused(
		"This email can't be compared with the approved one, because Loops' API does not show it",
		"The email may be written in MJML. Check the email in Loops, then schedule the campaign without 'Approval'",
	);

/** Loops shows a campaign as scheduled within this time. */
const MOMENT_MS = 2_000;

const CHECKED_FIELDS = ['name', 'status', 'emailMessageId'];

function checkCampaign(campaign: IDataObject, name: string, isToAll: boolean): void {
	const { name: actual, status } = campaign;
	if (spellingKey(String(actual)) !== spellingKey(name)) {
		throw new ItemRefused(
			`The campaign is called '${formatName(shownText(actual))}', not '${formatName(name)}'`,
			"Choose the right campaign, or correct 'Confirm Name'",
		);
	}
	if (status !== 'Draft') {
		throw new ItemRefused(
			`The campaign is not a draft: its status is ${shownText(status)}`,
			"Only drafts can be scheduled. An earlier attempt may have scheduled the campaign. Loops' API can't cancel a schedule: change the campaign in Loops",
		);
	}
	if (isToAll || hasAudience(campaign)) return;
	throw new ItemRefused(
		'The campaign has no audience, so it would go to every contact',
		"Set a mailing list, a segment or conditions with 'Campaign > Update', or turn on 'Send to All Contacts'",
	);
}
