import { describe, expect, it } from 'vitest';

import { useEmulator, methods } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { listSearch, resourceMapping } = methods;

const context = () => loops.editor({ resource: 'emailMessage', operation: 'get' });

describe('email messages', () => {
	const find = async (filter?: string, cursor?: string) =>
		await listSearch.searchEmailMessages.call(context(), filter, cursor);

	it('are listed by what has them: campaigns, then transactional emails, page by page', async () => {
		const values: string[] = [];
		let cursor: string | undefined;
		do {
			const { results, paginationToken } = await find('', cursor);
			values.push(...results.map(({ value }) => String(value)));
			cursor = paginationToken as string | undefined;
		} while (cursor && values.length < 200);
		const campaigns = [...loops.emulator.content.campaigns.keys()];
		expect(values.slice(0, campaigns.length).sort()).toEqual(
			campaigns.map((id) => `campaigns/${id}`).sort(),
		);
		const others = values.slice(campaigns.length);
		expect(others).toHaveLength(loops.emulator.templates().length);
		expect(others).toContain('transactional-emails/cm8tx0welcome00000000001a');
	});

	it('are found by name in both', async () => {
		expect((await find('october')).results).toEqual([
			{ name: 'October news (campaign)', value: 'campaigns/cm9campaign0october00001' },
		]);
		expect((await find('pwreset')).results.map(({ name }) => name)).toEqual([
			'Password reset (transactional email)',
		]);
	});
});

it('campaigns are listed with their status, and found by it', async () => {
	const find = async (filter?: string) =>
		(await listSearch.searchCampaigns.call(context(), filter)).results.map(({ name }) => name);
	expect(await find('october')).toEqual(['October news (Draft)']);
	expect(await find('(sent)')).toContain('September news (Sent)');
});

describe('the nodes of a workflow', () => {
	const nodes = async (value: string, filter?: string) => {
		const workflowId = { __rl: true, mode: 'url', value };
		const editor = loops.editor({ resource: 'workflowNode', operation: 'get', workflowId });
		return (await listSearch.searchWorkflowNodes.call(editor, filter)).results;
	};

	it.each(['cm9workflow0welcome00001', 'https://app.loops.so/workflows/cm9workflow0welcome00001'])(
		'are listed as contacts meet them: %s',
		async (value) => {
			expect((await nodes(value)).map(({ name }) => name)).toEqual([
				'1. Event Trigger (signup)',
				'2. Timer Action (1 d)',
				'3. Send Email Action',
				'4. Exit Action',
			]);
			expect(await nodes(value, 'timer')).toEqual([
				{ name: '2. Timer Action (1 d)', value: 'cm9node0timer00000000001' },
			]);
		},
	);

	it.each(['', '={{ $json.id }}'])(
		'are not listed before the workflow is known: %j',
		async (value) => {
			expect(await nodes(value)).toEqual([]);
			expect(loops.emulator.requests).toEqual([]);
		},
	);
});

it('the variables of an email that is chosen by its name become fields', async () => {
	const transactionalId = { __rl: true, mode: 'name', value: ' Welcome' };
	const editor = loops.editor({ ...parametersOf.sendEmail, transactionalId });
	const { fields } = await resourceMapping.getDataVariableFields.call(editor);
	expect(fields.map(({ id }) => id)).toEqual(['firstName']);
});
