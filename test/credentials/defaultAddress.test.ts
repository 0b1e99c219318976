import nock from 'nock';
import { beforeEach, describe, expect, it } from 'vitest';

import { type Credentials, useEmulator, methods } from '../harness/loops.mts';
import { contentParameters, everyOperation, parametersOf } from '../harness/operations.mts';
import { useOtherHosts } from '../harness/otherHosts.mts';

// nock uses real timers.
const loops = useEmulator({}, { time: 'real' });
useOtherHosts();

const HOST = 'https://app.loops.so';
let called: string[];
beforeEach(() => {
	called = [];
	// The emulator answers calls to Loops' address.
	for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
		nock(HOST, { reqheaders: { authorization: /^Bearer test-key-\d+$/ } })
			.persist()
			.intercept(/^\/api\/v1/, method)
			.reply(async (uri, body) => {
				called.push(`${method} ${uri.replace('/api/v1', '').split('?')[0]}`);
				return await answerOf(method, uri, body);
			});
	}
});

async function answerOf(method: string, uri: string, body: nock.Body) {
	const { apiKey, origin } = loops.emulator;
	const answer = await fetch(`${origin}${uri}`, {
		method,
		headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
		...(method !== 'GET' && body !== '' && { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	return [
		answer.status,
		text === '' ? '' : JSON.parse(text),
		{ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '999' },
	] as nock.ReplyFnResult;
}

/** A read, a send, and a call of the content API. */
const someOperations = everyOperation.filter(([name]) =>
	['contact find', 'event send', 'campaign getAll'].includes(name),
);

/** Each key is a separate account for the node. */
let tests = 0;
const withKey = (rest: Partial<Credentials>): Credentials => ({
	apiKey: `test-key-${++tests}`,
	...rest,
});

describe.each<[string, Partial<Credentials>]>([
	['its default Base URL', { baseUrl: `${HOST}/api/v1` }],
	['no Base URL', {}],
	['an empty Base URL', { baseUrl: '' }],
])("a credential with %s uses Loops' address", (_case, stored) => {
	it.each(someOperations)('in the operation %s', async (_name, parameters) => {
		const { run, error, json } = await loops.run(parameters, undefined, {
			credentials: withKey(stored),
		});
		expect(error?.message).toBeUndefined();
		expect(run.status).toBe('success');
		expect(json.length).toBeGreaterThan(0);
		expect(called.length).toBeGreaterThan(0);
	});

	it('in the credential test', async () => {
		expect(await loops.testCredential(withKey(stored))).toMatchObject({ status: 'OK' });
		expect(called).toEqual(['GET /api-key']);
	});

	// The node and its editor read the same stored value: one case tries all of the editor.
	if (stored.baseUrl !== '') return;
	const { loadOptions, listSearch, resourceMapping } = methods;
	const parameters = {
		...parametersOf.sendEmail,
		transactionalId: { __rl: true, mode: 'id', value: 'cm8tx0welcome00000000001a' },
	};

	it.each(Object.entries(loadOptions))('in the dropdown %s', async (_name, load) => {
		const entries = await load.call(loops.editor(parameters, withKey(stored)));
		expect(entries.length).toBeGreaterThan(0);
	});

	it.each(Object.entries(listSearch))('in the list %s', async (name, search) => {
		const form =
			name === 'searchWorkflowNodes' ? contentParameters('workflowNode get') : parameters;
		const found = await search.call(loops.editor(form, withKey(stored)));
		expect(found.results.length).toBeGreaterThan(0);
	});

	it.each(Object.entries(resourceMapping))('in the form %s', async (_name, load) => {
		for (const form of [parameters, parametersOf.sendEvent]) {
			await load.call(loops.editor(form, withKey(stored)));
		}
		expect(called.length).toBeGreaterThan(0);
	});
});
