import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shippedSeed } from '../emulator/seed.mts';
import { agentWorkflow } from '../harness/agent.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import {
	byId,
	contentParameters,
	everyOperation,
	parametersOf,
	requestsOf,
} from '../harness/operations.mts';
import { publish, save, welcomeOf } from '../operations/transactionalEmail/welcome.mts';
import { changes, workflowIn } from '../operations/workflow/workflows.mts';
import { forTeam, messagesIn, withOptions } from './guards.mts';

// To compile the schemas of all outputs would take longer than the runs.
const loops = useEmulator({}, { checksOutput: false });

const onlyTo = (onlyToDomains?: string) => ({
	credentials: { ...loops.credentials(), onlyToDomains },
});
const locatedId = (locator: unknown) => String((locator as IDataObject).value);
const keyTests = () => loops.emulator.requests.filter(({ path }) => path === '/v1/api-key').length;

const OTHER_TEAM = /belongs to the team 'Acme Mail', not to 'Acme Staging' \[item 0\]$/;
const OUTSIDE =
	/^The credential allows only addresses at acme.test, acme.dev, not (\S+@example.com|the audience of a campaign|all emails that use the theme or component|everyone who is sent this transactional email) \[item 1\]$/;

/** Operations that reach people. Parameters of the others have addresses in the table below. */
const TO_PEOPLE = [
	...['create', 'upsert', 'update', 'delete', 'removeSuppression'].map((name) => `contact ${name}`),
	'mailingList subscribe',
	'mailingList unsubscribe',
	'event send',
	'transactionalEmail send',
	'transactionalEmail publish',
	'emailMessage sendPreview',
	'campaign schedule',
	'theme update',
	'component update',
];

describe.each(everyOperation)('%s', (name, of) => {
	it('reaches neither another team nor other domains', async () => {
		const teams = ['Acme Staging', 'Acme Mail'].map((team) => ({ team }));
		const { json } = await loops.run(forTeam(of, '={{ $json.team }}'), teams, {
			...onlyTo('acme.test, acme.dev'),
			onError: 'continueRegularOutput',
		});
		const errors = messagesIn(json);
		const isHeldBack = TO_PEOPLE.includes(name);
		if (!isHeldBack && loops.changes().length === 0) {
			expect([errors, keyTests()]).toEqual([[], name === 'apiKey test' ? 2 : 0]);
			return;
		}
		expect(errors).toEqual([
			expect.stringMatching(OTHER_TEAM),
			...(isHeldBack ? [expect.stringMatching(OUTSIDE)] : []),
		]);
		expect([loops.emulator.requests[0].path, keyTests()]).toEqual(['/v1/api-key', 1]);
		// Nothing is read for the item of the other team. For this one, the guard reads whom it reaches.
		const ofOther = loops.calls().length - 1 - requestsOf(of, isHeldBack ? 0 : 1, !isHeldBack);
		const isOfWorkflow = changes.some(([each]) => each === name);
		const ofGuard = { 'campaign update': 1, 'emailMessage update': 2 }[name] ?? 0;
		expect(ofOther).toBeLessThanOrEqual(isOfWorkflow ? 1 : ofGuard);
		const left = loops.changes().map(({ path, query, body }) => ({ path, query, body }));
		expect(JSON.stringify(left)).not.toContain('@');
		if (isHeldBack) expect(left).toEqual([]);
	});
});

describe('Only Send to These Domains', () => {
	it.each<[given: string, inside: string[], outside: string[]]>([
		[
			'Example.COM, @acme.dev;\u200bbücher.example',
			['Kim@EXAMPLE.com', 'kim@acme.dev', 'kim@xn--bcher-kva.example', 'kim@BÜCHER.example'],
			['kim@acme.test'],
		],
		['xn--bcher-kva.example', ['kim@BÜCHER.example'], []],
		[
			'example.com',
			[],
			[
				'kim@mail.example.com',
				'kim@example.com.evil.test',
				'kim@evilexample.com',
				'kim@example.com/x.test',
				'kim@example.com:25.test',
				'kim@example%2Ecom.test',
			],
		],
		['mail.example.com', [], ['kim@example.com']],
		['*.example.com', [], ['kim@mail.example.com']],
		// Somebody's own address at a provider that the customers have as well.
		['kim@example.com', ['Kim@Example.com'], ['ada@example.com', '\u212aim@example.com']],
		[',', [], ['kim@example.com']],
		[' \u200b', ['kim@acme.dev'], []],
	])('%j takes %j, and not %j', async (given, inside, outside) => {
		const items = [...outside, ...inside].map((email) => ({ email }));
		const { json } = await loops.run(
			{ ...parametersOf.sendEvent, email: '={{ $json.email }}' },
			items,
			{ ...onlyTo(given), onError: 'continueRegularOutput' },
		);
		expect(messagesIn(json)).toEqual(
			outside.map((email, index) =>
				expect.stringMatching(
					new RegExp(`, (not|so the node refuses) ${email} \\[item ${index}\\]$`),
				),
			),
		);
		expect(loops.changes()).toHaveLength(inside.length);
	});

	it('refuses all addresses if an expression in the credential finds nothing', async () => {
		const { error } = await loops.run(parametersOf.sendEvent, [{}], onlyTo(undefined));
		expect(error?.message).toContain('contains no domain, so the node refuses kim@example.com');
		expect(loops.changes()).toEqual([]);
	});

	// A model that may name user IDs must not learn the addresses.
	const OF_USER_ID = 'not the address of the contact with this user ID [item 1]';
	const byUserId = { findBy: 'userId', userId: 'u-77' };
	const both = { findBy: 'emailAndUserId', userId: 'u-77' };
	const message = {
		...contentParameters('emailMessage update'),
		// Of a workflow: Loops takes no CC in an email of a campaign.
		emailMessageId: { __rl: true, mode: 'id', value: 'cm9msg0welcome0000000001' },
		options: { changeWorkflowEmail: true },
	};
	const preview = contentParameters('emailMessage sendPreview');
	const newEmail = (changeEmailTo: string) => ({ additionalFields: { changeEmailTo } });
	const { update, subscribe } = parametersOf;
	const kim = { email: 'kim@example.com', userId: 'u-77' };
	const suppressed = { email: 'a@acme.dev', userId: 'u-1', isSuppressed: true };

	it.each<[string, IDataObject, refused: string | undefined]>([
		['CC', { ...message, updateFields: { ccEmail: 'a@b.test' } }, 'a@b.test'],
		[
			'BCC',
			{ ...message, updateFields: { ccEmail: 'a@acme.dev', bccEmail: 'a@b.test' } },
			'a@b.test',
		],
		[
			'email of a workflow',
			{ ...message, updateFields: { ccEmail: '', replyToEmail: 'a@b.test' } },
			'the audience of a workflow',
		],
		[
			'no CC',
			{ ...contentParameters('emailMessage update'), updateFields: { replyToEmail: 'a@b.test' } },
			undefined,
		],
		['content that is published', publish, 'everyone who is sent this'],
		['CC variable', { ...save, additionalFields: { ccEmail: '{data.cc}@acme.dev' } }, '{data.cc}@'],
		['CC of a draft', { ...save, additionalFields: { ccEmail: 'a@b.test' } }, 'a@b.test'],
		['one preview of two', { ...preview, emails: 'a@acme.dev, a@b.test' }, 'a@b.test'],
		['user ID of Delete', { ...parametersOf.delete, ...byUserId }, OF_USER_ID],
		['user ID of an event', { ...parametersOf.sendEvent, ...byUserId }, OF_USER_ID],
		['user ID of Create or Update', { ...parametersOf.upsert, ...byUserId }, OF_USER_ID],
		[
			'user ID that no contact has',
			{ ...parametersOf.sendEvent, ...byUserId, userId: 'u-9' },
			'a contact identified only by user ID',
		],
		[
			'user ID of an event to inside',
			{ ...parametersOf.sendEvent, ...byUserId, userId: 'u-1' },
			undefined,
		],
		['user ID of Update', { ...update, ...byUserId }, OF_USER_ID],
		['user ID of Subscribe', { ...subscribe, ...byUserId }, OF_USER_ID],
		[
			'user ID of another contact beside an email, which Loops would change',
			{ ...parametersOf.upsert, ...both, email: 'b@acme.dev' },
			OF_USER_ID,
		],
		[
			'the same of an event',
			{ ...parametersOf.sendEvent, ...both, email: 'b@acme.dev' },
			OF_USER_ID,
		],
		[
			'user ID of the same contact',
			{ ...parametersOf.upsert, ...both, email: 'a@acme.dev', userId: 'u-1' },
			undefined,
		],
		[
			'new user ID',
			{ ...parametersOf.sendEvent, ...both, email: 'b@acme.dev', userId: 'u-9' },
			undefined,
		],
		['user ID, known to be inside', { ...update, ...byUserId, userId: 'u-1' }, undefined],
		[
			'suppression by user ID',
			{ ...parametersOf.removeSuppression, ...byUserId, userId: 'u-1' },
			undefined,
		],
		[
			'change of email to outside',
			{ ...update, email: 'a@acme.dev', ...newEmail('a@b.test') },
			'a@b.test',
		],
		['change of email to inside', { ...update, ...newEmail('a@acme.dev') }, 'kim@example.com'],
		[
			'new contact of Subscribe',
			{ ...subscribe, email: 'a@b.test', options: { whenNotFound: 'create' } },
			'a@b.test',
		],
		['draft of a campaign', contentParameters('campaign create'), undefined],
		[
			'campaign that is scheduled',
			{ ...contentParameters('campaign update'), campaignId: byId('cm9campaign0spring000001') },
			'the audience of a campaign that is not a draft',
		],
	])('sees %s', async (_what, parameters, refused) => {
		loops.emulator.reset({ ...(shippedSeed() as object), contacts: [suppressed, kim] });
		const both = withOptions(parameters, { validateOnly: '={{ $json.isValidated }}' });
		const { json } = await loops.run(both, [{ isValidated: true }, { isValidated: false }], {
			...onlyTo('acme.dev'),
			onError: 'continueRegularOutput',
		});
		expect(json[0]).toMatchObject({ ready: refused === undefined });
		expect(messagesIn(json)).toEqual(refused ? [expect.stringContaining(refused)] : []);
		expect(loops.changes().length > 0).toBe(refused === undefined);
	});

	it('does not see a CC that Save Content leaves in the email', async () => {
		const { published, draft } = welcomeOf(loops);
		published().ccEmail = 'a@b.test';
		await loops.expectSuccess(save, [{}], onlyTo('acme.dev'));
		expect(draft().ccEmail).toBe('a@b.test');
	});

	it.each(changes)(
		'takes %s only in a draft: other workflows reach everyone',
		async (_name, parameters) => {
			const workflow = workflowIn(loops, locatedId(parameters.workflowId));
			for (const status of ['Sending', 'Paused'] as const) {
				workflow.status = status;
				const { error } = await loops.run(parameters, [{}], onlyTo('acme.dev'));
				expect(error?.message).toContain(
					'at acme.dev, not the audience of a workflow that is not a draft',
				);
				expect(loops.changes()).toEqual([]);
			}
			workflow.status = 'Draft';
			await loops.expectSuccess(parameters, [{}], onlyTo('acme.dev'));
			expect(loops.changes()).toHaveLength(1);
		},
	);

	it('fails items, not the run, and holds when the node repeats', async () => {
		loops.emulator.inject({ kind: 'resetAfter', path: '/v1/events/send', times: 2 });
		const emails = ['a@acme.dev', 'b@b.test', 'c@acme.dev'];
		const parameters = { ...parametersOf.sendEvent, email: '={{ $json.email }}' };
		const settings = {
			...onlyTo('acme.dev'),
			onError: 'continueErrorOutput',
			retryOnFail: true,
		} as const;
		const { done, failed } = await loops.run(
			parameters,
			emails.map((email) => ({ email })),
			settings,
		);
		expect([done.length, failed.length]).toEqual([2, 1]);
		const reached = loops.changes().map(({ body }) => (body as IDataObject).email);
		expect(new Set(reached)).toEqual(new Set(['a@acme.dev', 'c@acme.dev']));
	});
});

it.each(['itself', 'engine'] as const)(
	'an AI agent sends nothing to others, called by %s',
	async (toolCalling) => {
		const parameters = {
			...parametersOf.sendEvent,
			email: "={{ $fromAI('email', '', 'string') }}",
		};
		const calls = ['kim@example.com', 'a@b.test'].map((email) => ({ email }));
		const ask = async (of: IDataObject) =>
			await runWorkflow(
				source,
				{ ...loops.credentials(), onlyToDomains: 'example.com' },
				agentWorkflow(of, { toolCalling }),
				[{ json: { calls } }],
			);
		const told = JSON.stringify(outputOf(await ask(parameters), 'Agent')[0]);
		expect(told).toContain('only addresses at example.com, not a@b.test');
		expect(loops.changes()).toHaveLength(1);
		const other = JSON.stringify(
			outputOf(await ask(forTeam(parameters, 'Acme Staging')), 'Agent')[0],
		);
		expect(other).toContain("not to 'Acme Staging'");
		expect(loops.changes()).toHaveLength(1);
	},
);
