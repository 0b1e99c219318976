import type { IDataObject } from 'n8n-workflow';

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
		dataVariablesFrom: 'json',
		dataVariablesJson: '{ "firstName": "Kim" }',
	},
	getEmails: { resource: 'transactionalEmail', operation: 'getAll' },
} satisfies Record<string, IDataObject>;

/** The method of the request that does what an operation is for, where another one looks first. */
const LOOKS_FIRST: Record<string, 'PUT' | 'DELETE'> = {
	update: 'PUT',
	removeSuppression: 'DELETE',
	subscribe: 'PUT',
	unsubscribe: 'PUT',
};

/** The method of the request that does what the operation is for, where it is not the first one. */
export const methodOf = ({ operation }: IDataObject): 'PUT' | 'DELETE' | undefined =>
	LOOKS_FIRST[String(operation)];

/** How many requests a run of one item makes. */
export const requestsOf = (parameters: IDataObject): number => (methodOf(parameters) ? 2 : 1);

/** The same as rows of a test table: name, parameters. */
export const everyOperation = Object.values(parametersOf).map(
	(parameters): [string, IDataObject] => [
		`${parameters.resource} ${parameters.operation}`,
		parameters,
	],
);
