import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { upsert } = parametersOf;
const body = () => loops.calls().at(-1)?.body as IDataObject;
const hideProperties = () =>
	loops.emulator.inject({
		kind: 'status',
		status: 403,
		path: '/v1/contacts/properties',
		times: 'always',
	});
const mapper = (contactProperties: unknown) => ({
	...upsert,
	contactProperties: contactProperties as IDataObject,
});

describe('a form without a schema when the account cannot be read', () => {
	it('needs no property list for input that only identifies the contact', async () => {
		hideProperties();
		await loops.expectSuccess({ ...upsert, ...propertiesMapper({}) }, [
			{ json: { email: 'kim@example.com', id: 7 } },
		]);
		expect(body()).toEqual({ email: 'kim@example.com' });
	});

	it('sends values as given with a warning', async () => {
		hideProperties();
		const warning =
			"The types of the account's contact properties could not be read, so values are sent unchanged.";
		const { hints } = await loops.run({ ...upsert, ...propertiesMapper({}, { planName: 'x' }) });
		expect(body()).toEqual({ email: 'kim@example.com', planName: 'x' });
		expect(hints).toEqual([warning]);
		const { error } = await loops.run({ ...upsert, ...propertiesMapper({}, { seats: '4' }) });
		expect(body()).toEqual({ email: 'kim@example.com', seats: '4' });
		expect(error?.description).toContain(warning);
	});

	it('refuses a value that no property can have', async () => {
		hideProperties();
		const { error } = await loops.run({
			...upsert,
			...propertiesMapper({}, { seats: '={{ 1/0 }}' }),
		});
		expect(error?.message).toContain("'seats' can't be Infinity");
	});
});

describe('a schema that the editor did not write', () => {
	it.each<[string, unknown]>([
		['without IDs', [{ displayName: 'Seats' }]],
		['without types', [{ id: 'seats' }]],
		['with types of its own', [{ id: 'seats', type: 'integer' }]],
	])('gets its types from the account %s', async (_case, schema) => {
		const value = { seats: '4' };
		await loops.run(mapper({ mappingMode: 'defineBelow', value, schema }));
		expect(body()).toEqual({ email: 'kim@example.com', seats: 4 });
		await loops.run(mapper({ mappingMode: 'autoMapInputData', schema }), [
			{ seats: '4', iban: 'DE00' },
		]);
		expect(body()).toEqual({ email: 'kim@example.com', seats: 4 });
	});

	it('maps no unknown name, and converts a value of a name it lacks', async () => {
		const schema = [{ id: 'planName', type: 'string' }, { id: 'iban' }];
		await loops.run(mapper({ mappingMode: 'autoMapInputData', schema }), [
			{ planName: 'team', iban: 'DE00' },
		]);
		expect(body()).toEqual({ email: 'kim@example.com', planName: 'team' });
		await loops.run(mapper({ value: { planName: 'team', seats: '4' }, schema }));
		expect(body()).toEqual({ email: 'kim@example.com', planName: 'team', seats: 4 });
	});

	it('maps a property that was just created', async () => {
		const mapped = { ...upsert, ...propertiesMapper({}) };
		await loops.run(mapped, [{ brandNew: '4' }]);
		expect(body()).toEqual({ email: 'kim@example.com' });
		await loops.run({
			resource: 'contactProperty',
			operation: 'create',
			propertyName: 'brandNew',
			propertyType: 'number',
		});
		await loops.run(mapped, [{ brandNew: '4' }]);
		expect(body()).toEqual({ email: 'kim@example.com', brandNew: 4 });
	});
});
