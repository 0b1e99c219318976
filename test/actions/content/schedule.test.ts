import { describe, expect, it } from 'vitest';

import type { Fault } from '../../emulator/faults.mts';
import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const ID = 'cm9campaign0october00001';
const PATH = `/v1/campaigns/${ID}`;
const now = contentParameters('campaign schedule');
const at = { ...now, sendWhen: 'at', sendAt: '2030-01-31T09:30:00Z' };
const campaign = () => loops.emulator.content.campaigns.get(ID)!;
const message = () => loops.emulator.content.messages.get('cm9msg0october0000000001')!;
const changes = () => loops.emulator.requests.filter(({ method }) => method !== 'GET');

describe('Campaign > Schedule', () => {
	it('sends now, or at a time', async () => {
		await loops.run(now);
		expect(changes().map(({ body }) => body)).toEqual([{ scheduling: { method: 'now' } }]);
		loops.emulator.reset();
		await loops.run(at);
		expect(changes().map(({ body }) => body)).toEqual([
			{ scheduling: { method: 'schedule', timestamp: '2030-01-31T09:30:00.000Z' } },
		]);
		expect(loops.emulator.content.scheduled).toMatchObject([{ campaignId: ID }]);
	});

	it.each<[string, () => unknown, string]>([
		['a campaign of another name', () => (campaign().name = 'October News'), 'is called'],
		['one without an audience', () => (campaign().mailingListId = null), 'has no audience'],
		['one that is scheduled', () => (campaign().status = 'Scheduled'), 'status is Scheduled'],
		['one that is sent', () => (campaign().status = 'Sent'), 'status is Sent'],
		['a status of a later API', () => (campaign().status = 'Archived' as never), 'is Archived'],
		['one without a subject', () => (message().subject = ''), 'has no subject'],
		['one without content', () => (message().lmx = ''), 'has no content'],
		[
			'one with errors, which it names',
			() => (message().lmx = '<Button>Read on</Button>'),
			'missingButtonHrefs (Read on)',
		],
		[
			'one without an email',
			() => (campaign().emailMessageId = null as never),
			'campaign has no email message',
		],
	])('refuses %s', async (_case, prepare, said) => {
		prepare();
		for (const each of [now, at]) {
			const { error } = await loops.run(each);
			expect(error?.message).toContain(said);
			expect(error?.description).not.toContain('not known');
		}
		expect(changes()).toEqual([]);
	});

	it.each(['mailingListId', 'audienceSegmentId', 'audienceFilter'] as const)(
		'takes %s as an audience',
		async (field) => {
			Object.assign(campaign(), { mailingListId: null, [field]: 'x' });
			expect((await loops.run(now)).error).toBeUndefined();
			expect(loops.emulator.content.scheduled).toHaveLength(1);
		},
	);

	it.each([
		['', "'Time' can't be"],
		['tomorrow', "'Time' can't be"],
		['=2030-01-31T{{ $json.time }}', "'Time': {{ $json.time }} finds nothing"],
		['={{ $json.nothing }}', "'Time' can't be undefined"],
		['2020-01-31T09:30:00Z', "'Time' is in the past"],
		['={{ $now.minus({ minutes: 1 }) }}', "'Time' is in the past"],
	])('refuses the time %s', async (sendAt, said) => {
		const { error } = await loops.run({ ...at, sendAt });
		expect(error?.message).toContain(said);
		expect(loops.emulator.requests).toEqual([]);
	});

	it.each([
		['={{ "" }}', "'Name of the Campaign' is empty"],
		['={{ $json.nothing }}', "'Name of the Campaign' is empty"],
		['=October {{ $json.nothing }}', 'finds nothing'],
		['October', "is called 'October news', not 'October'"],
	])('refuses the name %j', async (confirmName, said) => {
		const { error } = await loops.run({ ...now, confirmName });
		expect(error?.message).toContain(said);
		expect(changes()).toEqual([]);
	});

	it('warns of what Guardian warns of, and sends', async () => {
		message().lmx = '<Paragraph>Hello {contact.firstName}</Paragraph>';
		const { hints } = await loops.run(now);
		expect(hints.join()).toContain('issingFallbackContactProperties (firstName)');
		expect(loops.emulator.content.scheduled).toHaveLength(1);
	});

	it.each<[string, Fault]>([
		['the connection broke', { kind: 'resetAfter' }],
		['a 500', { kind: 'status', status: 500, after: true }],
		['a page', { kind: 'html', status: 200, after: true }],
		['an answer about another campaign', { kind: 'body', body: { id: 'x' }, after: true }],
	])('is not repeated after a lost answer, and says so: %s', async (_case, fault) => {
		loops.emulator.inject({ ...fault, method: 'POST', path: PATH });
		const { error } = await loops.run(now);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		expect(error?.description).toContain('look in Loops before you run it again');
		expect(changes()).toHaveLength(1);
		expect(loops.emulator.content.scheduled).toHaveLength(1);
	});

	it('is not sent twice by Retry On Fail', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST', path: PATH });
		const { error } = await loops.run(now, [{}], { retryOnFail: true, maxTries: 3 });
		expect(error?.message).toContain('status is Sent');
		expect(loops.emulator.content.scheduled).toHaveLength(1);
	});

	it('is done once where two items ask for it', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 500, method: 'GET', times: 'always' });
		const { json } = await loops.run(at, [{}, {}], { onError: 'continueRegularOutput' });
		expect(json.filter(({ error }) => error)).toHaveLength(1);
		expect(changes()).toHaveLength(1);
	});

	it('sends nothing with Validate Only, and shows what it would send', async () => {
		const { json } = await loops.run({ ...at, options: { validateOnly: true } });
		expect(json).toMatchObject([{ ready: true, request: { method: 'POST' } }]);
		expect(changes()).toEqual([]);
	});
});
