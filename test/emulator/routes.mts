import type { Operation } from './api.mts';
import { createContact, deleteContact, findContact, updateContact } from './contacts.mts';
import { eventPatternById, eventPatternByName, listEventPatterns } from './eventPatterns.mts';
import { sendEvent } from './events.mts';
import { listMailingLists } from './mailingLists.mts';
import { createProperty, listProperties } from './properties.mts';
import { checkSuppression, removeSuppression } from './suppression.mts';
import { listPublishedTemplates, listTemplates } from './templates.mts';
import { sendTransactional } from './transactional.mts';

export interface Route {
	operation: Operation;
	/** Reads the Idempotency-Key header; only the two sends do. */
	idempotent?: true;
}

/** By method and path, where `:name` is any one part; `/v1` is served below `/api`. */
const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
	['GET /v1/api-key', { operation: testApiKey }],
	['POST /v1/contacts/create', { operation: createContact }],
	['PUT /v1/contacts/update', { operation: updateContact }],
	['GET /v1/contacts/find', { operation: findContact }],
	['POST /v1/contacts/delete', { operation: deleteContact }],
	['GET /v1/contacts/suppression', { operation: checkSuppression }],
	['DELETE /v1/contacts/suppression', { operation: removeSuppression }],
	['POST /v1/contacts/properties', { operation: createProperty }],
	['GET /v1/contacts/properties', { operation: listProperties }],
	['GET /v1/lists', { operation: listMailingLists }],
	['POST /v1/events/send', { operation: sendEvent, idempotent: true }],
	['GET /v1/event-patterns', { operation: listEventPatterns }],
	['GET /v1/event-patterns/:eventPatternId', { operation: eventPatternById }],
	['GET /v1/event-patterns/by-name/:eventName', { operation: eventPatternByName }],
	['POST /v1/transactional', { operation: sendTransactional, idempotent: true }],
	['GET /v1/transactional', { operation: listPublishedTemplates }],
	['GET /v1/transactional-emails', { operation: listTemplates }],
]);

/** The same by path. */
export const PATHS = new Map<string, Map<string, Route>>();
for (const [key, route] of ROUTES) {
	const [method, path] = key.split(' ');
	PATHS.set(path, (PATHS.get(path) ?? new Map<string, Route>()).set(method, route));
}

/** What there is at a path, by method, with the parts of the path that a route names. */
export interface Place {
	methods: ReadonlyMap<string, Route>;
	params: Record<string, string>;
}

/** Undefined where no route has the path. */
export function placeOf(path: string): Place | undefined {
	const exact = PATHS.get(path);
	if (exact) return { methods: exact, params: {} };
	const parts = path.split('/');
	for (const [template, methods] of PATHS) {
		const names = template.split('/');
		const isMatch =
			names.length === parts.length &&
			names.every((name, at) => (name.startsWith(':') ? parts[at] !== '' : name === parts[at]));
		if (!isMatch) continue;
		const params = names.flatMap((name, at) =>
			name.startsWith(':') ? [[name.slice(1), decoded(parts[at])] as const] : [],
		);
		return { methods, params: Object.fromEntries(params) };
	}
	return undefined;
}

/** Text that is no percent-encoding is taken as it is: a guess. */
function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** Of the content API: own gate, own budget of requests. */
export const isContentPath = (path: string): boolean =>
	/^\/v1\/transactional-emails(\/|$)/.test(path);

function testApiKey({ account }: Parameters<Operation>[0]): ReturnType<Operation> {
	return { status: 200, body: { success: true, teamName: account.teamName } };
}
