import type { Operation } from './api.mts';
import { CONTENT_OPERATIONS } from './content/routes.mts';
import { createContact, deleteContact, findContact, updateContact } from './contacts.mts';
import { eventPatternById, eventPatternByName, listEventPatterns } from './eventPatterns.mts';
import { sendEvent } from './events.mts';
import { listMailingLists } from './mailingLists.mts';
import { createProperty, listProperties } from './properties.mts';
import { checkSuppression, removeSuppression } from './suppression.mts';
import { listPublishedTemplates } from './templates.mts';
import { sendTransactional } from './transactional.mts';

export interface Route {
	operation: Operation;
	/** Reads the Idempotency-Key header. */
	idempotent?: true;
	/** Part of the content API, which allows long text and whose refusals have only a `message`. */
	content?: true;
	/** Its refusals have only a `message` too, by the spec. */
	bareRefusals?: true;
}

/** By method and path, where `:name` matches one part; `/v1` is served below `/api`. */
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
	['GET /v1/event-patterns', { operation: listEventPatterns, bareRefusals: true }],
	['GET /v1/event-patterns/:eventPatternId', { operation: eventPatternById, bareRefusals: true }],
	[
		'GET /v1/event-patterns/by-name/:eventName',
		{ operation: eventPatternByName, bareRefusals: true },
	],
	['POST /v1/transactional', { operation: sendTransactional, idempotent: true }],
	['GET /v1/transactional', { operation: listPublishedTemplates }],
	['GET /v1/dedicated-sending-ips', { operation: listSendingIps }],
	...CONTENT_OPERATIONS.map(([key, operation]) => [key, { operation, content: true }] as const),
]);

/** Routes by path, then by method. */
export const PATHS = new Map<string, Map<string, Route>>();
for (const [key, route] of ROUTES) {
	const [method, path] = key.split(' ');
	PATHS.set(path, (PATHS.get(path) ?? new Map<string, Route>()).set(method, route));
}

/** The routes of a path by method, with the named parts of the path. */
export interface Place {
	methods: ReadonlyMap<string, Route>;
	params: Record<string, string>;
}

/** Undefined for an unknown path. */
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

/** Guess: invalid percent-encoding is left as it is. */
function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

const LIMITED = [
	'campaigns',
	'campaign-groups',
	'components',
	'email-messages',
	'themes',
	'transactional-emails',
	'transactional-groups',
	'uploads',
	'workflow-groups',
	'workflows',
];

/** Whether a path counts against the content limit. */
export const isLimitedContent = (path: string): boolean => LIMITED.includes(path.split('/')[2]);

/**
 * Whether a path can be switched off for a team, by the spec and, for workflows, by reports of
 * others.
 */
export const isContentApi = (path: string): boolean =>
	isLimitedContent(path) || path.split('/')[2] === 'audience-segments';

/** Made-up addresses from the block reserved for documentation. */
function listSendingIps(): ReturnType<Operation> {
	return { status: 200, body: ['192.0.2.10', '192.0.2.11'] };
}

function testApiKey({ account }: Parameters<Operation>[0]): ReturnType<Operation> {
	return { status: 200, body: { success: true, teamName: account.teamName } };
}
