import type { LoopsClient } from 'loops';
import type { IDataObject } from 'n8n-workflow';

import { parametersOf as p } from '../harness/operations.mts';

const key = { 'Idempotency-Key': 'order-1' };
const options = { customIdempotencyKey: 'order-1' };
const mailingLists = { cm9list0investors00000003: true, cm9list0releasenotes00001: false };
const file = { filename: 'a.txt', contentType: 'text/plain', data: 'YQ==' };
const inJson = (properties: object) => ({
	contactPropertiesFrom: 'json',
	contactPropertiesJson: JSON.stringify(properties),
});

/** A call of the client, and the parameters with which the node makes it. */
export const SAME: Array<[method: keyof LoopsClient, given: unknown[], parameters: IDataObject]> = [
	['testApiKey', [], p.testApiKey],
	[
		'createContact',
		[
			{
				email: 'new@example.com',
				properties: { firstName: 'Nell', seats: 3, userId: 'u-300', subscribed: true },
				mailingLists,
			},
		],
		{
			...p.create,
			...inJson({ firstName: 'Nell', seats: 3 }),
			additionalFields: {
				userId: 'u-300',
				subscription: 'subscribe',
				mailingListsJson: mailingLists,
			},
		},
	],
	[
		'updateContact',
		[{ email: 'kim@new.example', userId: 'u-77', properties: { firstName: null } }],
		{
			...p.upsert,
			findBy: 'emailAndUserId',
			email: 'kim@new.example',
			userId: 'u-77',
			additionalFields: { clearProperty: ['firstName'] },
		},
	],
	['findContact', [{ email: 'kim@example.com' }], p.find],
	['deleteContact', [{ userId: 'u-77' }], { ...p.delete, findBy: 'userId', userId: 'u-77' }],
	['checkContactSuppression', [{ email: 'tomas@example.com' }], p.checkSuppression],
	['removeContactSuppression', [{ email: 'tomas@example.com' }], p.removeSuppression],
	['createContactProperty', ['somethingNew', 'string'], p.createProperty],
	['listContactProperties', ['custom'], { ...p.getProperties, properties: 'custom' }],
	['listMailingLists', [], p.getLists],
	[
		'sendEvent',
		[
			{
				email: 'kim@example.com',
				eventName: 'signup',
				eventProperties: { plan: 'team' },
				contactProperties: { seats: 3 },
				mailingLists,
				headers: key,
			},
		],
		{
			...p.sendEvent,
			eventPropertiesFrom: 'json',
			eventPropertiesJson: '{ "plan": "team" }',
			...inJson({ seats: 3 }),
			additionalFields: { mailingListsJson: mailingLists },
			options,
		},
	],
	[
		'sendTransactionalEmail',
		[
			{
				transactionalId: 'cm8tx0welcome00000000001a',
				email: 'kim@example.com',
				addToAudience: true,
				dataVariables: { firstName: 'Kim' },
				attachments: [file],
				headers: key,
			},
		],
		{
			...p.sendEmail,
			additionalFields: { addToAudience: true, attachments: { base64: [file] } },
			options,
		},
	],
];
