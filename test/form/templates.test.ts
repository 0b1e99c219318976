import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { perKey, perRawKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const { checkSuppression, create, createProperty, find, getEmails } = parametersOf;
const { removeSuppression, sendEmail, sendEvent, subscribe, unsubscribe, update, upsert } =
	parametersOf;

const LIST = 'cm9list0investors00000003';
const option = (call: IDataObject, options: IDataObject) => ({ ...call, options });
const row = (name: string) => ({ assignments: [{ id: '1', name, type: 'string', value: 'x' }] });
const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

type Field = [field: string, name: string, of: (template: string) => IDataObject];

const BY_ONE = [
	find,
	parametersOf.delete,
	checkSuppression,
	removeSuppression,
	subscribe,
	unsubscribe,
	update,
];

const ofOperation = (call: IDataObject) => `${call.resource} ${call.operation}`;

/** Every field that identifies a contact, a message or a resource. */
const FIELDS: Field[] = [
	...[...BY_ONE, upsert, sendEvent].map(
		(call): Field => [
			'User ID',
			ofOperation(call),
			(userId) => ({ ...call, findBy: 'userId', userId: `=${userId}` }),
		],
	),
	...[...BY_ONE, create, upsert, sendEvent, sendEmail].map(
		(call): Field => [
			call === sendEmail ? 'Recipient Email' : 'Email',
			ofOperation(call),
			(part) => ({ ...call, email: `=${part}@example.com` }),
		],
	),
	[
		'Change Email To',
		'contact update',
		(part) => withAdded(update, { changeEmailTo: `=${part}@example.com` }),
	],
	...[sendEvent, sendEmail].flatMap((call): Field[] => [
		['Send Only Once: Key', ofOperation(call), (key) => option(call, perKey(`=${key}`))],
		[
			'Send Only Once: Key',
			`${ofOperation(call)}, raw`,
			(key) => option(call, perRawKey(`=${key}`)),
		],
		[
			'Header Idempotency-Key',
			`${ofOperation(call)}, among the headers`,
			(key) =>
				option(call, {
					headers: {
						header: [
							{ name: 'X-Other', value: 'x' },
							{ name: 'Idempotency-Key', value: `=${key}` },
						],
					},
				}),
		],
	]),
	['Event Name', 'by name', (name) => ({ ...sendEvent, eventName: locator('name', `=${name}`) })],
	['Event Name', 'in a list', (name) => ({ ...sendEvent, eventName: locator('list', `=${name}`) })],
	['Event Name', 'as bare text', (name) => ({ ...sendEvent, eventName: `=${name}` })],
	[
		'Transactional Email',
		'by ID',
		(id) => ({ ...sendEmail, transactionalId: locator('id', `=${id}`) }),
	],
	...[subscribe, unsubscribe].flatMap((call): Field[] => [
		['Mailing List Names or IDs', ofOperation(call), (id) => ({ ...call, mailingList: `=${id}` })],
		[
			'Mailing List Names or IDs',
			`${ofOperation(call)}, in an array`,
			(id) => ({ ...call, mailingList: [LIST, `=${id}`] }),
		],
	]),
	...[create, upsert, update, sendEvent].flatMap((call): Field[] => [
		[
			'Add to List Names or IDs',
			ofOperation(call),
			(id) => withAdded(call, { addToList: `=${LIST},${id}` }),
		],
		[
			'Take Off List Names or IDs',
			ofOperation(call),
			(id) => withAdded(call, { removeFromList: `=${id}` }),
		],
	]),
	...[upsert, update, sendEvent].map(
		(call): Field => [
			'Clear Property Names or IDs',
			ofOperation(call),
			(name) => withAdded(call, { clearProperty: `=${name}` }),
		],
	),
	['Name', 'contactProperty create', (name) => ({ ...createProperty, propertyName: `=${name}` })],
	[
		'Contact Properties: Name',
		'of a row',
		(name) =>
			withAdded(sendEvent, { contactProperties: { property: [{ name: `=${name}`, value: 'x' }] } }),
	],
	[
		'Extra Event Properties: Name',
		'of a row',
		(name) => ({ ...sendEvent, options: { extraEventProperties: row(`=${name}`) } }),
	],
	[
		'Extra Data Variables: Name',
		'of a row',
		(name) => ({
			...sendEmail,
			options: { extraDataVariables: row(`=${name}`) },
		}),
	],
	['Cursor', 'transactionalEmail getAll', (cursor) => option(getEmails, { cursor: `=${cursor}` })],
	[
		'Attachments: Input Data Field',
		'transactionalEmail send',
		(field) =>
			withAdded(sendEmail, {
				attachments: { binary: [{ field: 'data' }, { field: `=${field}` }] },
			}),
	],
];

/** Results of an expression that are no text. */
const NOTHING: unknown[] = [
	undefined,
	null,
	'',
	' \u200b\n',
	{ id: 1 },
	{},
	[],
	[{}],
	34193198534492390,
];
const withFile = (v: unknown) => ({
	json: { v } as IDataObject,
	binary: {
		data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' },
		plan: { data: 'YQ==', mimeType: 'text/plain', fileName: 'b.txt' },
	},
});

const part = '{{ $json.v }}';

describe.each(FIELDS)("'%s': %s", (field, _name, of) => {
	it('refuses a template with an expression that finds nothing', async () => {
		// Where the expression is makes no difference to a field: one tries all places.
		const places = [`plan${part}`, `${part}plan`, `{{ 'plan' }}${part}`];
		for (const template of field === 'Event Name' ? places : places.slice(0, 1)) {
			const { failed, done } = await loops.run(of(template), NOTHING.map(withFile), {
				onError: 'continueErrorOutput',
			});
			expect(done).toEqual([]);
			// Get Many runs once for all items.
			const items = field === 'Cursor' ? [] : NOTHING;
			for (const [item, value] of items.entries()) {
				const { message, description } = failed[item].json.error as IDataObject;
				expect(message).toMatch(
					new RegExp(`^'${field.replace(/[()]/g, '\\$&')}': \\{\\{ \\$json\\.v \\}\\} `),
				);
				expect(message, JSON.stringify(value)).toContain(`[item ${item}]`);
				expect(description).toBeTruthy();
			}
		}
		expect(loops.emulator.requests).toEqual([]);
	});
});
