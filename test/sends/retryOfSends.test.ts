import { type IDataObject, type INode, type IRun, sleep } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { variablesMapper, eventMapper } from '../harness/forms.mts';
import { startEmulator } from '../emulator/server.mts';
import type { Fault } from '../emulator/faults.mts';
import { outputOf, retryWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { perKey } from '../harness/sendOnce.mts';
import { type NodeSettings, workflowWith } from '../harness/workflow.mts';

const loops = useEmulator();
const kim = { email: 'kim@example.com', id: 'u1' };
const ada = { email: 'ada@example.com', id: 'u2' };
const sends: Array<[string, string, IDataObject]> = [
	['emails', '/v1/transactional', { ...parametersOf.sendEmail, email: '={{ $json.email }}' }],
	['events', '/v1/events/send', { ...parametersOf.sendEvent, email: '={{ $json.email }}' }],
];
const recipients = ({ outbox, eventLog } = loops.emulator) =>
	[...outbox, ...eventLog].map(({ email }) => email);
const received = () => recipients().length;
const waitHours = async (count: number) => await sleep(count * 3_600_000);
const withOptions = (send: IDataObject, options: IDataObject = {}) => ({
	...send,
	options: { ...(send.options as IDataObject), ...options },
});
/** The first message arrives, the second is refused. */
const refuseSecond = (path: string) => {
	loops.emulator.inject({ kind: 'slow', delay: 0, path });
	loops.emulator.inject({ kind: 'status', status: 403, path });
};

/** Loops refuses each message to this person. */
const refuseTo = (person: { email: string }) => {
	loops.onRequest = ({ body }) =>
		(body as IDataObject).email === person.email
			? { fault: { kind: 'status', status: 403 } }
			: undefined;
};

type Key = { apiKey: string; baseUrl: string };

/** n8n's "Retry with currently saved workflow". */
async function retryWith(
	parameters: IDataObject,
	failed: IRun,
	{ credentials = loops.credentials(), ...settings }: NodeSettings & { credentials?: Key } = {},
) {
	const json = workflowWith(parameters, settings);
	for (const each of failed.data.executionData?.nodeExecutionStack ?? []) {
		each.node = json.nodes.find(({ name }) => name === 'Loops') as INode;
	}
	const run = await retryWorkflow(source, credentials, json, failed);
	const items = outputOf(run, 'Loops')[0] ?? [];
	const hints = (run.data.resultData.runData.Loops?.[0]?.hints ?? []).map(({ message }) => message);
	return { run, error: run.data.resultData.error, json: items.map((item) => item.json), hints };
}

const firsts: Array<[what: string, fault: Fault]> = [
	['sent', { kind: 'slow', delay: 0, method: 'POST' }],
	['may have sent', { kind: 'resetAfter', times: 5, method: 'POST' }],
];

// The node can't tell a new key of the same team from a key of another team.
it.each(firsts)('a Retry with another API key repeats no message it %s', async (what, fault) => {
	for (const [, , send] of sends) {
		const other = await startEmulator({ apiKey: 'another-key' });
		try {
			loops.emulator.reset();
			loops.emulator.inject(fault);
			refuseTo(ada);
			const { run } = await loops.run(withOptions(send), [kim, ada]);
			const { apiKey, baseUrl } = other;
			const { json, hints } = await retryWith(withOptions(send), run, {
				credentials: { apiKey, baseUrl },
				onError: 'continueRegularOutput',
			});
			const isKnown = what === 'sent';
			const message = 'This execution may have sent this message with another API key [item 0]';
			expect(json).toMatchObject([
				isKnown ? { success: true, deduplicated: true } : { error: { message } },
				{ email: ada.email, deduplicated: false },
			]);
			expect(hints.some((hint) => hint.includes('already sent this message with another'))).toBe(
				isKnown,
			);
			expect(recipients(other)).toEqual([ada.email]);
		} finally {
			await other.close();
		}
	}
});

it('a Retry does not need the attachments of an email that was sent', async () => {
	const [[, path, send]] = sends;
	const attachments = { binary: [{ field: 'data' }] };
	const withFile = withOptions({ ...send, options: { attachments } });
	const binary = { data: { data: 'aGk=', mimeType: 'text/plain', fileName: 'a.txt' } };
	refuseSecond(path);
	const { run } = await loops.run(withFile, [
		{ json: kim, binary },
		{ json: ada, binary },
	]);
	delete run.data.executionData?.nodeExecutionStack[0].data.main[0]?.[0].binary;
	expect((await retryWith(withFile, run)).error?.message).toBeUndefined();
	expect(recipients()).toEqual([kim.email, ada.email]);
});

it.each(sends)(
	'a Retry does not resend %s that a 409 confirmed after a lost answer',
	async (_kind, path, send) => {
		loops.emulator.inject({ kind: 'resetAfter', path });
		refuseTo(ada);
		const first = await loops.run(withOptions(send), [kim, ada]);
		loops.onRequest = undefined;
		await waitHours(25);
		const { json } = await retryWith(withOptions(send), first.run);
		expect(json.map(({ deduplicated }) => deduplicated)).toEqual([true, false]);
		expect(recipients()).toEqual([kim.email, ada.email]);
	},
);

it.each(sends)('a second Retry resends no confirmed %s', async (_kind, path, send) => {
	for (const options of [{}, perKey('={{ $json.email }}')]) {
		loops.emulator.reset();
		loops.emulator.inject({ kind: 'resetAfter', path, times: 5 });
		refuseTo(ada);
		const first = await loops.run(withOptions(send, options), [kim, ada]);
		await waitHours(23);
		const second = await retryWith(withOptions(send, options), first.run);
		await waitHours(2);
		loops.onRequest = undefined;
		await retryWith(withOptions(send, options), second.run);
		expect(recipients()).toEqual([kim.email, ada.email]);
	}
});

describe.each(sends)('a Retry with another key after a lost answer: %s', (_kind, path, send) => {
	it.each([{}, perKey('=welcome-{{ $json.email }}')])(
		'names a key that another message has used: %j',
		async (changed) => {
			const wrong = withOptions(send, perKey('welcome'));
			await loops.run(wrong, [kim]);
			loops.emulator.inject({ kind: 'status', status: 503, path, times: 5 });
			const { run } = await loops.run(wrong, [ada]);
			const { error } = await retryWith(withOptions(send, changed), run);
			expect(error?.message).toContain("has the same 'Send Only Once: Key': welcome (HTTP 409");
		},
	);

	it('recognizes a message with changed contents by its automatic key', async () => {
		const contents = '={{ "P" + Math.random() }}';
		const changing = {
			...send,
			...variablesMapper(['firstName'], { firstName: contents }),
			...eventMapper({ plan: 'string' }, { plan: contents }),
		};
		loops.emulator.inject({ kind: 'resetAfter', path, times: 5 });
		const { run } = await loops.run(withOptions(changing), [kim, ada]);
		const own = withOptions(changing, perKey('={{ $json.email }}'));
		expect((await retryWith(own, run)).error?.message).toBeUndefined();
		expect(recipients()).toEqual([kim.email, ada.email]);
	});
});

it.each(sends)(
	'a Retry with another key does not resend %s after a lost answer',
	async (_kind, _path, send) => {
		const loseAnswers = () =>
			loops.emulator.inject({ kind: 'resetAfter', times: 5, method: 'POST' });
		loseAnswers();
		const automatic = await loops.run(send, [kim]);
		await retryWith({ ...send, options: perKey('={{ $json.email }}') }, automatic.run);
		expect(received()).toBe(1);

		loseAnswers();
		const ofExecution = perKey('={{ $execution.id }}-{{ $json.email }}');
		const own = await loops.run({ ...send, options: ofExecution }, [ada]);
		await retryWith({ ...send, options: ofExecution }, own.run);
		expect(received()).toBe(2);
	},
);

it('a Retry does not resend an email whose recipient differs only in case', async () => {
	const [[, path, send]] = sends;
	loops.emulator.inject({ kind: 'slow', delay: 0, path });
	loops.emulator.inject({ kind: 'status', status: 403, path });
	const { run } = await loops.run(send, [{ email: 'Kim@Example.com' }, ada]);
	await retryWith({ ...send, email: '={{ $json.email.toLowerCase() }}' }, run);
	expect(received()).toBe(2);
});
