import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { everyOperation, parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const paths = () => loops.calls().map(({ method, path }) => `${method} ${path}`);

describe('update', () => {
	const update = { resource: 'contact', operation: 'update', email: 'kim@example.com' };
	const properties = { contactPropertiesFrom: 'json', contactPropertiesJson: '{ "seats": 9 }' };

	it('writes to the contact that exists', async () => {
		const { json } = await loops.run({ ...update, ...properties });
		expect(json).toMatchObject([{ success: true, id: 'cm9contact0kim00000000001' }]);
		expect(paths()).toEqual(['GET /v1/contacts/find', 'PUT /v1/contacts/update']);
		expect(loops.emulator.contact('kim@example.com')).toMatchObject({ seats: 9 });
	});

	it.each([
		['email', { email: 'nobody@example.com' }],
		['user ID', { findBy: 'userId', userId: 'nobody' }],
	])('creates nothing where no contact has the %s', async (_identifier, identifier) => {
		const { error } = await loops.run({ ...update, ...identifier, ...properties });
		expect(error?.message).toBe('No contact has this email or user ID [item 0]');
		expect(paths()).toEqual(['GET /v1/contacts/find']);
		expect(loops.emulator.contacts()).toHaveLength(5);
	});

	it.each([
		['foundFalse', [{ found: false, email: 'nobody@example.com' }]],
		['noItem', []],
	])('puts out %s for a contact that is not there, if chosen', async (whenNotFound, output) => {
		const { json } = await loops.run({
			...update,
			email: 'nobody@example.com',
			options: { whenNotFound },
		});
		expect(json).toEqual(output);
		expect(paths()).toEqual(['GET /v1/contacts/find']);
	});

	it.each([
		['user ID', { findBy: 'userId', userId: 'u-77' }],
		['email', {}],
	])('changes the email of a contact found by %s', async (_identifier, identifier) => {
		await loops.run({
			...update,
			...identifier,
			additionalFields: { changeEmailTo: ' kim@new.example.com ' },
		});
		expect(loops.emulator.contact('u-77')).toMatchObject({
			id: 'cm9contact0kim00000000001',
			email: 'kim@new.example.com',
		});
		expect(loops.emulator.contacts()).toHaveLength(5);
	});

	it('says that a contact without a user ID keeps its email', async () => {
		const { error } = await loops.run({
			...update,
			email: 'tomas@example.com',
			additionalFields: { changeEmailTo: 'tomas@new.example.com' },
		});
		expect(error?.message).toBe("'Change Email To' needs a contact that has a user ID [item 0]");
		expect(paths()).toEqual(['GET /v1/contacts/find']);
	});

	it.each([
		['', "'Change Email To' is empty"],
		['no address', `'Change Email To' is not an email address: "no address"`],
	])("refuses '%s' for a new email", async (changeEmailTo, message) => {
		const { error } = await loops.run({ ...update, additionalFields: { changeEmailTo } });
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(loops.emulator.contact('kim@example.com')).toBeDefined();
	});
});

describe('find', () => {
	const find = (whenNotFound: string, email: string): IDataObject => ({
		resource: 'contact',
		operation: 'find',
		email,
		options: { whenNotFound },
	});

	it.each([
		['foundFalse', [{ found: false, email: 'nobody@example.com' }]],
		['noItem', []],
	])('puts out %s for a contact that is not there, if chosen', async (policy, output) => {
		const { json, run } = await loops.run(find(policy, 'nobody@example.com'));
		expect(run.status).toBe('success');
		expect(json).toEqual(output);
	});

	it('fails for a contact that is not there, if chosen', async () => {
		const { failed } = await loops.run(find('error', 'nobody@example.com'), [{ n: 1 }], {
			onError: 'continueErrorOutput',
		});
		expect(failed[0].json).toMatchObject({
			n: 1,
			error: { message: 'No contact has this email or user ID [item 0]' },
		});
	});

	it.each(['foundFalse', 'noItem', 'error'])('puts out the contact with %s', async (policy) => {
		const { json } = await loops.run(find(policy, 'kim@example.com'));
		expect(json).toEqual([expect.objectContaining({ found: true, firstName: 'Kim', seats: 4 })]);
	});
});

describe('delete', () => {
	it('counts a contact that is gone as deleted, if chosen', async () => {
		const { json } = await loops.run({
			resource: 'contact',
			operation: 'delete',
			email: 'nobody@example.com',
			options: { succeedIfAlreadyGone: true },
		});
		expect(json).toMatchObject([{ deleted: false }]);
	});
});

describe('clearing properties', () => {
	it.each([
		['contact upsert', parametersOf.upsert],
		['contact update', { ...parametersOf.upsert, operation: 'update' }],
		['event send', parametersOf.sendEvent],
	])('is possible with %s', async (_name, parameters) => {
		await loops.run({ ...parameters, additionalFields: { clearProperty: ['seats', 'isBeta'] } });
		expect(loops.emulator.contact('kim@example.com')).toMatchObject({
			seats: null,
			isBeta: null,
			planName: 'team',
		});
	});

	it.each(['email', 'userId', 'mailingLists', 'subscribed', '__proto__'])(
		'is refused for %s',
		async (name) => {
			const { error } = await loops.run({
				...parametersOf.upsert,
				additionalFields: { clearProperty: `={{ ["${name}"] }}` },
			});
			expect(error?.message).toBe(`'Clear Property' can't clear '${name}' [item 0]`);
			expect(loops.emulator.requests).toHaveLength(0);
		},
	);
});

describe('subscription and mailing lists', () => {
	const lists = {
		subscribeToList: ['cm9list0investors00000003'],
		unsubscribeFromList: ['cm9list0releasenotes00001'],
	};

	it.each([
		['contact create', parametersOf.create],
		['contact upsert', parametersOf.upsert],
		['contact update', { ...parametersOf.upsert, operation: 'update' }],
		['event send', parametersOf.sendEvent],
	])('can be set with %s', async (_name, parameters) => {
		await loops.run({
			...parameters,
			additionalFields: { ...lists, subscription: 'subscribe' },
		});
		expect(loops.calls().at(-1)?.body).toMatchObject({
			subscribed: true,
			mailingLists: { cm9list0investors00000003: true, cm9list0releasenotes00001: false },
		});
	});

	it('are not touched by any operation that does not set them', async () => {
		for (const [name, parameters] of everyOperation) {
			if (name.endsWith('subscribe')) continue;
			await loops.run(parameters);
			const sent = Object.keys((loops.emulator.requests.at(-1)?.body as object) ?? {});
			expect(sent).not.toContain('subscribed');
			expect(sent).not.toContain('mailingLists');
		}
	});
});

describe('contact property create', () => {
	const create = (propertyName: string, propertyType: string): IDataObject => ({
		resource: 'contactProperty',
		operation: 'create',
		propertyName,
		propertyType,
		options: { ifItExists: 'skip' },
	});

	it('does nothing where the property exists with this type', async () => {
		const { json } = await loops.run(create('seats', 'number'));
		expect(json).toMatchObject([{ success: true, existed: true }]);
		expect(loops.calls()).toEqual([
			// The look-up is a GET on the same path, and not shown here.
		]);
	});

	it('creates one that does not exist, once for two items', async () => {
		const { json } = await loops.run(create('brandNew', 'date'), [{}, {}]);
		expect(json.map(({ existed }) => existed)).toEqual([false, true]);
		expect(loops.emulator.properties().at(-1)).toMatchObject({ key: 'brandNew', type: 'date' });
	});

	it('says when the property exists with another type', async () => {
		const { error } = await loops.run(create('seats', 'string'));
		expect(error?.message).toBe(
			"The contact property 'seats' exists with the type number, not string [item 0]",
		);
		expect(loops.calls()).toEqual([]);
	});
});

describe('Include Input Fields', () => {
	const binary = { data: { data: 'YWJj', mimeType: 'text/plain', fileName: 'a.txt' } };
	const withOptions = everyOperation.filter(([name]) => !/getAll$|^apiKey/.test(name));

	it.each(withOptions)('passes the input on next to the answer: %s', async (_name, parameters) => {
		const { items } = await loops.run({ ...parameters, options: { includeInputFields: true } }, [
			{ json: { orderId: 7, id: 'mine', success: 'mine' }, binary },
		]);
		expect(items[0]).toMatchObject({
			json: { orderId: 7, id: 'mine', success: 'mine', loops: expect.any(Object) },
			binary,
			pairedItem: { item: 0 },
		});
	});
});
