import type { Operation } from './api.mts';
import { createContact, deleteContact, findContact, updateContact } from './contacts.mts';
import { sendEvent } from './events.mts';
import { listMailingLists } from './mailingLists.mts';
import { createProperty, listProperties } from './properties.mts';
import { listPublishedTemplates, listTemplates } from './templates.mts';
import { sendTransactional } from './transactional.mts';

export interface Route {
	operation: Operation;
	/** Reads the Idempotency-Key header; only the two sends do. */
	idempotent?: true;
}

/** By method and path; `/v1` is served below `/api`. */
export const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
	['GET /v1/api-key', { operation: testApiKey }],
	['POST /v1/contacts/create', { operation: createContact }],
	['PUT /v1/contacts/update', { operation: updateContact }],
	['GET /v1/contacts/find', { operation: findContact }],
	['POST /v1/contacts/delete', { operation: deleteContact }],
	['POST /v1/contacts/properties', { operation: createProperty }],
	['GET /v1/contacts/properties', { operation: listProperties }],
	['GET /v1/lists', { operation: listMailingLists }],
	['POST /v1/events/send', { operation: sendEvent, idempotent: true }],
	['POST /v1/transactional', { operation: sendTransactional, idempotent: true }],
	['GET /v1/transactional', { operation: listPublishedTemplates }],
	['GET /v1/transactional-emails', { operation: listTemplates }],
]);

export const PATHS: ReadonlySet<string> = new Set(
	[...ROUTES.keys()].map((route) => route.split(' ')[1]),
);

/** Paths of the content API: own gate, own budget of requests. */
export const CONTENT_PATHS: ReadonlySet<string> = new Set(['/v1/transactional-emails']);

function testApiKey({ account }: Parameters<Operation>[0]): ReturnType<Operation> {
	return { status: 200, body: { success: true, teamName: account.teamName } };
}
