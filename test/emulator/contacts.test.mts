import { describe, expect, it } from 'vitest';
import {
	answerOf,
	RELEASE_NOTES,
	PRODUCT_NEWS,
	refusal,
	startUnlimited,
	type Call,
} from './testClient.mts';

const { call, emulator, expectRefusal, listsOf } = await startUnlimited();

function asFound(contact: object | undefined) {
	return { ...contact, createdAt: undefined, isSuppressed: undefined };
}

describe('contacts.create', () => {
	it('creates a contact with defaults', async () => {
		const reply = await call('POST', '/contacts/create', { email: 'new@example.com' });
		expect(reply.status).toBe(200);
		const { id } = reply.body as { id: string };
		expect(id).toMatch(/^cm[a-z0-9]{23}$/);
		expect(reply.body).toEqual({ success: true, id });
		expect((await call('GET', '/contacts/find?email=new%40example.com')).body).toEqual([
			{
				id,
				email: 'new@example.com',
				firstName: null,
				lastName: null,
				source: 'API',
				subscribed: true,
				userGroup: '',
				userId: null,
				mailingLists: {},
				optInStatus: null,
				planName: null,
				seats: null,
				isBeta: null,
				trialEndsAt: null,
			},
		]);
	});

	it('creates a contact with all fields', async () => {
		await call('POST', '/contacts/create', {
			email: 'full@example.com',
			userId: 'u-900',
			firstName: 'Fay',
			lastName: 'Ng',
			source: 'Import',
			subscribed: true,
			userGroup: 'staff',
			mailingLists: { [RELEASE_NOTES]: true, [PRODUCT_NEWS]: false },
			planName: 'team',
			seats: 4,
			isBeta: false,
			trialEndsAt: '2026-12-24',
			createdAt: 1_790_000_000_000,
		});
		expect(emulator.contact('u-900')).toMatchObject({
			email: 'full@example.com',
			firstName: 'Fay',
			lastName: 'Ng',
			source: 'Import',
			userGroup: 'staff',
			planName: 'team',
			seats: 4,
			isBeta: false,
			trialEndsAt: '2026-12-24T00:00:00.000Z',
			createdAt: '2026-09-21T14:13:20.000Z',
		});
		expect(listsOf('u-900')).toEqual([RELEASE_NOTES]);
	});

	it.each([
		['the email', { email: 'kim@example.com' }],
		['the email in another case', { email: 'KIM@example.com' }],
		['the userId', { email: 'other@example.com', userId: 'u-77' }],
	])('refuses to create when %s is taken', async (_, body) => {
		const message = 'Email or userId is already on list.';
		await expectRefusal(['POST', '/contacts/create', body], 409, refusal(message));
	});

	it.each([
		[{}, 'Email is required.'],
		[{ email: 'kim' }, 'Invalid email address.'],
		[{ email: 5 }, 'Invalid email address.'],
		[{ email: 'a@example.com', userId: 5 }, 'userId must be a string.'],
		[{ email: 'a@example.com', seats: '4' }, expected('seats', 'number')],
		[{ email: 'a@example.com', firstName: 4 }, expected('firstName', 'string')],
		[{ email: 'a@example.com', isBeta: 'yes' }, expected('isBeta', 'boolean')],
		[{ email: 'a@example.com', trialEndsAt: 'soon' }, expected('trialEndsAt', 'date')],
		[{ email: 'a@example.com', subscribed: null }, expected('subscribed', 'boolean')],
		[{ email: 'a@example.com', mailingLists: { nope: true } }, 'Mailing list not found: nope'],
		[{ email: 'a@example.com', mailingLists: 'x' }, 'mailingLists must be an object.'],
		[
			{ email: 'a@example.com', mailingLists: { [RELEASE_NOTES]: 'yes' } },
			'mailingLists values must be true or false.',
		],
	])('refuses to create %j', async (body, message) => {
		await expectRefusal(['POST', '/contacts/create', body], 400, refusal(message));
	});

	it('ignores unknown properties of any type', async () => {
		const body = { email: 'a@example.com', plan_name: 'x', tags: ['a'], id: 'cm1', optInStatus: 1 };
		expect((await call('POST', '/contacts/create', body)).status).toBe(200);
		expect(emulator.contact('a@example.com')).not.toHaveProperty('plan_name');
		expect(emulator.contact('a@example.com')).toMatchObject({ optInStatus: null });
	});

	it('accepts the empty values that the PHP and Ruby SDKs send', async () => {
		const php = { email: 'php@example.com', userId: null, mailingLists: [] };
		const ruby = { email: 'ruby@example.com', userId: null, mailingLists: {} };
		expect((await call('POST', '/contacts/create', php)).status).toBe(200);
		expect((await call('PUT', '/contacts/update', ruby)).status).toBe(200);
		expect(emulator.contact('ruby@example.com')).toMatchObject({ userId: null });
		expect(listsOf('ruby@example.com')).toEqual([]);
	});

	it('cannot be polluted through __proto__', async () => {
		const body = `{"email":"p@example.com","__proto__":{"polluted":1},"constructor":"x",
			"eventName":"e","eventProperties":{"__proto__":"y"}}`;
		expect((await call('POST', '/contacts/create', body)).status).toBe(200);
		expect((await call('POST', '/events/send', body)).status).toBe(200);
		const lists = '{"email":"p@example.com","mailingLists":{"__proto__":true}}';
		expect((await call('PUT', '/contacts/update', lists)).status).toBe(400);
		expect((await call('GET', '/contacts/find?__proto__=1&email=p@example.com')).status).toBe(200);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
		expect(Object.keys(emulator.contact('p@example.com') ?? {})).not.toContain('constructor');
	});

	function expected(key: string, type: string) {
		return `Invalid value for property "${key}": expected a ${type}.`;
	}
});

describe('contacts.find and contacts.delete', () => {
	it('find by either identifier and return a list', async () => {
		const byEmail = await call('GET', '/contacts/find?email=mina%2Bnews%40example.com');
		const byUserId = await call('GET', '/contacts/find?userId=u-80');
		expect(byEmail.status).toBe(200);
		expect(byEmail.body).toMatchObject([{ userId: 'u-80', optInStatus: 'accepted' }]);
		expect(byUserId.body).toEqual(byEmail.body);
		expect(byEmail.body).not.toHaveProperty('0.createdAt');
		expect((byEmail.body as object[]).map(asFound)).toEqual([asFound(emulator.contact('u-80'))]);
	});

	it('find an empty list when nothing matches', async () => {
		const reply = await call('GET', '/contacts/find?email=no@example.com');
		expect(answerOf(reply)).toEqual({ status: 200, body: [] });
	});

	it('read an unescaped plus as a space, so the address is invalid', async () => {
		const request: Parameters<Call> = ['GET', '/contacts/find?email=mina+news@example.com'];
		await expectRefusal(request, 400, refusal('Invalid email address.'));
	});

	it.each([
		['', 'An email or userId is required.'],
		['?email=', 'Invalid email address.'],
		['?email=kim', 'Invalid email address.'],
		['?email=kim@example.com&userId=u-77', 'Only one parameter is permitted.'],
	])('refuse to find %j', async (query, message) => {
		await expectRefusal(['GET', `/contacts/find${query}`], 400, refusal(message));
	});

	it('delete a contact once by either identifier', async () => {
		const body = { success: true, message: 'Contact deleted.' };
		const kim = { email: 'kim@example.com' };
		expect(answerOf(await call('POST', '/contacts/delete', kim))).toEqual({ status: 200, body });
		const ada = { userId: 'u-78' };
		expect(answerOf(await call('POST', '/contacts/delete', ada))).toEqual({ status: 200, body });
		await expectRefusal(['POST', '/contacts/delete', kim], 404, refusal('Contact not found.'));
		await expectRefusal(['POST', '/contacts/delete', ada], 404, refusal('Contact not found.'));
		expect(emulator.contact('u-77')).toBeUndefined();
		expect(emulator.contacts()).toHaveLength(3);
	});

	it.each([
		[{}, 'An email or userId is required.'],
		[{ email: 'kim' }, 'Invalid email address.'],
		[{ email: 'kim@example.com', userId: 'u-77' }, 'Only one parameter is permitted.'],
	])('refuse to delete %j', async (body, message) => {
		await expectRefusal(['POST', '/contacts/delete', body], 400, refusal(message));
	});
});
