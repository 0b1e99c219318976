import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { test as testApiKey } from './apiKey/testKey';
import { checkSuppression } from './contact/checkSuppression';
import { create as createContact } from './contact/create';
import { deleteContact } from './contact/delete';
import { find as findContact } from './contact/find';
import { removeSuppression } from './contact/removeSuppression';
import { update as updateContact } from './contact/update';
import { upsert as upsertContact } from './contact/upsert';
import { create as createContactProperty } from './contactProperty/create';
import { getAll as getContactProperties } from './contactProperty/getAll';
import { send as sendEvent } from './event/send';
import { getAll as getMailingLists } from './mailingList/getAll';
import { subscribe } from './mailingList/subscribe';
import { unsubscribe } from './mailingList/unsubscribe';
import type { Operation } from './operation';
import { getAll as getTransactionalEmails } from './transactionalEmail/getAll';
import { send as sendTransactionalEmail } from './transactionalEmail/send';

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
];

const resources = [
	{ name: 'API Key', value: 'apiKey' },
	{ name: 'Contact', value: 'contact' },
	{ name: 'Contact Property', value: 'contactProperty' },
	{ name: 'Event', value: 'event' },
	{ name: 'Mailing List', value: 'mailingList' },
	{ name: 'Transactional Email', value: 'transactionalEmail' },
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
			.map(({ name, value, action, description }) => ({ name, value, action, description }))
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
