import { expect, it } from 'vitest';

import { offersOption, useEmulator } from '../harness/loops.mts';
import { everyOperation } from '../harness/operations.mts';

const loops = useEmulator();

const binary = { data: { data: 'YWJj', mimeType: 'image/gif', fileName: 'a.gif' } };
const withOptions = everyOperation.filter(([, each]) => offersOption(each, 'includeInputFields'));

it.each(withOptions)(
	'Include Input Fields keeps the input beside the answer: %s',
	async (_name, parameters) => {
		const { items } = await loops.run({ ...parameters, options: { includeInputFields: true } }, [
			{ json: { orderId: 7, id: 'mine', success: 'mine' }, binary },
		]);
		expect(items[0]).toMatchObject({
			json: { orderId: 7, id: 'mine', success: 'mine', loops: expect.any(Object) },
			binary,
			pairedItem: { item: 0 },
		});
	},
);
