import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

/** Expressions that join a missing value into text. */
const missingValues = [
	"={{ 'user_' + $json.id }}",
	"={{ 'order-' + $json.id + '-receipt' }}",
	'={{ `${$json.id}/1` }}',
	'={{ "u" + $json.object }}',
	"={{ 'n:' + Number('x') }}",
	"={{ 'id-' + null }}",
];
const items = [1, 2, 3].map((n) => ({ n, email: `p${n}@example.com`, object: { n } }));
const changes = () => loops.emulator.requests.filter(({ method }) => method !== 'GET');

describe.each(missingValues)('the value %s', (value) => {
	it.each<[string, IDataObject]>([
		[
			'Create or Update',
			{ ...parametersOf.upsert, findBy: 'emailAndUserId', email: '={{ $json.email }}' },
		],
		['Delete', { ...parametersOf.delete, findBy: 'userId' }],
		['Remove Suppression', { ...parametersOf.removeSuppression, findBy: 'userId' }],
		['Subscribe', { ...parametersOf.subscribe, findBy: 'userId' }],
		['Unsubscribe', { ...parametersOf.unsubscribe, findBy: 'userId' }],
		['Event', { ...parametersOf.sendEvent, findBy: 'emailAndUserId', email: '={{ $json.email }}' }],
	])('is refused as a user ID: %s', async (_name, parameters) => {
		const { failed } = await loops.run({ ...parameters, userId: value }, items, {
			onError: 'continueErrorOutput',
		});
		expect(failed).toHaveLength(3);
		expect(changes()).toEqual([]);
	});

	it.each(['sendOnlyOnceFor', 'customIdempotencyKey'])(
		'is refused as a key: %s',
		async (option) => {
			const { failed } = await loops.run(
				{ ...parametersOf.sendEvent, options: { [option]: value } },
				items,
				{ onError: 'continueErrorOutput' },
			);
			expect(failed).toHaveLength(3);
			expect(changes()).toEqual([]);
		},
	);
});

it.each([
	...['id=undefined', 'order+undefined', 'a~null', 'order(undefined)', 'a,undefined'],
	...['user\u2013undefined', 'order[undefined]', 'a@undefined', 'a&b=NaN', 'user undefined'],
	...['null.smith@example.com', 'order null', 'noundefined', 'Invoice Invalid DateTime'],
	...['Invoice of Invalid Date ', 'crm-#N/A', '\0\0', '\u{FE0F}', 'crm-NULL', 'crm-nan'],
])('refuses %s as a key and as a user ID', async (value) => {
	const options = { sendOnlyOnceFor: value, validateOnly: true };
	const { json } = await loops.run({ ...parametersOf.sendEvent, options });
	expect(json).toMatchObject([{ ready: false }]);
	const byUserId = { ...parametersOf.find, findBy: 'userId', userId: value };
	const { error } = await loops.run(byUserId);
	expect(error?.message).toMatch(/'User ID' (can't be|is empty)/);
});

describe.each([
	...['#REF!', '#N/A', '#NAME?', '#DIV/0!', '#VALUE!', '#WERT!', '#¿NOMBRE?', ' #ref! ', '#NV'],
	...['#ADR!', '#ССЫЛКА!', '#Н/Д', '#GETTING_DATA', '########', 'Err:502', 'Loading...'],
])('%s, the error of a sheet', (value) => {
	const rows = items.map((item) => ({ ...item, value }));

	it('merges no contacts by its user ID', async () => {
		const byBoth = { findBy: 'emailAndUserId', email: '={{ $json.email }}' };
		const parameters = { ...parametersOf.upsert, ...byBoth, userId: '={{ $json.value }}' };
		const { failed } = await loops.run(parameters, rows, { onError: 'continueErrorOutput' });
		expect(failed).toHaveLength(3);
		expect(changes()).toEqual([]);
	});

	it.each(['={{ $json.value }}', '=order-{{ $json.value }}'])('is no key: %s', async (key) => {
		const options = { sendOnlyOnceFor: key };
		const { error } = await loops.run({ ...parametersOf.sendEmail, options }, rows);
		expect(error?.message).toContain("'Send Only Once For'");
		expect(changes()).toEqual([]);
	});

	it('is no part of an address', async () => {
		const email = '={{ $json.value }}@example.com';
		const { error } = await loops.run({ ...parametersOf.sendEmail, email }, rows);
		expect(error?.message).toContain("'Recipient Email': {{ $json.value }} gives");
		expect(changes()).toEqual([]);
	});
});

it.each(['#42', '#A!', '#winter!', 'order #7!', 'Now #SALE!', 'Now loading...', '#REF'])(
	'takes %s for an ID',
	async (userId) => {
		const { error } = await loops.run({ ...parametersOf.find, findBy: 'userId', userId });
		expect(error).toBeUndefined();
	},
);

it.each([
	'kim.undefined@example.com',
	'kim@NaN.com',
	'kim@undefined.com',
	'kim@null.com',
	'kim@mail.null.org',
])('refuses %s as an email address', async (email) => {
	const { error } = await loops.run({ ...parametersOf.upsert, email });
	expect(error?.message).toContain("'Email' is not an email address");
	expect(changes()).toEqual([]);
});

it.each(['undefined', 'planundefined'])('refuses %s as a property name', async (propertyName) => {
	const parameters = { ...parametersOf.createProperty, propertyName };
	const { error } = await loops.run(parameters);
	expect(error?.message).toContain(`'Name' can't be "${propertyName}"`);
	expect(changes()).toEqual([]);
});

it('accepts an email address with the name null', async () => {
	const { json } = await loops.run({ ...parametersOf.upsert, email: 'null.smith@example.com' });
	expect(json).toMatchObject([{ success: true }]);
});

it('accepts keys with words that contain null, NaN or Infinity', async () => {
	const ids = ['annulled', 'nullify-1', 'NaNcy', 'null and void', 'Zoënull', 'Infinity Pool'];
	const { json } = await loops.run(
		{ ...parametersOf.sendEvent, options: { sendOnlyOnceFor: '={{ $json.id }}' } },
		ids.map((id) => ({ id })),
	);
	expect(json).toHaveLength(ids.length);
});

it('Validate Only does not use up the idempotency key of a sent item', async () => {
	const { json } = await loops.run(
		{
			...parametersOf.sendEvent,
			options: { sendOnlyOnceFor: 'k1', validateOnly: '={{ $json.n === 1 }}' },
		},
		items.slice(0, 2),
	);
	expect(json).toMatchObject([{ ready: true }, { success: true }]);
});

describe('an API key that shares words with the data', () => {
	const named = useEmulator({ apiKey: 'example-customers-key' });

	it('leaves the values sent to Loops unchanged', async () => {
		const email = 'bo@example-customers.com';
		await named.run({ ...parametersOf.create, email });
		const before = named.emulator.contacts().length;
		const { error } = await named.run({ ...parametersOf.update, email });
		expect(error).toBeUndefined();
		expect(named.emulator.contacts()).toHaveLength(before);
	});
});
