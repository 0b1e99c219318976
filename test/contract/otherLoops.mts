import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, unknown>;

export interface Exchange {
	method: string;
	/** With the query. */
	path: string;
	sent: Fields;
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

/** Before the request is processed, after it, or after it without closing the connection. */
export type Failure = 'break' | 'lose' | 'hang';

type Answer = [status: number, body?: unknown];
type Call = { sent: Fields; query: URLSearchParams; rest: string; key?: string };

export const KEY = 'other-example-key';
export const EMAIL_ID = 'other-email-1';

const refused = (status: number, message: string): Answer => [status, { success: false, message }];
const bare = (status: number, message: string): Answer => [status, { message }];
const page = (...data: Fields[]): Answer => [200, { pagination: { nextCursor: null }, data }];
/** After a page with an entry of somebody else. */
const pages = (query: URLSearchParams, ...data: Fields[]): Answer =>
	query.has('cursor')
		? page(...data)
		: [200, { pagination: { nextCursor: 'more' }, data: [{ id: 'x', name: 'Another' }] }];
const done = (fields: Fields = {}): Answer => [200, { success: true, ...fields }];
const ofContent = /^\/(campaign|component|email-m|theme|transactional-|uploads|workflows)/;

/**
 * A second Loops, written from test/contract/README.md alone. It shares no code with the emulator, so what both
 * do is not a mistake of one of them. `change` makes it differ, `failure` fail.
 */
export async function startOtherLoops(
	change: (exchange: Exchange) => void = () => {},
	{ accepts = false, failure }: { accepts?: boolean; failure?(at: number): Failure | void } = {},
) {
	const service = otherLoops(accepts);
	const requests: string[] = [];
	const server = createServer((req, res) => {
		void (async () => {
			const end = (failure ?? (() => undefined))(requests.push(`${req.method} ${req.url}`));
			if (end === 'break') return void res.destroy();
			let text = '';
			for await (const chunk of req.setEncoding('utf8')) text += chunk as string;
			const path = (req.url ?? '').replace('/api/v1', '');
			const { method = '', headers: given } = req;
			const key = given['idempotency-key'] as string | undefined;
			const sent = fieldsIn(text);
			const [status, body] =
				given.authorization !== `Bearer ${KEY}`
					? refused(401, 'Invalid API key')
					: sent
						? service.answer(method, path, sent, key)
						: refused(400, 'No JSON');
			const limit = ofContent.test(path) ? '60' : '10';
			const exchange = {
				...{ method, path, sent: sent ?? {}, status, body },
				headers: { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': '9' },
			};
			change(exchange);
			if (end === 'lose') return void res.destroy();
			if (end === 'hang') return;
			const { body: last } = exchange;
			const isPage = typeof last === 'string';
			res.setHeader('content-type', isPage ? 'text/html' : 'application/json');
			const out = isPage ? last : last === undefined ? '' : JSON.stringify(last);
			res.writeHead(exchange.status, exchange.headers).end(out);
		})().catch(() => res.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		...service,
		requests,
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Undefined for text that is not JSON. */
function fieldsIn(text: string): Fields | undefined {
	if (text === '') return {};
	try {
		return JSON.parse(text) as Fields;
	} catch {
		return undefined;
	}
}

/** @param accepts whether it takes what it would refuse */
function otherLoops(accepts: boolean) {
	const contacts: Fields[] = [];
	const workflows: Fields[] = [];
	/** Campaigns, their emails and segments, which nothing removes. */
	const drafts: Fields[] = [];
	/** IDs by name. */
	const events = new Map<string, string>();
	const others: string[] = [];
	const used = new Set<string>();
	let ids = 0;

	const lower = (value: unknown) => String(value).toLowerCase();
	const byEmail = (email: unknown) => contacts.find((each) => lower(each.email) === lower(email));
	const byUserId = (userId: unknown) =>
		contacts.find((each) => userId !== undefined && each.userId === userId);
	const KNOWN = ['email', 'userId', 'firstName', 'lastName', 'subscribed', 'birthday'];
	const write = (contact: Fields, sent: Fields) => {
		for (const name of KNOWN) if (name in sent) contact[name] = sent[name];
		if (typeof sent.birthday === 'string') {
			contact.birthday = new Date(`${sent.birthday}Z`).toISOString();
		}
	};
	const add = (sent: Fields): Answer => {
		const contact: Fields = { id: `c${(ids += 1)}`, subscribed: true, mailingLists: {} };
		write(contact, sent);
		contacts.push(contact);
		return done({ id: contact.id });
	};
	/** Refuses a key that was used before. */
	const once = (path: string, key: string | undefined, send: () => Answer): Answer => {
		if (key && used.has(path + key)) return refused(409, 'Request has already been processed.');
		if (key) used.add(path + key);
		return send();
	};
	const isTooLong = (sent: Fields) => Object.values(sent).some((each) => String(each).length > 500);
	const draft = (path: string, fields: Fields): Fields => {
		const made = { id: `d${(ids += 1)}`, path, ...fields };
		drafts.push(made);
		return made;
	};
	const draftAt = (path: string) => ({
		[`GET ${path}/`]: ({ rest }: Call): Answer => {
			const found = drafts.find((each) => each.path === path && each.id === rest);
			return found ? [200, found] : bare(404, `Not found`);
		},
		[`POST ${path}/`]: ({ rest, sent }: Call): Answer => {
			const found = drafts.find((each) => each.path === path && each.id === rest);
			if (!found) return bare(404, 'Not found');
			if (sent.ccEmail) return bare(400, 'Not for campaigns');
			return [200, Object.assign(found, sent, sent.scheduling && { status: 'Scheduled' })];
		},
		[`GET ${path}`]: ({ query }: Call) =>
			pages(query, ...drafts.filter((each) => each.path === path)),
	});
	const workflow = (id: string) => workflows.find((each) => each.id === id);
	const lists = ['campaign-groups', 'components', 'themes'];

	const routes: Record<string, (call: Call) => Answer> = {
		'GET /api-key': () => done({ teamName: 'Other' }),
		'GET /lists': () => [200, [{ id: 'l1', name: 'A', description: null, isPublic: true }]],
		'GET /contacts/properties': ({ query }) => [
			200,
			[
				...(query.get('list') === 'custom'
					? []
					: [{ key: 'firstName', label: 'First name', type: 'string' }]),
				{ key: 'birthday', label: 'Birthday', type: 'date' },
			],
		],
		'GET /contacts/find': ({ query }) => {
			if (query.size !== 1) return refused(400, 'One identifier');
			const found = query.has('email')
				? byEmail(query.get('email'))
				: byUserId(query.get('userId'));
			return [200, found ? [found] : []];
		},
		'GET /contacts/suppression': ({ query }) => {
			const contact = byEmail(query.get('email'));
			return contact ? [200, { isSuppressed: false, contact }] : refused(404, 'No such contact');
		},
		'DELETE /contacts/suppression': () => refused(400, 'Not suppressed'),
		'POST /contacts/create': ({ sent }) => {
			if (!/^\S+@\S+$/.test(String(sent.email)) || isTooLong(sent)) return refused(400, 'Invalid');
			return byEmail(sent.email) ? refused(409, 'Exists') : add(sent);
		},
		'PUT /contacts/update': ({ sent }) => {
			const { email, userId, mailingLists } = sent;
			const [first, second] = [byEmail(email), byUserId(userId)];
			if (mailingLists || (userId && !email && !second)) return refused(400, 'Unknown');
			if ((!email && !userId) || (first && second && second !== first))
				return refused(400, 'Which?');
			const contact = second ?? first;
			if (!contact) return add(sent);
			write(contact, sent);
			return done({ id: contact.id });
		},
		'POST /contacts/delete': ({ sent }) => {
			const of = byUserId(sent.userId) ?? byEmail(sent.email);
			const at = of ? contacts.indexOf(of) : -1;
			if (at < 0) return refused(404, 'No such contact');
			contacts.splice(at, 1);
			return done({ message: 'Contact deleted.' });
		},
		'POST /events/send': ({ sent, key }) => {
			const isNull = Object.values(sent.eventProperties ?? {}).includes(null);
			if (isNull || (sent.userId && !byUserId(sent.userId))) return refused(400, 'Invalid');
			return once('event', key, () => {
				events.set(String(sent.eventName), `e${(ids += 1)}`);
				if (sent.email && !byEmail(sent.email)) add(sent);
				return done();
			});
		},
		'GET /event-patterns': () => page({ id: 'e1', eventName: 'signup' }),
		'GET /event-patterns/by-name/': ({ rest }) =>
			events.has(rest)
				? [200, { id: events.get(rest), eventName: rest }]
				: refused(404, 'No such event'),
		'GET /transactional': ({ query }) => {
			if (query.get('perPage') === '51') return refused(400, 'Invalid');
			return page({ id: EMAIL_ID, name: 'Hello', dataVariables: [] });
		},
		'POST /transactional': ({ sent, key }) => {
			if (sent.dataVariables) return refused(400, 'null');
			return sent.transactionalId === EMAIL_ID
				? once('email', key, done)
				: refused(404, 'No such email');
		},
		'GET /transactional-emails/': () => [200, { sends: 0 }],
		'GET /transactional-emails': () => page({ id: EMAIL_ID, publishedEmailMessageId: 'm1' }),
		'GET /dedicated-sending-ips': () => [200, []],
		...Object.fromEntries(
			[...lists, 'transactional-groups', 'workflow-groups'].map((list) => [
				`GET /${list}`,
				() => page({ id: `${list}-1`, name: list }),
			]),
		),
		'GET /themes/': ({ rest }) => [200, { id: rest, name: 'themes' }],
		...draftAt('/campaigns'),
		...draftAt('/email-messages'),
		...draftAt('/audience-segments'),
		'POST /audience-segments': ({ sent }) => [200, draft('/audience-segments', sent)],
		'POST /campaigns': ({ sent }) => {
			const fields = { audienceSegmentId: null, ...sent, status: 'Draft' };
			const { id: emailMessageId } = draft('/email-messages', {});
			return [201, draft('/campaigns', { ...fields, emailMessageId })];
		},
		'POST /uploads': () => bare(400, 'Unsupported contentType'),
		'GET /workflows': ({ query }) => pages(query, ...workflows),
		'POST /workflows': ({ sent: { name } }) => {
			const made = { id: `w${(ids += 1)}`, name, nodes: {}, workflowRevisionId: null };
			workflows.push(made);
			return [200, { ...made }];
		},
		'GET /workflows/': ({ rest }) => {
			const found = workflow(rest);
			return found ? [200, found] : bare(404, 'Workflow not found');
		},
		'POST /workflows/': ({ rest, sent }) => {
			if (sent.dryRun) return [200, { status: 'dryRun', mailingListId: null }];
			const found = workflow(rest);
			if (found?.workflowRevisionId !== sent.expectedRevisionId) return bare(409, 'Stale revision');
			return [200, Object.assign(found ?? {}, { workflowRevisionId: `r${(ids += 1)}` })];
		},
		'DELETE /workflows/': ({ rest, sent }) => {
			const found = workflow(rest);
			if (!found) return bare(404, 'Workflow not found');
			if (found.workflowRevisionId !== sent.expectedRevisionId) return bare(409, 'Stale revision');
			workflows.splice(workflows.indexOf(found), 1);
			return [204];
		},
	};

	function answered(method: string, target: string, sent: Fields, key?: string): Answer {
		const [path, search] = target.split('?');
		const call = { sent, query: new URLSearchParams(search), rest: '', key };
		const exact = routes[`${method} ${path}`];
		if (exact) return exact(call);
		const [, start = '', rest = ''] =
			/^(\/event-patterns\/by-name\/|\/[^/]+\/)(.+)$/.exec(path) ?? [];
		const below = routes[`${method} ${start}`];
		if (below) return below({ ...call, rest: decodeURIComponent(rest) });
		const isOther = `POST ${path}` in routes;
		return isOther ? refused(405, 'Wrong method') : [404, '<html>Not found</html>'];
	}

	return {
		...{ contacts, workflows, drafts, events, others },
		answer(method: string, target: string, sent: Fields, key?: string): Answer {
			const answer = answered(method, target, sent, key);
			const isRemoval = /delete$|^\/workflows/.test(target);
			if (!accepts || answer[0] < 400 || method === 'GET' || isRemoval) return answer;
			if (/^\/contacts\/[cu]|events/.test(target)) add(sent);
			if (sent.eventName) events.set(String(sent.eventName), `e${(ids += 1)}`);
			const emailAssetId = `u${(ids += 1)}`;
			if (target === '/uploads') others.push(emailAssetId);
			return done(target === '/uploads' ? { emailAssetId } : {});
		},
	};
}
