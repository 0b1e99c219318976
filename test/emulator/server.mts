import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Account } from './account.mts';
import { answerOf, Refusal } from './answer.mts';
import type { Content } from './content/content.mts';
import { STORE, store } from './content/uploads.mts';
import { control, readJson } from './control.mts';
import { type Delay, delayOf, type DelaySpec } from './delays.mts';
import { Dispatcher } from './dispatcher.mts';
import { FaultQueue, type Fault, type Script } from './faults.mts';
import { asksForPage, emailPageOf, pageOf } from './page/serve.mts';
import { seededRandom } from './random.mts';
import type { RateAlgorithm } from './rateLimit.mts';
import { readBody } from './readBody.mts';
import type {
	Contact,
	ContactProperty,
	EventPattern,
	LoggedEvent,
	MailingList,
	MarketingEmail,
	SentEmail,
	StoredContact,
	Template,
} from './records.mts';
import { RequestLog, type ReceivedRequest, type Stats } from './requestLog.mts';
import { deliver, sendAnswer } from './respond.mts';
import { refusalOf } from './sameOrigin.mts';
import { plantSeed, shippedSeed, type Seed } from './seed.mts';
import { type Email, marketingEmail, transactionalEmail } from './webhooks/emails.mts';
import { happen, type Happening } from './webhooks/happen.mts';
import { WebhookSender, type WebhookDelivery } from './webhooks/sender.mts';
import type { WebhookSettings } from './webhooks/settings.mts';
import { typeChecks } from './typeCheck.mts';

/** Characters kept of an answer. */
const LONGEST_ANSWER = 2000;

export interface EmulatorOptions {
	/** Default: a free port. The address is always 127.0.0.1. */
	port?: number;
	apiKey?: string;
	/** ms added before every answer; default 0. */
	latency?: number;
	/** ms from the arrival of a request until it is counted; default none. */
	way?: DelaySpec | Delay;
	/** ms from there to the answer, on top of `latency`; default none. */
	processing?: DelaySpec | Delay;
	/** Random seed for `way` and `processing`, default 1. */
	delaySeed?: number;
	/** Requests per window, default 10 as in Loops; 0 means no limit and no headers. */
	rateLimit?: number;
	/** ms, default 1000. */
	rateWindow?: number;
	rateAlgorithm?: RateAlgorithm;
	/** Requests per 60 s of the content API, default 60 as in Loops; 0 means no limit. */
	contentRateLimit?: number;
	/** Default: seed.json beside this file. */
	seed?: Seed;
	/** Default true. Loops enables attachments per team on request. */
	attachmentsEnabled?: boolean;
	/** Default true; false refuses the calls of the content API with 401. */
	contentApi?: boolean;
	/** Default true; false refuses metrics with 401. Loops enables them apart; the status is a guess. */
	metrics?: boolean;
	/** Default false; true: scheduling saves the time, and a person has to confirm the campaign. */
	campaignsStayDrafts?: boolean;
	/** Default false; true: each email is read with a `<Style>` before what was written. */
	styledEmails?: boolean;
	/** Default false; true: 422 for LMX with an image of a host outside Loops. */
	loopsImagesOnly?: boolean;
	/** Default false; true: 400 for an ID in a path that is not of the form of Loops' IDs. */
	strictIds?: boolean;
	/** Default false; true: no 404 or 409 has `success: false`, as in the fixtures of Loops' Go client and CLI. */
	bareRefusals?: boolean;
	/** How many requests are kept, default 10000. */
	requestLog?: number;
	/** Decides latency and fault of each request. */
	script?: (request: ReceivedRequest) => Script | undefined;
	/** Where and how events are sent; default: not at all. */
	webhook?: Partial<WebhookSettings>;
}

export interface Emulator {
	/** `http://127.0.0.1:PORT`, where browsers see the state. */
	origin: string;
	/** `http://127.0.0.1:PORT/api/v1` */
	baseUrl: string;
	apiKey: string;
	/** The latest API requests in order of arrival. */
	readonly requests: ReceivedRequest[];
	readonly stats: Stats;
	outbox: SentEmail[];
	eventLog: LoggedEvent[];
	/** All, or the latest `latest`. */
	contacts(latest?: number): Contact[];
	readonly contactCount: number;
	contact(emailOrUserId: string): Contact | undefined;
	/** Custom properties. */
	properties(): ContactProperty[];
	mailingLists(): MailingList[];
	readonly content: Content;
	/** Including drafts, in the order of the seed. */
	templates(): Template[];
	/** Campaign and workflow emails, which only `happen` sends. */
	marketingEmails: MarketingEmail[];
	/** An email as in webhook events; the index is that in `outbox` or `marketingEmails`. */
	email(kind: 'transactional' | 'marketing', index: number): Email;
	readonly webhook: WebhookSettings;
	/** Changes the given settings; an empty `url` stops sending. */
	setWebhook(changes: Partial<WebhookSettings>): void;
	/** The latest deliveries in order, with their answers. */
	deliveries: WebhookDelivery[];
	/** Causes an event that the API can't: a bounce, a click, the test event. */
	happen(happening: Happening): void;
	/** Injected faults, with how often they still apply. */
	readonly waitingFaults: ReadonlyArray<{ fault: Fault; left: number }>;
	eventPatterns(): EventPattern[];
	inject(fault: Fault): void;
	clearFaults(): void;
	/**
	 * Restores the given or the first seed; clears requests, faults, keys, rate limits and deliveries,
	 * restarts the delays, and switches off repeat, delay, forge and replay of the webhook.
	 */
	reset(seed?: Seed): void;
	/** Also closes connections that wait for an answer. */
	close(): Promise<void>;
}

/** Starts an emulated Loops API on the loopback interface. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const { apiKey = 'emulator-key-for-tests', latency = 0, seed = shippedSeed() } = options;
	const account = new Account();
	account.content.campaignsStayDrafts = options.campaignsStayDrafts ?? false;
	account.content.styledEmails = options.styledEmails ?? false;
	account.content.loopsImagesOnly = options.loopsImagesOnly ?? false;
	plantSeed(account, seed);
	const log = new RequestLog(options.requestLog ?? 10_000);
	const faults = new FaultQueue();
	let delays = startDelays(options);
	const dispatcher = new Dispatcher(account, log, faults, { ...options, apiKey });
	const sender = new WebhookSender();
	sender.set(options.webhook ?? {});
	account.onEvent = (event) => sender.send(event);

	const server = createServer((req, res) => {
		const url = req.url ?? '/';
		const refusal = refusalOf(req);
		if (refusal !== undefined) {
			sendAnswer(res, new Refusal(403, refusal).answer);
			return;
		}
		const serve = asksForPage(req)
			? servePage
			: url.startsWith('/__emulator/')
				? serveControl
				: url.startsWith(STORE)
					? serveStore
					: serveApi;
		// Fails if the client hangs up while it sends its body.
		serve(url, req, res).catch(() => res.destroy());
	});
	// Longer than clients keep idle connections, so none closes during a request.
	server.keepAliveTimeout = 60_000;

	async function servePage(_url: string, _req: IncomingMessage, res: ServerResponse) {
		sendAnswer(res, pageOf(emulator));
	}

	async function serveStore(_url: string, req: IncomingMessage, res: ServerResponse) {
		sendAnswer(res, await store(account, req));
	}

	async function serveControl(url: string, req: IncomingMessage, res: ServerResponse) {
		const { text, tooLarge } = await readBody(req);
		const [path] = url.split('?');
		const { method = '' } = req;
		const answer = answerOf(() => {
			if (tooLarge) throw new Refusal(413, 'The body is over 4 MiB.');
			return emailPageOf(emulator, path) ?? control(emulator, method, path, readJson(text));
		});
		sendAnswer(res, answer);
	}

	async function serveApi(url: string, req: IncomingMessage, res: ServerResponse) {
		const way = delays.way(performance.now());
		if (way > 0) await sleep(way, undefined, { ref: false });
		const entry = dispatcher.receive(url, req);
		const body = await readBody(req);
		dispatcher.read(entry, body);
		const script = options.script?.(entry);
		if (script?.transit) await new Promise((resolve) => setTimeout(resolve, script.transit));
		const outcome = dispatcher.dispatch(entry, body, script?.fault);
		if (entry.processed) script?.onProcessed?.(outcome.answer.status);
		deliver(req, res, {
			...outcome,
			latency: script?.latency ?? latency + delays.processing(performance.now()),
			onAnswer: ({ status, text }) => {
				entry.status = status;
				entry.answer = text.slice(0, LONGEST_ANSWER);
				if (outcome.fault) return;
				for (const check of typeChecks) check(entry, text);
			},
		});
	}

	function shown(contact: StoredContact): Contact {
		const createdAt = String(contact.values.get('createdAt') ?? '');
		const { isSuppressed } = contact;
		return { ...account.printed(contact), createdAt, isSuppressed } as Contact;
	}

	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(options.port ?? 0, '127.0.0.1', resolve);
	});
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	dispatcher.baseUrl = `${origin}/api/v1`;

	const emulator: Emulator = {
		origin,
		baseUrl: dispatcher.baseUrl,
		apiKey,
		get requests() {
			return log.latest();
		},
		get stats() {
			return log.stats;
		},
		outbox: account.outbox,
		eventLog: account.eventLog,
		contacts: (latest = Infinity) => [...account.contacts()].slice(-latest).map(shown),
		get contactCount() {
			return account.contactCount;
		},
		contact: (emailOrUserId) => {
			const found = account.byEmail(emailOrUserId) ?? account.byUserId(emailOrUserId);
			return found && shown(found);
		},
		properties: () => [...account.properties.values()],
		mailingLists: () => [...account.mailingLists.values()],
		content: account.content,
		templates: () => [...account.templates.values()],
		marketingEmails: account.marketingEmails,
		email: (kind, index) =>
			kind === 'transactional'
				? transactionalEmail(account, index)
				: marketingEmail(account, index),
		get webhook() {
			return sender.settings;
		},
		setWebhook: (changes) => sender.set(changes),
		deliveries: sender.log,
		happen: (happening) => {
			if (sender.settings.url === undefined) throw new Refusal(400, 'No URL of a webhook is set.');
			happen(account, happening);
		},
		get waitingFaults() {
			return faults.waiting;
		},
		eventPatterns: () => [...account.eventPatterns.values()],
		inject: (fault) => faults.inject(fault),
		clearFaults: () => faults.clear(),
		reset: (next: unknown = seed) => {
			// A trial run, so that an invalid seed changes nothing.
			if (next !== seed) plantSeed(new Account(), next);
			plantSeed(account, next);
			log.clear();
			faults.clear();
			delays = startDelays(options);
			dispatcher.forget();
			sender.forget();
		},
		close: async () =>
			await new Promise<void>((resolve) => {
				sender.forget();
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return emulator;
}

function startDelays({ way = '0', processing = '0', delaySeed = 1 }: EmulatorOptions) {
	const random = seededRandom(delaySeed);
	const start = (delay: DelaySpec | Delay) =>
		typeof delay === 'string' ? delayOf(delay, random) : delay;
	return { way: start(way), processing: start(processing) };
}
