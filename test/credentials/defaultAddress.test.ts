import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';
import { beforeEach, describe, expect, it } from 'vitest';

import { type Credentials, source, useEmulator } from '../harness/loops.mts';
import { everyOperation, parametersOf } from '../harness/operations.mts';
import { useOtherHosts } from '../harness/otherHosts.mts';

// nock has timers of its own.
const loops = useEmulator({}, { time: 'real' });
useOtherHosts();

const HOST = 'https://app.loops.so';
const contact = { id: 'c1', email: 'kim@example.com' };
const page = {
	pagination: { nextCursor: null },
	data: [{ id: 'tx1', name: 'Welcome', dataVariables: [] }],
};

/** What the real address answers here, by method and path below /api/v1. */
const answers: Record<string, unknown> = {
	'GET /api-key': { success: true, teamName: 'Acme Mail' },
	'POST /contacts/create': { success: true, id: 'c1' },
	'PUT /contacts/update': { success: true, id: 'c1' },
	'GET /contacts/find': [contact],
	'POST /contacts/delete': { success: true, message: 'Contact deleted.' },
	'GET /contacts/suppression': { contact, isSuppressed: true },
	'DELETE /contacts/suppression': { success: true },
	'POST /contacts/properties': { success: true },
	'GET /contacts/properties': [{ key: 'seats', label: 'Seats', type: 'number' }],
	'GET /lists': [{ id: 'l1', name: 'News', description: null, isPublic: true }],
	'POST /events/send': { success: true },
	'POST /transactional': { success: true },
	'GET /event-patterns': {
		pagination: { nextCursor: null },
		data: [{ id: 'e1', eventName: 'signup', incomingWebhookPlatform: null }],
	},
	'GET /event-patterns/by-name/signup': {
		eventName: 'signup',
		eventProperties: [{ name: 'plan', type: 'string' }],
	},
	'GET /transactional': page,
};

let called: string[];
beforeEach(() => {
	called = [];
	for (const [call, answer] of Object.entries(answers)) {
		const [method, path] = call.split(' ');
		nock(HOST, { reqheaders: { authorization: /^Bearer test-key-\d+$/ } })
			.intercept(`/api/v1${path}`, method)
			.query(true)
			.times(10)
			.reply(() => {
				called.push(call);
				return [
					200,
					answer as nock.Body,
					{ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '999' },
				];
			});
	}
});

const update: [string, IDataObject] = [
	'contact update',
	{ resource: 'contact', operation: 'update', email: 'kim@example.com' },
];

/** A key of its own makes each test an account of its own. */
let tests = 0;
const withKey = (rest: Partial<Credentials>): Credentials => ({
	apiKey: `test-key-${++tests}`,
	...rest,
});

describe.each<[string, Partial<Credentials>]>([
	['its default Base URL', { baseUrl: `${HOST}/api/v1` }],
	['no Base URL', {}],
	['an undefined Base URL', { baseUrl: undefined }],
	['an empty Base URL', { baseUrl: '' }],
])("a credential with %s means Loops' own address", (_case, stored) => {
	it.each([...everyOperation, update])('%s', async (_name, parameters) => {
		const { run, error, json } = await loops.run(parameters, [{}], {
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

	const { loadOptions, listSearch, resourceMapping } = source.node.methods ?? {};
	const parameters = {
		...parametersOf.sendEmail,
		transactionalId: { __rl: true, mode: 'id', value: 'tx1' },
	};

	it.each(Object.keys(loadOptions ?? {}))('in the dropdown %s', async (name) => {
		const entries = await loadOptions?.[name].call(loops.editor(parameters, withKey(stored)));
		expect(entries?.length).toBeGreaterThan(0);
	});

	it.each(Object.keys(listSearch ?? {}))('in the list %s', async (name) => {
		const found = await listSearch?.[name].call(loops.editor(parameters, withKey(stored)));
		expect(found?.results.length).toBeGreaterThan(0);
	});

	it.each(Object.keys(resourceMapping ?? {}))('in the form %s', async (name) => {
		for (const form of [parameters, parametersOf.sendEvent]) {
			await resourceMapping?.[name].call(loops.editor(form, withKey(stored)));
		}
		expect(called.length).toBeGreaterThan(0);
	});
});
