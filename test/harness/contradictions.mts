import Ajv, { type ValidateFunction } from 'ajv';

import type { ReceivedRequest } from '../emulator/requestLog.mts';
import { placeOf } from '../emulator/routes.mts';
import { typeChecks } from '../emulator/typeCheck.mts';
import { callShown, methodsOfClient } from './client.mts';
import { type Schema, typesOfClient } from './clientTypes.mts';

type Fields = Record<string, unknown>;

/** Where Loops' client and its OpenAPI file disagree, the emulator follows the file. */
const EXCEPTIONS = {
	optional: [{ field: 'workflowId', why: 'answers to changes of nodes do not repeat it' }],
	newer: [{ field: 'workflowGroupId', why: 'in OpenAPI 1.22.6, not yet in the client' }],
	refusals: [
		{
			schema: {
				required: ['message'],
				properties: { message: { type: 'string' }, success: false },
			},
			why: 'the content API refuses with a message and facts such as maxUploads, without success',
		},
		{
			schema: {
				required: ['success', 'message', 'error'],
				properties: { success: { const: false } },
			},
			why: 'a message stands beside the older error',
		},
		{
			schema: {
				required: ['success', 'message', 'path'],
				properties: { success: { const: false } },
			},
			why: 'a message stands beside the older path',
		},
	],
};

const methods = new Map([...(await methodsOfClient())].map(([method, call]) => [call, method]));

/** What one would give the method of the client for this request. */
function argumentsOf(method: string, request: Pick<ReceivedRequest, 'path' | 'query' | 'body'>) {
	const { perPage, ...query } = request.query;
	const given: Fields = { ...query, ...(perPage && { perPage: Number(perPage) }) };
	Object.assign(given, request.body);
	const { email, userId, mailingLists, eventName, eventProperties, ...others } = given;
	const contact = { email, userId, mailingLists };
	switch (method) {
		case 'createContact':
			return [{ email, mailingLists, properties: { ...others, ...(userId ? { userId } : {}) } }];
		case 'updateContact':
			return [{ ...contact, properties: others }];
		case 'sendEvent':
			return [{ ...contact, eventName, eventProperties, contactProperties: others }];
		case 'createContactProperty':
			return [given.name, given.type];
		case 'listContactProperties':
			return [given.list];
		default:
			return [
				...Object.values(placeOf(request.path)?.params ?? {}),
				...(Object.keys(given).length > 0 ? [given] : []),
			];
	}
}

const NEWER = EXCEPTIONS.newer.map(({ field }) => field);
const withoutNewer = (json: string): unknown =>
	JSON.parse(json, (key, value: unknown) => (NEWER.includes(key) ? undefined : value));

const REFUSALS = EXCEPTIONS.refusals.map(({ schema }) => ({ type: 'object', ...schema }));
const ajv = new Ajv({ strict: false, validateSchema: false });
const checks = new Map<string, ValidateFunction>();
let types: ReturnType<typeof typesOfClient> | undefined;

function errorsIn(name: string, schemaOf: () => Schema, value: unknown): string[] {
	const check = checks.get(name) ?? ajv.compile(schemaOf());
	checks.set(name, check);
	return check(value)
		? []
		: [`${name}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(value)}`];
}

/** What the declarations of Loops' client say against a request of the node and its answer. */
export function contradictions(request: ReceivedRequest, answer: string): string[] {
	const method = methods.get(callShown(request.method, request.path));
	if (!method) return [];
	types ??= typesOfClient(EXCEPTIONS.optional.map(({ field }) => field));
	const { refusal } = types;
	const ofMethod = types.methods.get(method);
	if (!ofMethod) throw new Error(`No method ${method}`);
	const found: string[] = [];
	// n8n sends through axios, all else in the tests through fetch: it may be wrong on purpose.
	if (/axios|n8n/.test(request.headers['user-agent'] ?? '')) {
		const given = withoutNewer(JSON.stringify(argumentsOf(method, request)));
		found.push(...errorsIn(`given to ${method}`, () => ofMethod.given, given));
	}
	if (!/^[[{]/.test(answer)) return found;
	const value = withoutNewer(answer);
	return [
		...found,
		...((request.status ?? 0) < 300
			? errorsIn(`answer of ${method}`, () => ofMethod.answer, value)
			: errorsIn('refusal', () => ({ anyOf: [refusal, ...REFUSALS] }), value)),
	];
}

const found = new Set<string>();
/** What contradicts nothing: most tests ask for the same lists. */
const sound = new Set<string>();
typeChecks.add((request, answer) => {
	const { method, path, query, body, status, headers } = request;
	const seen = JSON.stringify([method, path, query, body, status, headers['user-agent'], answer]);
	if (sound.has(seen)) return;
	const all = contradictions(request, answer);
	if (all.length === 0 && seen.length < 10_000) sound.add(seen);
	for (const each of all) found.add(each);
});

/** Those since the last time, each once. A test that plants such a value takes them itself. */
export function takeContradictions(): string[] {
	const all = [...found];
	found.clear();
	return all;
}
