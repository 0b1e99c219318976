import type { Fault } from '../faults.mts';
import type { Contact } from '../records.mts';
import { PATHS } from '../routes.mts';
import type { Emulator } from '../server.mts';
import type { Email } from '../webhooks/emails.mts';
import { EMAIL_EVENTS, MARKETING_EVENTS } from '../webhooks/happen.mts';
import { markup, type Markup } from './markup.mts';
import {
	block,
	callForm,
	latest,
	MOST_ROWS,
	list,
	more,
	pairs,
	select,
	size,
	table,
	time,
} from './parts.mts';

export function emails(emulator: Emulator): Markup {
	const { outbox, marketingEmails, webhook } = emulator;
	const transactional = latest(outbox).map(([sent, index]) => ({
		...sent,
		...emulator.email('transactional', index),
	}));
	const marketing = latest(marketingEmails).map(([sent, index]) => ({
		...sent,
		...emulator.email('marketing', index),
		dataVariables: {},
		attachments: [],
	}));
	const sent = [...transactional, ...marketing].sort((one, other) => one.at - other.at);
	const rows = latest(sent).map(([email]) => ({
		id: email.id,
		cells: [
			time(email.at),
			email.recipient,
			email.sourceName,
			pairs(email.dataVariables),
			list(email.attachments.map(({ filename, bytes }) => `${filename} (${size(bytes)})`)),
			happenings(email),
		],
	}));
	const columns = ['Time', 'To', 'Email', 'Variables', 'Attachments'];
	if (webhook.url !== undefined) columns.push('Webhook');
	return table('Emails', columns, rows, outbox.length + marketingEmails.length);
}

function happenings({ id, sourceType }: Email): Markup {
	const names = [...EMAIL_EVENTS, ...(sourceType === 'transactional' ? [] : MARKETING_EVENTS)];
	const choices = names.map((event) => ({ label: event, body: { event, emailId: id } }));
	const form = callForm('POST /__emulator/happen', 'emails', choices);
	return more(`${id}-happen`, 'Send an event', form);
}

export function events({ eventLog }: Emulator): Markup {
	const rows = latest(eventLog).map(([event, index]) => ({
		id: `event-${index}`,
		cells: [
			time(event.at),
			event.eventName,
			event.email,
			pairs(event.eventProperties),
			pairs({ ...event.contactProperties, ...event.mailingLists }),
		],
	}));
	const columns = ['Time', 'Event', 'Contact', 'Event properties', 'Contact properties'];
	return table('Events', columns, rows, eventLog.length);
}

export function contacts(emulator: Emulator): Markup {
	const names = new Map(emulator.mailingLists().map(({ id, name }) => [id, name]));
	const rows = emulator.contacts(MOST_ROWS).map((contact) => {
		const { id, email, subscribed, mailingLists, ...properties } = contact;
		return {
			id: `contact-${id}`,
			cells: [
				email,
				subscribed ? 'yes' : 'no',
				pairs(properties),
				list(Object.keys(mailingLists).map((listId) => names.get(listId) ?? listId)),
				subscribed ? mailings(contact) : '',
			],
		};
	});
	const columns = ['Email', 'Subscribed', 'Properties', 'Mailing lists'];
	if (emulator.webhook.url !== undefined) columns.push('Webhook');
	return table('Contacts', columns, rows, emulator.contactCount);
}

export function eventPatterns(emulator: Emulator): Markup {
	const known = emulator.eventPatterns();
	const rows = latest(known).map(([{ id, eventName, eventProperties }]) => ({
		id: `pattern-${id}`,
		cells: [eventName, list(eventProperties.map(({ name, type }) => `${name}: ${type}`))],
	}));
	return table('Patterns', ['Name', 'Properties'], rows, known.length);
}

function mailings({ id, email }: Contact): Markup {
	const choices = [
		{ label: 'Campaign email', body: { event: 'campaign.email.sent', email } },
		{ label: 'Workflow email', body: { event: 'loop.email.sent', email } },
	];
	const form = callForm('POST /__emulator/happen', 'contacts', choices);
	return more(`contact-${id}-mail`, 'Send', form);
}

export function requests({ requests: kept, stats }: Emulator): Markup {
	const dropped = stats.requests - kept.length;
	const rows = latest(kept).map(([request, index]) => {
		const { at, method, path, query, status, fault, body } = request;
		const id = `request-${dropped + index}`;
		const search = new URLSearchParams(query).toString();
		const outcome = `${status ?? 'no answer'}${fault === undefined ? '' : ` (fault: ${fault})`}`;
		return {
			id,
			cells: [
				time(at),
				method,
				search === '' ? path : `${path}?${search}`,
				status !== undefined && status < 300 ? outcome : markup`<strong>${outcome}</strong>`,
				body === undefined ? '' : more(`${id}-body`, 'Body', block(body)),
			],
		};
	});
	return table('Requests', ['Time', 'Method', 'Path', 'Status', 'Body'], rows, stats.requests);
}

const FAULTS: Array<[label: string, fault: Fault]> = [
	['429 Too Many Requests', { kind: 'status', status: 429 }],
	['500 Internal Server Error', { kind: 'status', status: 500 }],
	['503 Service Unavailable', { kind: 'status', status: 503 }],
	['502 with an HTML page', { kind: 'html', status: 502 }],
	['Drop before it counts', { kind: 'resetBefore' }],
	['Drop the answer', { kind: 'resetAfter' }],
	['Half an answer', { kind: 'truncate' }],
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
		'faults',
		choices,
		markup`${select('fault-times', 'Strikes', [...times, ['every request', { times: 'always' }]])}
${select('fault-path', 'Path', [['any', {}], ...paths])}`,
	);
}

export function waitingFaults({ waitingFaults: waiting }: Emulator): Markup {
	if (waiting.length === 0) return markup`<p class="none">None waits.</p>`;
	const faults = waiting.map(({ fault, left }) =>
		pairs({ ...fault, times: left === Infinity ? 'always' : left }),
	);
	return markup`<p>Waiting to strike:</p>${faults}
${callForm('DELETE /__emulator/faults', 'faults', [{ label: 'Clear faults' }])}`;
}
