import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { withAdded } from '../harness/forms.mts';
import type { Fault } from '../emulator/faults.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { create, find, getEmails, sendEmail, sendEvent, upsert } = parametersOf;
const deleteContact = parametersOf.delete;

const three = [{ n: 0 }, { n: 1 }, { n: 2 }];
const warningsOf = (json: IDataObject[]) => json.map(({ warnings }) => String(warnings));

describe('Validate Only', () => {
	const unknown = { contactPropertiesJson: '{ "seat": 1 }' };
	const options = { validateOnly: true };

	it.each([
		['Create', create],
		['Create or Update', upsert],
		['Update', { ...upsert, operation: 'update' }],
		['Event > Send', sendEvent],
	])('warns each item about an unknown property: %s', async (_operation, parameters) => {
		const { json } = await loops.run(withAdded({ ...parameters, options }, unknown), three);
		const warning = expect.stringMatching(/'seat'.*'seats'/);
		expect(warningsOf(json)).toEqual([warning, warning, warning]);
	});

	it('warns each item about its own properties only', async () => {
		const names = ['seat', 'planNam', 'isBet', 'firstName'];
		const { json } = await loops.run(
			{
				...upsert,
				additionalFields: { contactPropertiesJson: '={{ { [$json.name]: "x" } }}' },
				options,
			},
			names.map((name) => ({ name })),
		);
		expect(
			warningsOf(json).map((text) => names.filter((name) => text.includes(`'${name}'`))),
		).toEqual([['seat'], ['planNam'], ['isBet'], []]);
	});

	it('warns later items even if an earlier one fails', async () => {
		const { json } = await loops.run(
			withAdded({ ...upsert, email: '={{ $json.email }}', options }, unknown),
			[{ email: 'none' }, { email: 'a@example.com' }, { email: 'b@example.com' }],
			{ onError: 'continueRegularOutput' },
		);
		expect(warningsOf(json.slice(1))).toEqual([
			expect.stringContaining("'seat'"),
			expect.stringContaining("'seat'"),
		]);
	});
});

describe("the contact property 'notes', which Loops lists but drops", () => {
	const notes = { contactPropertiesJson: '{ "notes": "VIP" }' };
	const operations: Array<[string, IDataObject]> = [
		['Create', create],
		['Create or Update', upsert],
		['Update', { ...upsert, operation: 'update' }],
		['Event > Send', sendEvent],
	];

	it.each(operations)('causes an error or a warning: %s', async (_operation, parameters) => {
		const { error, hints } = await loops.run(withAdded(parameters, notes));
		expect([error?.message, ...hints].join()).toContain("'notes'");
	});

	it.each(operations)("is refused with Don't Send: %s", async (_operation, parameters) => {
		const options = { unknownProperties: 'dontSend' };
		const { error } = await loops.run(withAdded({ ...parameters, options }, notes));
		expect(error?.message ?? 'no error').toContain("'notes'");
		expect(loops.calls().filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

describe('a name from an expression', () => {
	const named = (name: string) => ({
		assignments: [{ id: '1', name, type: 'string', value: 'x' }],
	});
	const fields: Array<[string, (name: string) => IDataObject]> = [
		[
			'Extra Event Properties',
			(name) => ({ ...sendEvent, options: { extraEventProperties: named(name) } }),
		],
		[
			'Extra Data Variables',
			(name) => ({
				...sendEmail,
				dataVariables: {},
				options: { extraDataVariables: named(name) },
			}),
		],
	];

	it.each(fields)('is refused with its field if it is empty: %s', async (field, parametersWith) => {
		for (const name of [
			'={{ "" }}',
			'={{ $json.none }}',
			'={{ null }}',
			'={{ ({}) }}',
			'={{ [] }}',
		]) {
			for (const onError of [undefined, 'continueRegularOutput'] as const) {
				const { error, json } = await loops.run(parametersWith(name), [{ n: 1 }], { onError });
				const message = error?.message ?? (json[0]?.error as IDataObject)?.message;
				expect(message).toMatch(new RegExp(`'${field}'.*\\[item 0\\]`));
				expect(message).not.toContain('Cannot read');
			}
		}
		expect(loops.calls()).toEqual([]);
	});

	it.each(fields)('is sent if it is text: %s', async (_field, parametersWith) => {
		const { error } = await loops.run(parametersWith('={{ "first" + "Name" }}'));
		expect(error).toBeUndefined();
		expect(JSON.stringify(loops.calls()[0].body)).toContain('"firstName":"x"');
	});
});

describe('an answer that breaks off', () => {
	const isCut = /\b(cut|incomplete|broke)/i;

	it.each([
		['email', sendEmail],
		['event', sendEvent],
	])('is reported as incomplete: %s', async (_kind, send) => {
		loops.emulator.inject({ kind: 'truncate' });
		const { error } = await loops.run({ ...send, options: { preventDuplicatesOnRetry: false } });
		expect(error?.message).not.toContain('(200)');
		expect(error?.message).toMatch(isCut);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
	});

	it('is reported as incomplete after all attempts', async () => {
		loops.emulator.inject({ kind: 'truncate', times: 'always' });
		const { error } = await loops.run(find);
		expect(error?.message).not.toContain('(200)');
		expect(error?.message).toMatch(isCut);
		expect(error?.description).toContain('5 attempts');
	});

	it('is reported as incomplete in a dropdown', async () => {
		loops.emulator.inject({ kind: 'truncate', times: 'always' });
		const { methods } = source.node;
		const load = methods?.loadOptions?.getMailingLists.call(loops.editor(upsert));
		await expect(load).rejects.toThrow(isCut);
	});
});

describe('an invalid Limit', () => {
	it.each([
		['text', 'abc', '"abc"'],
		['text from an expression', '={{ "abc" }}', '"abc"'],
		['an object', '={{ ({ a: 1 }) }}', '{"a":1}'],
		['zero', 0, '0'],
		['a negative number', -3, '-3'],
	])('is quoted in the error: %s', async (_value, limit, shown) => {
		const { error } = await loops.run({ ...getEmails, limit });
		const [what, where] = error?.message.split(' [') ?? [];
		expect(what).toContain("'Limit'");
		expect(what).toContain(shown);
		expect(where).toBe('item 0]');
		expect(loops.calls()).toEqual([]);
	});
});

describe('an answer with 503', () => {
	const headers = { 'retry-after': '0' };
	const lasting: Array<[string, Fault]> = [
		['JSON', { kind: 'status', status: 503, headers }],
		['a page', { kind: 'html', status: 503, headers }],
		['nothing', { kind: 'empty', status: 503, headers }],
		[
			'a request to wait for an hour',
			{ kind: 'status', status: 503, headers: { 'retry-after': '3600' } },
		],
	];
	const operations: Array<[string, IDataObject]> = [
		['Find', find],
		['Create or Update', upsert],
		['Update', { ...upsert, operation: 'update' }],
		['Delete', deleteContact],
		['Create', create],
		['Event > Send', sendEvent],
		['Get Many', getEmails],
	];

	it.each(operations)(
		'is reported as unavailable, not as a wrong Base URL: %s',
		async (_name, parameters) => {
			for (const [, fault] of lasting) {
				loops.emulator.clearFaults();
				loops.emulator.inject({ ...fault, times: 'always' });
				const { error } = await loops.run(parameters);
				const text = `${error?.message} ${error?.description}`;
				expect(text).toContain('503');
				expect(text).toContain('Loops is not available at the moment');
				expect(text).not.toContain('Check the Base URL');
			}
		},
	);

	it('is reported as unavailable on the error output', async () => {
		loops.emulator.inject({ ...lasting[0][1], times: 'always' });
		const { failed } = await loops.run(upsert, [{}], { onError: 'continueErrorOutput' });
		expect(JSON.stringify(failed[0].json)).toContain('Loops is not available at the moment');
	});

	it('is reported as unavailable in a dropdown', async () => {
		loops.emulator.inject({ ...lasting[0][1], times: 'always' });
		const { methods } = source.node;
		const load = methods?.loadOptions?.getMailingLists.call(loops.editor(upsert));
		const error = (await load?.catch((caught: Error) => caught)) as Error & {
			description?: string;
		};
		expect(`${error.message} ${error.description}`).toContain(
			'Loops is not available at the moment',
		);
	});
});
