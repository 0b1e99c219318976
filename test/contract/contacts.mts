import { Difference, expectAnswer } from './assumption.mts';
import type { Service } from './service.mts';

type Contact = Record<string, unknown>;

/** Returns the email of the new contact. */
export async function createContact(
	service: Service,
	name: string,
	properties: object = {},
): Promise<string> {
	const email = service.email(name);
	expectAnswer(await service.call('POST', '/contacts/create', { email, ...properties }), 200);
	return email;
}

export async function find(service: Service, email: string): Promise<Contact | undefined> {
	const query = new URLSearchParams({ email });
	const answer = await service.call('GET', `/contacts/find?${query.toString()}`);
	expectAnswer(answer, 200, { of: 'an array', is: Array.isArray });
	return (answer.body as Contact[])[0];
}

export const update = async (service: Service, body: object) =>
	await service.call('PUT', '/contacts/update', body);

export function expectField(contact: Contact | undefined, name: string, expected: unknown): void {
	const seen = contact?.[name] ?? null;
	if (JSON.stringify(seen) !== JSON.stringify(expected)) {
		throw new Difference(`${name}: ${JSON.stringify(expected)}`, typeof seen);
	}
}
