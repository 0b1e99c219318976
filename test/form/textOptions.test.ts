import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { find, getEmails, sendEmail, upsert } = parametersOf;
const options = (name: string) => (value: unknown) => ({
	options: { [name]: value } as IDataObject,
});

/** An option, an operation that has it, and how its effect shows that it is on. */
interface Option {
	field: string;
	parameters: IDataObject;
	set: (value: unknown) => IDataObject;
	isOn: (json: IDataObject[]) => boolean;
}

/** One operation for each option: all read it by the same code. */
const table: Option[] = [
	{
		field: 'Validate Only',
		parameters: upsert,
		set: options('validateOnly'),
		isOn: ([{ ready }]) => ready === true && loops.changes().length === 0,
	},
	{
		field: 'Include Input Fields',
		parameters: find,
		set: options('includeInputFields'),
		isOn: ([json]) => json.n === 0 && 'loops' in json,
	},
	{
		field: 'Ignore If Not Suppressed',
		parameters: { ...parametersOf.removeSuppression, email: 'kim@example.com' },
		set: options('ignoreIfNotSuppressed'),
		isOn: ([{ removed }]) => removed === false,
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
		isOn: () => (loops.changes()[0].body as IDataObject).addToAudience === true,
	},
];

const rows = table.map((option): [string, string, Option] => {
	const { resource, operation } = option.parameters;
	return [option.field, `${String(resource)} ${String(operation)}`, option];
});

describe.each(rows)("the option '%s' of %s", (field, _operation, { parameters, set, isOn }) => {
	/** The values for which the option is on, or off. */
	async function matching(values: unknown[], wanted: boolean): Promise<unknown[]> {
		const found = [];
		for (const value of values) {
			loops.emulator.reset();
			const { json } = await loops.run({ ...parameters, ...set(value) }, [{ n: 0 }, { n: 1 }], {
				onError: 'continueRegularOutput',
			});
			if (isOn(json) === wanted) found.push(value);
		}
		return found;
	}

	it('is on for true as text', async () => {
		const values = [true, 'TRUE', '={{ "true" }}'];
		expect(await matching(values, true)).toEqual(values);
	});

	it('is off for false as text', async () => {
		const values = [false, 'FALSE', '={{ "false" }}'];
		expect(await matching(values, false)).toEqual(values);
	});

	it.each(['yes', '={{ null }}'])('is named in the error for %j', async (value) => {
		const { error } = await loops.run({ ...parameters, ...set(value) }, [{ n: 0 }]);
		expect(error?.message ?? 'no error').toMatch(new RegExp(`'${field}'.*\\[item 0\\]`));
		expect(error?.context.itemIndex).toBe(0);
		expect(loops.calls()).toEqual([]);
	});
});
