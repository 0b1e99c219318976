import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

describe('unknown contact properties', () => {
	const upsert = (properties: IDataObject, options: IDataObject = {}): IDataObject => ({
		resource: 'contact',
		operation: 'upsert',
		email: 'kim@example.com',
		additionalFields: { contactPropertiesJson: JSON.stringify(properties) },
		options,
	});
	const lookUps = () => loops.emulator.requests.length - loops.calls().length;

	it('cause one warning with the nearest name for all items', async () => {
		const { hints, json } = await loops.run(upsert({ plan_name: 'x', firstName: 'Kim' }), [
			{},
			{},
			{},
		]);
		expect(json).toHaveLength(3);
		expect(hints).toEqual([
			"The account has no contact property 'plan_name', so Loops drops its value. Did you mean 'planName'? [all 3 items]",
		]);
		expect(lookUps()).toBeLessThanOrEqual(2);
	});

	it('are not looked for when all names are built in or from editor fields', async () => {
		const { hints } = await loops.run({
			resource: 'contact',
			operation: 'upsert',
			email: 'kim@example.com',
			...propertiesMapper({ seats: 'number' }, { seats: 1 }),
		});
		await loops.run(
			upsert({ firstName: 'Kim', userGroup: 'x' }, { unknownProperties: 'dontSend' }),
		);
		expect(hints).toEqual([]);
		expect(lookUps()).toBe(0);
	});

	it('do not stop a run whose look-up fails', async () => {
		loops.emulator.inject({
			kind: 'status',
			status: 403,
			path: '/v1/contacts/properties',
			times: 'always',
		});
		const { hints, json } = await loops.run(upsert({ zodiac: 'x' }));
		expect(json).toHaveLength(1);
		expect(hints).toEqual([
			"The account's contact properties could not be read. If the account does not have 'zodiac', Loops drops the value.",
		]);
	});

	it('are checked in the properties that an event clears', async () => {
		const { hints } = await loops.run({
			resource: 'event',
			operation: 'send',
			eventName: 'signup',
			email: 'kim@example.com',
			additionalFields: { clearProperty: '={{ "zodiac" }}' },
		});
		expect(hints).toEqual([expect.stringContaining("'zodiac'")]);
	});
});

it('a property type that the node does not know accepts a value as given', async () => {
	const body = [{ key: 'tags', label: 'Tags', type: 'list' }];
	loops.emulator.inject({ kind: 'body', body, path: '/v1/contacts/properties', times: 'always' });
	await loops.run({
		resource: 'contact',
		operation: 'upsert',
		email: 'kim@example.com',
		contactProperties: { mappingMode: 'defineBelow', value: { tags: 'a' } },
	});
	expect(loops.calls()[0].body).toEqual({ email: 'kim@example.com', tags: 'a' });
});
