import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { variablesMapper } from '../../harness/forms.mts';
import { useEmulator } from '../../harness/loops.mts';

const loops = useEmulator();

const WELCOME = 'cm8tx0welcome00000000001a';
const RECEIPT = 'cm8tx0receipt00000000003a';

const sendEmail = (value: string): IDataObject => ({
	resource: 'transactionalEmail',
	operation: 'send',
	transactionalId: { __rl: true, mode: 'list', value },
});

describe('a send with data variables as fields', () => {
	const send = (parameters: IDataObject): IDataObject => ({
		...sendEmail(RECEIPT),
		email: 'kim@example.com',
		...parameters,
	});
	const items = [{ title: 'Pen', price: 2 }];

	it('sends mapped text, numbers and arrays unchanged', async () => {
		await loops.run(
			send(
				variablesMapper(['orderNumber', 'total', 'items'], {
					orderNumber: 'A-1',
					total: '={{ $json.total }}',
					items: '={{ $json.lines }}',
				}),
			),
			[{ total: 0, lines: items }],
		);
		expect(loops.emulator.outbox[0].dataVariables).toEqual({ orderNumber: 'A-1', total: 0, items });
	});

	it('maps the input automatically for an email that an expression chooses', async () => {
		await loops.run(
			{
				...send(variablesMapper(['ofAnotherEmail'])),
				transactionalId: { __rl: true, mode: 'id', value: '={{ $json.template }}' },
			},
			[
				{ template: WELCOME, firstName: 'Kim', secret: 'stays here' },
				{ template: RECEIPT, orderNumber: 'A-1', total: 9, items, firstName: 'stays here' },
			],
		);
		expect(loops.emulator.outbox.map(({ dataVariables }) => dataVariables)).toEqual([
			{ firstName: 'Kim' },
			{ orderNumber: 'A-1', total: 9, items },
		]);
	});

	it('works with fields that could not be loaded', async () => {
		await loops.run({
			...send({}),
			transactionalId: { __rl: true, mode: 'id', value: WELCOME },
			dataVariables: { mappingMode: 'defineBelow', value: { firstName: 'Kim' }, schema: [] },
		});
		expect(loops.emulator.outbox[0].dataVariables).toEqual({ firstName: 'Kim' });
	});
});

describe('missing variables', () => {
	const send = (options: IDataObject, variables: IDataObject): IDataObject => ({
		...sendEmail(WELCOME),
		email: 'kim@example.com',
		...variables,
		options: { ...options, ...(variables.options as IDataObject) },
	});

	it('are named in the error of Loops', async () => {
		const { hints, failed } = await loops.run(
			send({}, variablesMapper(['firstName'], { firstName: '' })),
			[{}, {}],
			{ onError: 'continueErrorOutput' },
		);
		expect(hints).toEqual([expect.stringMatching(/^2 of 2 items failed: /)]);
		expect(failed[0].json.error).toMatchObject({
			message: "The email needs a value for 'firstName' (HTTP 400) [item 0]",
			description: expect.stringMatching(
				/^Fill in 'firstName' under Data Variables\. If a value is an expression, check that the expression returns a value for this item\. Loops' response: Missing required data variable\(s\): firstName\.$/,
			),
		});
	});

	it('are named in the error of Loops, also if they were removed from the form', async () => {
		const { dataVariables } = variablesMapper(['firstName'], {});
		const schema = (dataVariables.schema as IDataObject[]).map((each) => ({
			...each,
			removed: true,
		}));
		const { error } = await loops.run(send({}, { dataVariables: { ...dataVariables, schema } }));
		expect(error?.message).toBe("The email needs a value for 'firstName' (HTTP 400) [item 0]");
	});

	it.each([
		['fields', variablesMapper(['firstName'], {})],
		['JSON', { options: { dataVariablesJson: '{ "firstName": "" }' } }],
	])("are refused before sending with Don't Send: %s", async (_form, variables) => {
		const { error } = await loops.run(send({ missingVariables: 'dontSend' }, variables));
		expect(error?.message).toBe("The email needs a value for 'firstName' [item 0]");
		expect(loops.changes()).toEqual([]);
	});

	it('are not looked up for each item when none is missing', async () => {
		const { run } = await loops.run(
			send({ missingVariables: 'dontSend' }, variablesMapper(['firstName'], { firstName: 'Kim' })),
			[{}, {}, {}],
		);
		expect(run.status).toBe('success');
		expect(loops.calls().filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(2);
	});

	it('are not refused for an email whose variables have just changed', async () => {
		const strict = send(
			{ missingVariables: 'dontSend' },
			{ options: { dataVariablesJson: '{ "name": "Kim" }' } },
		);
		expect((await loops.run(strict)).error?.message).toContain("a value for 'firstName'");
		loops.emulator.reset({
			teamName: 'Changed',
			properties: [],
			mailingLists: [],
			contacts: [],
			templates: [{ id: WELCOME, name: 'Welcome', dataVariables: ['name'] }],
		});
		expect((await loops.run(strict)).json).toMatchObject([{ success: true }]);
	});
});

it.each<[unknown, string | undefined]>([
	[null, undefined],
	[[null, 7, {}], undefined],
	['name', "a value for 'name'."],
	[['name', 'name'], "a value for 'name'."],
])('reads the names in a malformed list of variables: %j', async (dataVariables, said) => {
	const body = { pagination: {}, data: [{ id: WELCOME, name: 'Welcome', dataVariables }] };
	loops.emulator.inject({ kind: 'body', body, method: 'GET' });
	const options = { validateOnly: true };
	const { json } = await loops.run({ ...sendEmail(WELCOME), email: 'kim@example.com', options });
	const reasons = said === undefined ? [] : [expect.stringContaining(said)];
	expect(json[0].reasons).toEqual(reasons);
});
