import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

it.each(['string', 'number', 'boolean', 'date'])(
	'Contact Property > Create creates a %s property',
	async (type) => {
		const { json } = await loops.run({
			resource: 'contactProperty',
			operation: 'create',
			propertyName: 'newThing2',
			propertyType: type,
		});
		expect(json).toMatchObject([{ success: true }]);
		expect(loops.sent()[0]).toMatchObject({
			method: 'POST',
			path: '/v1/contacts/properties',
			body: { name: 'newThing2', type },
		});
		expect(loops.emulator.properties().at(-1)).toMatchObject({ key: 'newThing2', type });
	},
);

const create = (propertyName: string, propertyType: string): IDataObject => ({
	resource: 'contactProperty',
	operation: 'create',
	propertyName,
	propertyType,
	options: { ifPropertyExists: 'skip' },
});

it('Contact Property > Create with Skip creates a missing property once for two items', async () => {
	const { json } = await loops.run(create('brandNew', 'date'), [{}, {}]);
	expect(json.map(({ existed }) => existed)).toEqual([false, true]);
	expect(loops.emulator.properties().at(-1)).toMatchObject({ key: 'brandNew', type: 'date' });
});
