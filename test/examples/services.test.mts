import type { IDataObject, IRun } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { AGENT, type ToolCalling } from '../harness/agent.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { pinnedTo, readExample, withServices } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';
import type { WorkflowJson } from '../harness/workflow.mts';

const loops = useEmulator();
const callings: ToolCalling[] = ['itself', 'engine'];

async function run(workflow: WorkflowJson): Promise<IRun> {
	const done = await runWorkflow(source, loops.credentials(), workflow);
	expect(done.data.resultData.error?.message).toBeUndefined();
	expect(done.status).toBe('success');
	return done;
}

const jsonOf = (done: IRun, node: string, output = 0) =>
	outputOf(done, node)[output]?.map(({ json }) => json) ?? [];

/** Tests of the examples in the engine; test/e2e covers database and model. */
const suites: Record<string, () => void> = {
	'nightly-sync-from-postgresql.json': () => {
		const workflow = readExample('nightly-sync-from-postgresql.json');
		const sync = async (users: IDataObject[]) =>
			await run({ ...workflow, pinData: pinnedTo('Changed Users', users) });
		const changedAt = '2026-11-20 21:04:05.123456+00';
		const user = (id: number, name: string, rest: IDataObject = {}): IDataObject => ({
			id,
			email: `${name}@example.com`,
			first_name: name,
			seats: id,
			updated_at: changedAt,
			...rest,
		});

		it('maps the columns, clears null values and resubscribes nobody', async () => {
			await sync([
				user(1, 'nia', { plan_name: 'team', trial_ends_at: '2026-12-24T00:00:00.000Z' }),
				{ ...user(2, 'luis'), first_name: null, subscribed: true },
			]);
			expect(loops.emulator.contact('1')).toMatchObject({
				...{ email: 'nia@example.com', firstName: 'nia', seats: 1, planName: 'team' },
				trialEndsAt: '2026-12-24T00:00:00.000Z',
			});
			expect(loops.emulator.contact('luis@example.com')).toMatchObject({
				...{ userId: '2', firstName: null, seats: 2, subscribed: false },
			});
		});

		it('marks accepted users with their read timestamps in one query', async () => {
			const done = await sync([
				user(1, 'nia'),
				user(2, 'no address@'),
				user(3, 'tove', { updated_at: null }),
			]);
			const [query, ...more] = jsonOf(done, 'Mark as Sent');
			expect(more).toEqual([]);
			expect((query.values as string[]).map((value) => JSON.parse(value) as unknown)).toEqual([
				[
					{ id: 1, updated_at: changedAt },
					{ id: 3, updated_at: null },
				],
			]);
			expect(jsonOf(done, 'Refused Users')).toEqual([
				{
					ID: 2,
					Email: 'no address@@example.com',
					Reason: expect.stringContaining('is not an email address') as string,
					'Way Out': expect.any(String) as string,
				},
			]);
			const [{ hints }] = done.data.resultData.runData['Create or Update Contacts'];
			expect(hints).toEqual([
				expect.objectContaining({
					message: '1 input field is not mapped: updated_at.',
				}),
				expect.objectContaining({
					message: "1 of 3 items failed: [item 1]. 'error' in the output says why.",
				}),
			]);
		});

		it('marks nobody if all users are refused', async () => {
			const done = await sync([user(1, 'no address@')]);
			expect(done.data.resultData.runData).not.toHaveProperty(['Mark as Sent']);
			expect(jsonOf(done, 'Refused Users')).toHaveLength(1);
		});
	},

	'ai-agent-fixed-email.json': () => {
		const workflow = readExample('ai-agent-fixed-email.json');
		const requests = (workflow.pinData?.['Support Requests'] ?? []).map(({ json }) => json);

		/** Runs the example with a model that makes these tool calls for each request. */
		const answer = async (toolCalling: ToolCalling, calls: IDataObject[], example = workflow) =>
			await run({
				...example,
				nodes: example.nodes.map((node) =>
					node.type === AGENT ? { ...node, parameters: { toolCalling } } : node,
				),
				pinData: pinnedTo(
					'Support Requests',
					requests.map((request) => ({ ...request, calls })),
				),
			});
		const sent = () =>
			loops.emulator.outbox.map(({ email, dataVariables }) => [email, dataVariables]);

		describe.each(callings)('an agent that calls by %s', (calling) => {
			it('sends one answer to the author of each request, whatever the model fills in', async () => {
				const other = {
					email: 'everyone@example.org',
					transactionalId: 'cm8tx0welcome00000000001a',
				};
				await answer(calling, [{ reply: 'One', ...other }, { reply: 'Two' }]);
				expect(sent()).toEqual(
					requests.map(({ email, ticket }) => [
						email,
						{ ticketNumber: ticket, agentName: 'Acme Support', reply: 'One' },
					]),
				);
			});

			it('sends no answer without text', async () => {
				await answer(calling, [{ reply: '' }]);
				expect(sent()).toEqual([]);
			});
		});
	},
};

// test/e2e covers the approval, which needs n8n's own agent.
const here = withServices.filter((file) => file !== 'ai-agent-with-approval.json');
describe.each(here)('%s', (file) => suites[file]());
