import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { takeContradictions } from '../harness/contradictions.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentParameters } from '../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const jsonTexts: Array<[string, (json: string) => IDataObject]> = [
	[
		'Contact Fallbacks',
		(json) => ({
			...contentParameters('emailMessage update'),
			updateFields: { contactPropertiesFallbacks: json },
		}),
	],
	[
		'Styles (JSON)',
		(json) => ({ ...contentParameters('theme update'), updateFields: { styles: json } }),
	],
];

describe.each(jsonTexts)('%s', (label, of) => {
	it('accepts expressions that give empty text, null and a number', async () => {
		const json = '={"a":"{{ $json.nothing ?? "" }}","b":{{ JSON.stringify(null) }},"c":{{ 1 }}}';
		await loops.run(of(json));
		const post = loops.emulator.requests.find(({ method }) => method === 'POST');
		const [body] = Object.values(post?.body as IDataObject).filter(
			(each) => typeof each === 'object',
		);
		// Fallbacks are text. The node leaves the names and types of styles to Loops.
		const isStyles = label.startsWith('Styles');
		expect(body).toEqual({ a: '', b: null, c: isStyles ? 1 : '1' });
		expect(takeContradictions()).toHaveLength(isStyles ? 1 : 0);
	});
});
