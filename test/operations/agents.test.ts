import { type IDataObject, sleep } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Workflow } from '../emulator/content/records.mts';
import { useEmulator } from '../harness/loops.mts';
import { byId, contentParameters } from '../harness/operations.mts';

const loops = useEmulator();

const REFUSED = "AI agents can't change this: ";
const campaign = () => loops.emulator.content.campaigns.get('cm9campaign0october00001')!;
const welcome = () => loops.emulator.templates().find(({ name }) => name === 'Welcome')!;
const updateOf = (id: string) => ({
	...contentParameters('emailMessage update'),
	emailMessageId: byId(id),
});

async function expectRefusal(parameters: IDataObject, reason: string) {
	expect(await loops.askAgent(parameters)).toContain(`${REFUSED}${reason}`);
	expect(loops.changes()).toEqual([]);
}

describe.each([
	['Campaign > Update', contentParameters('campaign update')],
	[
		'Campaign > Update, of the email',
		{ ...contentParameters('campaign update'), updateFields: { subject: 'News' } },
	],
	['Email Message > Update', contentParameters('emailMessage update')],
])('%s by an AI agent', (_name, parameters) => {
	it.each(['Scheduled', 'Sending', 'Sent'] as const)(
		'refuses a campaign with the status %s',
		async (status) => {
			campaign().status = status;
			await expectRefusal(parameters, 'the campaign is not a draft');
		},
	);

	it('changes a draft', async () => {
		expect(await loops.askAgent(parameters)).not.toContain(REFUSED);
		expect(loops.changes()).toHaveLength(1);
	});

	it('checks the status again before a retry after a 429', async () => {
		const headers = { 'retry-after': '7' };
		loops.emulator.inject({ kind: 'status', status: 429, headers, method: 'POST' });
		const running = loops.askAgent(parameters);
		while (loops.changes().length === 0) await sleep(1);
		campaign().status = 'Scheduled';
		expect(await running).toContain(REFUSED);
		expect(loops.changes()).toHaveLength(1);
	});
});

describe('Email Message > Send Preview by an AI agent', () => {
	const previews = () => loops.emulator.content.previews.map(({ emails }) => emails.length);

	async function calledWith(...emails: string[]) {
		const parameters = {
			...contentParameters('emailMessage sendPreview'),
			emails: "={{ $fromAI('emails', 'Addresses', 'string') }}",
		};
		const calls = emails.map((each) => ({ emails: each }));
		return await loops.askAgent(parameters, calls);
	}

	it.each(['a@b.co,c@b.co', '["a@b.co", "c@b.co"]'])(
		'sends nothing to several addresses in one call: %s',
		async (several) => {
			await calledWith(several);
			expect(previews()).toEqual([]);
		},
	);

	it('names the way out, then sends to one address after another', async () => {
		const told = await calledWith('a@b.co,c@b.co', 'a@b.co', 'c@b.co');
		expect(told).toContain('AI agents send a preview to one email address at a time, not to 2');
		expect(previews()).toEqual([1, 1]);
	});

	it('goes only to an address that a person has fixed', async () => {
		const call = { emails: 'eve@example.org', email: 'eve@example.org' };
		await loops.askAgent(
			{ ...contentParameters('emailMessage sendPreview'), emails: 'kim@example.com' },
			[call],
		);
		expect(loops.emulator.content.previews).toMatchObject([{ emails: ['kim@example.com'] }]);
	});
});

describe('Email Message > Update by an AI agent', () => {
	it('refuses the email of a workflow', async () => {
		const { messages } = loops.emulator.content;
		const email = [...messages.values()].find(({ parent }) => parent.kind === 'workflow');
		await expectRefusal(updateOf(String(email?.id)), 'the email belongs to a workflow');
	});

	it('refuses the published email of a template, and changes its draft', async () => {
		const id = String(welcome().publishedMessageId);
		await expectRefusal(updateOf(id), 'the email is published');
		await loops.run(contentParameters('transactionalEmail getDraft'));
		const before = loops.changes().length;
		expect(await loops.askAgent(updateOf(String(welcome().draftMessageId)))).not.toContain(REFUSED);
		expect(loops.changes()).toHaveLength(before + 1);
	});
});

const nodeChanges = ['addBranch', 'create', 'reroute', 'update'].map(
	(operation): [string, IDataObject] => [operation, contentParameters(`workflowNode ${operation}`)],
);

describe.each(nodeChanges)('Workflow Node > %s by an AI agent', (_operation, parameters) => {
	const setStatus = (status: Workflow['status']) => {
		for (const each of loops.emulator.content.workflows.values()) each.status = status;
	};

	it.each(['Sending', 'Paused', 'PausedAndQueueing'] as const)(
		'refuses a workflow with the status %s, even with Expected Revision ID',
		async (status) => {
			setStatus(status);
			for (const options of [{}, { expectedRevisionId: 'rev_1' }]) {
				await expectRefusal({ ...parameters, options }, 'the workflow is not a draft');
			}
		},
	);

	it('changes a draft', async () => {
		setStatus('Draft');
		expect(await loops.askAgent(parameters)).not.toContain(REFUSED);
		expect(loops.changes()).toHaveLength(1);
	});

	it('is allowed to people in every status', async () => {
		// Loops itself refuses some changes while it sends.
		setStatus('Paused');
		await loops.expectSuccess(parameters);
	});
});

it('a tool call that fails half-way gives the agent the IDs of the created campaign and its email', async () => {
	const lmx = '<Div>Hello</Div>';
	const answer = await loops.askAgent({ ...contentParameters('campaign create'), lmx });
	const { id, emailMessageId } = [...loops.emulator.content.campaigns.values()].at(-1)!;
	expect(answer).toContain(`The campaign was created as ${id} (emailMessageId: ${emailMessageId})`);
});

describe('a filter in JSON by an AI agent', () => {
	const ask = "$fromAI('plan', 'The plan to leave out', 'string')";
	const condition = `{ type: 'property', key: 'planName', operator: 'notEquals', value: ${ask} }`;
	const filterJson = `={{ ({ match: 'all', conditions: [${condition}] }) }}`;
	const segment = {
		...contentParameters('audienceSegment create'),
		conditions: {},
		additionalFields: { filterJson },
	};

	it.each(['', 'null', ' NULL', 'undefined', null])(
		'makes no segment of everybody if the model gives %j',
		async (plan) => {
			const answer = await loops.askAgent(segment, [{ plan }]);
			expect(answer).toMatch(
				/'Filter \(JSON\)(: value' is empty|': 'value' can't be undefined|' may match every contact)/,
			);
			expect(loops.changes()).toEqual([]);
		},
	);

	it('takes what the model gives', async () => {
		await loops.askAgent(segment, [{ plan: 'free' }]);
		expect(loops.changes()).toHaveLength(1);
	});
});

const gap = "{{ $fromAI('gap', 'What to write without a first name', 'string') }}";

it.each([`={ "firstName": "${gap}" }`, "={{ ({ firstName: $fromAI('gap') }) }}"])(
	'fallbacks by an AI agent leave out what the model leaves open: %s',
	async (contactPropertiesFallbacks) => {
		const updateFields = { subject: 'News', contactPropertiesFallbacks };
		const parameters = { ...contentParameters('emailMessage update'), updateFields };
		for (const blank of ['null', ' NULL', 'undefined', '', 'there']) {
			loops.emulator.reset();
			await loops.askAgent(parameters, [{ gap: blank }]);
			const fallbacks = blank === 'there' ? { firstName: 'there' } : {};
			expect(loops.changes()[0].body).toHaveProperty('contactPropertiesFallbacks', fallbacks);
		}
	},
);
