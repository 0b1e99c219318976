import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
export const byName = (value: string) => ({ __rl: true, mode: 'name', value });
const campaignId = byId('cm9campaign0october00001');
const componentId = byId('cm9component0footer00001');
const emailMessageId = byId('cm9msg0october0000000001');
const themeId = byId('cm9theme0brand0000000001');
const workflowId = byId('cm9workflow0welcome00001');
const workflowNodeId = byId('cm9node0email00000000001');
const branching = byId('cm9workflow0trials000001');
const transactionalId = byId('cm8tx0welcome00000000001a');

const groups = (name: string, id: string) => ({
	create: { name: 'Others' },
	get: { [name]: byId(id) },
	getAll: {},
	update: { [name]: byId(id), updateFields: { description: 'Monthly' } },
});

/** Parameters of the content API by resource and operation. */
const content: Record<string, Record<string, IDataObject>> = {
	audienceSegment: {
		create: {
			name: 'Trials',
			conditions: {
				// Fits properties of every type, so that none is looked up.
				condition: [{ property: 'planName', operator: 'notEmpty' }],
			},
		},
		get: { audienceSegmentId: byId('cm9segment0teams00000001') },
		getAll: {},
	},
	campaign: {
		create: { name: 'November news' },
		get: { campaignId },
		getAll: {},
		getEngagement: {},
		getMetrics: { campaignId: byId('cm9campaign0september001') },
		schedule: { campaignId, confirmName: 'October news', sendWhen: 'now' },
		update: { campaignId, updateFields: { name: 'October' } },
	},
	campaignGroup: groups('campaignGroupId', 'cm9cgroup0newsletters001'),
	component: {
		create: { name: 'Header', lmx: '<Paragraph>Acme</Paragraph>' },
		get: { componentId },
		getAll: {},
		update: { componentId, changeAllEmails: true, updateFields: { name: 'Foot' } },
	},
	emailMessage: {
		check: { emailMessageId },
		get: { emailMessageId },
		sendPreview: { emailMessageId, emails: 'kim@example.com' },
		update: { emailMessageId, updateFields: { subject: 'October' } },
	},
	event: { get: { eventName: { __rl: true, mode: 'name', value: 'signup' } }, getAll: {} },
	image: { upload: {} },
	sendingIp: { getAll: {} },
	theme: {
		create: { name: 'Dark' },
		get: { themeId },
		getAll: {},
		update: { themeId, changeAllEmails: true, updateFields: { name: 'Light' } },
	},
	transactionalEmail: {
		create: { name: 'Invoice' },
		get: { transactionalId },
		getDraft: { transactionalId },
		getMetrics: { transactionalId },
		publish: { transactionalId: byId('cm8tx0draftspring0000065a') },
		saveContent: {
			transactionalId,
			subject: 'Welcome',
			lmx: '<Paragraph>Hello {data.firstName}</Paragraph>',
		},
		update: { transactionalId, updateFields: { name: 'Hello' } },
	},
	transactionalGroup: groups('transactionalGroupId', 'cm9tgroup0billing0000001'),
	workflow: {
		changeMailingList: {
			workflowId,
			newMailingList: 'cm9list0productnews000002',
			dryRun: false,
		},
		create: { name: 'Onboarding' },
		delete: { workflowId, dryRun: false },
		get: { workflowId },
		getAll: {},
		update: { workflowId, updateFields: { name: 'Welcome' } },
	},
	workflowGroup: groups('workflowGroupId', 'cm9wgroup0onboarding0001'),
	workflowNode: {
		addBranch: { workflowId: branching, workflowNodeId: byId('cm9node0branch0000000001') },
		create: { workflowId, fromNodeId: 'cm9node0email00000000001' },
		delete: { workflowId, workflowNodeId, dryRun: false },
		get: { workflowId, workflowNodeId },
		getMetrics: { workflowId, workflowNodeId },
		reroute: {
			workflowId: branching,
			workflowNodeId: byId('cm9node0teams00000000001'),
			newTargetNodeId: 'cm9node0trialexit0000001',
		},
		update: {
			workflowId,
			workflowNodeId: byId('cm9node0timer00000000001'),
			nodePayload: '{ "amount": 3 }',
		},
	},
};

/** Rows of a test table: name, parameters. */
export const contentOperations = Object.entries(content).flatMap(([resource, operations]) =>
	Object.entries(operations).map(([operation, parameters]): [string, IDataObject] => [
		`${resource} ${operation}`,
		{ resource, operation, ...parameters },
	]),
);

/** The parameters of `<resource> <operation>`. */
export const contentParameters = (of: string): IDataObject =>
	Object.fromEntries(contentOperations)[of];

/** Parameters with which each operation succeeds on the seeded account. */
export const parametersOf = {
	testApiKey: { resource: 'apiKey', operation: 'test' },
	create: { resource: 'contact', operation: 'create', email: 'new@example.com' },
	upsert: { resource: 'contact', operation: 'upsert', email: 'kim@example.com' },
	update: { resource: 'contact', operation: 'update', email: 'kim@example.com' },
	find: { resource: 'contact', operation: 'find', email: 'kim@example.com' },
	delete: { resource: 'contact', operation: 'delete', email: 'kim@example.com' },
	checkSuppression: {
		resource: 'contact',
		operation: 'checkSuppression',
		email: 'tomas@example.com',
	},
	removeSuppression: {
		resource: 'contact',
		operation: 'removeSuppression',
		email: 'tomas@example.com',
	},
	createProperty: {
		resource: 'contactProperty',
		operation: 'create',
		propertyName: 'somethingNew',
		propertyType: 'string',
	},
	getProperties: { resource: 'contactProperty', operation: 'getAll' },
	getLists: { resource: 'mailingList', operation: 'getAll' },
	subscribe: {
		resource: 'mailingList',
		operation: 'subscribe',
		email: 'kim@example.com',
		mailingList: ['cm9list0investors00000003'],
	},
	unsubscribe: {
		resource: 'mailingList',
		operation: 'unsubscribe',
		email: 'kim@example.com',
		mailingList: ['cm9list0releasenotes00001'],
	},
	sendEvent: {
		resource: 'event',
		operation: 'send',
		eventName: { __rl: true, mode: 'list', value: 'signup' },
		email: 'kim@example.com',
	},
	sendEmail: {
		resource: 'transactionalEmail',
		operation: 'send',
		email: 'kim@example.com',
		transactionalId: { mode: 'id', value: 'cm8tx0welcome00000000001a' },
		dataVariables: { mappingMode: 'defineBelow', value: { firstName: 'Kim' } },
	},
	getEmails: { resource: 'transactionalEmail', operation: 'getAll' },
	...(Object.fromEntries(contentOperations) as Record<string, IDataObject>),
} satisfies Record<string, IDataObject>;

/** The requests of an operation that makes several, or one that is no POST. */
interface Calls {
	method: 'GET' | 'PUT' | 'DELETE' | 'POST';
	reads: number;
	/** Reads right before each attempt. */
	again?: number;
	/** Reads once it is done. */
	after?: number;
}

const CALLS: Record<string, Calls> = {
	'contact update': { method: 'PUT', reads: 1 },
	'contact removeSuppression': { method: 'DELETE', reads: 1 },
	'mailingList subscribe': { method: 'PUT', reads: 1 },
	'mailingList unsubscribe': { method: 'PUT', reads: 1 },
	'campaign schedule': { method: 'POST', reads: 3, again: 2 },
	'emailMessage check': { method: 'GET', reads: 2 },
	'campaign update': { method: 'POST', reads: 0, after: 1 },
	'emailMessage update': { method: 'POST', reads: 1, after: 1 },
	'transactionalEmail publish': { method: 'POST', reads: 3, again: 2 },
	'campaign getEngagement': { method: 'GET', reads: 1 },
	'campaign getMetrics': { method: 'GET', reads: 1 },
	'transactionalEmail getMetrics': { method: 'GET', reads: 1 },
	'image upload': { method: 'POST', reads: 1 },
	'transactionalEmail saveContent': { method: 'POST', reads: 6 },
	'workflow changeMailingList': { method: 'POST', reads: 1 },
	'workflow delete': { method: 'DELETE', reads: 1 },
	'workflow update': { method: 'POST', reads: 1 },
	'workflowNode addBranch': { method: 'POST', reads: 1 },
	'workflowNode create': { method: 'POST', reads: 1 },
	'workflowNode delete': { method: 'DELETE', reads: 1 },
	'workflowNode reroute': { method: 'POST', reads: 1 },
	'workflowNode update': { method: 'POST', reads: 1 },
};

const readsOf = ({ resource, operation }: IDataObject) =>
	CALLS[`${String(resource)} ${String(operation)}`];

/** The method of the main request, if other requests precede it. */
export const methodOf = (parameters: IDataObject) => readsOf(parameters)?.method;

/** The number of requests of an item with `attempts` attempts, of which the last one succeeds. */
export function requestsOf(parameters: IDataObject, attempts = 1, isDone = true): number {
	const { reads = 0, again = 0, after = 0 } = readsOf(parameters) ?? {};
	return reads + attempts * (1 + again) + (isDone ? after : 0);
}

/** Rows of a test table: name, parameters. */
export const everyOperation = Object.values(parametersOf).map(
	(parameters): [string, IDataObject] => [
		`${parameters.resource} ${parameters.operation}`,
		parameters,
	],
);

const IMAGE = {
	data: Buffer.from('GIF89a').toString('base64'),
	mimeType: 'image/gif',
	fileName: 'dot.gif',
};

/** An input item, with a file if the operation needs one. */
export function inputFor(
	{ resource }: IDataObject,
	item: IDataObject | INodeExecutionData,
): INodeExecutionData {
	const given = ('json' in item ? item : { json: item }) as INodeExecutionData;
	return resource === 'image' ? { binary: { data: IMAGE }, ...given } : given;
}

/** Operations of the content API that the node never retries, since that could act twice. */
export const isNeverRepeated = ({ resource, operation }: IDataObject): boolean =>
	contentOperations.some(
		([, each]) => each.resource === resource && each.operation === operation,
	) && ['create', 'schedule', 'sendPreview'].includes(String(operation));
