import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { everyOperation, parametersOf } from '../harness/operations.mts';
import { each, people } from '../harness/people.mts';

const loops = useEmulator();

const { sendEmail } = parametersOf;
const p = parametersOf;
const validateOnly = { validateOnly: true };

describe('Validate Only', () => {
	const writes = everyOperation.filter(([name]) => !/ get|find|test|check/.test(name));

	it.each(writes)('sends nothing: %s', async (_name, parameters) => {
		const { json } = await loops.run({ ...parameters, options: { validateOnly: true } });
		expect(json).toEqual([
			{
				ready: true,
				reasons: [],
				request: expect.objectContaining({ method: expect.any(String), path: expect.any(String) }),
				warnings: [],
			},
		]);
		expect(loops.emulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('puts out the exact request, which is the one that is sent otherwise', async () => {
		const parameters = each(sendEmail, { sendOnlyOnceFor: 'order-1' });
		const { json } = await loops.run(
			{ ...parameters, options: { ...(parameters.options as IDataObject), validateOnly: true } },
			people(1),
		);
		await loops.run(parameters, people(1));
		const [{ method, path, body, headers }] = loops
			.calls()
			.filter((call) => call.method === 'POST');
		expect(json[0].request).toEqual({
			method,
			path: path.replace('/v1', ''),
			body,
			headers: { 'idempotency-key': headers['idempotency-key'] },
		});
	});

	it('says which variables have no value, and warns of unknown properties', async () => {
		const variables = await loops.run({
			...sendEmail,
			dataVariablesFrom: 'fields',
			dataVariables: {
				mappingMode: 'defineBelow',
				value: { firstName: '' },
				schema: [{ id: 'firstName' }],
			},
			options: { validateOnly: true },
		});
		expect(variables.json).toEqual([
			{
				ready: false,
				reasons: [
					'The email needs data variables that have no value: firstName. Loops refuses an email without them: give each one a value that is not empty.',
				],
				warnings: [],
				request: null,
			},
		]);
		const properties = await loops.run({
			...parametersOf.upsert,
			contactPropertiesFrom: 'json',
			contactPropertiesJson: '{ "seat": 1 }',
			options: { validateOnly: true },
		});
		expect(properties.json[0].warnings).toEqual([expect.stringContaining("Did you mean 'seats'?")]);
	});

	it('says of each item that can not be sent why, and stops at none', async () => {
		const options = { validateOnly: true };
		const { json, hints } = await loops.run(
			{ ...parametersOf.upsert, email: '={{ $json.email }}', options },
			['none', 'a@example.com', ''].map((email) => ({ email })),
		);
		expect(json.map(({ ready, reasons }) => [ready, ...(reasons as string[])])).toEqual([
			[false, expect.stringMatching(/^'Email' is not an email address: "none"\. It takes one/)],
			[true],
			[false, expect.stringMatching(/^'Email' is empty\. Enter an email address/)],
		]);
		expect(hints).toEqual([
			"Validate Only is on: nothing was sent. 1 ready, 2 not ready: see 'reasons'.",
		]);
	});

	it('says so of an email that Loops does not list', async () => {
		const transactionalId = { mode: 'id', value: 'unknown' };
		const options = { validateOnly: true };
		const { json } = await loops.run({ ...sendEmail, transactionalId, options });
		expect(json[0].reasons).toEqual([expect.stringMatching(/^Loops lists no published email/)]);
	});

	it('fails where it can not look up what it has to know', async () => {
		loops.emulator.inject({
			kind: 'status',
			status: 403,
			times: 'always',
			path: '/v1/transactional',
		});
		const { error } = await loops.run({ ...sendEmail, options: { validateOnly: true } });
		expect(error?.message).toContain('HTTP 403');
	});

	it('tells how many it is on for, where an expression decides', async () => {
		const options = { validateOnly: '={{ $json.n > 0 }}' };
		const { hints } = await loops.run({ ...parametersOf.upsert, options }, people(3));
		expect(hints).toEqual([
			'Validate Only is on for 2 of 3 items: none of them was sent. 2 ready.',
		]);
	});
});

it('names of properties are no more ready than the list of them can be read', async () => {
	const path = '/v1/contacts/properties';
	loops.emulator.inject({ kind: 'status', status: 403, path, times: 'always' });
	const json = { contactPropertiesFrom: 'json', contactPropertiesJson: '{"plnName":"x"}' };
	const { error } = await loops.run({ ...p.upsert, ...json, options: validateOnly });
	expect(error?.message).toContain('HTTP 403');
	expect(error?.description?.match(/Check it in Loops/g)).toHaveLength(1);
});

it.each([
	[0, true],
	[1, false],
])('a removal of which %i are left has a warning: %s', async (remaining, hasWarning) => {
	const contacts = [{ email: 'a@b.co', isSuppressed: true }];
	loops.emulator.reset({ contacts, removalQuota: { limit: 5, remaining } });
	const remove = { ...p.removeSuppression, email: 'a@b.co' };
	const { json } = await loops.run({ ...remove, options: validateOnly });
	expect(json[0].ready).toBe(true);
	expect(String(json[0].warnings).includes('0 of 5 were left')).toBe(hasWarning);
	// Where it is sent, Loops itself says so.
	const { error } = await loops.run(remove);
	expect(String(error?.description).includes('Loops would refuse it')).toBe(false);
});

describe('one of several items that can not be looked up', () => {
	const options = { ...validateOnly, oneItemAtATime: true };
	const failsAt = (index: number) => {
		const path = '/v1/contacts/find';
		for (let n = 0; n < index; n++) loops.emulator.inject({ kind: 'slow', delay: 0, path });
		loops.emulator.inject({ kind: 'status', status: 403, path });
	};

	it('counts among those that are only validated', async () => {
		failsAt(0);
		const settings = { onError: 'continueRegularOutput' } as const;
		const { hints } = await loops.run({ ...p.subscribe, options }, [{}, {}], settings);
		expect(hints).toEqual(['Validate Only is on: nothing was sent. 1 ready, 1 failed.']);
	});

	it('stops the run, in which nothing is done', async () => {
		failsAt(1);
		const { error } = await loops.run({ ...p.subscribe, options }, [{}, {}, {}]);
		expect(error?.description).toContain('Of 3 items: 1 validated, 1 failed, 1 not started.');
		expect(error?.description).toContain('It is safe to run all items again.');
	});
});

describe('Validate Only stops at no value that can not be sent', () => {
	it('as an option that holds for the output', async () => {
		const includeInputFields = '={{ $json.n === 1 ? undefined : true }}';
		const options = { ...validateOnly, includeInputFields };
		const { json, hints } = await loops.run(each(p.upsert, options), people(3));
		expect(json).toMatchObject([
			{ n: 0, loops: { ready: true } },
			{ ready: false, reasons: [expect.stringMatching(/^'Include Input Fields' is neither/)] },
			{ n: 2, loops: { ready: true } },
		]);
		expect(hints).toEqual([
			"Validate Only is on: nothing was sent. 2 ready, 1 not ready: see 'reasons'.",
		]);
	});

	it('as files of which several are missing', async () => {
		const attachments = { binary: [{ field: 'one,two', filename: '', contentType: '' }] };
		const send = { ...sendEmail, additionalFields: { attachments }, options: validateOnly };
		const { json } = await loops.run(send);
		expect(json[0].reasons).toEqual([expect.stringContaining("no file in 'one'")]);
	});
});

describe('Validate Only is no success where it can not read', () => {
	const form = (value: IDataObject) => ({ mappingMode: 'defineBelow', value });
	const mapped = {
		mappingMode: 'autoMapInputData',
		value: null,
		schema: [{ id: 'plan', type: 'string' }],
	};
	const event = { __rl: true, mode: 'list', value: 'planChanged' };
	const ofEvent = { ...p.sendEvent, eventName: event };

	it.each<[string, string, IDataObject, IDataObject]>([
		[
			'an event',
			'/v1/event-patterns/by-name/sinup',
			{ ...p.sendEvent, eventName: { __rl: true, mode: 'name', value: 'sinup' } },
			{},
		],
		[
			'the types of an event',
			'/v1/event-patterns/by-name/planChanged',
			{ ...ofEvent, eventProperties: form({ seats: '4' }) },
			{},
		],
		[
			'what may be newer properties of an event',
			'/v1/event-patterns/by-name/planChanged',
			{ ...ofEvent, eventProperties: mapped },
			{ plan: 'team', seats: 4 },
		],
		[
			'the types of contact properties',
			'/v1/contacts/properties',
			{ ...p.upsert, contactProperties: form({ seats: '12' }) },
			{},
		],
		['the variables of an email', '/v1/transactional', sendEmail, {}],
	])('%s', async (_what, path, parameters, input) => {
		loops.emulator.inject({ kind: 'status', status: 403, path, times: 'always' });
		const once = { ...validateOnly, ...('eventName' in parameters && { sendOnlyOnceFor: 'o-1' }) };
		const run = { ...parameters, options: once };
		const stopped = await loops.run(run, [input]);
		expect(stopped.error?.message).toMatch(/HTTP 403: Forbidden\) \[item 0\]$/);
		const { json, hints } = await loops.run(run, [input, input], {
			onError: 'continueRegularOutput',
		});
		// Each one for itself: the key of the first is free again.
		expect(json.map(({ error }) => (error as IDataObject).message)).toEqual([
			expect.stringMatching(/HTTP 403: Forbidden\) \[item 0\]$/),
			expect.stringMatching(/HTTP 403: Forbidden\) \[item 1\]$/),
		]);
		expect(hints).toContain('Validate Only is on: nothing was sent. 2 failed.');
	});

	it('a credential', async () => {
		const credentials = { apiKey: 'k', baseUrl: 'nowhere' };
		const { error } = await loops.run({ ...p.upsert, options: validateOnly }, [{}], {
			credentials,
		});
		expect(error?.message).toMatch(/Base URL/);
	});
});

it('Validate Only shows the mapping to the variables that the email has by now', async () => {
	const of = (dataVariables: string[]) =>
		loops.emulator.reset({
			templates: [{ id: 'cm8tx0welcome00000000001a', name: 'W', dataVariables }],
		});
	const dataVariables = { mappingMode: 'autoMapInputData', value: null };
	const send = { ...sendEmail, dataVariablesFrom: 'fields', dataVariables };
	of(['firstName']);
	await loops.run(send, [{ firstName: 'x' }]);
	of(['code']);
	const { json } = await loops.run({ ...send, options: validateOnly }, [
		{ firstName: '', code: 'c' },
	]);
	expect(json[0]).toMatchObject({
		mapping: { code: 'code' },
		notMapped: ['firstName'],
		request: { body: { dataVariables: { code: 'c' } } },
	});
	expect(json[0].mapping).toEqual({ code: 'code' });
});
