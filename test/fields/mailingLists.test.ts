import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const run = async (additionalFields: IDataObject) =>
	await loops.run({ ...parametersOf.upsert, additionalFields });
const sent = () => loops.sent().at(-1)?.body as IDataObject;

beforeEach(() => {
	const mailingLists = ['a', 'b'].map((id) => ({ id, name: `List ${id}` }));
	loops.emulator.reset({ mailingLists });
});

describe('mailing lists', () => {
	it.each<[given: IDataObject, sent: object | undefined]>([
		[{ mailingListsJson: '{ " a ": true, "b": "FALSE" }' }, { a: true, b: false }],
		[
			{ mailingListsJson: '{ "a": true }', addToList: ['a', 'b'] },
			{ a: true, b: true },
		],
		[{ mailingListsJson: '{ "a": false }', removeFromList: ['a'] }, { a: false }],
		[
			{ addToList: ['a'], removeFromList: ['b'] },
			{ a: true, b: false },
		],
		[{ mailingListsJson: '{}', addToList: [], removeFromList: '={{ "" }}' }, undefined],
		[{ mailingListsJson: '={{ ({ c: $json.none, d: null, a: "", b: true }) }}' }, { b: true }],
	])('are sent as chosen: %j', async (given, expected) => {
		await run(given);
		expect(sent().mailingLists).toEqual(expected);
	});

	it.each(['{ "__proto__": true }', '{ "": true }', '{ "a": "on" }', '{ "a": [true] }'])(
		'are refused as %s',
		async (mailingListsJson) => {
			const { error } = await run({ mailingListsJson });
			expect(error?.message).toContain("'Mailing Lists (JSON)': '");
			expect(error?.description).toContain('Set each mailing list to true (subscribe)');
			expect(loops.emulator.requests).toHaveLength(0);
		},
	);
});

describe('the subscription', () => {
	it.each(['leaveAsIs', '={{ "" }}', '={{ null }}', '={{ $json.none }}'])(
		'is not sent with %s',
		async (subscription) => {
			const { error } = await run({ subscription });
			expect(error).toBeUndefined();
			expect(sent()).not.toHaveProperty('subscribed');
		},
	);

	it.each<[given: string, sent: boolean]>([
		['subscribe', true],
		['unsubscribe', false],
		['={{ true }}', true],
		['={{ "False" }}', false],
	])('is sent with %s', async (subscription, expected) => {
		await run({ subscription });
		expect(sent().subscribed).toBe(expected);
	});

	it.each(['={{ {} }}', '={{ 1 }}', '={{ "Subscribe " }}'])(
		'is refused with %s',
		async (subscription) => {
			const { error } = await run({ subscription });
			expect(error?.message).toContain("'Subscription (All Emails)' can't be ");
			expect(loops.emulator.requests).toHaveLength(0);
		},
	);
});
