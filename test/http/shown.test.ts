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

describe("Loops' reason in an error", () => {
	it.each([
		['x'.repeat(200), 'x'.repeat(200)],
		['x'.repeat(201), `${'x'.repeat(200)}…`],
		['<b>a</b> <style>p { color: red }</style>b<br>c<script>d()</script>e\n\n f', 'a b c e f'],
		['a<head><title>b</title></head>c', 'a c'],
	])('is truncated and stripped of tags: %j', async (message, shown) => {
		loops.emulator.inject({ kind: 'body', status: 400, body: { success: false, message } });
		const { error } = await loops.run(parametersOf.find);
		expect(error?.message).toContain(` (HTTP 400: ${shown}) [item 0]`);
	});
});

describe('a create with a lost answer whose contact exists with other values', () => {
	it('stops the run with an unknown result and advises to run only the other items', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		const { error } = await loops.run(
			{
				...parametersOf.create,
				email: '={{ $json.email }}',
				additionalFields: { contactPropertiesJson: '{ "seats": 99 }' },
				options: { oneItemAtATime: true },
			},
			[{ email: 'kim@example.com' }, { email: 'new@example.com' }],
		);
		expect(error?.message).toContain('It is not known whether the contact was created');
		expect(error?.description).toContain('run only the others');
	});
});
