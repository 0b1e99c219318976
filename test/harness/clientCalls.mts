import type { LoopsClient } from 'loops';
import type { IDataObject } from 'n8n-workflow';

import { contentParameters, parametersOf } from './operations.mts';
import { perRawKey } from './sendOnce.mts';

const key = { 'Idempotency-Key': 'order-1' };
const options = perRawKey('order-1');
const mailingLists = { cm9list0investors00000003: true, cm9list0releasenotes00001: false };
const file = { filename: 'a.txt', contentType: 'text/plain', data: 'YQ==' };

type Same = [method: keyof LoopsClient, given: unknown[], parameters: IDataObject];

/** A row of the content API: the client takes the ID, then the body. */
function same(method: keyof LoopsClient, operation: string, body?: object): Same {
	const parameters = contentParameters(operation);
	const ids = Object.values(parameters).flatMap((each) => (each as { value?: string }).value ?? []);
	return [method, body ? [...ids, body] : ids, parameters];
}

const page = { perPage: 50 };
const lmx = '<Paragraph>Acme</Paragraph>';
const conditions = [{ type: 'property', key: 'planName', operator: 'notEmpty' }];
const monthly = { description: 'Monthly' };
const first = { expectedRevisionId: null };
const next = { expectedRevisionId: 'rev_trials01' };
const queuedContactPolicy = 'fail';

const CONTENT: Same[] = [
	same('listAudienceSegments', 'audienceSegment getAll', page),
	same('getAudienceSegment', 'audienceSegment get'),
	same('createAudienceSegment', 'audienceSegment create', {
		name: 'Trials',
		filter: { match: 'all', conditions },
	}),
	same('listCampaigns', 'campaign getAll', page),
	same('getCampaign', 'campaign get'),
	same('createCampaign', 'campaign create', { name: 'November news' }),
	same('updateCampaign', 'campaign update', { name: 'October' }),
	same('listCampaignGroups', 'campaignGroup getAll', page),
	same('getCampaignGroup', 'campaignGroup get'),
	same('createCampaignGroup', 'campaignGroup create', { name: 'Others' }),
	same('updateCampaignGroup', 'campaignGroup update', monthly),
	same('listComponents', 'component getAll', page),
	same('getComponent', 'component get'),
	same('createComponent', 'component create', { name: 'Header', lmx }),
	same('updateComponent', 'component update', { name: 'Foot' }),
	same('getEmailMessage', 'emailMessage get'),
	same('sendEmailMessagePreview', 'emailMessage sendPreview', { emails: ['kim@example.com'] }),
	same('runEmailMessageGuardian', 'emailMessage check'),
	same('listEventPatterns', 'event getAll', page),
	same('getEventPatternByName', 'event get'),
	same('listDedicatedSendingIps', 'sendingIp getAll'),
	same('listThemes', 'theme getAll', page),
	same('getTheme', 'theme get'),
	same('createTheme', 'theme create', { name: 'Dark' }),
	same('updateTheme', 'theme update', { name: 'Light' }),
	same('getTransactionalEmail', 'transactionalEmail get'),
	same('createTransactionalEmail', 'transactionalEmail create', { name: 'Invoice' }),
	same('updateTransactionalEmail', 'transactionalEmail update', { name: 'Hello' }),
	same('ensureTransactionalEmailDraft', 'transactionalEmail getDraft'),
	same('publishTransactionalEmail', 'transactionalEmail publish'),
	same('listTransactionalGroups', 'transactionalGroup getAll', page),
	same('getTransactionalGroup', 'transactionalGroup get'),
	same('createTransactionalGroup', 'transactionalGroup create', { name: 'Others' }),
	same('updateTransactionalGroup', 'transactionalGroup update', monthly),
	same('listWorkflows', 'workflow getAll', page),
	same('getWorkflow', 'workflow get'),
	same('createWorkflow', 'workflow create', { name: 'Onboarding' }),
	same('updateWorkflow', 'workflow update', { ...first, name: 'Welcome' }),
	same('changeWorkflowMailingList', 'workflow changeMailingList', {
		...first,
		mailingListId: 'cm9list0productnews000002',
		queuedContactPolicy,
	}),
	same('deleteWorkflow', 'workflow delete', first),
	same('getWorkflowNode', 'workflowNode get'),
	same('createWorkflowNode', 'workflowNode create', {
		...first,
		nodeTypeName: 'TimerAction',
		insertMode: 'after',
		fromNodeId: 'cm9node0email00000000001',
	}),
	same('updateWorkflowNode', 'workflowNode update', { ...first, payload: { amount: 3 } }),
	same('addWorkflowBranch', 'workflowNode addBranch', next),
	same('rerouteWorkflowNode', 'workflowNode reroute', {
		...next,
		newTargetNodeId: 'cm9node0trialexit0000001',
	}),
	same('deleteWorkflowNode', 'workflowNode delete', { ...first, queuedContactPolicy }),
	[
		'updateEmailMessage',
		['cm9msg0october0000000001', { expectedRevisionId: 'rev_1', subject: 'October' }],
		{
			...contentParameters('emailMessage update'),
			options: { expectedRevisionId: 'rev_1' },
		},
	],
];

/** Calls of the client with the equivalent parameters of the node. */
export const SAME: Same[] = [
	...CONTENT,
	['testApiKey', [], parametersOf.testApiKey],
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
			...parametersOf.create,
			additionalFields: {
				contactPropertiesJson: '{ "firstName": "Nell", "seats": 3 }',
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
			...parametersOf.upsert,
			findBy: 'emailAndUserId',
			email: 'kim@new.example',
			userId: 'u-77',
			additionalFields: { clearProperty: ['firstName'] },
		},
	],
	['findContact', [{ email: 'kim@example.com' }], parametersOf.find],
	[
		'deleteContact',
		[{ userId: 'u-77' }],
		{ ...parametersOf.delete, findBy: 'userId', userId: 'u-77' },
	],
	['checkContactSuppression', [{ email: 'tomas@example.com' }], parametersOf.checkSuppression],
	['removeContactSuppression', [{ email: 'tomas@example.com' }], parametersOf.removeSuppression],
	['createContactProperty', ['somethingNew', 'string'], parametersOf.createProperty],
	['listContactProperties', ['custom'], { ...parametersOf.getProperties, properties: 'custom' }],
	['listMailingLists', [], parametersOf.getLists],
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
			...parametersOf.sendEvent,
			additionalFields: {
				contactPropertiesJson: '{ "seats": 3 }',
				mailingListsJson: mailingLists,
			},
			options: { eventPropertiesJson: '{ "plan": "team" }', ...options },
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
			...parametersOf.sendEmail,
			options: { addToAudience: true, attachments: { base64: [file] }, ...options },
		},
	],
];
