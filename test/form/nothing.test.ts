import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { create, find, sendEmail, sendEvent, upsert } = parametersOf;

const byUserId = (userId: string) => ({ ...find, findBy: 'userId', userId });
const byBoth = (call: IDataObject, userId: string) => ({
	...call,
	findBy: 'emailAndUserId',
	email: 'kim@example.com',
	userId,
});
const key = (sendOnlyOnceFor: string) => ({ ...sendEvent, options: { sendOnlyOnceFor } });

/** Texts that JavaScript makes of what is missing. */
const MADE = [
	"={{ 'user_' + $json.id }}",
	'={{ `${$json.id}/1` }}',
	"={{ 'n:' + Number('x') }}",
	"={{ 'u' + $json.object }}",
	"={{ [$json.n, String(null)].join('-').toUpperCase() }}",
	"={{ 'due-' + new Date($json.id) }}",
];
const item = { n: 1, object: { n: 1 } };
const person = { ...item, name: 'Nán Null' };

describe.each(MADE)('%s, which finds nothing', (value) => {
	it.each([
		['a user ID', byUserId],
		['a key', key],
		['an event name', (eventName: string) => ({ ...sendEvent, eventName })],
	])('is refused as %s', async (_kind, of) => {
		const { error } = await loops.run(of(value.replace('String(null)', 'String($json.id)')), [
			item,
		]);
		expect(error?.message).toMatch(/holds '.*', which is not in the data of the item/);
		expect(loops.emulator.requests).toEqual([]);
	});
});

it.each([
	['the data of the item', "={{ $json.name.toLowerCase().replace(' ', '_') }}"],
	['the data of the item, without its accent', "={{ $json.name.replace('á', 'a') }}"],
	['the text of the parameter', "={{ 'undefined-' + $json.n }}"],
	['what a person typed', 'user_undefined'],
])('a word that stands in %s identifies somebody', async (_where, userId) => {
	const { error, hints } = await loops.run(byUserId(userId), [person]);
	expect(error?.message).toBeUndefined();
	expect(hints).toEqual([]);
});

it('a word that may come from another source is a warning', async () => {
	const { error, hints } = await loops.run(byUserId("={{ $workflow.none + '-' + $json.n }}"), [
		item,
	]);
	expect(error?.message).toBeUndefined();
	expect(hints).toEqual([expect.stringContaining("'User ID' holds 'undefined'")]);
});

describe.each(['0', 'undefined', 'null', 'NaN', '[object Object]'])(
	'%j from an expression',
	(v) => {
		it.each([
			['a user ID', byUserId],
			['a key', key],
			['a custom key', (of: string) => withAdded(sendEmail, { customIdempotencyKey: of })],
		])('is refused as %s', async (_kind, of) => {
			const { error } = await loops.run(of('={{ $json.v }}'), [{ v }]);
			expect(error?.message).toContain('it would be the same for different');
			expect(error?.description).toContain('.hash()');
			expect(loops.emulator.requests).toEqual([]);
		});

		it.each([
			['Create or Update', byBoth(upsert, '={{ $json.v }}')],
			['Event > Send', byBoth(sendEvent, '={{ $json.v }}')],
			['Create', withAdded({ ...create, email: 'new@example.com' }, { userId: '={{ $json.v }}' })],
		])('is left out beside an email, with a warning: %s', async (_operation, parameters) => {
			const { error, hints } = await loops.run(parameters, [{ v }]);
			expect(error?.message).toBeUndefined();
			expect(hints).toEqual([
				expect.stringMatching(/^'User ID' can't be .*, so it is left out\.$/),
			]);
			expect(loops.sent().at(-1)?.body).not.toHaveProperty('userId');
		});

		it('identifies somebody if a person typed it', async () => {
			expect((await loops.run(byUserId(v))).error?.message).toBeUndefined();
		});
	},
);

describe('an identifier without a value', () => {
	it('is left out beside another one', async () => {
		const { hints } = await loops.run({ ...byBoth(upsert, '={{ $json.id }}') }, [{ id: null }]);
		expect(hints).toEqual([]);
		expect(loops.sent().at(-1)?.body).toEqual({ email: 'kim@example.com' });
		await loops.run({ ...byBoth(upsert, 'u-77'), email: '={{ $json.none }}' });
		expect(loops.sent().at(-1)?.body).toEqual({ userId: 'u-77' });
	});

	it('is refused if there is no other one', async () => {
		const { error } = await loops.run({ ...byBoth(upsert, '={{ $json.id }}'), email: '={{ "" }}' });
		expect(error?.message).toBe("'Email' is empty [item 0]");
	});
});
