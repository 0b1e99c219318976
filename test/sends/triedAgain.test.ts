import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shippedSeed } from '../emulator/seed.mts';
import { useEmulator } from '../harness/loops.mts';
import { byId, everyOperation, isNeverRepeated } from '../harness/operations.mts';

const loops = useEmulator();

const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

const parametersFor = Object.fromEntries(everyOperation);
const of = (name: string, more: IDataObject = {}): IDataObject => ({
	...parametersFor[name],
	...more,
});
const email = '={{ $json.email }}';
const id = byId('={{ $json.id }}');
const moveTo = { email, additionalFields: { changeEmailTo: '={{ "new." + $json.email }}' } };

/** Operations that would find less in a second try, with what the first item puts out. */
const found: Array<[name: string, parameters: IDataObject, output: IDataObject]> = [
	['contact delete', of('contact delete', { email }), { deleted: true }],
	[
		'contact delete, Item With Found: False',
		of('contact delete', { email, options: { whenNotFound: 'foundFalse' } }),
		{ deleted: true },
	],
	['contact removeSuppression', of('contact removeSuppression', { email }), { removed: true }],
	[
		'contact removeSuppression, Ignore If Not Suppressed',
		of('contact removeSuppression', { email, options: { ignoreIfNotSuppressed: true } }),
		{ removed: true },
	],
	['contact update, Change Email To', of('contact update', moveTo), { found: true }],
	[
		'contact update, Change Email To, Item With Found: False',
		of('contact update', { ...moveTo, options: { whenNotFound: 'foundFalse' } }),
		{ found: true },
	],
	[
		'contactProperty create, Skip',
		of('contactProperty create', {
			propertyName: '={{ "new" + $itemIndex }}',
			options: { ifPropertyExists: 'skip' },
		}),
		{ existed: false },
	],
	[
		'campaign schedule, with a time that moves on',
		of('campaign schedule', {
			campaignId: id,
			confirmName: '={{ $json.name }}',
			sendWhen: 'at',
			sendAt: '={{ $now.plus({ days: 1 }).toISO() }}',
		}),
		{ status: 'Scheduled' },
	],
	['transactionalEmail publish', of('transactionalEmail publish', { transactionalId: id }), {}],
	['workflow delete', of('workflow delete', { workflowId: id }), { status: 'deleted' }],
	[
		'workflowNode delete',
		of('workflowNode delete', { workflowNodeId: byId('={{ $json.node }}') }),
		{ status: 'deleted' },
	],
];

/** Three of everything that the operations find. */
function threeOfEach({ resource, operation }: IDataObject): IDataObject[] {
	const { emulator } = loops;
	const { campaigns, workflows } = emulator.content;
	const people = ['kim@example.com', 'ada@example.com', 'mina+news@example.com'];
	if (operation === 'removeSuppression') {
		const seed = shippedSeed() as { contacts: IDataObject[] };
		emulator.reset({
			...seed,
			contacts: seed.contacts.map((contact) => ({ ...contact, isSuppressed: true })),
		});
	}
	const drafts = emulator.templates().filter(({ published }) => !published);
	const nodes = ['cm9node0email00000000001', 'cm9node0timer00000000001'];
	const copies = <T extends { id: string }>(map: Map<string, T>, from: string) =>
		['1', '2', '3'].map((n) => {
			const copy = { ...map.get(from)!, id: `${from.slice(0, -1)}${n}` };
			map.set(copy.id, copy);
			return copy.id;
		});
	const ids =
		resource === 'campaign'
			? copies(campaigns, [...campaigns.values()].find(({ status }) => status === 'Draft')!.id)
			: resource === 'workflow'
				? copies(workflows, [...workflows.keys()][0])
				: drafts.map(({ id: each }) => each);
	const count = resource === 'workflowNode' || operation === 'publish' ? 2 : 3;
	return people.slice(0, count).map((each, n) => ({
		email: each,
		id: ids[n],
		name: campaigns.get(ids[n])?.name,
		node: nodes[n],
	}));
}

const isChange = (name: string) => !/ (get|find|check|test)/.test(name);
const lost: Array<[string, IDataObject]> = [
	...everyOperation.filter(([name]) => isChange(name)),
	...found.slice(0, 7).map(([name, given]): [string, IDataObject] => [name, given]),
];

describe("n8n's Retry On Fail", () => {
	it.each(found)(
		'does not repeat %s after one of three items failed',
		async (_name, given, output) => {
			const items = threeOfEach(given);
			let changes = 0;
			loops.onRequest = ({ method }) =>
				method !== 'GET' && ++changes === items.length
					? { fault: { kind: 'status', status: 403 } }
					: undefined;
			const { json, error, hints } = await loops.run(given, items, again);
			expect(error).toBeUndefined();
			expect(json).toHaveLength(items.length);
			for (const each of json) expect(each).toMatchObject(output);
			expect(changes).toBe(items.length + 1);
			expect(hints.join()).not.toMatch(/Check|not known/);
		},
	);

	it.each(lost)('does not say too much of %s after a lost answer', async (_name, given) => {
		const [item] = threeOfEach(given);
		// The answers to a change, and to the checks after it.
		let left = isNeverRepeated(given) || given.resource === 'image' ? 1 : 6;
		let hasBegun = false;
		loops.onRequest = ({ method }) => {
			hasBegun ||= method !== 'GET';
			return hasBegun && left-- > 0 ? { fault: { kind: 'resetAfter' } } : undefined;
		};
		const { json, error } = await loops.run(given, [item], again);
		if (error) expect(`${error.message} ${error.description}`).toMatch(/not known/);
		const { deleted, removed, existed, found: wasFound } = json[0] ?? {};
		expect([deleted, removed, wasFound]).not.toContain(false);
		expect(existed).not.toBe(true);
	});

	it('warns of a campaign that the previous attempt may have made', async () => {
		let left = 1;
		loops.onRequest = ({ method }) =>
			method === 'POST' && left-- > 0 ? { fault: { kind: 'resetAfter' } } : undefined;
		const { error, hints } = await loops.run(of('campaign create'), [{}], again);
		expect(error).toBeUndefined();
		expect(hints.join()).toContain('may have made the same change');
	});

	it('fails if someone else schedules the campaign between two tries', async () => {
		const [campaign] = loops.emulator.content.campaigns.values();
		let isRefused = false;
		loops.onRequest = ({ method }) => {
			if (method !== 'POST' || isRefused) return undefined;
			isRefused = true;
			campaign.status = 'Scheduled';
			return { fault: { kind: 'status', status: 403 } };
		};
		const given = of('campaign schedule', {
			campaignId: byId(campaign.id),
			confirmName: campaign.name,
		});
		const error = await loops.expectError(given, 'not a draft', [{}], again);
		expect(error.message).not.toContain('not known');
	});
});
