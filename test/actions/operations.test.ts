import nock from 'nock';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

const WELCOME = 'cm8tx0welcome00000000001a';
const RECEIPT = 'cm8tx0receipt00000000003a';
const RELEASE_NOTES = 'cm9list0releasenotes00001';
const PRODUCT_NEWS = 'cm9list0productnews000002';

/** The calls that were made, as they were on the wire. */
const calls = () =>
	loops.calls().map(({ method, path, query, body }) => ({ method, path, query, body }));

const json = (value: unknown) => ({
	contactPropertiesFrom: 'json',
	contactPropertiesJson: JSON.stringify(value),
});

describe('apiKey test', () => {
	it('gives the name of the team', async () => {
		const { json } = await loops.run({ resource: 'apiKey', operation: 'test' });
		expect(json).toEqual([{ success: true, teamName: 'Acme Mail' }]);
		expect(calls()).toEqual([{ method: 'GET', path: '/v1/api-key', query: {}, body: undefined }]);
	});

	it('sends the key as a bearer token, without the spaces it was pasted with', async () => {
		const { apiKey, baseUrl } = loops.credentials();
		await loops.run(
			{ resource: 'apiKey', operation: 'test' },
			[{}],
			{},
			{
				apiKey: ` ${apiKey}\n`,
				baseUrl: ` ${baseUrl}// `,
			},
		);
		expect(loops.emulator.requests[0].headers.authorization).toBe(`Bearer ${apiKey}`);
	});
});

describe('contact create', () => {
	it('sends email, user ID, properties, subscription and mailing lists in one flat body', async () => {
		const { json: output } = await loops.run({
			resource: 'contact',
			operation: 'create',
			email: ' new+tag@example.com ',
			...json({ firstName: 'Nia', seats: 3, isBeta: false, trialEndsAt: '2026-12-24' }),
			additionalFields: {
				userId: 'u-900',
				subscription: 'unsubscribe',
				subscribeToList: [],
				mailingListsJson: '{}',
			},
		});
		expect(output).toMatchObject([{ success: true, id: expect.stringMatching(/^cm/) }]);
		expect(calls()).toEqual([
			{
				method: 'POST',
				path: '/v1/contacts/create',
				query: {},
				body: {
					email: 'new+tag@example.com',
					userId: 'u-900',
					firstName: 'Nia',
					seats: 3,
					isBeta: false,
					trialEndsAt: '2026-12-24',
					subscribed: false,
				},
			},
		]);
		expect(loops.emulator.contact('u-900')).toMatchObject({ seats: 3, subscribed: false });
	});

	it('sends nothing but the email when no other field is touched', async () => {
		await loops.run({
			resource: 'contact',
			operation: 'create',
			email: 'bare@example.com',
			contactProperties: { mappingMode: 'defineBelow', value: { firstName: null, seats: null } },
			additionalFields: {},
		});
		expect(calls()[0].body).toEqual({ email: 'bare@example.com' });
	});
});

describe('contact upsert', () => {
	const upsert = { resource: 'contact', operation: 'upsert' };

	it('updates the contact with this email', async () => {
		const { json: output } = await loops.run({
			...upsert,
			email: 'kim@example.com',
			...json({ lastName: 'Doe' }),
		});
		expect(output).toMatchObject([{ success: true, id: 'cm9contact0kim00000000001' }]);
		expect(calls()).toEqual([
			{
				method: 'PUT',
				path: '/v1/contacts/update',
				query: {},
				body: { email: 'kim@example.com', lastName: 'Doe' },
			},
		]);
		expect(loops.emulator.contact('kim@example.com')).toMatchObject({
			firstName: 'Kim',
			lastName: 'Doe',
		});
	});

	it('creates a contact where none has this email', async () => {
		await loops.run({ ...upsert, email: 'fresh@example.com', ...json({ planName: 'free' }) });
		expect(loops.emulator.contact('fresh@example.com')).toMatchObject({ planName: 'free' });
	});

	it('finds by user ID alone, also when the ID is a number', async () => {
		await loops.run({ ...upsert, findBy: 'userId', userId: 'u-77', ...json({ seats: 9 }) });
		expect(calls()[0].body).toEqual({ userId: 'u-77', seats: 9 });
		await loops.run({
			...upsert,
			findBy: 'emailAndUserId',
			email: 'tomas@example.com',
			userId: '={{ 42 }}',
		});
		expect(loops.emulator.contact('42')).toMatchObject({ email: 'tomas@example.com' });
	});

	it('changes the email of the contact that has the user ID', async () => {
		await loops.run({
			...upsert,
			findBy: 'emailAndUserId',
			email: 'kim@new.example.com',
			userId: 'u-77',
		});
		expect(loops.emulator.contact('u-77')).toMatchObject({
			id: 'cm9contact0kim00000000001',
			email: 'kim@new.example.com',
		});
	});

	it('clears the chosen properties', async () => {
		await loops.run({
			...upsert,
			email: 'kim@example.com',
			additionalFields: { clearProperty: ['planName', 'seats'] },
		});
		expect(calls()[0].body).toEqual({ email: 'kim@example.com', planName: null, seats: null });
		expect(loops.emulator.contact('kim@example.com')).toMatchObject({
			planName: null,
			seats: null,
		});
	});

	it('subscribes to and unsubscribes from mailing lists, and leaves the others alone', async () => {
		await loops.run({
			...upsert,
			email: 'kim@example.com',
			additionalFields: {
				subscribeToList: ['cm9list0investors00000003'],
				unsubscribeFromList: `={{ "${RELEASE_NOTES}, " }}`,
			},
		});
		expect(calls()[0].body).toEqual({
			email: 'kim@example.com',
			mailingLists: { cm9list0investors00000003: true, [RELEASE_NOTES]: false },
		});
		expect(loops.emulator.contact('kim@example.com')?.mailingLists).toEqual({
			[PRODUCT_NEWS]: true,
			cm9list0investors00000003: true,
		});
	});

	it.each([
		['leaveAsIs', undefined],
		['subscribe', true],
		['unsubscribe', false],
		['={{ false }}', false],
	])("sends 'subscribed' only when chosen: %s", async (subscription, sent) => {
		await loops.run({ ...upsert, email: 'kim@example.com', additionalFields: { subscription } });
		expect(calls()[0].body).toEqual({
			email: 'kim@example.com',
			...(sent !== undefined && { subscribed: sent }),
		});
	});
});

describe('contact property values', () => {
	const upsert = { resource: 'contact', operation: 'upsert', email: 'kim@example.com' };
	const sentWith = async (parameters: object, item = {}) => {
		await loops.run({ ...upsert, ...parameters }, [item]);
		const { email, ...properties } = calls()[0].body as Record<string, unknown>;
		expect(email).toBe('kim@example.com');
		return properties;
	};
	const schema = [
		{ id: 'firstName', type: 'string' },
		{ id: 'planName', type: 'string' },
		{ id: 'seats', type: 'number' },
		{ id: 'isBeta', type: 'boolean' },
		{ id: 'trialEndsAt', type: 'dateTime' },
	];
	const form = (value: object) => ({
		contactProperties: { mappingMode: 'defineBelow', value, schema },
	});

	it('keep 0, false, empty text and null apart in JSON', async () => {
		const value = { seats: 0, isBeta: false, firstName: '', planName: null };
		expect(await sentWith(json(value))).toEqual(value);
	});

	it('take an object from an expression, dates in it as ISO 8601', async () => {
		expect(
			await sentWith(
				{
					contactPropertiesFrom: 'json',
					contactPropertiesJson:
						'={{ { trialEndsAt: new Date(0), firstName: $json.name, lastName: undefined } }}',
				},
				{ name: 'Kim' },
			),
		).toEqual({ trialEndsAt: '1970-01-01T00:00:00.000Z', firstName: 'Kim' });
	});

	it('keep 0, false and empty text in the form, where null is a field left alone', async () => {
		expect(
			await sentWith(form({ seats: 0, isBeta: false, firstName: '', planName: null })),
		).toEqual({ seats: 0, isBeta: false, firstName: '' });
	});

	it('send null from the form when an expression gives it, nothing when it gives undefined', async () => {
		expect(
			await sentWith(form({ planName: '={{ $json.plan }}', firstName: '={{ $json.none }}' }), {
				plan: null,
			}),
		).toEqual({ planName: null });
	});

	it('get the type the account has', async () => {
		expect(
			await sentWith(
				form({
					firstName: '={{ 7 }}',
					seats: '12',
					isBeta: 'true',
					trialEndsAt: '2026-12-24',
				}),
			),
		).toEqual({ firstName: '7', seats: 12, isBeta: true, trialEndsAt: '2026-12-24' });
	});

	it('are mapped from input fields of the same name, and only those of the account', async () => {
		expect(
			await sentWith(
				{ contactProperties: { mappingMode: 'autoMapInputData', value: null, schema } },
				{
					email: 'other@example.com',
					userId: 'x',
					subscribed: true,
					firstName: 'Kim',
					seats: '3',
					planName: null,
					password: 'not for Loops',
				},
			),
		).toEqual({ firstName: 'Kim', seats: 3, planName: null });
	});
});

describe('contact find', () => {
	const find = { resource: 'contact', operation: 'find' };

	it('finds by email, with a plus sign in it', async () => {
		const { json } = await loops.run({ ...find, email: 'mina+news@example.com' });
		expect(json).toEqual([
			expect.objectContaining({ found: true, id: 'cm9contact0mina0000000004', source: 'Form' }),
		]);
		expect(calls()).toEqual([
			{
				method: 'GET',
				path: '/v1/contacts/find',
				query: { email: 'mina+news@example.com' },
				body: undefined,
			},
		]);
	});

	it('finds by user ID', async () => {
		const { json } = await loops.run({ ...find, findBy: 'userId', userId: 'u-78' });
		expect(json).toEqual([expect.objectContaining({ found: true, email: 'ada@example.com' })]);
		expect(calls()[0].query).toEqual({ userId: 'u-78' });
	});

	it('gives an item that says so when nothing matches', async () => {
		const { json } = await loops.run({ ...find, email: 'nobody@example.com' });
		expect(json).toMatchObject([{ found: false }]);
	});
});

describe('contact delete', () => {
	it.each([
		[{ findBy: 'email', email: 'tomas@example.com' }, { email: 'tomas@example.com' }],
		[{ findBy: 'userId', userId: 'u-80' }, { userId: 'u-80' }],
	])('removes the contact: %o', async (identifier, body) => {
		const { json } = await loops.run({ resource: 'contact', operation: 'delete', ...identifier });
		expect(json).toMatchObject([{ deleted: true }]);
		expect(calls()).toEqual([{ method: 'POST', path: '/v1/contacts/delete', query: {}, body }]);
		expect(loops.emulator.contact(Object.values(body)[0])).toBeUndefined();
	});
});

describe('contact property', () => {
	it.each(['string', 'number', 'boolean', 'date'])('create makes one of type %s', async (type) => {
		const { json } = await loops.run({
			resource: 'contactProperty',
			operation: 'create',
			propertyName: 'newThing2',
			propertyType: type,
		});
		expect(json).toMatchObject([{ success: true }]);
		expect(calls()[0]).toMatchObject({
			method: 'POST',
			path: '/v1/contacts/properties',
			body: { name: 'newThing2', type },
		});
		expect(loops.emulator.properties().at(-1)).toMatchObject({ key: 'newThing2', type });
	});

	it('getAll lists all of them, built-in ones first', async () => {
		const { json } = await loops.run({ resource: 'contactProperty', operation: 'getAll' });
		expect(loops.emulator.requests[0]).toMatchObject({
			path: '/v1/contacts/properties',
			query: { list: 'all' },
		});
		expect(json[0]).toEqual({ key: 'firstName', label: 'First Name', type: 'string' });
		expect(json).toContainEqual({ key: 'seats', label: 'Seats', type: 'number' });
		expect(json).toHaveLength(13);
	});

	it('getAll lists the custom ones only', async () => {
		const { json } = await loops.run({
			resource: 'contactProperty',
			operation: 'getAll',
			properties: 'custom',
		});
		expect(json.map(({ key }) => key)).toEqual(['planName', 'seats', 'isBeta', 'trialEndsAt']);
	});
});

describe('mailing list getAll', () => {
	it('gives one item for each list', async () => {
		const { json } = await loops.run({ resource: 'mailingList', operation: 'getAll' });
		expect(calls()).toEqual([{ method: 'GET', path: '/v1/lists', query: {}, body: undefined }]);
		expect(json).toHaveLength(3);
		expect(json[1]).toEqual({
			id: PRODUCT_NEWS,
			name: 'Product news',
			description: null,
			isPublic: true,
		});
	});

	it('gives no item when there is no list', async () => {
		loops.emulator.inject({ kind: 'body', body: [] });
		const { json, run } = await loops.run({ resource: 'mailingList', operation: 'getAll' });
		expect(run.status).toBe('success');
		expect(json).toEqual([]);
	});
});

describe('event send', () => {
	const send = { resource: 'event', operation: 'send', eventName: 'signup' };

	it('nests event properties, and puts contact properties and lists beside the identifiers', async () => {
		const { json: output } = await loops.run({
			...send,
			findBy: 'emailAndUserId',
			email: 'kim@example.com',
			userId: 'u-77',
			eventPropertiesFrom: 'json',
			eventPropertiesJson:
				'{ "plan": "team", "seats": 0, "trial": false, "at": "2026-01-02T03:04:05Z" }',
			...json({ planName: null, seats: 5 }),
			additionalFields: { subscribeToList: [RELEASE_NOTES] },
		});
		expect(output).toMatchObject([{ success: true }]);
		expect(calls()).toEqual([
			{
				method: 'POST',
				path: '/v1/events/send',
				query: {},
				body: {
					eventName: 'signup',
					email: 'kim@example.com',
					userId: 'u-77',
					planName: null,
					seats: 5,
					mailingLists: { [RELEASE_NOTES]: true },
					eventProperties: {
						plan: 'team',
						seats: 0,
						trial: false,
						at: '2026-01-02T03:04:05Z',
					},
				},
			},
		]);
		expect(loops.emulator.eventLog).toHaveLength(1);
	});

	it('takes typed event properties from the form', async () => {
		await loops.run(
			{
				...send,
				email: 'kim@example.com',
				extraEventProperties: {
					assignments: [
						{ id: '1', name: 'plan', type: 'string', value: '={{ $json.plan }}' },
						{ id: '2', name: 'seats', type: 'number', value: '12' },
						{ id: '3', name: 'trial', type: 'boolean', value: 'false' },
						{ id: '4', name: 'empty', type: 'string', value: '' },
						{ id: '5', name: 'missing', type: 'string', value: '={{ $json.none }}' },
						{ id: '6', name: '', type: 'string', value: 'an unfinished row' },
					],
				},
			},
			[{ plan: 'team' }],
		);
		expect(calls()[0].body).toEqual({
			eventName: 'signup',
			email: 'kim@example.com',
			eventProperties: { plan: 'team', seats: 12, trial: false, empty: '' },
		});
	});

	// The four rules of the requirement document for email and user ID together.
	it('with both identifiers finds a contact by either', async () => {
		await loops.run({
			...send,
			findBy: 'emailAndUserId',
			email: 'unknown@example.com',
			userId: 'u-77',
		});
		expect(loops.emulator.eventLog[0].contactId).toBe('cm9contact0kim00000000001');
	});

	it('with both identifiers writes the other one to the contact', async () => {
		await loops.run({
			...send,
			findBy: 'emailAndUserId',
			email: 'tomas@example.com',
			userId: 'u-500',
		});
		expect(loops.emulator.contact('u-500')).toMatchObject({ email: 'tomas@example.com' });
	});

	it('with both identifiers creates a contact with both when none matches', async () => {
		await loops.run({
			...send,
			findBy: 'emailAndUserId',
			email: 'brand@new.example',
			userId: 'u-501',
		});
		expect(loops.emulator.contact('u-501')).toMatchObject({ email: 'brand@new.example' });
	});

	it('applies contact properties in every case', async () => {
		await loops.run({ ...send, findBy: 'userId', userId: 'u-78', ...json({ seats: 11 }) });
		await loops.run({ ...send, email: 'someone@else.example', ...json({ seats: 12 }) });
		expect(loops.emulator.contact('u-78')).toMatchObject({ seats: 11 });
		expect(loops.emulator.contact('someone@else.example')).toMatchObject({ seats: 12 });
	});

	it('sends the idempotency key and extra headers', async () => {
		await loops.run({
			...send,
			email: 'kim@example.com',
			options: {
				customIdempotencyKey: ' signup-1042 ',
				headers: { header: [{ name: 'X-Trace', value: 'abc' }] },
			},
		});
		expect(loops.calls()[0].headers).toMatchObject({
			'idempotency-key': 'signup-1042',
			'x-trace': 'abc',
			'content-type': 'application/json',
		});
		expect(loops.emulator.eventLog[0].idempotencyKey).toBe('signup-1042');
	});
});

describe('transactional email send', () => {
	const send = {
		resource: 'transactionalEmail',
		operation: 'send',
		email: 'kim@example.com',
	};

	it('sends variables, arrays of objects and attachments, and adds to the audience', async () => {
		const { json } = await loops.run({
			...send,
			email: 'buyer@example.com',
			transactionalId: { mode: 'list', value: RECEIPT, cachedResultName: 'Order receipt' },
			dataVariablesFrom: 'json',
			dataVariablesJson: {
				orderNumber: 'A-7',
				total: 12.5,
				items: [{ title: 'Pen', price: 2 }],
				couponCode: '',
			},
			additionalFields: {
				addToAudience: true,
				attachments: {
					base64: [{ filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8g\nd29ybGQ=' }],
				},
			},
		});
		expect(json).toMatchObject([{ success: true }]);
		expect(calls()).toEqual([
			{
				method: 'POST',
				path: '/v1/transactional',
				query: {},
				body: {
					transactionalId: RECEIPT,
					email: 'buyer@example.com',
					addToAudience: true,
					dataVariables: {
						orderNumber: 'A-7',
						total: 12.5,
						items: [{ title: 'Pen', price: 2 }],
						couponCode: '',
					},
					attachments: [{ filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8gd29ybGQ=' }],
				},
			},
		]);
		expect(loops.emulator.outbox[0].attachments).toEqual([
			{ filename: 'a.txt', contentType: 'text/plain', bytes: 11 },
		]);
		expect(loops.emulator.contact('buyer@example.com')).toBeDefined();
	});

	it('leaves out what was not chosen', async () => {
		loops.emulator.inject({ kind: 'body', body: { success: true } });
		await loops.run({ ...send, transactionalId: { mode: 'id', value: ` ${WELCOME} ` } });
		expect(calls()[0].body).toEqual({ transactionalId: WELCOME, email: 'kim@example.com' });
	});

	it('takes typed variables from the form, and the ID from an expression', async () => {
		await loops.run(
			{
				...send,
				transactionalId: { mode: 'id', value: '={{ $json.template }}' },
				extraDataVariables: {
					assignments: [
						{ id: '1', name: 'orderNumber', type: 'string', value: '={{ 77 }}' },
						{ id: '2', name: 'total', type: 'number', value: '={{ 0 }}' },
						{ id: '3', name: 'items', type: 'array', value: '[{"title": "Pen", "price": 2}]' },
					],
				},
			},
			[{ template: RECEIPT }],
		);
		expect(loops.emulator.outbox[0].dataVariables).toEqual({
			orderNumber: '77',
			total: 0,
			items: [{ title: 'Pen', price: 2 }],
		});
	});

	it('sends the idempotency key, from its own field or as a header', async () => {
		const welcome = {
			...send,
			transactionalId: { mode: 'id', value: WELCOME },
			dataVariablesFrom: 'json',
			dataVariablesJson: '{ "firstName": "Kim" }',
		};
		await loops.run({ ...welcome, options: { customIdempotencyKey: 'a' } });
		await loops.run({
			...welcome,
			options: { headers: { header: [{ name: 'IDEMPOTENCY-KEY', value: 'b' }] } },
		});
		expect(loops.emulator.outbox.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['a', 'b']);
	});
});

describe('transactional email getAll', () => {
	const getAll = { resource: 'transactionalEmail', operation: 'getAll' };

	it('gives up to 50 entries, as items without the pagination object', async () => {
		const { json } = await loops.run(getAll);
		expect(json).toHaveLength(50);
		expect(json[0]).toEqual({
			id: WELCOME,
			name: 'Welcome',
			lastUpdated: expect.stringMatching(/^\d{4}-.*Z$/),
			dataVariables: ['firstName'],
		});
		expect(calls()).toMatchObject([{ path: '/v1/transactional', query: { perPage: '50' } }]);
	});

	it('follows the cursors for Return All', async () => {
		const { json } = await loops.run({ ...getAll, returnAll: true });
		expect(json).toHaveLength(64);
		expect(new Set(json.map(({ id }) => id)).size).toBe(64);
		expect(calls()).toHaveLength(2);
	});

	it.each([
		[1, 10, 1, 1],
		[10, 10, 10, 1],
		[25, 10, 25, 3],
		[1000, 50, 64, 2],
	])(
		'with limit %i and page size %i gives %i in %i pages',
		async (limit, pageSize, size, pages) => {
			const { json } = await loops.run({ ...getAll, limit, options: { pageSize } });
			expect(json).toHaveLength(size);
			expect(calls()).toHaveLength(pages);
		},
	);

	it('gives one page from a cursor, as Loops sends it', async () => {
		const first = await loops.run({ ...getAll, options: { onePageFromCursor: '', pageSize: 40 } });
		const [{ pagination }] = first.json as Array<{ pagination: { nextCursor: string } }>;
		expect(pagination).toMatchObject({ totalResults: 64, returnedResults: 40, perPage: 40 });

		const last = await loops.run({
			...getAll,
			options: { onePageFromCursor: pagination.nextCursor, pageSize: 40 },
		});
		expect(last.json).toEqual([
			{
				pagination: expect.objectContaining({ returnedResults: 24, nextCursor: null }),
				data: expect.any(Array),
			},
		]);
		expect(calls()).toHaveLength(2);
	});

	it.each([404, 405, 410])(
		'asks the newer list once the older one is gone (%i)',
		async (status) => {
			loops.emulator.inject({ kind: 'status', status, path: '/v1/transactional', times: 'always' });
			const { json } = await loops.run({ ...getAll, returnAll: true });
			expect(json).toHaveLength(64);
			expect(json.find(({ id }) => id === WELCOME)).toEqual({
				id: WELCOME,
				name: 'Welcome',
				lastUpdated: expect.stringMatching(/^\d{4}-.*Z$/),
				dataVariables: ['firstName'],
			});
		},
	);

	it('stops at 1,000 pages of a list that never ends', async () => {
		let page = 0;
		const api = nock('https://endless.example')
			.persist()
			.get('/transactional')
			.query(true)
			.reply(200, () => pageWith(String(++page)), { 'x-ratelimit-limit': '100000' });
		const { json } = await loops.run(
			{ ...getAll, returnAll: true },
			[{}],
			{},
			{
				apiKey: 'endless',
				baseUrl: 'https://endless.example',
			},
		);
		api.persist(false);
		expect(json).toHaveLength(1000);
		expect(page).toBe(1000);
	});

	const pageWith = (nextCursor: string) => ({
		pagination: { nextCursor },
		data: [{ id: nextCursor }],
	});

	it('stops when a cursor comes a second time', async () => {
		loops.emulator.inject({ kind: 'body', body: pageWith('a') });
		loops.emulator.inject({ kind: 'body', body: pageWith('b') });
		loops.emulator.inject({ kind: 'body', body: pageWith('a') });
		const { json } = await loops.run({ ...getAll, returnAll: true });
		expect(json).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'a' }]);
	});
});
