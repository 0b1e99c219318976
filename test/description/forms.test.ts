import type { IDataObject, INode, INodeParameters, INodeType } from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Loops } from '../../nodes/Loops/Loops.node';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { getContactPropertyFields } from '../../nodes/Loops/editor/resourceMapping';
import type { Seed } from '../emulator/seed.mts';
import { propertiesMapper, variablesMapper, withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentParameters, everyOperation, parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { description } = new Loops();

/** The result of an expression in the description for a node with these parameters. */
function shownFor(
	expression: string,
	parameters: IDataObject,
	nodeType: INodeType = new Loops(),
): unknown {
	const node: INode = {
		id: '1',
		name: 'Loops',
		type: 'loops',
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INodeParameters,
	};
	const nodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(node, expression, 'internal', {});
}

it('every parameter depends on parameters that n8n 1 can find', () => {
	const names = new Set(description.properties.map(({ name }) => name));
	const dependencies = description.properties.flatMap(({ displayOptions }) =>
		Object.values(displayOptions ?? {}).flatMap((rule: object) => Object.keys(rule)),
	);
	expect(dependencies.length).toBeGreaterThan(100);
	expect(dependencies.filter((name) => !/^[@/]/.test(name) && !names.has(name))).toEqual([]);
});

it('shows every parameter, whatever text or expression another one holds', () => {
	const isChoice = (name: string) =>
		description.properties.some(
			(each) => each.name === name && ['options', 'boolean'].includes(each.type),
		);
	const onText = description.properties.flatMap(({ name, displayOptions }) =>
		Object.values(displayOptions ?? {})
			.flatMap((rule: object) => Object.keys(rule))
			.filter((other) => !/^@|mappingMode$/.test(other) && !isChoice(other))
			.map((other) => `${name} by ${other}`),
	);
	// Both ways show the mapper: the rules choose when n8n loads it again.
	expect([...new Set(onText)]).toEqual([
		'dataVariables by transactionalId',
		'eventProperties by eventName',
	]);
});

/** What the form shows of some parameters. */
const shownOf = (names: RegExp, parameters: IDataObject) =>
	description.properties
		.filter(({ name }) => names.test(name))
		.filter((each) => {
			const values = parameters as INodeParameters;
			return NodeHelpers.displayParameter(values, each, { typeVersion: 1 }, description, values);
		});

it.each([
	['sendEvent', 'eventName', 'eventProperties'],
	['sendEmail', 'transactionalId', 'dataVariables'],
] as const)(
	'%s: loads the fields again for another %s, but not for another item',
	(operation, locator, name) => {
		const loadedBy = (value: string) =>
			shownOf(new RegExp(`^${name}$`), {
				...parametersOf[operation],
				[locator]: { __rl: true, mode: 'name', value },
			}).map(({ typeOptions }) => typeOptions?.loadOptionsDependsOn);
		expect(loadedBy('')).toEqual([[`${locator}.value`]]);
		expect(loadedBy('signup')).toEqual([[`${locator}.value`]]);
		expect(loadedBy('={{ $json.name }}')).toEqual([['operation']]);
	},
);

it.each([
	['create', 'audienceKind'],
	['update', 'audienceChange'],
])('Campaign > %s shows what Only Who asks for', (operation, kind) => {
	const names = /^(audience(List|Segment|Kind|Change)|conditions|match|filterJson)$/;
	const shownBy = (chosen: string) =>
		shownOf(names, { ...contentParameters(`campaign ${operation}`), [kind]: chosen })
			.map(({ name }) => name)
			.slice(2);
	expect(shownBy('everyone')).toEqual([]);
	expect(shownBy('segment')).toEqual(['audienceSegment']);
	expect(shownBy('conditions')).toEqual(['conditions', 'match']);
	expect(shownBy('json')).toEqual(['filterJson']);
});

it('every form has at most one list of fields beside Options', () => {
	const several = everyOperation.filter(([, parameters]) => {
		const lists = shownOf(/./, parameters).filter(
			({ name, type }) => type === 'collection' && name !== 'options',
		);
		return lists.length > 1;
	});
	expect(several.map(([name]) => name)).toEqual([]);
});

describe('the notice below an automatic mapping', () => {
	const noticesFor = (parameters: IDataObject) =>
		shownOf(/Match$/, parameters).map(({ displayName, type }) => [type, displayName]);
	const notice = (text: string) => [['notice', expect.stringContaining(text) as string]];
	const { upsert } = parametersOf;

	it('says which names match', () => {
		expect(noticesFor({ ...upsert, ...propertiesMapper({}) })).toEqual(
			notice("'Plan Name' and plan_name both match planName. An input field can also match"),
		);
		expect(noticesFor({ ...parametersOf.sendEmail, ...variablesMapper([]) })).toEqual(
			notice('both match planName.'),
		);
	});

	it('is not shown for values that are given one by one', () => {
		expect(noticesFor({ ...upsert, ...propertiesMapper({}, {}) })).toEqual([]);
	});
});

describe('the subtitle on the canvas', () => {
	const subtitle = String(description.subtitle);

	it.each([
		['contact', 'upsert', 'Create or Update Contact'],
		['transactionalEmail', 'getAll', 'Get Many Transactional Emails'],
		['transactionalEmail', 'send', 'Send Transactional Email'],
		['apiKey', 'test', 'Test API Key'],
		['contact', 'removeSuppression', 'Remove Suppression'],
		['campaign', 'getMetrics', 'Campaign Metrics'],
		['emailMessage', 'sendPreview', 'Send Preview'],
		['contact', '__CUSTOM_API_CALL__', ''],
		['constructor', 'name', ''],
	])('of %s %s is "%s"', (resource, operation, title) => {
		expect(shownFor(subtitle, { resource, operation })).toBe(title);
	});

	const sendSignup = {
		resource: 'event',
		operation: 'send',
		eventName: { __rl: true, mode: 'name', value: 'signup' },
	};
	it.each<[IDataObject, string]>([
		[sendSignup, 'Send Event: signup'],
		[{ ...sendSignup, eventName: { mode: 'list', value: '' } }, 'Send Event'],
		[{ ...sendSignup, options: { validateOnly: true } }, 'Send Event: signup (Validate Only)'],
		[{ ...sendSignup, options: { validateOnly: false } }, 'Send Event: signup'],
	])('names the event and Validate Only: %j', (parameters, title) => {
		expect(shownFor(subtitle, parameters)).toBe(title);
	});

	it('exists for every operation', () => {
		for (const { resource, operation } of Object.values(parametersOf)) {
			expect(shownFor(subtitle, { resource, operation })).toMatch(/^[A-Z][A-Za-z ]+$/);
		}
	});
});

const trigger = new LoopsTrigger();
const bounced = 'email.hardBounced';

it.each<[IDataObject, string]>([
	[{ events: [] }, 'No events'],
	[{ events: [bounced] }, 'Email Hard Bounced'],
	[{ events: [bounced, 'email.opened', 'email.clicked'] }, 'Email Hard Bounced + 2'],
	[{ events: [bounced, '*'] }, 'All events'],
	[{ events: [bounced], verifySignature: false }, 'Signatures not verified'],
])('the subtitle of the trigger for %j is "%s"', (parameters, title) => {
	expect(shownFor(String(trigger.description.subtitle), parameters, trigger)).toBe(title);
});

const condition = String(description.hints?.[0].displayCondition);

it.each<[IDataObject, boolean]>([
	[{ options: { validateOnly: true } }, true],
	[{ options: { validateOnly: false } }, false],
	[{ options: {} }, false],
	[{}, false],
])('the notice of Validate Only is shown for %j: %s', (parameters, isShown) => {
	expect(shownFor(condition, parameters)).toBe(isShown);
});

const account = (custom: number): Seed => ({
	teamName: 'Grown',
	properties: Array.from({ length: custom }, (_, n) => ({
		key: `property${n}`,
		label: `Property ${n}`,
		type: n % 2 ? 'string' : 'number',
	})),
	mailingLists: [],
	contacts: [],
	templates: [],
});

describe('the fields for contact properties', () => {
	const shownFields = async (contactProperties?: IDataObject) => {
		const context = loops.editor({ ...parametersOf.upsert, contactProperties });
		const { fields } = await getContactPropertyFields.call(context);
		// n8n keeps fields that a user added or removed only if `removed` is set.
		expect(fields.every(({ removed }) => typeof removed === 'boolean')).toBe(true);
		return fields.filter(({ removed }) => !removed).map(({ id }) => id);
	};
	const names = ['firstName', 'lastName'];
	const others = ['createdAt', 'source', 'userGroup'];

	it('are all shown in a small account', async () => {
		loops.emulator.reset(account(10));
		expect(await shownFields()).toHaveLength(15);
	});

	it('are only the built-in ones in a large account', async () => {
		loops.emulator.reset(account(60));
		expect(await shownFields()).toEqual([...names, ...others]);
	});

	it('include those with a value in an imported workflow', async () => {
		loops.emulator.reset(account(60));
		const given = { mappingMode: 'defineBelow', value: { property7: 'x' } };
		expect(await shownFields(given)).toEqual([...names, 'property7', ...others]);
	});
});

const mapper = (value?: IDataObject) => {
	const { contactProperties } = propertiesMapper({ seats: 'number', planName: 'string' }, value);
	const { schema, ...rest } = contactProperties as { schema: IDataObject[] };
	return {
		...parametersOf.upsert,
		email: 'kim@example.com',
		contactProperties: { ...rest, schema: schema.map((each) => ({ ...each, removed: true })) },
	};
};

it('a property that is not in the form is not sent from a form', async () => {
	await loops.run(mapper({}), [{ seats: '12' }]);
	expect(loops.calls().at(-1)?.body).toEqual({ email: 'kim@example.com' });
});

describe('Unsubscribe together with Add to List', () => {
	const list = 'cm9list0investors00000003';
	const unsubscribe = { subscription: 'unsubscribe' };

	it.each<[string, IDataObject]>([
		['by the fields', { ...unsubscribe, addToList: [list] }],
		[
			'by JSON',
			{ contactPropertiesJson: '{ "subscribed": false }', mailingListsJson: `{ "${list}": true }` },
		],
	])('causes a warning: %s', async (_way, added) => {
		for (const operation of [parametersOf.upsert, parametersOf.create, parametersOf.sendEvent]) {
			loops.emulator.reset();
			const { hints } = await loops.run(
				withAdded({ ...operation, email: 'new@example.com' }, added),
			);
			expect(hints).toEqual([
				expect.stringContaining('The contact is unsubscribed from all emails: Loops probably adds'),
			]);
		}
	});

	it.each<[string, IDataObject]>([
		['both unsubscribe', { ...unsubscribe, removeFromList: [list] }],
		['both subscribe', { subscription: 'subscribe', addToList: [list] }],
		['only a list', { addToList: [list] }],
	])('causes no warning otherwise: %s', async (_what, additionalFields) => {
		const { hints } = await loops.run({ ...parametersOf.upsert, additionalFields });
		expect(hints).toEqual([]);
	});
});
