import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Core from 'n8n-core';
import { describe, expect, it } from 'vitest';

import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import type { Fault } from '../emulator/faults.mts';
import { agentWorkflow } from '../harness/agent.mts';
import { retryWorkflow, runWorkflow } from '../harness/engine.mts';
import { source, type StoredError, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { startTrigger } from '../harness/webhook.mts';
import { workflowWith } from '../harness/workflow.mts';
import { post } from '../trigger/post.mts';
import { secret } from '../trigger/refused.mts';
import { ANSWERS } from './answers.mts';
import type { Case, Section } from './cases.mts';
import { BY_AGENTS } from './calls.mts';
import { CONTENT } from './content.mts';
import {
	EMAILS_WITHOUT_FIELDS,
	EVENTS_WITHOUT_FIELDS,
	FAILING_CREDENTIALS,
	REQUESTS_OF_OTHER_NODES,
	SIGNING_SECRETS,
} from './editor.mts';
import { FIELDS } from './fields.mts';
import { inForm, proseOf } from './prose.mts';
import { RUNS } from './runs.mts';
import { TRIGGER } from './trigger.mts';

const { CredentialTestContext } = createRequire(import.meta.url)('n8n-core') as typeof Core;
const trigger = new LoopsTrigger();

const loops = useEmulator({ attachmentsEnabled: false });

const written = new Set(
	readFileSync(new URL('messages.txt', import.meta.url), 'utf8').split(/\n\n|\n(?=- )|\n$/),
);

/** The messages by heading. */
const listed = new Map<string, Map<string, string>>();

function note(part: string, heading: string, text: string): void {
	const section = listed.get(`${part} ${heading}`) ?? new Map<string, string>();
	listed.set(`${part} ${heading}`, section.set(text, text));
	const isMadeAnew = expect.getState().snapshotState.snapshotUpdateState === 'all';
	expect(isMadeAnew || written.has(`- ${text}`), `Not in messages.txt: ${text}`).toBe(true);
}

const noteError = (part: string, heading: string, error: unknown) => {
	const { message, description } = error as StoredError;
	note(part, heading, `${message}\n  ${description}`);
};

/** The text without what differs between runs. */
const steady = (text: string) =>
	text
		.replace(/127\.0\.0\.1:\d{2,}/g, '127.0.0.1:…')
		.replace(/\d+\.\d s\b/g, '… s')
		.replace(/\bcm9[a-z]+0{8,}\w+/g, 'cm9…')
		.replace(/\d+ waits? for/, '… waits for')
		.replace(/'none\d+'(.*)\[item \d+\]/, "'none…'$1[item …]")
		.replace(/\n/g, ' ');

async function record(part: string, heading: string, of: Case): Promise<void> {
	const { parameters, items, faults = [], settings, credentials, retriedWith } = of;
	if (of.before) await loops.run(of.before);
	if (of.between) await loops.run(of.between, [{}], { workflowId: 'other' });
	const told = JSON.stringify(faults).replaceAll('{origin}', loops.emulator.origin);
	for (const fault of JSON.parse(told) as Fault[]) loops.emulator.inject(fault);
	const given = typeof credentials === 'function' ? await credentials() : credentials;
	const using = { ...loops.credentials(), ...given };
	const { run, json, hints, ...first } = await loops.run(parameters, items, {
		...settings,
		credentials: using,
	});
	const retry = async (apiKey: string) =>
		await retryWorkflow(source, { ...using, apiKey }, workflowWith(parameters), run);
	const retried = retriedWith && (await retry(retriedWith)).data.resultData.error;
	const kept = json.flatMap(({ error }) => error ?? []);
	const errors = [retried || first.error, ...kept].filter(Boolean) as unknown as StoredError[];
	const dryRuns = json.filter((each) => 'ready' in each);
	const texts = [
		...errors.map(({ message, description = '' }) => `${message}\n  ${description}`),
		...hints,
		...dryRuns.flatMap(({ reasons, warnings, next = [] }) => [
			...(reasons as string[]).map((text) => `reasons: ${text}`),
			...(warnings as string[]).map((text) => `warnings: ${text}`),
			...(next as string[]).map((text) => `next: ${text}`),
		]),
	];
	expect(texts, JSON.stringify(parameters)).not.toEqual([]);
	if (part.startsWith('Refused')) expect(loops.changes()).toHaveLength((items?.length ?? 1) - 1);
	for (const text of texts) {
		const [first, ...others] = text.split('\n  ');
		note(part, heading, [first, ...others].map(steady).filter(Boolean).join('\n  '));
	}
}

const parts: Array<[string, Section[]]> = [
	['Refused before it is sent:', FIELDS],
	['Answers:', ANSWERS],
	['Runs:', RUNS],
	['Content:', CONTENT],
];

/** Rows for `%s`, since vitest cuts off a `$name` after 40 characters. */
const named = <T extends { name: string }>(cases: T[]) =>
	cases.map((each): [string, T] => [each.name, each]);

describe.each(parts)('%s', (part, sections) => {
	describe.each(sections.map(({ heading, cases }) => [heading, cases] as const))(
		'%s',
		(heading, cases) => {
			it.each(named(cases))('a user %s', async (_name, of) => {
				await record(part, heading, of);
			});
		},
	);
});

// n8n accepts the first of two requests at once after the second is answered.
describe('the trigger', () => {
	it.each(named(TRIGGER))('%s', async (_name, of) => {
		let release!: (isUnwell: boolean) => void;
		const held = new Promise<boolean>((resolve) => (release = resolve));
		const server = await startTrigger({
			parameters: { events: ['*'] },
			credential: { signingSecret: secret },
			...of,
			...(of.atOnce && { isUnwell: async () => await held }),
		});
		try {
			const answers = [];
			for (const request of of.requests) {
				answers.push(post(server.url, request));
				if (!of.atOnce) await answers.at(-1);
			}
			await Promise.race(answers);
			release(false);
			const said = (await Promise.all(answers)).filter(({ body }) => body !== '');
			expect(said).not.toEqual([]);
			for (const { status, body } of said) {
				const { message } = JSON.parse(body) as { message: string };
				note('Trigger:', 'Answers to Loops', `HTTP ${status}: ${message}`);
			}
			for (const warning of server.warnings) {
				note('Trigger:', "n8n's log", warning.replace(/ {.*}$/, ''));
			}
			for (const { message } of server.started) {
				if (message) note('Trigger:', 'While the editor listens', String(message));
			}
			for (const error of server.thrown) noteError('Trigger:', 'While the editor listens', error);
		} finally {
			await server.close();
		}
	});
});

describe('the editor', () => {
	const { methods } = source.node;
	const { resourceMapping, loadOptions } = methods as Required<NonNullable<typeof methods>>;
	const editor = (transactionalId: string) =>
		loops.editor({
			...parametersOf.sendEmail,
			transactionalId: { mode: 'id', value: transactionalId },
		});

	it.each(named(EMAILS_WITHOUT_FIELDS))('shows no data variables if %s', async (_name, of) => {
		loops.emulator.reset({
			teamName: 'Acme Mail',
			properties: [],
			mailingLists: [],
			contacts: [],
			templates: [{ id: 'plain', name: 'Plain', dataVariables: [] }],
		});
		if (of.fault) loops.emulator.inject(of.fault);
		const context = editor(of.transactionalId);
		if (of.hasNoCredential) delete context.node.credentials;
		const { emptyFieldsNotice } = await resourceMapping.getDataVariableFields.call(context);
		note('Editor:', 'No fields', String(emptyFieldsNotice));
	});

	it.each(named(EVENTS_WITHOUT_FIELDS))('shows no event properties if %s', async (_name, of) => {
		if (of.fault) loops.emulator.inject(of.fault);
		const eventName = { mode: 'name', value: of.eventName };
		const context = loops.editor({ ...parametersOf.sendEvent, eventName });
		const { emptyFieldsNotice } = await resourceMapping.getEventPropertyFields.call(context);
		note('Editor:', 'No fields', String(emptyFieldsNotice));
	});

	it.each<Fault>([
		{ kind: 'status', status: 401 },
		{ kind: 'status', status: 503, times: 'always', headers: { 'retry-after': '3600' } },
	])('shows why a dropdown cannot be loaded: $status', async (fault) => {
		loops.emulator.inject(fault);
		const error = await loadOptions.getMailingLists.call(editor('')).catch((each: Error) => each);
		noteError('Editor:', 'No list', error);
	});

	it.each(Object.values(trigger.methods.loadOptions))(
		'shows what a dropdown of the trigger requires',
		async (load) => {
			const context = editor('');
			delete context.node.credentials;
			const error = await load.call(context).catch((each: Error) => each);
			noteError('Editor:', 'No list', error);
		},
	);

	it.each(named(SIGNING_SECRETS))('tests %s', async (_name, { data }) => {
		const { message } = await trigger.methods.credentialTest.testSigningSecret.call(
			new CredentialTestContext({} as never),
			{ id: '1', name: 'Loops Webhook', type: 'loopsEmailWebhookApi', data },
		);
		note('Editor:', 'Test of the signing secret', message);
	});

	it.each(named(FAILING_CREDENTIALS))('tests a credential, and %s', async (_name, of) => {
		if (of.fault) loops.emulator.inject({ ...of.fault, times: 'always' });
		const { message } = await loops.testCredential({ ...loops.credentials(), ...of.credentials });
		note('Editor:', 'Test of the credential', message);
	});
});

it.each(named(REQUESTS_OF_OTHER_NODES))('no key is sent for %s', async (_name, { request }) => {
	const { authenticate } = source.credential;
	if (typeof authenticate !== 'function') throw new Error('authenticate is no function');
	const sending = authenticate({ apiKey: 'key', baseUrl: '' }, request);
	const message = await sending.catch(({ message: said }: Error) => said);
	note('Editor:', 'Other nodes with the credential', String(message));
});

it.each(named(BY_AGENTS))("an AI agent can't %s", async (_name, { parameters, call }) => {
	const workflow = agentWorkflow(parameters, { toolCalling: 'engine' });
	const item = { json: { calls: [call] } };
	const run = await runWorkflow(source, loops.credentials(), workflow, [item]);
	noteError('Content:', 'AI agents', run.data.resultData.runData.Loops.at(-1)?.error);
});

describe('all messages', () => {
	const text = () =>
		[
			'# Every message of the node',
			'Made by `npx vitest run test/messages --update` from real runs. Read it when you change a message.',
			...[...listed].map(([heading, texts]) =>
				[`## ${heading}`, [...texts.keys()].map((each) => `- ${each}`).join('\n')].join('\n\n'),
			),
		].join('\n\n') + '\n';

	it('are in messages.txt', async () => {
		await expect(text()).toMatchFileSnapshot('messages.txt');
	});

	/** Texts that no user reads, or no case makes; the first one ends labels in the form. */
	const unlisted = [
		' Names or IDs',
		'[object Date]',
		'[object Object]',
		// n8n marks circular references so that it can show them.
		'an object that JSON has no form for',
		// A field of the output: test/operations/campaign/scheduleTime.test.ts.
		"'Time' is a date without a time, so the node took midnight in ",
		// Another field: test/operations/campaign/create.test.ts.
		...['Nothing: the campaign is ', "Send the draft with 'Campaign > Schedule', or in Loops"],
		// test/run/cancel.test.ts makes these.
		...['The execution was canceled. ', 'possibly done'],
	];

	it('include every message in the sources', () => {
		const ofForm = new Set(inForm(source.node.description.properties));
		const listed = text().toLowerCase();
		const missing = proseOf(['nodes', 'credentials']).flatMap(({ at, parts: said }) =>
			said
				.filter((part) => !unlisted.includes(part) && !ofForm.has(part))
				.filter((part) => !listed.includes(part.trim().toLowerCase()))
				.map((part) => `${at}: ${part}`),
		);
		expect(missing, 'Add a case that makes the node say it').toEqual([]);
	});

	it('name the fields that Loops refuses by their labels in the form', () => {
		const labels = JSON.stringify(source.node.description.properties);
		const refused = [...text().matchAll(/- Loops refused '([^']+)'/g)].map(([, label]) => label);
		expect(refused.length).toBeGreaterThan(10);
		expect(refused.filter((label) => !labels.includes(`"displayName":"${label}"`))).toEqual([
			'somethingElse',
		]);
	});

	it('contain no tag: n8n shows nothing of other text after a "<"', () => {
		expect(text()).not.toMatch(/<[^\n]*/);
	});

	it('contain no zero counts and no undefined values', () => {
		expect(text()).not.toMatch(/\b0 (more|done|failed|not started|ready|retries|waits)/);
		expect(text()).not.toMatch(/\(undefined|\[object|NaN|\.\./);
	});
});
