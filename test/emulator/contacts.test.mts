import { describe, expect, it } from 'vitest';
import { RELEASE_NOTES, refusal, startUnlimited, type Call } from './testClient.mts';

const { call, emulator, expectRefusal, listsOf } = await startUnlimited();

function asFound(contact: object | undefined) {
	return { ...contact, createdAt: undefined, isSuppressed: undefined };
}

const expected = (key: string, type: string) =>
	`Invalid value for property "${key}": expected a ${type}.`;

describe('contacts.create', () => {
	it('creates a contact with defaults', async () => {
		const reply = await call('POST', '/contacts/create', { email: 'new@example.com' });
		expect(reply.status).toBe(200);
		const { id } = reply.body as { id: string };
		expect(id).toMatch(/^cm[a-z0-9]{23}$/);
		expect(reply.body).toEqual({ success: true, id });
		expect((await call('GET', '/contacts/find?email=new%40example.com')).body).toEqual([
			{
				...{ id, email: 'new@example.com', firstName: null, lastName: null, source: 'API' },
				...{ subscribed: true, userGroup: '', userId: null, mailingLists: {}, optInStatus: null },
				...{ planName: null, seats: null, isBeta: null, trialEndsAt: null },
			},
		]);
	});

	const A = { email: 'a@example.com' };
	const LISTS = 'mailingLists values must be true or false.';

	it.each([
		[{}, 'Email is required.'],
		[{ email: 'kim' }, 'Invalid email address.'],
		[{ email: 5 }, 'Invalid email address.'],
		[{ ...A, userId: 5 }, 'userId must be a string.'],
		[{ ...A, seats: '4' }, expected('seats', 'number')],
		[{ ...A, firstName: 4 }, expected('firstName', 'string')],
		[{ ...A, isBeta: 'yes' }, expected('isBeta', 'boolean')],
		[{ ...A, trialEndsAt: 'soon' }, expected('trialEndsAt', 'date')],
		[{ ...A, subscribed: null }, expected('subscribed', 'boolean')],
		[{ ...A, mailingLists: { nope: true } }, 'Mailing list not found: nope'],
		[{ ...A, mailingLists: 'x' }, 'mailingLists must be an object.'],
		[{ ...A, mailingLists: { [RELEASE_NOTES]: 'yes' } }, LISTS],
	])('refuses to create %j', async (body, message) => {
		await expectRefusal(['POST', '/contacts/create', body], 400, refusal(message));
	});

	it('refuses to create when the userId is taken', async () => {
		const body = { email: 'other@example.com', userId: 'u-77' };
		const message = 'Email or userId is already on list.';
		await expectRefusal(['POST', '/contacts/create', body], 409, refusal(message));
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
});

describe('contacts.update', () => {
	const KIM = 'cm9contact0kim00000000001';

	it('changes an email address through the userId, and a userId through the email', async () => {
		const email = 'kim.new@example.com';
		await call('PUT', '/contacts/update', { email, userId: 'u-77' });
		expect(emulator.contact('kim@example.com')).toBeUndefined();
		await call('PUT', '/contacts/update', { email, userId: 'u-777' });
		expect(emulator.contact('u-77')).toBeUndefined();
		expect([emulator.contact(email)?.id, emulator.contact('u-777')?.id]).toEqual([KIM, KIM]);
		expect((await call('POST', '/contacts/create', { email: 'kim@example.com' })).status).toBe(200);
	});

	const TWO = { email: 'kim@example.com', userId: 'u-78', seats: 99 };

	it.each([
		[{ email: null, userId: null, seats: 1 }, 'An email or userId is required.'],
		[{ email: 'kim@' }, 'Invalid email address.'],
		[{ userId: 'nobody' }, 'Contact not found.'],
		[TWO, 'Multiple contacts found for the given criteria'],
		[{ email: 'kim@example.com', firstName: 'X', seats: 'many' }, expected('seats', 'number')],
	])('refuses %j and changes nothing', async (body, message) => {
		await expectRefusal(['PUT', '/contacts/update', body], 400, refusal(message));
	});

	it('adds an unsubscribed contact to a list only when it is subscribed again', async () => {
		const body = { email: 'luis@example.com', mailingLists: { [RELEASE_NOTES]: true } };
		await call('PUT', '/contacts/update', body);
		expect(emulator.contact(body.email)).toMatchObject({ subscribed: false, mailingLists: {} });
		await call('PUT', '/contacts/update', { ...body, subscribed: true });
		expect(emulator.contact(body.email)).toMatchObject({ subscribed: true });
		expect(listsOf(body.email)).toEqual([RELEASE_NOTES]);
	});
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

	it('read an unescaped plus as a space, so the address is invalid', async () => {
		const request: Parameters<Call> = ['GET', '/contacts/find?email=mina+news@example.com'];
		await expectRefusal(request, 400, refusal('Invalid email address.'));
	});
});
