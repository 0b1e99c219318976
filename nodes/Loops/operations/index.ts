import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { NOT_FOR_TOOLS, validateOnly } from '../form/options';
import { test as testApiKey } from './apiKey';
import { campaigns } from './campaign/campaign';
import { checkSuppression } from './contact/checkSuppression';
import { create as createContact } from './contact/create';
import { deleteContact } from './contact/delete';
import { find as findContact } from './contact/find';
import { removeSuppression } from './contact/removeSuppression';
import { update as updateContact } from './contact/update';
import { upsert as upsertContact } from './contact/upsert';
import { create as createContactProperty } from './contactProperty/create';
import { getAll as getContactProperties } from './contactProperty/getAll';
import { components, themes } from './themesAndComponents';
import { emailMessages } from './emailMessage/emailMessage';
import { events } from './event/get';
import { send as sendEvent } from './event/send';
import { campaignGroups, transactionalGroups, workflowGroups } from './groups';
import { images } from './image';
import { getAll as getMailingLists } from './mailingList/getAll';
import { subscribe, unsubscribe } from './mailingList/subscriptions';
import type { Operation } from './operation';
import { segments } from './audienceSegment';
import { sendingIps } from './sendingIp';
import { getAll as getTransactionalEmails } from './transactionalEmail/getAll';
import { saveContent } from './transactionalEmail/saveContent';
import { send as sendTransactionalEmail } from './transactionalEmail/send';
import { contentOperations } from './transactionalEmail/transactionalEmail';
import { workflowNodes } from './workflowNode/workflowNode';
import { workflows } from './workflow/workflow';

/** In the order of the dropdown. The first operation of a resource is the default of its 'Operation'. */
const resources: Array<{ name: string; value: string; operations: Operation[] }> = [
	{ name: 'API Key', value: 'apiKey', operations: [testApiKey] },
	{ name: 'Audience Segment', value: 'audienceSegment', operations: segments },
	{ name: 'Campaign', value: 'campaign', operations: campaigns },
	{ name: 'Campaign Group', value: 'campaignGroup', operations: campaignGroups },
	{ name: 'Component', value: 'component', operations: components },
	{
		name: 'Contact',
		value: 'contact',
		operations: [
			upsertContact,
			createContact,
			deleteContact,
			findContact,
			updateContact,
			checkSuppression,
			removeSuppression,
		],
	},
	{
		name: 'Contact Property',
		value: 'contactProperty',
		operations: [createContactProperty, getContactProperties],
	},
	{ name: 'Email Message', value: 'emailMessage', operations: emailMessages },
	{ name: 'Event', value: 'event', operations: [sendEvent, ...events] },
	{ name: 'Image', value: 'image', operations: images },
	{
		name: 'Mailing List',
		value: 'mailingList',
		operations: [getMailingLists, subscribe, unsubscribe],
	},
	{ name: 'Sending IP', value: 'sendingIp', operations: sendingIps },
	{ name: 'Theme', value: 'theme', operations: themes },
	{
		name: 'Transactional Email',
		value: 'transactionalEmail',
		operations: [sendTransactionalEmail, getTransactionalEmails, saveContent, ...contentOperations],
	},
	{ name: 'Transactional Group', value: 'transactionalGroup', operations: transactionalGroups },
	{ name: 'Workflow', value: 'workflow', operations: workflows },
	{ name: 'Workflow Group', value: 'workflowGroup', operations: workflowGroups },
	{ name: 'Workflow Node', value: 'workflowNode', operations: workflowNodes },
];

/** Undefined for values that the dropdowns do not offer. */
export const findOperation = (resource: unknown, value: unknown): Operation | undefined =>
	resources
		.find((each) => each.value === resource)
		?.operations.find((each) => each.value === value);

function operationSelect(resource: string, operations: Operation[]): INodeProperties {
	const [{ value: first }] = operations;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations
			.map(({ name, value, action, description, isHiddenFromAgents }) => ({
				name,
				value,
				action,
				description,
				...(isHiddenFromAgents && { displayOptions: NOT_FOR_TOOLS }),
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
		default: first,
	};
}

/** Merges equal properties of several operations, since editors load all of them. Keeps their order. */
function merged(operations: Operation[]) {
	const fields: Array<{ text: string; property: INodeProperties; shownBy: string[] }> = [];
	for (const { value, properties: own } of operations) {
		let next = 0;
		for (const property of own) {
			const text = JSON.stringify(property);
			const same = fields.findIndex((field, index) => index >= next && field.text === text);
			if (same === -1) fields.splice(next, 0, { text, property, shownBy: [value] });
			else fields[same].shownBy.push(value);
			next = (same === -1 ? next : same) + 1;
		}
	}
	return fields;
}

const inTitleCase = (action: string) =>
	action.replace(/\b(?!or\b)[a-z]/g, (letter) => letter.toUpperCase());

const titles = resources.flatMap(({ value: resource, operations }) =>
	operations.map(({ value, action }) => [
		`${resource} ${value}`,
		// Longer ones are cut off on the canvas.
		inTitleCase(action.replace(/ of contact$/, '')),
	]),
);

/** Shown below the node's name on the canvas; '' for values that the dropdowns do not offer. */
export const subtitle = `={{ ((${JSON.stringify(Object.fromEntries(titles))})[$parameter["resource"] + " " + $parameter["operation"]] ?? "") + (typeof $parameter["eventName"] === "string" && $parameter["eventName"] ? ": " + $parameter["eventName"] : "") + ($parameter["options"]?.["validateOnly"] === true ? " (${validateOnly.property.displayName})" : "") }}`;

/** All parameters of the node. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: 'contact',
	},
	...resources.map(({ value, operations }) => operationSelect(value, operations)),
	...resources.flatMap(({ value: resource, operations }) =>
		merged(operations).flatMap(({ property, shownBy }) =>
			updateDisplayOptions({ show: { resource: [resource], operation: shownBy } }, [property]),
		),
	),
];
