import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../../emulator/faults.mts';
import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const loops = useEmulator();

const save = contentParameters('transactionalEmail saveContent');
const named = (value: string) => ({ transactionalId: { __rl: true, mode: 'name', value } });
const templates = (name: string) => loops.emulator.templates().filter((each) => each.name === name);
const draftOf = (name: string) =>
	loops.emulator.content.messages.get(templates(name)[0].draftMessageId!)!;
const INVALID = '<Button>Read on</Button>';

describe('Transactional Email > Save Content', () => {
	it.each([
		['by ID', {}],
		['by name', named('Welcome')],
	])('writes the draft of an email found %s, and publishes nothing', async (_case, of) => {
		const before = templates('Welcome')[0].publishedMessageId;
		const { json } = await loops.run({ ...save, ...of });
		const [template] = templates('Welcome');
		expect(template.publishedMessageId).toBe(before);
		expect(draftOf('Welcome')).toMatchObject({ subject: 'Welcome', lmx: save.lmx });
		expect(json).toMatchObject([
			{
				id: template.id,
				name: 'Welcome',
				created: false,
				published: false,
				emailMessageId: template.draftMessageId,
				errors: [],
				warnings: [],
			},
		]);
	});

	it('creates a missing email once in two runs', async () => {
		for (const created of [true, false]) {
			const { hints, json } = await loops.run({ ...save, ...named('From git') });
			expect(hints).toEqual([]);
			expect(json).toMatchObject([{ created, published: false, name: 'From git' }]);
		}
		expect(templates('From git')).toHaveLength(1);
	});

	describe('with Publish', () => {
		const publish = { ...save, ...named('Welcome'), publish: true };

		it('publishes the checked draft', async () => {
			const { json, hints } = await loops.run(publish);
			const [template] = templates('Welcome');
			expect(template.draftMessageId).toBeNull();
			expect(json).toMatchObject([
				{
					published: true,
					emailMessageId: template.publishedMessageId,
					dataVariables: ['firstName'],
				},
			]);
			expect(hints.join()).toBe('');
		});

		it('tells new variables before it publishes', async () => {
			loops.onRequest = ({ path }) =>
				path.endsWith('/publish')
					? { fault: { kind: 'body', status: 422, body: { message: 'No.' } } }
					: undefined;
			const lmx = '<Paragraph>{data.city}</Paragraph>';
			const { json, hints } = await loops.run({ ...publish, lmx }, [{}], {
				onError: 'continueRegularOutput',
			});
			expect(JSON.stringify(json)).toContain('Loops did not publish the draft');
			expect(hints.join()).toContain(
				'Every send of the published draft also needs these data variables: city',
			);
		});

		const lmx = '<Paragraph>{data.amount} {data.plan}</Paragraph>';
		const withFallbacks = (dataVariablesFallbacks: object): IDataObject => ({
			...publish,
			lmx,
			additionalFields: { dataVariablesFallbacks: JSON.stringify(dataVariablesFallbacks) },
		});

		it.each([
			['null', { amount: null, plan: 'Free' }],
			['leaves it out', { plan: 'Free' }],
		])(
			'counts a variable as new whose fallback is removed: the item gives %s',
			async (_case, to) => {
				await loops.expectSuccess(withFallbacks({ amount: '0', plan: 'Free' }));
				const other = await loops.run({ ...withFallbacks({ amount: '1', plan: 'Free' }) });
				expect(other.json).toMatchObject([{ newVariables: [] }]);
				const draft = await loops.run({ ...withFallbacks(to), publish: false });
				const { json, hints } = await loops.run(withFallbacks(to));
				for (const each of [draft, { json, hints }]) {
					const title = 'Every send of the published draft also needs these data variables: amount';
					expect(each.json).toMatchObject([{ newVariables: ['amount'], warnings: [{ title }] }]);
					expect(each.hints.join()).toContain(title);
				}
				const { fallbacks } = loops.emulator.content.messages.get(
					templates('Welcome')[0].publishedMessageId!,
				)!;
				expect(fallbacks.data).toEqual({ plan: 'Free' });
				expect((await loops.run(withFallbacks(to))).json).toMatchObject([{ newVariables: [] }]);
			},
		);

		it('counts it as new if Loops lists optional variables too', async () => {
			await loops.expectSuccess(withFallbacks({ amount: '0', plan: 'Free' }));
			templates('Welcome')[0].dataVariables = ['amount', 'plan'];
			const { json } = await loops.run(withFallbacks({ amount: null, plan: 'Paid' }));
			expect(json).toMatchObject([{ newVariables: ['amount'] }]);
		});

		it.each(['={{ $json.fallbacks }}', '={{ null }}', ''])(
			'keeps the fallbacks if the item gives none: %j',
			async (dataVariablesFallbacks) => {
				await loops.expectSuccess(withFallbacks({ amount: '0', plan: 'Free' }));
				const parameters = { ...publish, lmx, additionalFields: { dataVariablesFallbacks } };
				const { json } = await loops.run({ ...parameters, subject: 'Other' });
				expect(json).toMatchObject([{ published: true, newVariables: [] }]);
				const { fallbacks } = loops.emulator.content.messages.get(
					templates('Welcome')[0].publishedMessageId!,
				)!;
				expect(fallbacks.data).toMatchObject({ amount: '0', plan: 'Free' });
			},
		);

		it.each<[string, IDataObject]>([
			['an unchanged draft', { draftEmailMessageId: 'same', publishedEmailMessageId: 'x' }],
			['no published email', { draftEmailMessageId: null, publishedEmailMessageId: null }],
			['neither field', {}],
		])('fails if the answer shows %s', async (_case, shown) => {
			loops.onRequest = ({ path }) => {
				if (!path.endsWith('/publish')) return;
				const [{ id, draftMessageId }] = templates('Welcome');
				const isSame = shown.draftEmailMessageId === 'same';
				const body = { id, ...shown, ...(isSame && { draftEmailMessageId: draftMessageId }) };
				return { fault: { kind: 'body', body } };
			};
			const { json, error } = await loops.run(publish);
			expect(json).toEqual([]);
			expect(error?.message).toContain('Loops still shows the draft as unpublished');
		});

		it('saves but does not publish content with errors', async () => {
			const { publishedMessageId } = templates('Welcome')[0];
			const { error } = await loops.run({ ...publish, lmx: INVALID });
			expect(error?.message).toContain('The email has errors: buttons without a URL (Read on)');
			expect(error?.message).toContain('The content is saved as a draft.');
			expect(draftOf('Welcome').lmx).toBe(INVALID);
			expect(templates('Welcome')[0].publishedMessageId).toBe(publishedMessageId);
		});

		it('outputs the errors of a draft if switched off', async () => {
			const { json } = await loops.run({ ...publish, publish: false, lmx: INVALID });
			const fix = 'Enter a URL that starts with https:// or mailto: for each of them';
			expect(json).toMatchObject([
				{ published: false, errors: [{ rule: 'missingButtonHrefs', fix }] },
			]);
		});
	});

	interface Step {
		/** The path of the call that fails. */
		path: RegExp;
		isCreated: boolean;
		isSaved: boolean;
	}
	const steps: Array<[name: string, Step]> = [
		['the creation', { path: /\/transactional-emails$/, isCreated: false, isSaved: false }],
		['the content', { path: /\/email-messages\//, isCreated: true, isSaved: false }],
		['the check', { path: /\/guardian$/, isCreated: true, isSaved: true }],
		['the publishing', { path: /\/publish$/, isCreated: true, isSaved: true }],
	];
	const faults: Array<[number, Fault]> = [
		[400, { kind: 'body', status: 400, body: { message: 'No.' } }],
		[500, { kind: 'status', status: 500 }],
		[422, { kind: 'body', status: 422, body: { message: 'No.' } }],
	];

	describe.each(steps)('names what is done if %s fails', (_name, step) => {
		it.each(faults)('with a %i', async (status, fault) => {
			let posted = false;
			loops.onRequest = ({ method, path }) => {
				posted ||= method === 'POST';
				return posted && step.path.test(path) ? { fault } : undefined;
			};
			const parameters: IDataObject = { ...save, ...named('From git'), publish: true };
			const error = await loops.expectError(parameters, String(status));
			expect(error.message.includes('created as')).toBe(step.isCreated);
			expect(error.message.includes('saved as a draft')).toBe(step.isSaved);
			expect(templates('From git')).toHaveLength(step.isCreated ? 1 : 0);
			loops.onRequest = undefined;
			const again = await loops.run(parameters);
			expect(again.json).toMatchObject([{ published: true }]);
			expect(templates('From git')).toHaveLength(1);
		});
	});

	it('advises that all items are safe to run again by name', async () => {
		const subject = '={{ $json.subject }}';
		const parameters = { ...save, ...named('={{ $json.name }}'), subject };
		const items = [
			{ name: 'From git', subject: 'One' },
			{ name: 'Welcome', subject: null },
		];
		const { error } = await loops.run(parameters, items);
		expect(error?.description).toContain('Of 2 items: 1 done, 1 failed');
		expect(error?.description).toContain('It is safe to run the workflow again with all items.');
	});

	it.each([null, undefined])(
		'reads the revision if the draft comes with %s instead',
		async (given) => {
			const [{ id }] = templates('Welcome');
			await loops.run({ ...contentParameters('transactionalEmail getDraft') });
			const body = {
				id,
				draftEmailMessageId: draftOf('Welcome').id,
				draftEmailMessageContentRevisionId: given,
			};
			loops.emulator.inject({ kind: 'body', body, path: `/v1/transactional-emails/${id}/draft` });
			const expectedRevisionId = draftOf('Welcome').contentRevisionId;
			await loops.run(save);
			const write = loops.emulator.requests.findLast(({ method }) => method === 'POST');
			expect(write?.body).toMatchObject({ expectedRevisionId });
		},
	);

	it('fails if Loops gives no draft', async () => {
		const id = 'cm8tx0welcome00000000001a';
		const body = { id, draftEmailMessageId: null, draftEmailMessageContentRevisionId: null };
		const path = `/v1/transactional-emails/${id}/draft`;
		loops.emulator.inject({ kind: 'body', body, path });
		await loops.expectError(save, 'The transactional email has no email message');
	});
});
