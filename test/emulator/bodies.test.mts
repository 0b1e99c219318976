import { expect, it } from 'vitest';
import {
	DRAFT,
	ORDER_RECEIPT,
	refusal,
	RELEASE_NOTES,
	startUnlimited,
	WELCOME,
} from './testClient.mts';

const { call, emulator, expectRefusal, listsOf } = await startUnlimited();

const KIM = 'kim@example.com';
const expected = (key: string, type: string) =>
	`Invalid value for property "${key}": expected a ${type}.`;
const NO_FLAG = 'mailingLists values must be true or false.';
const TWO = 'Multiple contacts found for the given criteria';
const NO_ID = 'An email or userId is required.';
const NOT_CAMEL = 'Property name must be in camelCase.';
const EXISTS = 'Property already exists.';
const NO_TYPE = 'Invalid property type';
const NO_VARIABLES =
	"There are required fields for this email. You need to include a 'dataVariables' object with the required fields.";
const SCALARS = 'Expected a string, a number or an array of objects';
const nested = (path: string, message: string) => refusal(message, { error: { path, message } });
const bad = (path: string, reason: string) =>
	refusal(`Invalid ${path}: ${reason}`, { error: { path, reason } });
const file = { filename: 'a.txt', contentType: 'text/plain', data: 'aGVsbG8=' };

/** What each call refuses: a good body, and rows with what makes it bad. */
const REFUSED: Record<
	string,
	[given: object, rows: Array<[body: object, answer: string | object]>]
> = {
	'POST /contacts/create': [
		{ email: 'a@example.com' },
		[
			[{ email: undefined }, 'Email is required.'],
			[{ email: 'kim' }, 'Invalid email address.'],
			[{ email: 5 }, 'Invalid email address.'],
			[{ userId: 5 }, 'userId must be a string.'],
			[{ seats: '4' }, expected('seats', 'number')],
			[{ firstName: 4 }, expected('firstName', 'string')],
			[{ isBeta: 'yes' }, expected('isBeta', 'boolean')],
			[{ trialEndsAt: 'soon' }, expected('trialEndsAt', 'date')],
			[{ subscribed: null }, expected('subscribed', 'boolean')],
			[{ mailingLists: { nope: true } }, 'Mailing list not found: nope'],
			[{ mailingLists: 'x' }, 'mailingLists must be an object.'],
			[{ mailingLists: { [RELEASE_NOTES]: 'yes' } }, NO_FLAG],
		],
	],
	'PUT /contacts/update': [
		{ email: KIM, firstName: 'X' },
		[
			[{ email: null, userId: null }, NO_ID],
			[{ email: 'kim@' }, 'Invalid email address.'],
			[{ email: undefined, userId: 'nobody' }, 'Contact not found.'],
			[{ userId: 'u-78' }, TWO],
			[{ seats: 'many' }, expected('seats', 'number')],
		],
	],
	'POST /contacts/properties': [
		{ name: 'color', type: 'string' },
		[
			[{ name: undefined }, 'Property name is required.'],
			[{ name: 'plan_name' }, NOT_CAMEL],
			[{ name: 'PlanName' }, NOT_CAMEL],
			[{ name: '__proto__' }, NOT_CAMEL],
			[{ name: 'mailingLists' }, 'Property name is reserved: mailingLists'],
			[{ name: 'firstName' }, EXISTS],
			[{ type: undefined }, NO_TYPE],
			[{ type: 'text' }, NO_TYPE],
		],
	],
	'POST /events/send': [
		{ eventName: 'e', userId: 'u-77' },
		[
			[{ eventName: undefined }, 'eventName is required.'],
			[{ eventName: '' }, 'eventName is required.'],
			[{ eventName: 'a:b' }, 'Invalid event name'],
			[{ userId: undefined }, NO_ID],
			[{ userId: 'nobody' }, 'Contact not found.'],
			[{ email: 'ada@example.com' }, TWO],
			[{ eventProperties: 'x' }, 'eventProperties must be an object.'],
			[{ eventProperties: { a: null } }, 'Invalid value for event property "a".'],
			[{ eventProperties: { a: [1] } }, 'Invalid value for event property "a".'],
			[{ seats: 'x' }, expected('seats', 'number')],
		],
	],
	'POST /transactional': [
		{ transactionalId: WELCOME, email: KIM, dataVariables: { firstName: 'Kim' } },
		[
			[{ email: undefined }, 'Recipient email is required'],
			[{ email: 'kim' }, 'Invalid email address.'],
			[{ transactionalId: undefined }, nested('transactionalId', 'transactionalId is required.')],
			[{ transactionalId: DRAFT }, 'Transactional email is not published.'],
			[{ dataVariables: undefined }, refusal(NO_VARIABLES, { path: 'dataVariables' })],
			[
				{ transactionalId: ORDER_RECEIPT, dataVariables: { orderNumber: '', total: 0 } },
				{
					...nested('dataVariables', 'Missing required data variable(s): orderNumber, items'),
					transactionalId: ORDER_RECEIPT,
				},
			],
			[{ dataVariables: 'x' }, bad('dataVariables', 'Expected an object')],
			[{ dataVariables: { firstName: true } }, bad('dataVariables.firstName', SCALARS)],
			[
				{ dataVariables: { firstName: [{ a: { b: 1 } }] } },
				bad('dataVariables.firstName', SCALARS),
			],
			[
				{ dataVariables: { companyName: null, firstName: 'Kim' } },
				bad('dataVariables.companyName', SCALARS),
			],
			[{ addToAudience: 'yes' }, bad('addToAudience', 'Expected a boolean')],
			[
				{ attachments: [file, { ...file, contentType: undefined }] },
				bad('attachments[1].contentType', 'Required'),
			],
			[
				{ attachments: [{ ...file, data: 'hello!' }] },
				bad('attachments[0].data', 'Expected base64'),
			],
			[{ attachments: file }, bad('attachments', 'Expected an array')],
		],
	],
};

it.each(
	Object.entries(REFUSED).flatMap(([target, [given, rows]]) =>
		rows.map(([body, answer]) => [target, { ...given, ...body }, answer] as const),
	),
)('%s refuses %j and changes nothing', async (target, body, answer) => {
	const [method, path] = target.split(' ');
	const refused = typeof answer === 'string' ? refusal(answer) : answer;
	await expectRefusal([method, path, body], 400, refused);
	const { eventLog, outbox } = emulator;
	expect([emulator.properties().length, eventLog, outbox]).toEqual([4, [], []]);
});

it('an unescaped plus in a query is a space, so the address is invalid', async () => {
	const path = '/contacts/find?email=mina+news@example.com';
	await expectRefusal(['GET', path], 400, refusal('Invalid email address.'));
});

it('the empty values that the PHP and Ruby SDKs send are accepted', async () => {
	const php = { email: 'php@example.com', userId: null, mailingLists: [] };
	const ruby = { email: 'ruby@example.com', userId: null, mailingLists: {} };
	expect((await call('POST', '/contacts/create', php)).status).toBe(200);
	expect((await call('PUT', '/contacts/update', ruby)).status).toBe(200);
	expect(emulator.contact('ruby@example.com')).toMatchObject({ userId: null });
	expect(listsOf('ruby@example.com')).toEqual([]);
});

it('nothing is polluted through __proto__', async () => {
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

it('an event of a new name is listed with the properties of its first send', async () => {
	const event = { userId: 'u-77', eventName: 'Trial / ended' };
	const eventProperties = { plan: 'x', days: 3, paid: false, at: '2026-01-02' };
	await call('POST', '/events/send', { ...event, eventProperties });
	await call('POST', '/events/send', { ...event, eventProperties: { more: 1 } });
	const path = `/event-patterns/by-name/${encodeURIComponent(event.eventName)}`;
	const { body } = await call('GET', path);
	expect(body).toMatchObject({
		eventName: event.eventName,
		incomingWebhookPlatform: null,
		eventProperties: [
			{ name: 'plan', type: 'string' },
			{ name: 'days', type: 'number' },
			{ name: 'paid', type: 'boolean' },
			{ name: 'at', type: 'date' },
		],
	});
	const { id } = body as { id: string };
	expect((await call('GET', `/event-patterns/${id}`)).body).toEqual(body);
	expect((await call('GET', '/event-patterns/by-name/a/b')).status).toBe(404);
});

it('an email adds only new recipients to the audience, and only on request', async () => {
	const body = { transactionalId: WELCOME, dataVariables: { firstName: 'Kim' } };
	const before = emulator.contact(KIM);
	await call('POST', '/transactional', { ...body, email: 'one@example.com' });
	for (const email of ['two@example.com', KIM]) {
		await call('POST', '/transactional', { ...body, email, addToAudience: true });
	}
	expect(emulator.contact('one@example.com')).toBeUndefined();
	expect(emulator.contact('two@example.com')).toMatchObject({ source: 'API', subscribed: true });
	expect(emulator.contact(KIM)).toEqual(before);
});

it.each([
	['application/json', 200],
	['application/json; charset=utf-8', 200],
	['text/plain;charset=UTF-8', 200],
	['application/x-www-form-urlencoded', 400],
])('JSON with the type %s gets %i', async (type, status) => {
	const headers = { authorization: `Bearer ${emulator.apiKey}`, 'content-type': type };
	const body = JSON.stringify({ email: KIM, eventName: 'signup' });
	const answer = await fetch(`${emulator.baseUrl}/events/send`, { method: 'POST', headers, body });
	expect(answer.status).toBe(status);
});
