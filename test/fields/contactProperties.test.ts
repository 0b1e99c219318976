import type { FieldType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

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
		await loops.expectSuccess({
			...operation,
			...propertiesMapper(types, {
				firstName: 'Kim',
				seats: '7',
				isBeta: '={{ "FALSE" }}',
				trialEndsAt: '2026-12-24',
			}),
		});
		expect(contact()).toMatchObject(stored);
	});

	it('arrive typed when mapped automatically', async () => {
		await loops.run({ ...operation, ...propertiesMapper(types) }, [
			{ firstName: 'Kim', seats: '7', isBeta: 'FALSE', trialEndsAt: '2026-12-24', other: 'x' },
		]);
		expect(contact()).toMatchObject(stored);
	});
});

it('calls an interval of PostgreSQL no date, although it has toISO', async () => {
	const trial = { days: 14, toISO: () => 'P14D' };
	const parameters = {
		resource: 'contact',
		operation: 'upsert',
		email: 'kim@example.com',
		...propertiesMapper({ firstName: 'string' }, { firstName: '={{ $json.trial }}' }),
	};
	const error = await loops.expectError(parameters, "'firstName'", [{ trial }]);
	expect(`${error.message} ${error.description}`).not.toMatch(/date/i);
});
