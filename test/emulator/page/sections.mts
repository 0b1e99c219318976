import type { Fault } from '../faults.mts';
import type { Contact, EventPattern, LoggedEvent } from '../records.mts';
import { PATHS } from '../routes.mts';
import type { Emulator } from '../server.mts';
import type { Email } from '../webhooks/emails.mts';
import { EMAIL_EVENTS, MARKETING_EVENTS } from '../webhooks/happen.mts';
import { EMAIL_PATH } from './emailMessage.mts';
import { markup, type Markup } from './markup.mts';
import {
	callForm,
	list,
	more,
	MOST_ROWS,
	pairs,
	type Row,
	select,
	size,
	table,
	time,
} from './parts.mts';

export function emails(emulator: Emulator): Markup {
	const { outbox, marketingEmails, webhook } = emulator;
	const sent = [
		...outbox.map((email, index) => ({ ...email, ...emulator.email('transactional', index) })),
		...marketingEmails.map((email, index) => ({
			...email,
			dataVariables: {},
			attachments: [],
			...emulator.email('marketing', index),
		})),
	].sort((one, other) => one.at - other.at);
	const rowOf = (email: (typeof sent)[number]): Row => ({
		id: email.id,
		cells: [
			time(email.at),
			email.recipient,
			email.sourceName,
			pairs(email.dataVariables),
			list(email.attachments.map(({ filename, bytes }) => `${filename} (${size(bytes)})`)),
			openSent(emulator, email),
			happenings(email),
		],
	});
	const columns = ['Time', 'To', 'Email', 'Variables', 'Attachments', 'Content'];
	if (webhook.url !== undefined) columns.push('Webhook');
	const advice = 'No emails yet. Run a workflow with Transactional Email > Send.';
	return table('Emails', columns, sent, rowOf, advice);
}

/** The emulator has no content of the campaign and the workflow that it makes up. */
function openSent(emulator: Emulator, { id, sourceId }: Email): Markup | string {
	const messageId = emulator.templates().find((each) => each.id === sourceId)?.publishedMessageId;
	return messageId ? markup`<a href="${EMAIL_PATH}${messageId}/${id}">Open</a>` : '';
}

function happenings({ id, sourceType }: Email): Markup {
	const names = [...EMAIL_EVENTS, ...(sourceType === 'transactional' ? [] : MARKETING_EVENTS)];
	const choices = names.map((event) => ({ label: event, body: { event, emailId: id } }));
	const form = callForm('POST /__emulator/happen', choices);
	return more(`${id}-happen`, 'Send webhook', form);
}

export function events({ eventLog }: Emulator): Markup {
	const rowOf = (event: LoggedEvent, index: number): Row => ({
		id: `event-${index}`,
		cells: [
			time(event.at),
			event.eventName,
			event.email,
			pairs(event.eventProperties),
			pairs({ ...event.contactProperties, ...event.mailingLists }),
		],
	});
	const columns = ['Time', 'Event', 'Contact', 'Event properties', 'Contact properties'];
	const advice = 'No events yet. Run a workflow with Event > Send.';
	return table('Events', columns, eventLog, rowOf, advice);
}

export function contacts(emulator: Emulator): Markup {
	const names = new Map(emulator.mailingLists().map(({ id, name }) => [id, name]));
	const rowOf = (contact: Contact): Row => {
		const { id, email, subscribed, mailingLists, ...properties } = contact;
		return {
			id: `contact-${id}`,
			cells: [
				email,
				subscribed ? 'yes' : 'no',
				pairs(properties),
				list(Object.keys(mailingLists).map((each) => names.get(each) ?? each)),
				subscribed ? mailings(contact) : '',
			],
		};
	};
	const columns = ['Email', 'Subscribed', 'Properties', 'Mailing lists'];
	if (emulator.webhook.url !== undefined) columns.push('Webhook');
	const advice =
		'No contacts. Run a workflow with Contact > Create, or press Reset for the samples.';
	const latest = emulator.contacts(MOST_ROWS);
	return table('Contacts', columns, latest, rowOf, advice, emulator.contactCount);
}

export function eventPatterns(emulator: Emulator): Markup {
	const rowOf = ({ id, eventName, eventProperties }: EventPattern): Row => ({
		id: `pattern-${id}`,
		cells: [eventName, list(eventProperties.map(({ name, type }) => `${name}: ${type}`))],
	});
	const advice = 'No event names yet. Loops adds each one that it receives.';
	return table('Patterns', ['Name', 'Properties'], emulator.eventPatterns(), rowOf, advice);
}

function mailings({ id, email }: Contact): Markup {
	const choices = [
		{ label: 'Campaign email', body: { event: 'campaign.email.sent', email } },
		{ label: 'Workflow email', body: { event: 'loop.email.sent', email } },
	];
	const form = callForm('POST /__emulator/happen', choices);
	return more(`contact-${id}-mail`, 'Send email', form);
}

const FAULTS: Array<[label: string, fault: Fault]> = [
	['429 Too Many Requests', { kind: 'status', status: 429 }],
	['500 Internal Server Error', { kind: 'status', status: 500 }],
	['503 Service Unavailable', { kind: 'status', status: 503 }],
	['502 with an HTML page', { kind: 'html', status: 502 }],
	['Connection lost before processing', { kind: 'resetBefore' }],
	['Connection lost after processing', { kind: 'resetAfter' }],
	['Cut the answer', { kind: 'truncate' }],
	['Never answer', { kind: 'hang' }],
	['Slow (3 s)', { kind: 'slow', delay: 3000 }],
];

export function faultForm(): Markup {
	const times = [1, 3, 10].map((count): [string, object] => [
		count === 1 ? 'the next request' : `the next ${count} requests`,
		{ times: count },
	]);
	const paths = [...PATHS.keys()]
		.filter((path) => !path.includes('/:'))
		.map((path): [string, object] => [path, { path }]);
	const choices = FAULTS.map(([label, body]) => ({ label, body }));
	return callForm(
		'POST /__emulator/faults',
		choices,
		markup`${select('fault-times', 'Applies to', [...times, ['every request', { times: 'always' }]])}
${select('fault-path', 'Path', [['any', {}], ...paths])}`,
	);
}

export function waitingFaults({ waitingFaults: waiting }: Emulator): Markup {
	if (waiting.length === 0)
		return markup`<p class="none">No faults. Choose one to make the next request fail.</p>`;
	const faults = waiting.map(({ fault, left }) =>
		pairs({ ...fault, times: left === Infinity ? 'always' : left }),
	);
	return markup`<p>Waiting for a request:</p>${faults}
${callForm('DELETE /__emulator/faults', [{ label: 'Clear faults' }])}`;
}
