import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../../emulator/faults.mts';
import { takeContradictions } from '../../harness/contradictions.mts';
import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const ID = 'cm9campaign0october00001';
const PATH = `/v1/campaigns/${ID}`;
const now = contentParameters('campaign schedule');
const at = { ...now, sendWhen: 'at', sendAt: '2030-01-31T09:30:00Z' };
const campaign = () => loops.emulator.content.campaigns.get(ID)!;
const message = () => loops.emulator.content.messages.get('cm9msg0october0000000001')!;

describe('Campaign > Schedule', () => {
	it('sends now or at a time', async () => {
		await loops.run(now);
		expect(loops.changes().map(({ body }) => body)).toEqual([{ scheduling: { method: 'now' } }]);
		loops.emulator.reset();
		await loops.run(at);
		expect(loops.changes().map(({ body }) => body)).toEqual([
			{ scheduling: { method: 'schedule', timestamp: '2030-01-31T09:30:00.000Z' } },
		]);
		expect(loops.emulator.content.scheduled).toMatchObject([{ campaignId: ID }]);
	});

	it('names the operation that adds what the email lacks', async () => {
		message().subject = '';
		const { error } = await loops.run(now);
		expect(error?.description).toContain("Add the subject with 'Campaign > Update' or in Loops");
	});

	it.each<[string, () => unknown, string]>([
		['a campaign with another name', () => (campaign().name = 'October News'), 'is called'],
		['a campaign without an audience', () => (campaign().mailingListId = null), 'has no audience'],
		['a scheduled campaign', () => (campaign().status = 'Scheduled'), 'status is Scheduled'],
		['a sent campaign', () => (campaign().status = 'Sent'), 'status is Sent'],
		[
			'a campaign with an unknown status',
			() => (campaign().status = 'Archived' as never),
			'is Archived',
		],
		[
			'a campaign with a status that is no text',
			() => (campaign().status = { name: 'Paused' } as never),
			'status is {"name":"Paused"}',
		],
		[
			'a campaign with a filter without conditions',
			() => Object.assign(campaign(), { mailingListId: null, audienceFilter: {} }),
			'has no audience',
		],
		['a campaign with a blank subject', () => (message().subject = ' '), 'has no subject'],
		['a campaign without a subject', () => (message().subject = ''), 'has no subject'],
		['a campaign without content', () => (message().lmx = ''), 'has no content'],
		[
			'a campaign with errors',
			() => (message().lmx = '<Button>Read on</Button>'),
			'buttons without a URL (Read on)',
		],
		[
			'a campaign without an email',
			() => (campaign().emailMessageId = null as never),
			'campaign has no email message',
		],
	])('refuses %s', async (_case, prepare, said) => {
		prepare();
		for (const each of [now, at]) {
			const error = await loops.expectError(each, said);
			expect(error.description).not.toContain('not known');
		}
		expect(loops.changes()).toEqual([]);
		takeContradictions();
	});

	const optedIn = { type: 'optIn', status: 'accepted' };
	it.each(['mailingListId', 'audienceSegmentId', 'audienceFilter'] as const)(
		'accepts %s as an audience',
		async (field) => {
			const filter = { match: 'all', conditions: [optedIn] };
			const value = field === 'audienceFilter' ? filter : 'cm9segment0teams00000001';
			Object.assign(campaign(), { mailingListId: null, [field]: value });
			await loops.expectSuccess(now);
			expect(loops.emulator.content.scheduled).toHaveLength(1);
		},
	);

	it.each([
		['', "'Time' is empty"],
		['tomorrow', "'Time' can't be"],
		['=2030-01-31T{{ $json.time }}', "'Time': {{ $json.time }} returns nothing"],
		['={{ $json.nothing }}', "'Time' is empty"],
		['2020-01-31T09:30:00Z', "'Time' is in the past"],
		['={{ $now.minus({ minutes: 1 }) }}', "'Time' is in the past"],
	])('refuses the time %s', async (sendAt, said) => {
		await loops.expectRefusal({ ...at, sendAt }, said);
	});

	it('shows a time in the past as it is in the time zone of the workflow', async () => {
		const parameters = { ...at, sendAt: '2020-01-31T09:30' };
		const { error } = await loops.run(parameters, [{}], { timezone: 'Asia/Tokyo' });
		expect(error?.message).toContain("'Time' is in the past: 2020-01-31 09:30 Asia/Tokyo");
	});

	it.each([
		['={{ "" }}', "'Confirm Name' is empty"],
		['={{ $json.nothing }}', "'Confirm Name' is empty"],
		['=October {{ $json.nothing }}', 'returns nothing'],
		['October', "is called 'October news', not 'October'"],
	])('refuses the name %j', async (confirmName, said) => {
		await loops.expectError({ ...now, confirmName }, said);
		expect(loops.changes()).toEqual([]);
	});

	it.each(['October news\u200f', '\u200bOctober news', 'Octobe\u0301r news'])(
		'takes a name whatever is invisible in it: %j',
		async (name) => {
			campaign().name = name;
			const confirmName = name.normalize('NFC').replace(/[\u200b\u200f]/g, '');
			await loops.expectSuccess({ ...now, confirmName });
		},
	);

	it("sends with Guardian's warnings as a hint", async () => {
		message().lmx = '<Paragraph>Hello {contact.firstName}</Paragraph>';
		const { hints } = await loops.run(now);
		expect(hints.join()).toContain('ontact properties without a fallback (firstName)');
		expect(loops.emulator.content.scheduled).toHaveLength(1);
	});

	describe('of an email that the API does not show', () => {
		const mjml = { message: 'Email message uses MJML format.' };
		const hide = () =>
			(loops.onRequest = ({ path }) =>
				path.startsWith('/v1/email-messages/')
					? { fault: { kind: 'body', status: 409, body: mjml } }
					: undefined);

		it('sends it without a check, and says so', async () => {
			hide();
			const { hints } = await loops.expectSuccess(now);
			expect(hints.join()).toContain('The campaign is scheduled without a check of the email');
			expect(loops.emulator.content.scheduled).toHaveLength(1);
		});

		it.each<[string, IDataObject, () => void]>([
			['was approved otherwise', { approval: `v1-${'0'.repeat(32)}.subject-0000` }, () => {}],
			['has no audience', {}, () => (campaign().mailingListId = null)],
		])('refuses one that %s', async (_case, options, prepare) => {
			hide();
			prepare();
			const { error } = await loops.run({ ...now, options });
			expect(error?.message).toMatch(/can't be compared with the approved one|has no audience/);
			expect(loops.changes()).toEqual([]);
		});

		it('refuses one that the last look shows', async () => {
			let reads = 0;
			loops.onRequest = ({ path }) =>
				path.startsWith('/v1/email-messages/') && ++reads === 1
					? { fault: { kind: 'body', status: 409, body: mjml } }
					: undefined;
			await loops.expectError(now, 'has changed since the node checked it');
			expect(loops.changes()).toEqual([]);
		});
	});

	it('names a segment that is gone', async () => {
		campaign().audienceSegmentId = 'cm9segment0gone000000001';
		await loops.expectError(now, 'The audience segment of the campaign no longer exists');
		expect(loops.changes()).toEqual([]);
	});

	it('does not send content that changed between its check and its read', async () => {
		loops.onRequest = ({ path }) => {
			if (path.endsWith(message().id)) return { transit: 30 };
			if (!path.endsWith('/guardian')) return undefined;
			const later = { lmx: '<Button>Read on</Button>', contentRevisionId: 'later' };
			return { onProcessed: () => Object.assign(message(), later) };
		};
		await loops.expectError(now, 'The campaign has changed since the node checked it');
		expect(loops.changes()).toEqual([]);
	});

	it.each<[string, () => unknown]>([
		['name', () => (campaign().name = 'October offers')],
		['audience', () => (campaign().mailingListId = 'cm06f5v0e45nf0ml5754o9cix')],
		['content', () => (message().contentRevisionId = 'later')],
		['email', () => (campaign().emailMessageId = 'cm9msg0spring00000000001')],
	])(
		'does not send a campaign whose %s changed during the wait after a 429',
		async (_what, change) => {
			const limited: Fault = { kind: 'status', status: 429, headers: { 'retry-after': '7' } };
			loops.emulator.inject({ ...limited, method: 'POST', path: PATH });
			loops.onRequest = ({ method }) => {
				if (method === 'POST') change();
			};
			const { error } = await loops.run(now);
			expect(error?.message).toContain('The campaign has changed since the node checked it');
			expect(error?.description).not.toContain('not known');
			expect(loops.emulator.content.scheduled).toEqual([]);
		},
	);

	it('schedules a campaign of two items once', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 500, method: 'GET', times: 'always' });
		const { json } = await loops.run(at, [{}, {}], { onError: 'continueRegularOutput' });
		expect(json.filter(({ error }) => error)).toHaveLength(1);
		expect(loops.changes()).toHaveLength(1);
	});
});
