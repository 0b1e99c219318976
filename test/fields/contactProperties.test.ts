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

	it('arrive as given in JSON: 0, false, empty text and null', async () => {
		const value = { seats: 0, isBeta: false, firstName: '', planName: null };
		expect(await sentWith(propertiesInJson(value))).toEqual(value);
	});

	it('may be an object with dates from an expression', async () => {
		expect(
			await sentWith(
				{
					additionalFields: {
						contactPropertiesJson:
							'={{ { trialEndsAt: new Date(0), firstName: $json.name, lastName: undefined } }}',
					},
				},
				{ name: 'Kim' },
			),
		).toEqual({ trialEndsAt: '1970-01-01T00:00:00.000Z', firstName: 'Kim' });
	});

	it('include 0 and false in the form, but not empty text and null', async () => {
		expect(
			await sentWith(form({ seats: 0, isBeta: false, firstName: '', planName: null })),
		).toEqual({ seats: 0, isBeta: false });
	});

	it('exclude null and undefined from expressions in the form', async () => {
		expect(
			await sentWith(form({ planName: '={{ $json.plan }}', firstName: '={{ $json.none }}' }), {
				plan: null,
			}),
		).toEqual({});
	});

	it('are converted to the type of the property', async () => {
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

	it('are mapped only from input fields named like a property', async () => {
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
		).toEqual({ firstName: 'Kim', seats: 3 });
	});
});

describe('Empty Input Fields set to Clear Value in Loops', () => {
	const types: Record<string, FieldType> = {
		firstName: 'string',
		seats: 'number',
		isBeta: 'boolean',
	};
	const clear = {
		resource: 'contact',
		operation: 'upsert',
		email: 'kim@example.com',
		options: { emptyInputFields: 'clear' },
	};
	const rows = [
		{ firstName: '', seats: ' ', isBeta: null },
		{ firstName: 'Kim', seats: '' },
	];
	const values = Object.fromEntries(
		Object.keys(types).map((name) => [name, `={{ $json.${name} }}`]),
	);

	it.each([
		['mapped columns', propertiesMapper(types)],
		['the form', propertiesMapper(types, values)],
	])('clears values of every type from %s and counts them', async (_from, parameters) => {
		const { hints } = await loops.run({ ...clear, ...parameters }, rows);
		expect(loops.sent().map(({ body }) => body)).toEqual([
			{ email: 'kim@example.com', firstName: null, seats: null, isBeta: null },
			{ email: 'kim@example.com', firstName: 'Kim', seats: null },
		]);
		expect(hints).toContain('4 property values were cleared in Loops: firstName, seats, isBeta.');
	});

	it('counts nothing in Validate Only', async () => {
		const options = { ...clear.options, validateOnly: true };
		const { hints } = await loops.run({ ...clear, ...propertiesMapper(types), options }, rows);
		expect(hints.join()).not.toContain('cleared');
	});
});

describe.each([
	['contact create', { resource: 'contact', operation: 'create', email: 'new@example.com' }],
	['contact upsert', { resource: 'contact', operation: 'upsert', email: 'kim@example.com' }],
	['contact update', { resource: 'contact', operation: 'update', email: 'kim@example.com' }],
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

	it.each([[''], [' '], [null]])('are not changed by an empty cell: %j', async (empty) => {
		const row = { firstName: empty, seats: empty, isBeta: empty, trialEndsAt: empty };
		const { hints } = await loops.run({ ...operation, ...propertiesMapper(types) }, [row]);
		for (const name of Object.keys(types))
			expect(loops.calls().at(-1)?.body).not.toHaveProperty(name);
		expect(hints.join()).not.toContain('cleared');
	});
});
