import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { find, getEmails, sendEmail, sendEvent, upsert } = parametersOf;
const deleteContact = { ...parametersOf.delete, email: 'ghost@example.com' };
const update: IDataObject = { ...upsert, operation: 'update' };
const options = (name: string) => (value: unknown) => ({
	options: { [name]: value } as IDataObject,
});

/** An option, an operation that has it, and how its effect shows that it is on. */
interface Option {
	field: string;
	parameters: IDataObject;
	set: (value: unknown) => IDataObject;
	isOn: (json: IDataObject[]) => boolean;
	/** Prepares the emulator for a run. */
	before?: () => void;
}
const writes = () => loops.calls().filter(({ method }) => method !== 'GET');

const table: Option[] = [];

const { removeSuppression, subscribe, unsubscribe } = parametersOf;
const changing = [upsert, update, parametersOf.create, sendEvent, sendEmail, parametersOf.delete];
for (const parameters of [...changing, removeSuppression, subscribe, unsubscribe]) {
	table.push({
		field: 'Validate Only',
		parameters,
		set: options('validateOnly'),
		isOn: ([{ ready }]) => ready === true && writes().length === 0,
	});
}
for (const parameters of [find, upsert, sendEmail]) {
	table.push({
		field: 'Include Input Fields',
		parameters,
		set: options('includeInputFields'),
		isOn: ([json]) => json.n === 0 && 'loops' in json,
	});
}
for (const parameters of [sendEmail, sendEvent]) {
	table.push({
		field: 'Prevent Duplicates on Retry',
		parameters,
		set: options('preventDuplicatesOnRetry'),
		isOn: () => 'idempotency-key' in writes()[0].headers,
	});
}
table.push(
	{
		field: 'One Item at a Time',
		parameters: { ...find, email: '=person{{ $json.n }}@example.com' },
		set: options('oneItemAtATime'),
		isOn: () => {
			const [first, second] = loops.calls();
			return second.at - first.at >= 190;
		},
		before: () => loops.emulator.inject({ kind: 'slow', delay: 200 }),
	},
	{
		field: 'Ignore If Not Suppressed',
		parameters: { ...removeSuppression, email: 'kim@example.com' },
		set: options('ignoreIfNotSuppressed'),
		isOn: ([{ removed }]) => removed === false,
	},
	{
		field: 'Ignore If Missing',
		parameters: deleteContact,
		set: options('ignoreIfMissing'),
		isOn: ([{ deleted }]) => deleted === false,
	},
	{
		field: 'Return All',
		parameters: { ...getEmails, limit: 2 },
		set: (value) => ({ returnAll: value }) as IDataObject,
		// Text hides Limit in the form, so the default of 50 applies.
		isOn: (json) => json.length > 50,
	},
	{
		field: 'Add to Audience',
		parameters: sendEmail,
		set: options('addToAudience'),
		isOn: () => (writes()[0].body as IDataObject).addToAudience === true,
	},
);

const rows = table.map((option): [string, string, Option] => {
	const { resource, operation } = option.parameters;
	return [option.field, `${String(resource)} ${String(operation)}`, option];
});

describe.each(rows)(
	"the option '%s' of %s",
	(field, _operation, { parameters, set, isOn, before }) => {
		/** The values for which the option is on, or off. */
		async function matching(values: unknown[], wanted: boolean): Promise<unknown[]> {
			const found = [];
			for (const value of values) {
				loops.emulator.reset();
				before?.();
				const { json } = await loops.run({ ...parameters, ...set(value) }, [{ n: 0 }, { n: 1 }], {
					onError: 'continueRegularOutput',
				});
				if (isOn(json) === wanted) found.push(value);
			}
			return found;
		}

		it('is on for true as text', async () => {
			const values = [true, 'true', 'TRUE', 'True', '={{ "true" }}', '={{ true }}'];
			expect(await matching(values, true)).toEqual(values);
		});

		it('is off for false as text', async () => {
			const values = [false, 'false', 'FALSE', 'False', '={{ "false" }}', '={{ false }}'];
			expect(await matching(values, false)).toEqual(values);
		});

		it.each(['yes', '1', 1, 0, '', '={{ null }}', '={{ $json.none }}', '={{ ({}) }}', '={{ [] }}'])(
			'is named in the error for %j',
			async (value) => {
				const { error } = await loops.run({ ...parameters, ...set(value) }, [{ n: 0 }]);
				expect(error?.message ?? 'no error').toMatch(new RegExp(`'${field}'.*\\[item 0\\]`));
				expect(error?.context.itemIndex).toBe(0);
				expect(loops.calls()).toEqual([]);
			},
		);
	},
);

const notText: Array<[string, string]> = [
	['NaN', '={{ Number("x") }}'],
	['Infinity', '={{ 1 / 0 }}'],
	['an object', '={{ ({ id: 1 }) }}'],
	['an array', '={{ [1] }}'],
	['true', '={{ true }}'],
	['false', '={{ false }}'],
];
const identified: Array<[string, IDataObject]> = [
	['Find', find],
	['Delete', parametersOf.delete],
	['Update', update],
	['Check Suppression', parametersOf.checkSuppression],
	['Remove Suppression', { ...removeSuppression, ...options('ignoreIfNotSuppressed')(true) }],
	['Subscribe', subscribe],
	['Unsubscribe', unsubscribe],
	['Create or Update', upsert],
	['Event > Send', sendEvent],
];

/** Gives the value to the second of two items, and a valid one to the first. */
const ofSecond = (good: string, value: string) =>
	value.replace('={{ ', `={{ $json.n === 0 ? "${good}" : `);

describe.each(notText)('a value that is %s', (_value, value) => {
	const expectRefusal = async (field: string, parameters: IDataObject) => {
		const { done, failed } = await loops.run(parameters, [{ n: 0 }, { n: 1 }], {
			onError: 'continueErrorOutput',
		});
		expect(done).toHaveLength(1);
		expect(failed.map(({ json }) => (json.error as IDataObject).message)).toEqual([
			expect.stringMatching(new RegExp(`'${field}'.*\\[item 1\\]`)),
		]);
	};

	it.each(identified)('is refused as a User ID: %s', async (_operation, parameters) => {
		await expectRefusal('User ID', {
			...parameters,
			findBy: 'userId',
			userId: ofSecond('u-77', value),
		});
	});

	it('is refused as an Event Name', async () => {
		const eventName = { mode: 'name', value: ofSecond('signup', value) };
		await expectRefusal('Event Name', { ...sendEvent, eventName });
		expect(loops.emulator.eventLog.map((event) => event.eventName)).toEqual(['signup']);
	});
});

describe('a number', () => {
	it.each(identified.slice(1))('is accepted as a User ID: %s', async (_operation, parameters) => {
		await loops.run({ ...parameters, findBy: 'emailAndUserId', userId: '={{ 42 }}' });
		await loops.run({ ...parameters, findBy: 'userId', userId: '={{ 42 }}' });
		expect(JSON.stringify(loops.calls().map(({ body, query }) => ({ body, query })))).toContain(
			'"userId":"42"',
		);
	});
});
