import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { test as testApiKey } from './apiKey/testKey';
import { campaigns } from './campaigns';
import { checkSuppression } from './contact/checkSuppression';
import { create as createContact } from './contact/create';
import { deleteContact } from './contact/delete';
import { find as findContact } from './contact/find';
import { removeSuppression } from './contact/removeSuppression';
import { update as updateContact } from './contact/update';
import { upsert as upsertContact } from './contact/upsert';
import { create as createContactProperty } from './contactProperty/create';
import { getAll as getContactProperties } from './contactProperty/getAll';
import { components, themes } from './designs';
import { emailMessages } from './emailMessages';
import { events } from './event/patterns';
import { send as sendEvent } from './event/send';
import { campaignGroups, transactionalGroups } from './groups';
import { images } from './images';
import { getAll as getMailingLists } from './mailingList/getAll';
import { subscribe } from './mailingList/subscribe';
import { unsubscribe } from './mailingList/unsubscribe';
import type { Operation } from './operation';
import { segments } from './segments';
import { sendingIps } from './sendingIps';
import { getAll as getTransactionalEmails } from './transactionalEmail/getAll';
import { saveContent } from './transactionalEmail/saveContent';
import { send as sendTransactionalEmail } from './transactionalEmail/send';
import { templates } from './transactionalEmail/templates';
import { workflowNodes } from './workflowNodes';
import { workflows } from './workflows';

/** The first operation of a resource is the default of its 'Operation' dropdown. */
const operations: Operation[] = [
	testApiKey,
	upsertContact,
	createContact,
	deleteContact,
	findContact,
	updateContact,
	checkSuppression,
	removeSuppression,
	createContactProperty,
	getContactProperties,
	sendEvent,
	getMailingLists,
	subscribe,
	unsubscribe,
	sendTransactionalEmail,
	getTransactionalEmails,
	saveContent,
	...templates,
	...events,
	...segments,
	...campaigns,
	...campaignGroups,
	...components,
	...emailMessages,
	...images,
	...sendingIps,
	...themes,
	...transactionalGroups,
	...workflows,
	...workflowNodes,
];

const resources = [
	{ name: 'API Key', value: 'apiKey' },
	{ name: 'Audience Segment', value: 'audienceSegment' },
	{ name: 'Campaign', value: 'campaign' },
	{ name: 'Campaign Group', value: 'campaignGroup' },
	{ name: 'Component', value: 'component' },
	{ name: 'Contact', value: 'contact' },
	{ name: 'Contact Property', value: 'contactProperty' },
	{ name: 'Email Message', value: 'emailMessage' },
	{ name: 'Event', value: 'event' },
	{ name: 'Image', value: 'image' },
	{ name: 'Mailing List', value: 'mailingList' },
	{ name: 'Sending IP', value: 'sendingIp' },
	{ name: 'Theme', value: 'theme' },
	{ name: 'Transactional Email', value: 'transactionalEmail' },
	{ name: 'Transactional Group', value: 'transactionalGroup' },
	{ name: 'Workflow', value: 'workflow' },
	{ name: 'Workflow Node', value: 'workflowNode' },
];

/** Undefined for values that the dropdowns do not offer. */
export function findOperation(resource: unknown, value: unknown): Operation | undefined {
	return operations.find(
		(operation) => operation.resource === resource && operation.value === value,
	);
}

function operationSelect(resource: string): INodeProperties {
	const ofResource = operations.filter((operation) => operation.resource === resource);
	const first = ofResource[0].value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: ofResource
			.map(({ name, value, action, description, isForPeople }) => ({
				name,
				value,
				action,
				description,
				...(isForPeople && { displayOptions: { hide: { '@tool': [true] } } }),
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
		default: first,
	};
}

const inTitleCase = (action: string) =>
	action.replace(/\b(?!or\b)[a-z]/g, (letter) => letter.toUpperCase());

const titles = operations.map(({ resource, value, action }) => [
	`${resource} ${value}`,
	inTitleCase(action),
]);

/** Shown below the node's name on the canvas; '' for values that the dropdowns do not offer. */
export const subtitle = `={{ (${JSON.stringify(Object.fromEntries(titles))})[$parameter["resource"] + " " + $parameter["operation"]] ?? "" }}`;

/** All parameters of the node. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources,
		default: 'contact',
	},
	...resources.map(({ value }) => operationSelect(value)),
	...operations.flatMap(({ resource, value, properties: fields }) =>
		updateDisplayOptions({ show: { resource: [resource], operation: [value] } }, fields),
	),
];
