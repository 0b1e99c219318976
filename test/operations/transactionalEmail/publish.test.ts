import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const loops = useEmulator();

const ID = 'cm8tx0draftspring0000065a';
const PATH = `/v1/transactional-emails/${ID}/publish`;
const publish = contentParameters('transactionalEmail publish');
const template = (id = ID) => loops.emulator.templates().find((each) => each.id === id)!;
const draft = () => loops.emulator.content.messages.get(template().draftMessageId!)!;
const publishCalls = () => loops.emulator.requests.filter(({ path }) => path === PATH);

describe('Transactional Email > Publish', () => {
	it('publishes the draft', async () => {
		const { id } = draft();
		const { json, hints } = await loops.run(publish);
		expect(json).toMatchObject([{ id: ID, publishedEmailMessageId: id }]);
		expect(hints.join()).toBe('');
		expect(template().published).toBe(true);
	});

	it.each<[string, () => unknown, string]>([
		[
			'an email without a draft',
			() => (template().draftMessageId = null),
			'has no draft to publish',
		],
		['a draft without a subject', () => (draft().subject = ''), 'has no subject'],
		['a draft without content', () => (draft().lmx = ''), 'has no content'],
		[
			'a draft with errors',
			() => (draft().lmx = '<Paragraph>{contact.firstName}</Paragraph>'),
			'contact properties that the email cannot use (firstName)',
		],
	])('refuses %s', async (_case, prepare, said) => {
		prepare();
		expect((await loops.run(publish)).error?.message).toContain(said);
		expect(publishCalls()).toEqual([]);
		expect(template().published).toBe(false);
	});

	it('does not publish content that changed between its check and its read', async () => {
		const { id } = draft();
		loops.onRequest = ({ path }) => {
			if (path.endsWith(id)) return { transit: 30 };
			if (!path.endsWith('/guardian')) return undefined;
			const later = { lmx: '<Button>Read on</Button>', contentRevisionId: 'later' };
			return { onProcessed: () => Object.assign(draft(), later) };
		};
		await loops.expectError(publish, 'has changed since the node checked it');
		expect(template().published).toBe(false);
	});

	it.each<[string, object, string | undefined]>([
		['nothing has changed', {}, undefined],
		['another subject', { subject: 'By hand' }, 'approval: Subject'],
		['another BCC', { bccEmail: 'kim@example.com' }, 'approval: BCC Email'],
	])('takes an approval back: %s', async (_case, changes, said) => {
		const emailMessageId = { __rl: true, mode: 'id', value: draft().id };
		const check = { resource: 'emailMessage', operation: 'check', emailMessageId };
		const { approval } = (await loops.run(check)).json[0];
		Object.assign(draft(), changes);
		const { error } = await loops.run({ ...publish, options: { approval } });
		if (said) expect(error?.message).toContain(said);
		else expect(error).toBeUndefined();
		expect(template().published).toBe(said === undefined);
	});

	it('warns of variables that sends newly require', async () => {
		const id = 'cm8tx0welcome00000000001a';
		const parameters = { ...publish, transactionalId: { __rl: true, mode: 'id', value: id } };
		const { emailMessageId } = contentParameters('emailMessage update');
		const made = await loops.run({ ...parameters, operation: 'getDraft' });
		await loops.run({
			resource: 'emailMessage',
			operation: 'update',
			emailMessageId: { ...(emailMessageId as object), value: made.json[0].draftEmailMessageId },
			updateFields: {
				subject: 'Hello {data.city}',
				lmx: '<Paragraph>{data.firstName} {data.team.name} {data.plan}</Paragraph>',
				dataVariablesFallbacks: '{ "plan": "free" }',
			},
		});
		const { hints, json } = await loops.run(parameters);
		expect(hints.join()).toContain(
			'send of the published draft also needs these data variables: city, team.name',
		);
		expect(json).toMatchObject([{ newVariables: ['city', 'team.name'] }]);
		expect(hints.join()).not.toMatch(/plan|firstName/);
	});

	it('warns of a variable whose fallback was removed, also if Loops listed it before', async () => {
		const published = draft();
		const lmx = '<Paragraph>{data.amount}</Paragraph>';
		Object.assign(published, { subject: 'News', lmx });
		published.fallbacks.data = { amount: '0' };
		await loops.expectSuccess(publish);
		template().dataVariables = ['amount'];
		await loops.expectSuccess({ ...publish, operation: 'getDraft' });
		draft().fallbacks.data = {};
		const { hints, json } = await loops.run(publish);
		expect(hints.join()).toContain(
			'send of the published draft also needs these data variables: amount',
		);
		expect(json).toMatchObject([{ newVariables: ['amount'] }]);
	});

	it('reports an unknown result if the look-up after a lost answer fails', async () => {
		loops.emulator.inject({ kind: 'resetAfter', path: PATH });
		loops.onRequest = ({ path }) => {
			if (path !== PATH) return;
			const lookUp = { method: 'GET', path: `/v1/transactional-emails/${ID}` };
			loops.emulator.inject({ kind: 'status', status: 500, times: 'always', ...lookUp });
		};
		const { error } = await loops.run(publish);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		expect(publishCalls()).toHaveLength(1);
	});

	it('looks also after the last attempt, whose answer is lost', async () => {
		loops.emulator.inject({ kind: 'status', status: 503, path: PATH, times: 4 });
		loops.emulator.inject({ kind: 'resetAfter', path: PATH });
		const { error, hints, json } = await loops.run(publish);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ publishedEmailMessageId: expect.any(String) }]);
		expect(hints.join()).toContain('lost');
		expect(publishCalls()).toHaveLength(5);
	});

	it('does not retry with another draft than the checked one', async () => {
		loops.emulator.inject({ kind: 'resetBefore', path: PATH });
		loops.onRequest = ({ path }) => {
			if (path !== PATH) return;
			const { id } = loops.emulator.content.addMessage('transactional', ID, { subject: 'Other' });
			template().draftMessageId = id;
		};
		await loops.expectError(publish, 'The transactional email has changed since');
		expect(template().published).toBe(false);
	});

	it('does not publish a draft that changed during the wait after a 429', async () => {
		loops.emulator.inject({ kind: 'status', status: 429, path: PATH });
		loops.onRequest = ({ path }) => {
			if (path === PATH) draft().contentRevisionId = 'later';
		};
		const error = await loops.expectError(publish, 'The transactional email has changed since');
		expect(error.description).not.toContain('not known');
		expect(template().published).toBe(false);
	});
});
