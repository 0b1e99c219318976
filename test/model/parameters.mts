import type { IDataObject } from 'n8n-workflow';

import type { Seed } from '../emulator/seed.mts';
import { batchesWorkflow } from '../harness/batches.mts';
import { onceBy, onceOff } from '../harness/sendOnce.mts';
import { type WorkflowJson, workflowWith } from '../harness/workflow.mts';
import { draftParameters, draftsOf } from './drafts.mts';
import { identified, orThrow } from './expressions.mts';
import { emailFor } from './items.mts';
import {
	hasOptions,
	hasOwnKeys,
	isContent,
	isMapped,
	isRead,
	isSend,
	OWN,
	type Scenario,
} from './scenario.mts';

/** A template without required variables. */
const TEMPLATE = 'cm8tx0heartbeat000000008a';

/** What is looked up, changed or deleted mostly exists; what is created mostly does not. */
const labelsOf = ({ operation, identity, items }: Scenario) =>
	/update|find|delete|Suppression|subscribe/.test(operation) || identity === 'id'
		? ['0', '1', '2', '3', ...items.map((_, n) => `extra${n}`)]
		: ['0', '1'];

const contactsOf = (scenario: Scenario) => labelsOf(scenario).map((label) => emailFor(0, label));

export const existsAtFirst = (scenario: Scenario, email: string) =>
	contactsOf(scenario).includes(email);

/** One contact may be sent to from the start. */
export const isSuppressedAtFirst = (scenario: Scenario, email: string) =>
	existsAtFirst(scenario, email) && email !== emailFor(0, 3);

/** The account before the run. */
export function seedOf(scenario: Scenario): Seed {
	const { operation, items } = scenario;
	const taken = operation === 'contactProperty create' ? items.map((_, n) => `taken${n}`) : [];
	return {
		teamName: OWN.team,
		properties: [
			{ key: 'planName', type: 'string' },
			{ key: 'seats', type: 'number' },
			...taken.map((key) => ({ key, type: 'string' as const })),
		],
		mailingLists: items.map((_, n) => ({ id: `c0modellist0000000000${n}`, name: `List ${n}` })),
		templates: [
			{ id: TEMPLATE, name: 'Service notice', dataVariables: isMapped(scenario) ? ['n'] : [] },
		],
		...(!scenario.isNewEvent && {
			eventPatterns: [{ eventName: 'signup', eventProperties: [{ name: 'n', type: 'number' }] }],
		}),
		contacts: contactsOf(scenario).map((email) => ({
			email,
			isSuppressed: isSuppressedAtFirst(scenario, email),
		})),
		removalQuota: { limit: 1_000 },
		...(isContent(scenario) && draftsOf(labelsOf(scenario), items.length)),
	};
}

/** The names of values in an operation: of the item's number, of a text; and of what holds them. */
interface Names {
	n: string;
	text: string;
	part: string;
}

/** The parameters with values that have the item's number, read from the item. */
function valuesOf(scenario: Scenario, { n, text, part }: Names): IDataObject {
	const { operation, form } = scenario;
	const isSent = isSend(scenario);
	const isRow = isSent && part === 'contactProperties';
	if (form === 'mapped') {
		return isRow ? {} : { [part]: { mappingMode: 'autoMapInputData', value: null } };
	}
	const texts = { now: '$now.toISO()', random: 'String(Math.random())' };
	// An update may write the address as it is stored, which tells nothing.
	const body =
		operation === 'contact update' && scenario.body === 'plain' ? 'marked' : scenario.body;
	const values = {
		...(body !== 'plain' && { [n]: '$json.n' }),
		...(body in texts && { [text]: texts[body as keyof typeof texts] }),
	};
	if (form === 'fields') {
		const value = Object.fromEntries(
			Object.entries(values).map(([name, expression]) => [name, `={{ ${expression} }}`]),
		);
		const property = Object.entries(value).map(([name, each]) => ({ name, value: each }));
		return isRow
			? { additionalFields: { [part]: { property } } }
			: { [part]: { mappingMode: 'defineBelow', value } };
	}
	const entries = Object.entries(values).map(([name, expression]) => `${name}: ${expression}`);
	const unknown = part === 'contactProperties' ? '$json.outcome === "unknownProperty"' : 'false';
	const json = `Object.assign({ ${entries.join(', ')} }, ${unknown} ? { nobodyKnows: 1 } : {})`;
	const given = { [`${part}Json`]: `={{ $json.outcome === "badJson" ? "{ oops" : ${json} }}` };
	return isSent && part !== 'contactProperties' ? { options: given } : { additionalFields: given };
}

function optionsOf(scenario: Scenario): IDataObject {
	const { operation, keys } = scenario;
	return {
		...(scenario.includeInputFields && { includeInputFields: true }),
		...(scenario.timeout && { timeout: scenario.timeout }),
		...(!isRead(scenario) && scenario.validateOnly && { validateOnly: true }),
		...(!isRead(scenario) && scenario.guard && { onlyForTeam: scenario.guard.team }),
		...(/contact (create|upsert|update)/.test(operation) &&
			scenario.strict && { unknownProperties: 'dontSend' }),
		...(/find|contact (update|delete)|Suppression|subscribe/.test(operation) &&
			scenario.whenNotFound && { whenNotFound: scenario.whenNotFound }),
		...(operation === 'contact removeSuppression' &&
			scenario.lenient && { ignoreIfNotSuppressed: true }),
		...(operation === 'contactProperty create' && scenario.lenient && { ifPropertyExists: 'skip' }),
		...(isSend(scenario) && keys === 'none' && onceOff),
		...(hasOwnKeys(scenario) && onceBy(keys, identified(scenario, 'key', '$json.key'))),
	};
}

function parametersOf(scenario: Scenario, approval?: string): IDataObject {
	const [resource, operation] = scenario.operation.split(' ');
	const email = identified(scenario, 'email', '$json.email');
	const properties = valuesOf(scenario, {
		n: 'seats',
		text: 'planName',
		part: 'contactProperties',
	});
	const contact = { email, ...properties };
	const lists = { email, mailingList: '={{ ["c0modellist0000000000" + $json.n] }}' };
	const limited = { limit: `={{ ${orThrow('$json.group + 1')} }}` };
	const ofEvent = valuesOf(scenario, { n: 'n', text: 'text', part: 'eventProperties' });
	const fields: Partial<Record<Scenario['operation'], IDataObject>> = {
		'contact create': contact,
		'contact upsert': contact,
		'contact update': contact,
		'contact find': { email },
		'contact delete': { email },
		'contact checkSuppression': { email },
		'contact removeSuppression': { email },
		'mailingList subscribe': lists,
		'mailingList unsubscribe': lists,
		'contactProperty create': {
			propertyName: identified(scenario, 'name', '$json.property'),
			propertyType: 'string',
		},
		'contactProperty getAll': {
			properties: `={{ ${orThrow('$json.group % 2 ? "custom" : "all"')} }}`,
		},
		'transactionalEmail getAll': limited,
		'campaign getAll': limited,
		'event send': {
			...contact,
			additionalFields: {
				...(properties.additionalFields as IDataObject),
				...(scenario.strict && { unknownProperties: 'dontSend' }),
			},
			eventName: { __rl: true, mode: 'name', value: identified(scenario, 'name', '"signup"') },
			...ofEvent,
			options: ofEvent.options,
		},
		'transactionalEmail send': {
			email,
			transactionalId: { mode: 'id', value: TEMPLATE },
			...valuesOf(scenario, { n: 'n', text: 'text', part: 'dataVariables' }),
		},
	};
	const given = fields[scenario.operation] ?? draftParameters(scenario);
	const options = {
		...(given.options as IDataObject),
		...(hasOptions(scenario) && optionsOf(scenario)),
		...(approval && { approval }),
	};
	return { resource, operation, ...given, ...(Object.keys(options).length > 0 && { options }) };
}

/** What the credential of a scenario allows. What goes to an audience goes to no domain that it could name. */
export function allowedDomains({ guard, operation, publishes }: Scenario): string | undefined {
	const isToAudience =
		operation === 'campaign schedule' ||
		(operation === 'transactionalEmail saveContent' && publishes);
	return guard?.domain === OWN.domain && isToAudience ? undefined : guard?.domain;
}

/** The workflow of a scenario, with Loop Over Items where it has one. */
export function workflowOf(scenario: Scenario, approval?: string): WorkflowJson {
	const { batch, onError, maxTries } = scenario;
	const parameters = parametersOf(scenario, approval);
	const settings = {
		onError,
		...(maxTries > 1 && { retryOnFail: true, maxTries, waitBetweenTries: 1_000 }),
	};
	const workflow =
		batch > 0 ? batchesWorkflow(parameters, { batchSize: batch }) : workflowWith(parameters);
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => (node.name === 'Loops' ? { ...node, ...settings } : node)),
	};
}
