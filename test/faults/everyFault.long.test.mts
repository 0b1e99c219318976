import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { type Fault, FAULT_KINDS } from '../emulator/faults.mts';
import type { Emulator } from '../emulator/server.mts';
import { useEmulator } from '../harness/loops.mts';
import {
	contentParameters,
	isNeverRepeated,
	methodOf,
	parametersOf,
} from '../harness/operations.mts';

const loops = useEmulator();

/** One operation of each kind of repeat, and how many times Loops may have done it. */
const classes: Array<[name: string, parameters: IDataObject, done: () => number]> = [
	['read', parametersOf.find, () => 0],
	[
		'write',
		{ ...parametersOf.upsert, email: 'new@example.com' },
		() => contactsOf('new@example.com'),
	],
	[
		'write after a look-up',
		{
			...parametersOf.update,
			additionalFields: { contactPropertiesJson: '{"seats": 77}' },
		},
		() => loops.emulator.contacts().filter(({ seats }) => seats === 77).length,
	],
	['delete', parametersOf.delete, () => 1 - contactsOf('kim@example.com')],
	[
		'removal of a suppression',
		parametersOf.removeSuppression,
		() => Number(loops.emulator.contact('tomas@example.com')?.isSuppressed === false),
	],
	['subscribe', parametersOf.subscribe, () => Number(kimIsOn('cm9list0investors00000003'))],
	['unsubscribe', parametersOf.unsubscribe, () => Number(!kimIsOn('cm9list0releasenotes00001'))],
	['create', parametersOf.create, () => contactsOf('new@example.com')],
	[
		'create of a property',
		parametersOf.createProperty,
		() => loops.emulator.properties().length - 4,
	],
	['keyedSend of an event', parametersOf.sendEvent, () => loops.emulator.eventLog.length],
	['keyedSend of an email', parametersOf.sendEmail, () => loops.emulator.outbox.length],
	[
		'create of a campaign',
		contentParameters('campaign create'),
		() =>
			[...loops.emulator.content.campaigns.values()].filter(({ name }) => name === 'November news')
				.length,
	],
	[
		'schedule',
		contentParameters('campaign schedule'),
		() => loops.emulator.content.scheduled.length,
	],
	[
		'preview',
		contentParameters('emailMessage sendPreview'),
		() => loops.emulator.content.previews.length,
	],
	[
		'change of a revision',
		contentParameters('emailMessage update'),
		() =>
			Number(
				loops.emulator.content.messages.get('cm9msg0october0000000001')?.subject === 'October',
			),
	],
	[
		'publication',
		contentParameters('transactionalEmail publish'),
		() =>
			loops.emulator
				.templates()
				.filter(({ name, published }) => published && name.startsWith('Spring sale')).length,
	],
	[
		'deletion of a workflow',
		contentParameters('workflow delete'),
		() => Number(!loops.emulator.content.workflows.has('cm9workflow0welcome00001')),
	],
	[
		'bareSend',
		{ ...parametersOf.sendEmail, options: { preventDuplicatesOnRetry: false } },
		() => loops.emulator.outbox.length,
	],
];

/** How many records of a kind have these values. */
const withValues = (
	of: (content: Emulator['content'], emulator: Emulator) => Iterable<object>,
	values: object,
) => {
	const { emulator } = loops;
	const wanted = JSON.stringify(Object.values(values));
	return [...of(emulator.content, emulator)].filter((each) => {
		const record = each as Record<string, unknown>;
		return JSON.stringify(Object.keys(values).map((name) => record[name])) === wanted;
	}).length;
};

const WELCOME = 'cm9workflow0welcome00001';
const nodesOf = ({ workflows }: Emulator['content']) =>
	[...workflows.values()].flatMap(({ nodes }) =>
		[...nodes.values()].map(({ fields, ...node }) => ({ ...node, ...fields })),
	);

const uploadsOf = ({ uploads }: Emulator['content']) =>
	[...uploads.values()].map((each) => ({ ...each, isDone: each.finalUrl !== undefined }));
const SAVED = { lmx: contentParameters('transactionalEmail saveContent').lmx };

/** The others of the content API: what a run of them leaves, which is not there before. */
const others: Array<[string, Parameters<typeof withValues>[0], object]> = [
	['audienceSegment create', ({ segments }) => segments.values(), { name: 'Trials' }],
	['campaign update', ({ campaigns }) => campaigns.values(), { name: 'October' }],
	['campaignGroup create', ({ groups }) => groups.campaign.values(), { name: 'Others' }],
	['campaignGroup update', ({ groups }) => groups.campaign.values(), { description: 'Monthly' }],
	['component create', ({ components }) => components.values(), { name: 'Header' }],
	['component update', ({ components }) => components.values(), { name: 'Foot' }],
	['image upload', uploadsOf, { bytes: 6, isDone: true }],
	['theme create', ({ themes }) => themes.values(), { name: 'Dark' }],
	['theme update', ({ themes }) => themes.values(), { name: 'Light' }],
	['transactionalEmail create', (_, emulator) => emulator.templates(), { name: 'Invoice' }],
	['transactionalEmail saveContent', ({ messages }) => messages.values(), SAVED],
	['transactionalEmail update', (_, emulator) => emulator.templates(), { name: 'Hello' }],
	['transactionalGroup create', ({ groups }) => groups.transactional.values(), { name: 'Others' }],
	[
		'transactionalGroup update',
		({ groups }) => groups.transactional.values(),
		{ description: 'Monthly' },
	],
	['workflowGroup create', ({ groups }) => groups.workflow.values(), { name: 'Others' }],
	['workflowGroup update', ({ groups }) => groups.workflow.values(), { description: 'Monthly' }],
	[
		'workflow changeMailingList',
		({ workflows }) => workflows.values(),
		{ id: WELCOME, mailingListId: 'cm9list0productnews000002' },
	],
	['workflow create', ({ workflows }) => workflows.values(), { name: 'Onboarding' }],
	['workflow update', ({ workflows }) => workflows.values(), { name: 'Welcome' }],
	[
		'workflowNode reroute',
		nodesOf,
		{ id: 'cm9node0teams00000000001', nextNodeIds: ['cm9node0trialexit0000001'] },
	],
	['workflowNode update', nodesOf, { id: 'cm9node0timer00000000001', amount: 3 }],
];
classes.push(
	...others.map(([name, of, values]): (typeof classes)[number] => [
		name,
		contentParameters(name),
		() => withValues(of, values),
	]),
);

const contactsOf = (email: string) =>
	loops.emulator.contacts().filter((contact) => contact.email === email).length;

const kimIsOn = (list: string) => list in (loops.emulator.contact('u-77')?.mailingLists ?? {});

/** Whether Loops may have processed the call, and whether nobody outside can tell. */
const faults: Array<[name: string, fault: Fault, isAmbiguous: boolean]> = [
	['429', { kind: 'status', status: 429 }, false],
	['500', { kind: 'status', status: 500 }, true],
	['500 after processing', { kind: 'status', status: 500, after: true }, true],
	['502 with HTML', { kind: 'html' }, true],
	['HTML in place of JSON', { kind: 'html', status: 200 }, true],
	['HTML after processing', { kind: 'html', status: 200, after: true }, true],
	['empty answer', { kind: 'empty' }, true],
	['other JSON', { kind: 'body', body: { ok: true } }, true],
	['reset before processing', { kind: 'resetBefore' }, true],
	['reset after processing', { kind: 'resetAfter' }, true],
	['truncated answer', { kind: 'truncate' }, true],
	['no answer in time', { kind: 'hang' }, true],
	['answer too late', { kind: 'slow', delay: 1_500 }, true],
	['answer that trickles', { kind: 'trickle' }, true],
];

it('no kind of fault is left out but a redirect, which is refused', () => {
	const kinds = new Set([...faults.map(([, { kind }]) => kind), 'redirect']);
	expect([...kinds].sort()).toEqual([...FAULT_KINDS].sort());
});

describe.each(classes)('%s', (name, parameters, done) => {
	const withTimeout = {
		...parameters,
		options: { ...(parameters.options as IDataObject), timeout: 1 },
	};

	it.each(faults)('after a %s', async (_fault, fault, isAmbiguous) => {
		const { method } = fault;
		loops.emulator.inject({ ...fault, method: method ?? changing(parameters) });
		const { error, json } = await loops.run(withTimeout);
		const expected = name === 'read' ? 0 : 1;
		if (parameters.operation === 'schedule' && isAmbiguous) {
			// One look tells.
			expect(error === undefined).toBe(done() === 1);
			if (error) expect(error.message).toContain("Loops' answer was lost");
		} else if ((name === 'bareSend' || isNeverRepeated(parameters)) && isAmbiguous) {
			expect(error?.description).toContain('It is not known whether Loops processed the request');
			expect(done()).toBeLessThanOrEqual(1);
		} else {
			expect(error).toBeUndefined();
			expect(json).toHaveLength(1);
			expect(done()).toBe(expected);
		}
	});
});

describe.each(classes)('%s', (_name, parameters, done) => {
	it.each<[string, Fault]>([
		['redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }],
		['refusal', { kind: 'status', status: 400 }],
		['refused key', { kind: 'status', status: 401 }],
	])('after a %s fails, has done nothing and is not repeated', async (_fault, fault) => {
		loops.emulator.inject({ ...fault, method: changing(parameters) });
		const { error } = await loops.run(parameters);
		expect(error?.message).toMatch(
			/^(Loops (refused|does not accept|did not)|The API key is wrong|The Base URL answers with)/,
		);
		expect(done()).toBe(0);
		const struck = loops.calls().find((call) => call.fault);
		const alike = loops
			.calls()
			.filter(({ method, path }) => method === struck?.method && path === struck.path);
		expect(alike).toEqual([struck]);
	});
});

/** The method of the request that changes something, where another one may come first. */
const changing = (parameters: IDataObject) =>
	parameters.operation === 'create' ? 'POST' : methodOf(parameters);
