import type { INodeProperties } from 'n8n-workflow';

import { NOT_FOR_TOOLS, validateOnly } from '../form/parameter';
import { apiKeys } from './apiKey';
import { segments } from './audienceSegment';
import { compareByUse, type Operation } from './base/operation';
import { campaigns } from './campaign/campaign';
import { contacts } from './contact/contact';
import { contactProperties } from './contactProperty';
import { emailMessages } from './emailMessage/emailMessage';
import { events } from './event/event';
import { campaignGroups, transactionalGroups, workflowGroups } from './groups';
import { images } from './image';
import { mailingLists } from './mailingList';
import { sendingIps } from './sendingIp';
import { components, themes } from './themesAndComponents';
import { transactionalEmails } from './transactionalEmail/transactionalEmail';
import { workflows } from './workflow/workflow';
import { workflowNodes } from './workflowNode/workflowNode';

interface ResourceOperations {
	name: string;
	value: string;
	/** What the resource is, for the dropdown. */
	description: string;
	/** The first is the default of 'Operation', which workflows do not store: it never changes. */
	operations: Operation[];
}

/** In the order of the dropdown and of n8n's list of actions: what users need most often comes first. */
const resources: ResourceOperations[] = [
	{
		name: 'Transactional Email',
		value: 'transactionalEmail',
		description: 'One email to one person: receipt, password reset, welcome',
		operations: transactionalEmails,
	},
	{
		name: 'Event',
		value: 'event',
		description:
			'Something that a contact did, such as a sign-up. Events start workflows in Loops.',
		operations: events,
	},
	{
		name: 'Contact',
		value: 'contact',
		description: "Find, add or change one contact. Loops' API can't list contacts.",
		operations: contacts,
	},
	{
		name: 'Mailing List',
		value: 'mailingList',
		description: 'Subscribe contacts to lists, or unsubscribe them',
		operations: mailingLists,
	},
	{
		name: 'Campaign',
		value: 'campaign',
		description: 'A newsletter or announcement to many contacts',
		operations: campaigns,
	},
	{
		name: 'Email Message',
		value: 'emailMessage',
		description:
			'Subject and content of a campaign or transactional email. This resource sends only previews.',
		operations: emailMessages,
	},
	{
		name: 'Contact Property',
		value: 'contactProperty',
		description: 'A field that contacts have, such as plan or company',
		operations: contactProperties,
	},
	{
		name: 'Audience Segment',
		value: 'audienceSegment',
		description: 'Saved conditions that decide which contacts get a campaign',
		operations: segments,
	},
	{
		name: 'Image',
		value: 'image',
		description: 'A picture to show in emails',
		operations: images,
	},
	{
		name: 'Theme',
		value: 'theme',
		description: 'Colors and fonts that emails share',
		operations: themes,
	},
	{
		name: 'Component',
		value: 'component',
		description: 'A piece of content that emails share, such as a footer',
		operations: components,
	},
	{
		name: 'Workflow',
		value: 'workflow',
		description: 'A series of emails in Loops, such as onboarding. Not an n8n workflow.',
		operations: workflows,
	},
	{
		name: 'Workflow Node',
		value: 'workflowNode',
		description: 'A step of a workflow in Loops: a timer, a branch, an email',
		operations: workflowNodes,
	},
	{
		name: 'Campaign Group',
		value: 'campaignGroup',
		description: 'Organizes campaigns in Loops, like a folder',
		operations: campaignGroups,
	},
	{
		name: 'Transactional Group',
		value: 'transactionalGroup',
		description: 'Organizes transactional emails in Loops, like a folder',
		operations: transactionalGroups,
	},
	{
		name: 'Workflow Group',
		value: 'workflowGroup',
		description: 'Organizes workflows in Loops, like a folder',
		operations: workflowGroups,
	},
	{
		name: 'Sending IP',
		value: 'sendingIp',
		description: 'A dedicated IP address that Loops sends your emails from',
		operations: sendingIps,
	},
	{
		name: 'API Key',
		value: 'apiKey',
		description: 'Check that your API key works',
		operations: apiKeys,
	},
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
		options: [...operations]
			.sort(compareByUse)
			.map(({ name, value, action, description, isHiddenFromAgents }) => ({
				name,
				value,
				action,
				description,
				...(isHiddenFromAgents && { displayOptions: NOT_FOR_TOOLS }),
			})),
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
	action.replace(/\b(?!(?:or|in)\b)[a-z]/g, (letter) => letter.toUpperCase());

/** A short form of the action, since the canvas cuts off long ones. */
function titleOf({ name, action }: Operation): string {
	const title = inTitleCase(action.replace(/^Get (.* metrics)$/, '$1'));
	// The name of an operation such as 'Save Content' says what it is about.
	const isLong = !inTitleCase(action).startsWith(name) || / (?:of|to|from) /.test(action);
	return isLong && name !== 'Get Metrics' ? name : title;
}

const titles = resources.flatMap(({ value: resource, operations }) =>
	operations.map((each) => [`${resource} ${each.value}`, titleOf(each)]),
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
		options: resources.map(({ name, value, description }) => ({ name, value, description })),
		default: 'contact',
	},
	...resources.map(({ value, operations }) => operationSelect(value, operations)),
	...resources.flatMap(({ value: resource, operations }) =>
		merged(operations).map(({ property, shownBy }) => {
			const { displayOptions: own } = property;
			// First: n8n shows a parameter whose rule meets an expression, and reads no further rules.
			const show = { resource: [resource], operation: shownBy, ...own?.show };
			return { ...property, displayOptions: { ...own, show } };
		}),
	),
];
