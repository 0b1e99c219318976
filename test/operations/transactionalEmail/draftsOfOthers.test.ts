import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { HAND, publish, restarted, save, WELCOME, welcomeOf } from './welcome.mts';

const loops = useEmulator();

const { messages, welcome, draft, published, edit } = welcomeOf(loops);
const calls = () => loops.emulator.requests.map(({ method, path }) => `${method} ${path}`);
const posts = () => calls().filter((call) => call.startsWith('POST'));

describe('Save Content of what is published', () => {
	it.each([
		['by ID', {}, 2],
		['by name', { transactionalId: { __rl: true, mode: 'name', value: 'Welcome' } }, 2],
	])('changes nothing %s, in two calls', async (_case, of, reads) => {
		await loops.run({ ...publish, ...of });
		const before = structuredClone(welcome());
		const lists = () => calls().filter((call) => call === 'GET /v1/transactional-emails').length;
		const [seen, listed] = [calls().length, lists()];
		for (const parameters of [publish, save]) {
			const { json } = await loops.run({ ...parameters, ...of }, [{}], restarted());
			expect(json).toMatchObject([
				{ created: false, published: true, emailMessageId: before.publishedMessageId },
			]);
		}
		expect(welcome()).toEqual(before);
		expect(calls().length - seen - (lists() - listed)).toBe(2 * reads);
	});

	it('leaves a draft of others alone, in three calls', async () => {
		await loops.run(publish);
		await edit();
		const seen = calls().length;
		expect((await loops.run(publish)).json).toMatchObject([{ published: true }]);
		expect(draft().lmx).toBe(HAND);
		expect(calls().slice(seen)).toHaveLength(3);
		expect(calls().slice(seen).join()).not.toContain('POST');
	});

	it('goes back to it over an own draft', async () => {
		await loops.run(publish);
		await loops.run({ ...save, subject: 'Later' });
		await loops.expectSuccess(save);
		expect(draft().subject).toBe(save.subject);
	});

	it('recognizes text that Loops shows in another form', async () => {
		const tidy = (message = draft()) => (message.lmx = message.lmx.replace(' </', '</'));
		loops.onRequest = ({ method, path }) =>
			method === 'POST' && path.includes('/email-messages/')
				? { onProcessed: () => void tidy() }
				: undefined;
		const parameters = { ...publish, lmx: '<Paragraph>Hello </Paragraph>' };
		const staticData = {};
		await loops.run(parameters, [{}], { staticData });
		const seen = posts().length;
		for (const options of [{}, restarted(staticData)]) {
			const { json } = await loops.run(parameters, [{}], options);
			expect(json).toMatchObject([{ published: true }]);
		}
		expect(posts()).toHaveLength(seen);
	});
});

describe('Save Content over a draft', () => {
	interface EditedDraft {
		/** What somebody else has changed in the draft. */
		changes: IDataObject;
		/** What the error names. */
		labels: string[];
		parameters?: IDataObject;
	}

	it.each<[name: string, EditedDraft]>([
		['other text', { changes: { lmx: HAND, subject: 'By hand' }, labels: ['Subject', 'Content'] }],
		['another header', { changes: { fromName: 'Kim' }, labels: ['From Name'] }],
		[
			'other fallbacks',
			{
				changes: { fallbacks: { contact: {}, event: {}, data: { plan: 'Free' } } },
				labels: ['Data Fallbacks'],
			},
		],
		[
			'the text of the item and another header',
			{
				changes: { subject: save.subject, lmx: save.lmx, replyToEmail: 'kim@example.com' },
				labels: ['Reply-To Email'],
				parameters: { publish: true },
			},
		],
	])('refuses one with %s, by name and by ID', async (_name, edited) => {
		const { changes, labels, parameters } = edited;
		await edit(changes);
		const before = structuredClone(draft());
		const name = { transactionalId: { __rl: true, mode: 'name', value: 'Welcome' } };
		for (const of of [{}, name, { options: { validateOnly: true } }]) {
			const { error, json } = await loops.run({ ...save, ...parameters, ...of });
			const said = error ? `${error.message} ${error.description}` : JSON.stringify(json);
			expect(said).toContain('The transactional email has unpublished changes in its draft: ');
			for (const label of labels) expect(said).toContain(label);
			expect(said).toContain("turn on 'Overwrite Draft Changes'");
			expect(said).toContain(`https://app.loops.so/transactional/${WELCOME}`);
		}
		expect(draft()).toEqual(before);
		expect(posts()).toEqual([]);
	});

	it.each<[string, IDataObject]>([
		['is what is published', {}],
		['is what the item gives', { subject: save.subject, lmx: save.lmx }],
	])('goes through if it %s', async (_case, changes) => {
		await edit(changes);
		await loops.expectSuccess(publish);
		expect(published()).toMatchObject({ subject: save.subject, lmx: save.lmx });
	});

	it('keeps the fields of an own draft that a later item does not give', async () => {
		await loops.run({ ...save, additionalFields: { previewText: 'Preview' } });
		await loops.run({ ...publish, subject: 'Later' });
		expect(published()).toMatchObject({ subject: 'Later', previewText: 'Preview' });
	});

	it('replaces the changes with the switch, and takes other fields back', async () => {
		const before = structuredClone(published());
		const fallbacks = { ...before.fallbacks, data: { ...before.fallbacks.data, plan: 'Free' } };
		await edit({ lmx: HAND, fromName: 'Kim', fallbacks });
		await loops.expectSuccess({ ...publish, replaceDraft: true });
		expect(published()).toMatchObject({
			subject: save.subject,
			lmx: save.lmx,
			fromName: before.fromName,
			fallbacks: before.fallbacks,
		});
	});

	it('takes the revision that the item expects', async () => {
		await edit();
		const options = (expectedRevisionId: string) => ({ options: { expectedRevisionId } });
		const refused = await loops.run({ ...save, ...options('rev_other') });
		expect(refused.error?.message).toContain('has unpublished changes in its draft');
		await loops.expectSuccess({ ...save, ...options(draft().contentRevisionId) });
		expect(draft().lmx).toBe(save.lmx);
	});

	it.each<[string, (staticData: IDataObject) => object, boolean]>([
		['in the same process', () => ({}), true],
		['after a restart', (staticData) => restarted(JSON.parse(JSON.stringify(staticData))), true],
		['after a restart of an unpublished workflow', () => restarted(), false],
	])('knows what it wrote %s', async (_case, optionsOf, isKnown) => {
		const staticData = {};
		const broken = await loops.run({ ...publish, lmx: '<Button>Read on</Button>' }, [{}], {
			staticData,
		});
		expect(broken.error?.message).toContain('The email has errors');
		const { error } = await loops.run(publish, [{}], optionsOf(staticData));
		expect(error?.message).toEqual(
			isKnown ? undefined : expect.stringContaining('has unpublished changes in its draft'),
		);
		expect(published().lmx === save.lmx).toBe(isKnown);
		if (isKnown) return;
		await loops.expectSuccess(publish);
	});

	it('sees a header that changed without a new revision', async () => {
		await loops.run(save);
		draft().fromName = 'Kim';
		await loops.expectError({ ...save, subject: 'Later' }, 'From Name, Content');
	});

	it.each([
		['the draft', () => draft().id, true],
		['what is published', () => welcome().publishedMessageId, false],
	])('refuses one if Loops does not show %s', async (_case, idOf, isDraft) => {
		await edit(isDraft ? {} : { lmx: HAND });
		const path = `/v1/email-messages/${idOf()}`;
		loops.onRequest = (request) =>
			request.path === path && request.method === 'GET'
				? { fault: { kind: 'body', status: 409, body: { message: 'MJML is not supported.' } } }
				: undefined;
		const { error } = await loops.run(publish);
		expect(error?.message).toContain(
			isDraft
				? "a draft that Loops' API does not show"
				: "Loops' API does not show what is published",
		);
		expect(posts()).toEqual([]);
		if (isDraft) return;
		await loops.expectSuccess({ ...publish, replaceDraft: true });
		expect(published().lmx).toBe(save.lmx);
	});
});

describe('Save Content over what others have published', () => {
	it.each([
		['in the same process', () => ({})],
		['after a restart', (staticData: IDataObject) => restarted({ ...staticData })],
	])('says what it replaces, %s', async (_case, optionsOf) => {
		const staticData = {};
		const run = async (subject: string, parameters: IDataObject = publish) =>
			await loops.run({ ...parameters, subject }, [{}], { staticData, ...optionsOf(staticData) });
		const hintsOf = async (subject: string) => (await run(subject)).hints;
		expect(await hintsOf('One')).toEqual([]);
		expect(await hintsOf('Two')).toEqual([]);
		await edit({ lmx: HAND, fromName: 'Kim' });
		Object.assign(welcome(), { publishedMessageId: draft().id, draftMessageId: null });
		const warning = 'Saving this content replaces changes that others have published: Content';
		const { json } = await run('Two', { ...publish, options: { validateOnly: true } });
		expect(json[0].warnings).toEqual([expect.stringContaining(warning)]);
		const replacing = await run('Two');
		expect(replacing.hints).toEqual([expect.stringContaining(warning)]);
		expect(replacing.json).toMatchObject([{ warnings: [{ title: warning }] }]);
		expect(published()).toMatchObject({ lmx: save.lmx, fromName: 'Kim' });
		expect(await hintsOf('Three')).toEqual([]);
	});

	it('refuses an email that the API does not show, and makes no draft', async () => {
		loops.onRequest = ({ path }) =>
			path.startsWith('/v1/email-messages/')
				? { fault: { kind: 'body', status: 409, body: { message: 'MJML is not supported.' } } }
				: undefined;
		for (const replaceDraft of [false, true]) {
			const { error } = await loops.run({ ...publish, replaceDraft });
			expect(error?.message).toContain("Loops' API can neither show nor change the content");
		}
		expect(posts()).toEqual([]);
		expect(welcome().draftMessageId).toBeNull();
	});
});

const never = async () => {
	const made = await loops.run({
		resource: 'transactionalEmail',
		operation: 'create',
		name: 'New',
	});
	const { id, draftEmailMessageId } = made.json[0] as Record<string, string>;
	const of = { ...publish, transactionalId: { __rl: true, mode: 'id', value: id } };
	return { of, message: messages().get(draftEmailMessageId)! };
};

it.each<[string, object, string | undefined]>([
	['writes an empty draft', {}, undefined],
	['refuses a draft with text', { lmx: HAND }, 'has unpublished changes in its draft: Content'],
	['refuses a draft with a preview text', { previewText: 'Hi' }, 'Preview Text'],
])('Save Content of an email that was never published %s', async (_case, changes, said) => {
	const { of, message } = await never();
	Object.assign(message, changes);
	const { error } = await loops.run(of);
	if (said) expect(error?.message).toContain(said);
	else expect(error).toBeUndefined();
	expect(message.lmx).toBe(said ? ((changes as IDataObject).lmx ?? '') : save.lmx);
	if (said) await loops.expectSuccess({ ...of, replaceDraft: true });
});
