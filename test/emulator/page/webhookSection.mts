import type { Emulator } from '../server.mts';
import type { WebhookDelivery } from '../webhooks/sender.mts';
import { markup, type Markup } from './markup.mts';
import { block, callForm, copyable, more, type Row, select, table, time } from './parts.mts';

const seconds = (count: number) => (count === 0 ? 'none' : `${count} s`);

export function webhookForm({ webhook }: Emulator): Markup {
	const { url, secret, forge } = webhook;
	/** Choices of a setting with its current value. */
	const setting = (
		key: 'retries' | 'repeat' | 'delay' | 'replay',
		label: string,
		values: number[],
		text: (value: number) => string,
	) =>
		select(
			`webhook-${key}`,
			label,
			[...new Set([...values, webhook[key]])].map((value) => [text(value), { [key]: value }]),
			{ [key]: webhook[key] },
		);
	const times = (count: number) => (count === 0 ? 'no' : `${count} times`);
	const fields = markup`<p><label for="webhook-url">URL</label>
<input id="webhook-url" name="url" type="url" value="${url ?? ''}" placeholder="http://localhost:5678/webhook/…" autocomplete="off"></p>
<p><label for="webhook-secret">Signing secret</label>
${copyable(
	'signing secret',
	markup`<input id="webhook-secret" name="secret" value="${secret}" autocomplete="off" spellcheck="false">`,
)} (made up: enter no real one)</p>
<fieldset><legend>Simulate problems</legend>
${setting('repeat', 'Repeat each event', [0, 1, 3], times)}
${setting('delay', 'Delay', [0, 1000, 10_000, 60_000], (ms) => seconds(ms / 1000))}
${setting('replay', 'Old timestamp', [0, 60, 600, 86_400], seconds)}
${select(
	'webhook-forge',
	'Wrong signature',
	[
		['no', { forge: false }],
		['yes', { forge: true }],
	],
	{ forge },
)}
${setting('retries', 'Retries', [0, 1, 3], times)}
</fieldset>
`;
	const isOff = url === undefined;
	const test = { label: 'Send test event', body: { event: 'testing.testEvent' }, disabled: isOff };
	return markup`${isOff && markup`<p class="none">No events are sent. Enter the URL that Loops Trigger shows and press Save.</p>`}
${callForm('POST /__emulator/webhook', [{ label: 'Save' }], fields)}
${callForm('POST /__emulator/happen', [test])}`;
}

export function deliveries({ deliveries: log }: Emulator): Markup {
	const rowOf = (delivery: WebhookDelivery): Row => {
		const { number, at, event, reason, forged, status, error, answer, ms } = delivery;
		const id = `delivery-${number}`;
		const outcome = status ?? error ?? 'waiting for an answer';
		const isGood = status !== undefined && status >= 200 && status < 300;
		const message = { webhookId: delivery.webhookId, timestamp: delivery.timestamp, event };
		return {
			id,
			cells: [
				time(at),
				event.eventName,
				forged ? `${reason}, wrong signature` : reason,
				markup`${isGood ? outcome : markup`<strong>${outcome}</strong>`} ${answer}`,
				ms ?? '',
				more(`${id}-message`, 'Message', block('message', message)),
			],
		};
	};
	const columns = ['Time', 'Event', 'Sent as', 'Answer', 'ms', 'Message'];
	const total = log.at(-1)?.number ?? 0;
	return table('Deliveries', columns, log, rowOf, 'No events sent yet.', total);
}
