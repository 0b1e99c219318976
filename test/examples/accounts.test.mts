import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { afterEach, describe, expect, it } from 'vitest';

import { shippedSeed } from '../emulator/seed.mts';
import type { Emulator } from '../emulator/server.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { readExample } from '../harness/examples.mts';
import { source, startOnNewPort, useEmulator } from '../harness/loops.mts';

const loops = useEmulator();
const jsonOf = (done: IRun, node: string) =>
	outputOf(done, node)
		.flat()
		.map(({ json }) => json);

describe('staging to production', () => {
	const example = readExample('staging-to-production.json');
	const names = ['Welcome', 'Password reset', 'Order receipt', 'Invoice'];
	const seed = (teamName: string, prefix: string, components: string[], templates = names) => ({
		teamName,
		templates: templates.map((name, index) => ({
			id: `cm8tx0${prefix}${String(index).padStart(18, '0')}`,
			name,
		})),
		content: {
			themes: [{ id: `${prefix}theme`, name: 'Brand' }],
			components: components.map((name, index) => {
				return { id: `${prefix}part${index}`, name, lmx: '<Divider />' };
			}),
		},
	});
	let production: Emulator | undefined;
	afterEach(async () => await production?.close());

	/** Staging uses two components; production has one of them, and 'Order receipt' already. */
	async function start() {
		loops.emulator.reset(seed('Acme Staging', 's', ['Footer', 'Legal']));
		production = await startOnNewPort({ rateLimit: 100_000 });
		production.reset(seed('Acme Mail', 'p', ['Footer'], ['Order receipt']));
		const write = ({ templates, content }: Emulator, name: string, lmx: string) => {
			const found = templates().find((each) => each.name === name)!;
			Object.assign(content.messages.get(found.publishedMessageId!)!, { subject: name, lmx });
		};
		const footer = '<Style themeId="stheme" /><Component componentId="spart0" />';
		write(loops.emulator, 'Welcome', `${footer}<Paragraph>Hello {data.firstName}</Paragraph>`);
		write(loops.emulator, 'Password reset', '<Component componentId="spart1" />');
		for (const emulator of [loops.emulator, production]) {
			write(emulator, 'Order receipt', '<Paragraph>Thanks</Paragraph>');
		}
		const { publishedMessageId } = loops.emulator
			.templates()
			.find(({ name }) => name === 'Invoice')!;
		const path = `/v1/email-messages/${publishedMessageId}`;
		loops.emulator.inject({ kind: 'status', status: 409, path });
		return production;
	}

	async function run(settings: IDataObject, { swapped = false } = {}) {
		const accounts = [loops.emulator, production!].map(({ apiKey, baseUrl }) => ({
			apiKey,
			baseUrl,
		}));
		const [staging, target] = swapped ? accounts.reverse() : accounts;
		const nodes = example.nodes.map((node) => {
			if (node.name !== 'Settings') return node;
			const assignments = Object.entries(settings).map(([name, value]) => ({ name, value }));
			return {
				...node,
				parameters: { assignments: { assignments } } as unknown as INodeParameters,
			};
		});
		const credentialsByName = { 'Loops API (staging)': staging, 'Loops API (production)': target };
		const done = await runWorkflow(source, staging, { ...example, nodes }, [{ json: {} }], {
			credentialsByName,
		});
		expect(done.data.resultData.error?.message).toBeUndefined();
		return done;
	}
	const changesOf = ({ requests }: Emulator) => requests.filter(({ method }) => method !== 'GET');
	const settings = { productionTeam: 'Acme Mail', save: false, publish: true };

	it('compares first, then saves what differs with the IDs of production', async () => {
		const target = await start();
		const dry = await run(settings);
		expect(changesOf(target)).toEqual([]);
		expect(jsonOf(dry, 'Differences').map(({ name, status }) => [name, status])).toEqual([
			['Welcome', 'new'],
			['Order receipt', 'same'],
		]);
		expect(jsonOf(dry, 'Not Mapped')).toEqual([
			{ name: 'Password reset', missing: "component 'Legal': production lacks it" },
			{ name: 'Invoice', missing: expect.stringContaining("can't be read as LMX") },
		]);
		await run({ ...settings, save: true });
		const made = target.templates().find(({ name }) => name === 'Welcome')!;
		expect(target.content.messages.get(made.publishedMessageId!)?.lmx).toBe(
			'<Style themeId="ptheme" /><Component componentId="ppart0" /><Paragraph>Hello {data.firstName}</Paragraph>',
		);
		const before = changesOf(target).length;
		const again = await run({ ...settings, save: true });
		expect(jsonOf(again, 'Differences').map(({ status }) => status)).toEqual([
			'same',
			'same',
			'same',
		]);
		expect(changesOf(target)).toHaveLength(before);
		expect(changesOf(loops.emulator)).toEqual([]);
	});

	it('removes a fallback that staging no longer has', async () => {
		const target = await start();
		const receipt = () => {
			const { publishedMessageId } = target
				.templates()
				.find(({ name }) => name === 'Order receipt')!;
			return target.content.messages.get(publishedMessageId!)!;
		};
		receipt().fallbacks.data = { total: '0' };
		const dry = await run(settings);
		expect(jsonOf(dry, 'Differences')).toContainEqual(
			expect.objectContaining({ name: 'Order receipt', status: 'changed' }),
		);
		await run({ ...settings, save: true });
		expect(receipt().fallbacks.data).toEqual({});
	});

	it('writes nothing when the credentials are mixed up', async () => {
		const target = await start();
		const done = await run({ ...settings, save: true }, { swapped: true });
		const reasons = jsonOf(done, 'Differences').map(({ reason }) => reason);
		expect(reasons).toEqual([expect.stringContaining("belongs to the team 'Acme Staging'")]);
		expect([changesOf(target), changesOf(loops.emulator)]).toEqual([[], []]);
	});
});

describe('account check', () => {
	const check = async () => {
		const done = await runWorkflow(source, loops.credentials(), readExample('account-check.json'));
		expect(done.data.resultData.error?.message).toBeUndefined();
		expect(loops.changes()).toEqual([]);
		return jsonOf(done, 'Findings').map(({ finding, name, detail }) => [finding, name, detail]);
	};

	it('finds drafts, missing fallbacks, unheard events and unused segments', async () => {
		const { content } = loops.emulator;
		content.messages.get('cm9msg0october0000000001')!.lmx =
			'<Paragraph>Hello {contact.firstName}</Paragraph>';
		const welcome = content.messages.get('cm9msg0welcome0000000001')!;
		welcome.subject = 'Hello {event.plan}, {contact.firstName}';
		welcome.fallbacks.contact.firstName = 'there';
		expect(await check()).toEqual([
			['Draft', 'Spring sale (draft)', 'was never published'],
			['Draft', 'Referral reward (draft)', 'was never published'],
			['No Fallback', 'October news', '{contact.firstName}'],
			['No Fallback', 'Welcome series', '{event.plan}'],
			...['planChanged', 'Order placed', 'loggedOut', 'stripe:invoice.paid'].map((name) => {
				return ['Event Without Workflow', name, ''];
			}),
			// The other one is in a campaign, and in a filter of a workflow.
			['Unused Segment', 'Beta', ''],
		]);
	});

	it('ends without findings in an empty account, and says what it could not read', async () => {
		loops.emulator.reset({});
		expect(await check()).toEqual([]);
		loops.emulator.reset(shippedSeed() as object);
		loops.emulator.inject({
			kind: 'status',
			status: 401,
			path: '/v1/event-patterns',
			times: 'always',
		});
		expect(await check()).toEqual(
			expect.arrayContaining([['Not Read', 'Events', expect.any(String)]]),
		);
	});
});
