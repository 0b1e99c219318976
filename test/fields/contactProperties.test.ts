import type { FieldType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesInJson, propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

describe('contact property values', () => {
	const upsert = { resource: 'contact', operation: 'upsert', email: 'kim@example.com' };
	const sentWith = async (parameters: object, item = {}) => {
		await loops.run({ ...upsert, ...parameters }, [item]);
		const { email, ...properties } = loops.sent()[0].body as Record<string, unknown>;
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
		expect(await sentWith(propertiesInJson(value))).toEqual(value);
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

describe.each([
	['contact create', { resource: 'contact', operation: 'create', email: 'new@example.com' }],
	['contact upsert', { resource: 'contact', operation: 'upsert', email: 'kim@example.com' }],
	['contact update', { resource: 'contact', operation: 'update', email: 'kim@example.com' }],
	[
		'event send',
		{ resource: 'event', operation: 'send', eventName: 'signup', email: 'kim@example.com' },
	],
])('contact properties of %s', (_name, operation) => {
	const types: Record<string, FieldType> = {
		firstName: 'string',
		seats: 'number',
		isBeta: 'boolean',
		trialEndsAt: 'dateTime',
	};
	const stored = {
		firstName: 'Kim',
		seats: 7,
		isBeta: false,
		trialEndsAt: '2026-12-24T00:00:00.000Z',
	};
	const contact = () => loops.emulator.contact(operation.email);

	it('arrive typed when mapped one by one', async () => {
		const { error } = await loops.run({
			...operation,
			...propertiesMapper(types, {
				firstName: 'Kim',
				seats: '7',
				isBeta: '={{ "FALSE" }}',
				trialEndsAt: '2026-12-24',
			}),
		});
		expect(error).toBeUndefined();
		expect(contact()).toMatchObject(stored);
	});

	it('arrive typed when mapped automatically', async () => {
		await loops.run({ ...operation, ...propertiesMapper(types) }, [
			{ firstName: 'Kim', seats: '7', isBeta: 'FALSE', trialEndsAt: '2026-12-24', other: 'x' },
		]);
		expect(contact()).toMatchObject(stored);
	});

	it('arrive from fields that the editor could not load', async () => {
		await loops.run({
			...operation,
			...propertiesMapper({}, { firstName: 'Kim', seats: '={{ 7 }}', isBeta: '={{ false }}' }),
		});
		expect(contact()).toMatchObject({ firstName: 'Kim', seats: 7, isBeta: false });
	});

	it('are left alone by empty cells, except for text', async () => {
		await loops.run({ ...operation, ...propertiesMapper(types) }, [
			{ firstName: '', seats: '', isBeta: '', trialEndsAt: '' },
		]);
		expect(loops.calls().at(-1)?.body).toMatchObject({ firstName: '' });
		expect(Object.keys(loops.calls().at(-1)?.body as object)).not.toContain('seats');
	});
});
