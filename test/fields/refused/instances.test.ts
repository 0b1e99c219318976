import { describe, expect, it } from 'vitest';

import { variablesMapper } from '../../harness/forms.mts';
import { useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';
import { email, refuses } from './refuses.mts';

const loops = useEmulator();

class Row {
	title = 'Pen';
}

describe('an array of data variables', () => {
	const run = async (entry: unknown) =>
		await loops.run(
			{
				...parametersOf.sendEmail,
				transactionalId: { mode: 'id', value: 'cm8tx0heartbeat000000008a' },
				...variablesMapper(['items']),
			},
			[{ json: { items: [entry] } as never }],
		);

	it.each([{ title: 'Pen' }, Object.assign(Object.create(null), { title: 'Pen' })])(
		'accepts plain objects',
		async (entry) => {
			const { error } = await run(entry);
			expect(error).toBeUndefined();
			expect(loops.sent()[0].body).toMatchObject({ dataVariables: { items: [{ title: 'Pen' }] } });
		},
	);

	it.each([new Row(), new Date(0), new Map([['title', 'Pen']]), ['Pen'], 'Pen', null])(
		'refuses other entries: %s',
		async (entry) => {
			const { error } = await run(entry);
			expect(error?.description).toContain('Each entry of an array has to be an object');
			expect(loops.emulator.requests).toHaveLength(0);
		},
	);
});

refuses(
	'the content of an attachment',
	['12345678', '["YWJj"]', '{ a: 1 }', 'null', '$json.none'].map((data) => [
		data,
		{
			...email,
			options: {
				attachments: {
					base64: [{ filename: 'a', contentType: 'text/plain', data: `={{ ${data} }}` }],
				},
			},
		},
		"'Attachments': entry 1 of 1 is not base64 text",
		'the bare content of the file in base64',
	]),
);
