import { describe, expect, it } from 'vitest';

import { propertiesInJson } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

/** How an error shows the name of an unknown property. */
async function shownOf(name: string): Promise<string | undefined> {
	const { error } = await loops.run({
		...parametersOf.upsert,
		...propertiesInJson({ [name]: 'x' }),
		options: { unknownProperties: 'dontSend' },
	});
	return /^The account has no contact property '(.*)' \[item 0\]$/s.exec(error?.message ?? '')?.[1];
}

describe('a property name in an error', () => {
	it.each([
		['no\nname\t\tof\u0000mine', 'no name of mine'],
		['-'.repeat(60), '-'.repeat(60)],
		['-'.repeat(61), `${'-'.repeat(60)}…`],
		['😀'.repeat(61), `${'😀'.repeat(60)}…`],
	])('is truncated and put on one line: %j', async (name, shown) => {
		expect(await shownOf(name)).toBe(shown);
	});
});
