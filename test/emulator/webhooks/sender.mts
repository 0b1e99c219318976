import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { WebhookEvent } from './events.mts';
import { type Outcome, post } from './post.mts';
import { DEFAULT_SETTINGS, NO_TRICKS, readSettings, type WebhookSettings } from './settings.mts';
import { sign } from './signature.mts';

/** Ten a second: "queued if there are more" (docs). */
const GAP_MS = 100;
const KEPT_DELIVERIES = 1000;
/** Delay of the first retry, doubled for each further one. Loops' own take about 28 hours. */
const RETRY_MS = 1000;

const FORGERS_SECRET = randomBytes(32).toString('base64');

/** A logged delivery, with its result once it is answered. */
export interface WebhookDelivery extends Partial<Outcome> {
	/** From 1. */
	number: number;
	/** Milliseconds since the epoch. */
	at: number;
	reason: 'event' | 'repeat' | 'retry';
	webhookId: string;
	/** Seconds since the epoch, as sent. */
	timestamp: number;
	forged: boolean;
	url: string;
	event: WebhookEvent;
}

interface Waiting extends Pick<WebhookDelivery, 'reason' | 'webhookId' | 'url' | 'event'> {
	/** Earliest departure in ms of `performance.now()`. */
	due: number;
	retriesMade: number;
}

/** Delivers events to one endpoint, in order, at most ten a second. */
export class WebhookSender {
	settings: WebhookSettings = DEFAULT_SETTINGS;
	readonly log: WebhookDelivery[] = [];
	private queue: Waiting[] = [];
	private timer: NodeJS.Timeout | undefined;
	private nextDeparture = 0;
	private sent = 0;
	private life = newLife();

	/**
	 * Waiting deliveries keep their URL; an empty URL drops them.
	 *
	 * @throws Refusal
	 */
	set(changes: unknown): void {
		this.settings = { ...this.settings, ...readSettings(changes) };
		if (this.settings.url !== undefined) return;
		const dropped = this.queue;
		this.queue = [];
		const outcome = { error: 'dropped: the URL was taken away', ms: 0 };
		for (const waiting of dropped) Object.assign(this.record(waiting), outcome);
	}

	send(event: WebhookEvent): void {
		const { url, repeat, delay } = this.settings;
		if (url === undefined) return;
		// Random: receivers would take a count for repeats after a restart.
		const webhookId = `msg_${randomBytes(18).toString('hex')}`;
		const due = performance.now() + delay;
		for (let copy = 0; copy <= repeat; copy += 1) {
			const reason = copy === 0 ? 'event' : 'repeat';
			this.enqueue({ reason, webhookId, url, event, due, retriesMade: 0 });
		}
	}

	/** Drops all deliveries and the log, and resets the settings. */
	forget(): void {
		this.life.abort();
		this.life = newLife();
		clearTimeout(this.timer);
		this.queue = [];
		this.log.length = 0;
		this.sent = 0;
		this.settings = { ...this.settings, ...NO_TRICKS };
	}

	private enqueue(waiting: Waiting): void {
		const before = this.queue.findLastIndex(({ due }) => due <= waiting.due);
		this.queue.splice(before + 1, 0, waiting);
		this.schedule();
	}

	private schedule(): void {
		clearTimeout(this.timer);
		if (this.queue.length === 0) return;
		const at = Math.max(this.queue[0].due, this.nextDeparture);
		const wait = at - performance.now();
		// Timers can fire a fraction of a millisecond early.
		this.timer = setTimeout(() => {
			if (performance.now() >= at) this.depart();
			this.schedule();
		}, wait);
	}

	private depart(): void {
		const next = this.queue.shift();
		if (!next) return;
		this.nextDeparture = performance.now() + GAP_MS;
		void this.deliver(next);
	}

	private record({ reason, webhookId, url, event }: Waiting): WebhookDelivery {
		const { forge, replay } = this.settings;
		const delivery: WebhookDelivery = {
			number: ++this.sent,
			at: Date.now(),
			reason,
			webhookId,
			timestamp: Math.floor(Date.now() / 1000) - replay,
			forged: forge,
			url,
			event,
		};
		this.log.push(delivery);
		if (this.log.length > KEPT_DELIVERIES) this.log.shift();
		return delivery;
	}

	private async deliver(waiting: Waiting): Promise<void> {
		const { secret, retries } = this.settings;
		const { queue } = this;
		const delivery = this.record(waiting);
		const { webhookId, timestamp, forged, url, event } = delivery;
		const body = JSON.stringify(event);
		const headers = {
			'content-type': 'application/json',
			'content-length': String(Buffer.byteLength(body)),
			'webhook-id': webhookId,
			'webhook-timestamp': String(timestamp),
			'webhook-signature': sign(forged ? FORGERS_SECRET : secret, webhookId, timestamp, body),
		};
		const outcome = await post(url, headers, body, this.life.signal);
		Object.assign(delivery, outcome);
		const accepted = outcome.status !== undefined && outcome.status >= 200 && outcome.status < 300;
		// A dropped queue ends the retries of its deliveries.
		const { retriesMade } = waiting;
		if (accepted || retriesMade >= retries || this.queue !== queue) return;
		const due = performance.now() + RETRY_MS * 2 ** retriesMade;
		this.enqueue({ ...waiting, reason: 'retry', due, retriesMade: retriesMade + 1 });
	}
}

/** Cancels any number of deliveries. */
function newLife(): AbortController {
	const life = new AbortController();
	setMaxListeners(0, life.signal);
	return life;
}
