import { describe, expect, it } from 'vitest';
import { refusal, startUnlimited } from './testClient.mts';

const { call, emulator, expectRefusal } = await startUnlimited();

describe('the API', () => {
	const INVALID_KEY = refusal('Invalid API key', { error: 'Invalid API key' });

	it.each([
		['a wrong key', { authorization: 'Bearer other' }],
		['another scheme', { authorization: 'Basic emulator-key-for-tests' }],
		['no key', { authorization: '' }],
	])('refuses %s', async (_, headers) => {
		await expectRefusal(['GET', '/api-key', undefined, headers], 401, INVALID_KEY);
		expect(emulator.requests[0].processed).toBe(false);
	});

	it('answers an unknown route with an HTML page', async () => {
		const reply = await call('GET', '/contacts');
		expect(reply.status).toBe(404);
		expect(reply.headers.get('content-type')).toContain('text/html');
		expect(reply.body).toContain('<h1>404 Not Found</h1>');
	});

	it.each([
		['GET', '/contacts/create'],
		['DELETE', '/contacts/delete'],
		['POST', '/contacts/update'],
		['POST', '/lists'],
	])('answers %s %s with 405', async (method, path) => {
		await expectRefusal([method, path], 405, refusal('Method not allowed'));
	});

	it.each([
		['text', 'email=kim@example.com', 'Invalid JSON body.'],
		['nothing', '', 'Invalid JSON body.'],
		['an array', '[]', 'The body must be a JSON object.'],
		['null', 'null', 'The body must be a JSON object.'],
	])('refuses %s as a body', async (_, body, message) => {
		await expectRefusal(['POST', '/contacts/create', body], 400, refusal(message));
	});

	it('refuses a body with another Content-Type', async () => {
		const headers = { 'content-type': 'text/plain' };
		await expectRefusal(
			['POST', '/contacts/create', '{"email":"a@example.com"}', headers],
			400,
			refusal('Content-Type must be application/json.'),
		);
	});

	it('survives JSON nested deeper than the stack', async () => {
		const deep = `{"email":"deep@example.com","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
		const { status } = await call('POST', '/contacts/create', deep);
		expect(status).toBe(500);
		expect((await call('GET', '/api-key')).status).toBe(200);
	});
});
