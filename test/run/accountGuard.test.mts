import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { shippedSeed } from '../emulator/seed.mts';
import { agentWorkflow } from '../harness/agent.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { contentParameters, everyOperation, parametersOf as p } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';

const loops = useEmulator();

const withOptions = (parameters: IDataObject, options: IDataObject): IDataObject => ({
	...parameters,
	options: { ...(parameters.options as IDataObject), ...options },
});
const forTeam = (parameters: IDataObject, team = 'Acme Mail') =>
	withOptions(parameters, { onlyForTeam: team });
const onlyTo = (onlyToDomains?: string) => ({
	credentials: { ...loops.credentials(), onlyToDomains },
});
const changes = () => loops.emulator.requests.filter(({ method }) => method !== 'GET');
const keyTests = () => loops.emulator.requests.filter(({ path }) => path === '/v1/api-key').length;

/** Facts are as old as the clock of the tests says, which stands still between two runs. */
const startAnew = async () => {
	loops.emulator.reset();
	await sleep(1);
};

const OTHER_TEAM = /belongs to the team 'Acme Mail', not to 'Acme Staging' \[item 0\]$/;

/** Operations that reach people, by their address. */
const TO_PEOPLE = [
	...['create', 'upsert', 'update', 'delete', 'removeSuppression'].map((name) => `contact ${name}`),
	...['mailingList subscribe', 'mailingList unsubscribe', 'event send', 'transactionalEmail send'],
	'emailMessage sendPreview',
];
const SCHEDULE = 'campaign schedule';

describe.each(everyOperation)('%s', (name, of) => {
	it('is held back from another team and other domains if it changes something', async () => {
		const refused = await loops.run(forTeam(of, 'Acme Staging'));
		const before = loops.emulator.requests.map(({ path }) => path);
		await startAnew();
		const outside = await loops.run(forTeam(of), [{}], onlyTo('acme.test, acme.dev'));
		expect(keyTests()).toBe(before.includes('/v1/api-key') ? 1 : 0);
		if (TO_PEOPLE.includes(name) || name === SCHEDULE) {
			const problem =
				/^The credential allows only addresses at acme.test, acme.dev, not \S+@example.com|not the audience of a campaign/;
			expect(outside.error?.message).toMatch(problem);
			expect(changes()).toEqual([]);
			await startAnew();
			const inside = await loops.run(of, [{}], onlyTo('acme.dev example.com'));
			expect(inside.error === undefined).toBe(name !== SCHEDULE);
		} else expect(outside.error?.message).toBeUndefined();
		if (changes().length > 0 || name === SCHEDULE) {
			expect(refused.error?.message).toMatch(OTHER_TEAM);
			expect(before).toEqual(['/v1/api-key']);
		} else expect(refused.error?.message).toBeUndefined();
	});
});

describe('Only for Team', () => {
	it('takes one request a run, and none when it is off', async () => {
		await loops.run(each(p.sendEvent, {}), sampleItems(30));
		expect(keyTests()).toBe(0);
		await loops.run(each(p.sendEvent, { onlyForTeam: 'Acme Mail' }), sampleItems(30));
		expect(keyTests()).toBe(1);
		// A lost answer of the content API makes a run look up other facts again.
		await startAnew();
		loops.emulator.inject({ kind: 'resetBefore', path: '/v1/themes' });
		const theme = withOptions(contentParameters('theme create'), { oneItemAtATime: true });
		await loops.run(forTeam(theme), sampleItems(3), { onError: 'continueRegularOutput' });
		expect([keyTests(), changes().length]).toEqual([1, 3]);
	});

	it.each<[string, Fault]>([
		['is cut off', { kind: 'resetBefore' }],
		['never comes', { kind: 'hang' }],
		['is a 500', { kind: 'status', status: 500 }],
		['is a 401', { kind: 'status', status: 401 }],
		['is a page', { kind: 'html', status: 200 }],
		['names no team', { kind: 'body', status: 200, body: { success: true } }],
		['gives null', { kind: 'body', status: 200, body: { success: true, teamName: null } }],
	])('changes nothing if the answer of the look-up %s', async (_case, fault) => {
		loops.emulator.inject({ ...fault, path: '/v1/api-key', times: 'always' });
		const onError = 'continueRegularOutput';
		const { json } = await loops.run(forTeam(p.sendEmail), sampleItems(3), { onError });
		expect(json.map(({ error }) => (error as IDataObject).message)).toEqual(
			[0, 1, 2].map((index) =>
				expect.stringMatching(
					new RegExp(`^The team of the API key could not be looked up\\. .*\\[item ${index}\\]$`),
				),
			),
		);
		expect(changes()).toEqual([]);
	});

	it('comes before names, which the other team may not have', async () => {
		const byName = { ...p.subscribe, mailingList: ['News of Acme Staging'] };
		const { error } = await loops.run(forTeam(byName, 'Acme Staging'));
		expect(error?.message).toMatch(OTHER_TEAM);
		expect(loops.emulator.requests.map(({ path }) => path)).toEqual(['/v1/api-key']);
	});

	it('looks the team up again in each run: it may have been renamed', async () => {
		loops.emulator.inject({ kind: 'status', status: 429, path: '/v1/api-key' });
		const sent = await loops.run(forTeam(p.sendEvent));
		expect([sent.error?.message, changes().length]).toEqual([undefined, 1]);
		await sleep(1);
		loops.emulator.reset({ teamName: 'Acme' });
		const renamed = await loops.run(forTeam(p.sendEvent));
		expect(renamed.error?.message).toContain("to the team 'Acme', not to 'Acme Mail'");
		expect(renamed.error?.description).toContain("correct 'Options > Only for Team'");
		expect(changes()).toEqual([]);
	});

	it('takes the name from an expression, which has to find one', async () => {
		const run = async (team: string, variables: IDataObject) =>
			await loops.run(forTeam(p.sendEvent, team), [{ team: ' Acme Mail' }], { variables });
		const fromVariable = '={{ $vars.loopsTeam }}';
		expect((await run(fromVariable, { loopsTeam: 'Acme Mail' })).error).toBeUndefined();
		expect((await run('={{ $json.team }}', {})).error).toBeUndefined();
		expect((await run('Acme\u00a0 Mail', {})).error).toBeUndefined();
		await startAnew();
		for (const team of [fromVariable, '={{ $json.other }}', '={{ null }}', '']) {
			expect((await run(team, {})).error?.message).toMatch(/^'Only for Team' is empty/);
		}
		expect((await run('={{ $json }}', {})).error?.message).toContain("'Only for Team' is not text");
		expect((await run('acme mail', {})).error?.message).toContain("not to 'acme mail'");
		expect(changes()).toEqual([]);
	});

	it('is a reason in Validate Only, which looks the team up', async () => {
		const validated = withOptions(p.sendEvent, { validateOnly: true });
		const { json } = await loops.run(forTeam(validated, 'Acme Staging'));
		const reason = expect.stringContaining("not to 'Acme Staging'. Nothing was sent");
		expect(json).toMatchObject([{ ready: false, reasons: [reason] }]);
		await sleep(1);
		expect((await loops.run(forTeam(validated))).json).toMatchObject([{ ready: true }]);
		expect(keyTests()).toBe(2);
	});
});

describe('Only to These Domains', () => {
	it.each<[given: string, address: string, isInside: boolean]>([
		['Example.COM', 'Kim@EXAMPLE.com', true],
		['@example.com; acme.dev', 'kim@acme.dev', true],
		['bücher.example', 'kim@xn--bcher-kva.example', true],
		['xn--bcher-kva.example', 'kim@BÜCHER.example', true],
		['example.com', 'kim@mail.example.com', false],
		['mail.example.com', 'kim@example.com', false],
		['example.com', 'kim@example.com.evil.test', false],
		['example.com', 'kim@evilexample.com', false],
		['example.com', 'kim@example.com/x.test', false],
		['example.com', 'kim@example.com:25.test', false],
		['example.com', 'kim@example%2Ecom.test', false],
		['*.example.com', 'kim@mail.example.com', false],
		// Somebody's own address at a provider that the customers have as well.
		['kim@example.com', 'ada@example.com', false],
		['kim@example.com', 'Kim@Example.com', true],
		['\u200bexample.com', 'kim@example.com', true],
		[',', 'kim@example.com', false],
		[' \u200b', 'kim@acme.dev', true],
	])('%j takes %s: %s', async (given, email, isInside) => {
		const { error } = await loops.run({ ...p.sendEvent, email }, [{}], onlyTo(given));
		expect(changes()).toHaveLength(isInside ? 1 : 0);
		if (!isInside) expect(error?.message).toContain(`, not ${email} [item 0]`);
	});

	it('refuses all addresses if an expression in the credential finds nothing', async () => {
		const { error } = await loops.run(p.sendEvent, [{}], onlyTo(undefined));
		expect(error?.message).toContain('only addresses at no domain, not kim@example.com');
		expect(changes()).toEqual([]);
	});

	const byUserId = { findBy: 'userId', userId: 'u-77' };
	const both = { findBy: 'emailAndUserId', userId: 'u-77' };
	const message = {
		...contentParameters('emailMessage update'),
		// Of a workflow: Loops takes no CC in an email of a campaign.
		emailMessageId: { __rl: true, mode: 'id', value: 'cm9msg0welcome0000000001' },
		options: { changeWorkflowEmail: true },
	};
	const save = contentParameters('transactionalEmail saveContent');
	const preview = contentParameters('emailMessage sendPreview');
	const newEmail = (changeEmailTo: string) => ({ additionalFields: { changeEmailTo } });
	const { update, subscribe } = p;
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
			'removed CC, Reply-To',
			{ ...message, updateFields: { ccEmail: '', replyToEmail: 'a@b.test' } },
			undefined,
		],
		['CC of a draft', { ...save, additionalFields: { ccEmail: 'a@b.test' } }, 'a@b.test'],
		['one preview of two', { ...preview, emails: 'a@acme.dev, a@b.test' }, 'a@b.test'],
		['user ID of Delete', { ...p.delete, ...byUserId }, 'a contact by user ID alone'],
		['user ID of an event', { ...p.sendEvent, ...byUserId }, 'a contact by user ID alone'],
		['user ID of Create or Update', { ...p.upsert, ...byUserId }, 'a contact by user ID alone'],
		['user ID of Update', { ...update, ...byUserId }, 'kim@example.com'],
		['user ID of Subscribe', { ...subscribe, ...byUserId }, 'kim@example.com'],
		[
			'user ID of another contact beside an email, which Loops would change',
			{ ...p.upsert, ...both, email: 'b@acme.dev' },
			'kim@example.com',
		],
		['the same of an event', { ...p.sendEvent, ...both, email: 'b@acme.dev' }, 'kim@example.com'],
		[
			'user ID of the same contact',
			{ ...p.upsert, ...both, email: 'a@acme.dev', userId: 'u-1' },
			undefined,
		],
		['new user ID', { ...p.sendEvent, ...both, email: 'b@acme.dev', userId: 'u-9' }, undefined],
		['user ID, known to be inside', { ...update, ...byUserId, userId: 'u-1' }, undefined],
		['suppression by user ID', { ...p.removeSuppression, ...byUserId, userId: 'u-1' }, undefined],
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
	])('sees %s', async (_what, parameters, refused) => {
		loops.emulator.reset({ ...(shippedSeed() as object), contacts: [suppressed, kim] });
		const run = async (options: IDataObject) =>
			await loops.run(withOptions(parameters, options), [{}], onlyTo('acme.dev'));
		const { json } = await run({ validateOnly: true });
		expect(json).toMatchObject([{ ready: refused === undefined }]);
		expect(changes()).toEqual([]);
		const { error } = await run({});
		expect(error?.message ?? '').toContain(refused ?? '');
		expect(changes().length > 0).toBe(refused === undefined);
	});

	it('fails items, not the run, and holds when the node repeats', async () => {
		loops.emulator.inject({ kind: 'resetAfter', path: '/v1/events/send', times: 2 });
		const emails = ['a@acme.dev', 'b@b.test', 'c@acme.dev'];
		const parameters = { ...p.sendEvent, email: '={{ $json.email }}' };
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
		const reached = changes().map(({ body }) => (body as IDataObject).email);
		expect(new Set(reached)).toEqual(new Set(['a@acme.dev', 'c@acme.dev']));
	});
});

describe('an AI agent', () => {
	it.each(['itself', 'engine'] as const)(
		'sends nothing to others, called by %s',
		async (toolCalling) => {
			const parameters = { ...p.sendEvent, email: "={{ $fromAI('email', '', 'string') }}" };
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
			expect(changes()).toHaveLength(1);
			const other = JSON.stringify(
				outputOf(await ask(forTeam(parameters, 'Acme Staging')), 'Agent')[0],
			);
			expect(other).toContain("not to 'Acme Staging'");
			expect(changes()).toHaveLength(1);
		},
	);
});
