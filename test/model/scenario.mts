import type { Fault } from '../emulator/faults.mts';

export const OPERATIONS = [
	'apiKey test',
	'contact create',
	'contact upsert',
	'contact update',
	'contact find',
	'contact delete',
	'contact checkSuppression',
	'contact removeSuppression',
	'contactProperty create',
	'contactProperty getAll',
	'mailingList getAll',
	'mailingList subscribe',
	'mailingList unsubscribe',
	'event send',
	'transactionalEmail send',
	'transactionalEmail getAll',
	'campaign create',
	'campaign schedule',
	'campaign getAll',
	'emailMessage update',
	'transactionalEmail saveContent',
	'workflow delete',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** What an expression comes to that should tell people or messages apart. */
export const ODD_VALUES = ['nothing', 'nan', 'object', 'boolean', 'invalidDate'] as const;

/** What is right or wrong about an item; all but the first two can't be read, so they are never sent. */
export type ItemOutcome =
	| 'good'
	| 'refused'
	| 'badEmail'
	| 'badJson'
	| 'throws'
	| 'unknownProperty'
	| (typeof ODD_VALUES)[number];

const PADDING = 'Not accepted: '.padEnd(190, 'x');

/** What may happen to one request on top of its own answer, by the name that a failing run prints. */
export const FAULTS = {
	'429': { kind: 'status', status: 429 },
	'429, retry after 0': { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
	'429, retry after 1': { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
	'429, retry after 20': { kind: 'status', status: 429, headers: { 'retry-after': '20' } },
	'429, retry in the past': {
		kind: 'status',
		status: 429,
		headers: { 'retry-after': 'Thu, 01 Jan 2015 00:00:00 GMT' },
	},
	'429, retry after nonsense': { kind: 'status', status: 429, headers: { 'retry-after': 'soon' } },
	'500 before': { kind: 'status', status: 500 },
	'503 after': { kind: 'status', status: 503, after: true },
	'reset before': { kind: 'resetBefore' },
	'reset after': { kind: 'resetAfter' },
	truncated: { kind: 'truncate' },
	'page 200 before': { kind: 'html', status: 200 },
	'page 200 after': { kind: 'html', status: 200, after: true },
	'page 502 after': { kind: 'html', status: 502, after: true },
	'page 404 before': { kind: 'html', status: 404 },
	'page 409 before': { kind: 'html', status: 409 },
	'stalled before': { kind: 'hang' },
	'stalled after': { kind: 'hang', after: true },
	trickled: { kind: 'trickle', delay: 300 },
	'echo of the key': { kind: 'body', status: 403, body: { message: `${PADDING}API-KEY` } },
	'401': { kind: 'status', status: 401 },
	'403': { kind: 'status', status: 403 },
} as const satisfies Record<string, Fault>;
/** No fault: before the request is processed, another client changes the draft that it is about. */
export const MEANWHILE = 'changed meanwhile';
export type FaultName = keyof typeof FAULTS | typeof MEANWHILE;

/** What happens to one request. */
export interface Call {
	/** ms to Loops, and back. */
	transit: number;
	latency: number;
	fault?: FaultName;
}

export interface ItemPlan {
	/** Which of a few contacts; the first ones exist from the start. */
	contact: number;
	outcome: ItemOutcome;
	/** Which of a few keys, where it has one of its own. */
	key: number;
	/** What happens to the first request for it, the second one …; nothing special to any further. */
	calls: Call[];
}

/** What the two account guards allow. */
export interface Guard {
	team: string;
	domain: string;
}

/** The team of the account, and the domain of all of its contacts. */
export const OWN: Guard = { team: 'Model', domain: 'example.com' };

/** One or more executions of a workflow with the node. */
export interface Scenario {
	operation: Operation;
	items: ItemPlan[];
	keys: 'automatic' | 'none' | 'perKey' | 'perRawKey';
	/** What is in the bodies besides the email: nothing, the item's number, and the time or a random text. */
	body: 'marked' | 'plain' | 'now' | 'random';
	/** How that is given: as JSON, in fields whose types only the account has, or mapped from the input. */
	form: 'json' | 'fields' | 'mapped';
	/** Loops lists no such event. */
	isNewEvent: boolean;
	/** The value that odd outcomes are about: it tells people or messages apart. */
	identity: 'email' | 'key' | 'name' | 'id';
	/** It is a text with an expression in it. */
	isMixed: boolean;
	includeInputFields: boolean;
	/** The input has a field `error`. */
	errorField: boolean;
	validateOnly: boolean;
	/** Unknown Properties = Don't Send. */
	strict: boolean;
	/** Publish of Save Content; Discard Queued Contacts of a deletion; an approval of Schedule. */
	publishes: boolean;
	/** Ignore If Not Suppressed, or If Property Exists = Skip. */
	lenient: boolean;
	whenNotFound?: 'error' | 'foundFalse' | 'noItem' | 'create';
	/** Seconds. */
	timeout?: number;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** 1 without Retry On Fail. */
	maxTries: number;
	/** Items per round of Loop Over Items; 0 without the loop. */
	batch: number;
	/** ms that an answer takes, where its call has none of its own. */
	latency: number;
	/** Requests per second that Loops allows. */
	rateLimit: number;
	/** Requests that are about no item, such as for a list, in their order. */
	shared: Call[];
	/** Strikes all look-ups of names in the account. */
	lookUps?: FaultName;
	/** The workflow is the sub-workflow of another one. */
	isSub: boolean;
	/** The API key is a word that is in the data, too. */
	isShortKey: boolean;
	/** ms after the start. */
	cancelAt?: number;
	/**
	 * What follows, if the run was not cancelled. `elsewhere`: in another n8n, whose executions have the
	 * same IDs; `twice`: after 23 hours, and again 2 hours later.
	 */
	then: 'nothing' | 'retry' | 'again' | 'elsewhere' | 'twice';
	/** Of Math.random. */
	seed: number;
	/** Absent where both guards are off. */
	guard?: Guard;
}

export const isSend = ({ operation }: Scenario) => operation.endsWith('send');
export const isList = ({ operation }: Scenario) => operation.endsWith('getAll');
export const isRead = (scenario: Scenario) =>
	isList(scenario) || /test|find|check/.test(scenario.operation);
/** An email that is given by its name. */
export const isMadeIfMissing = ({ operation, identity }: Scenario) =>
	operation === 'transactionalEmail saveContent' && identity === 'name';
export const isApproved = ({ operation, publishes }: Scenario) =>
	operation === 'campaign schedule' && publishes;
/** Reaches contacts, by their addresses or all at once. */
export const isToPeople = ({ operation }: Scenario) =>
	/^(contact|mailingList|event|transactionalEmail) (?!saveContent)|schedule/.test(operation);
/** Of campaigns and templates. */
export const isContent = ({ operation }: Pick<Scenario, 'operation'>) =>
	/^(campaign|emailMessage|workflow)|saveContent/.test(operation);
export const hasOptions = ({ operation }: Scenario) => !/getAll|test/.test(operation);
/** Under a key of the user's, Loops refuses the contents of another execution. */
export const isRefusedAgain = (scenario: Scenario) =>
	hasOwnKeys(scenario) && (/now|random/.test(scenario.body) || isMapped(scenario));
/** Seconds. */
export const timeoutOf = (scenario: Scenario) => (hasOptions(scenario) && scenario.timeout) || 30;
/** It has values that are called as they are in the account. */
export const hasNames = ({ operation }: Scenario) =>
	/contact (create|upsert|update)|send$/.test(operation);
export const isMapped = (scenario: Scenario) => hasNames(scenario) && scenario.form === 'mapped';
export const hasOwnKeys = (scenario: Scenario) =>
	isSend(scenario) && ['perKey', 'perRawKey'].includes(scenario.keys);
