import type { IDataObject, IRun } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputOf, runWorkflow } from '../harness/engine.mts';
import { pinnedTo, readExample, requested, webhookOf } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';

const loops = useEmulator();
const KIM = 'kim@example.com';
const PRODUCT_NEWS = 'cm9list0productnews000002';

const bodyOf = (file: string) => {
	const workflow = readExample(file);
	const { json } = workflow.pinData![webhookOf(workflow)!.name][0];
	return (json.body ?? json) as IDataObject;
};

/** Runs an example with this body of its request, or with its own. */
async function receive(file: string, body = bodyOf(file)): Promise<IRun> {
	const workflow = readExample(file);
	const { name, type } = webhookOf(workflow)!;
	const given = pinnedTo(name, [type.endsWith('.webhook') ? { body } : body]);
	return await runWorkflow(source, loops.credentials(), { ...workflow, pinData: given });
}

const jsonOf = (done: IRun, node: string) => outputOf(done, node)[0]?.map(({ json }) => json) ?? [];

/** The answer of a run, from whichever node has answered. */
function answerOf(done: IRun): unknown {
	expect(done.data.resultData.error?.message).toBeUndefined();
	return jsonOf(done, done.data.resultData.lastNodeExecuted!)[0];
}

const isDown = () => loops.emulator.inject({ kind: 'status', status: 503, times: 'always' });
const emails = () => loops.emulator.outbox.map(({ email }) => email);

// n8n copies what an expression returns, which takes seconds for 30 KB of objects within objects.
describe('a form that anyone can send', () => {
	it.each([
		['double-opt-in.json', 'Not Emailed', "'Recipient Email'"],
		['waitlist-form.json', 'Join Waitlist', "'Email'"],
	])('of %s has no object and no long text for an address', async (file, node, label) => {
		const messageFor = async (email: unknown) => {
			const done = await receive(file, { email } as IDataObject);
			const [{ json }] = outputOf(done, node).flat();
			return (json.error as IDataObject).message;
		};
		expect(await messageFor({ a: 1 })).toContain(`${label} is empty`);
		expect(await messageFor(' '.repeat(400) + 'kim@example.com')).toContain(`${label} is empty`);
		expect(await messageFor('k'.repeat(1_000))).toContain(`${label} has 400 characters`);
	});
});

const suites: Record<string, (file: string) => void> = {
	'templates-from-git.json': (file) => {
		const body = bodyOf(file);
		const push = async (changes: IDataObject) => await receive(file, { ...body, ...changes });
		const template = (name: unknown) =>
			loops.emulator.templates().find((each) => each.name === name);

		it('publishes the email with the given name, and answers 200', async () => {
			const [answer] = jsonOf(await push({}), 'Saved');
			const { id, publishedMessageId } = template(body.name)!;
			expect(answer).toMatchObject({ status: 200, body: { id, created: false, published: true } });
			expect(loops.emulator.content.messages.get(publishedMessageId!)?.lmx).toBe(body.lmx);
		});

		it.each(['true', 'TRUE'])('publishes with the text %o', async (publish) => {
			const [answer] = jsonOf(await push({ publish }), 'Saved');
			expect(answer).toMatchObject({ status: 200, body: { published: true } });
		});

		it('refuses what is neither true nor false, and writes nothing', async () => {
			const done = await push({ name: 'Trial over', publish: 'yes' });
			expect(JSON.stringify(jsonOf(done, 'Refused'))).toContain('neither true nor false');
			expect(template('Trial over')).toBeUndefined();
		});

		it.each([false, null, undefined])(
			'creates an unpublished draft with publish %o',
			async (publish) => {
				const [answer] = jsonOf(await push({ name: 'Trial over', publish }), 'Saved');
				expect(answer).toMatchObject({ status: 200, body: { created: true, published: false } });
				expect(template('Trial over')).toMatchObject({ published: false });
			},
		);

		it('keeps an edit in Loops until the push replaces it, and tells new variables', async () => {
			const { content } = loops.emulator;
			const { id } = template(body.name)!;
			const editedBy = async () => {
				await loops.run({
					resource: 'transactionalEmail',
					operation: 'getDraft',
					transactionalId: { __rl: true, mode: 'id', value: id },
				});
				const draft = content.messages.get(template(body.name)!.draftMessageId!)!;
				return Object.assign(draft, { subject: 'By hand', contentRevisionId: content.revision() });
			};
			const draft = await editedBy();
			const [refused] = jsonOf(await push({}), 'Refused');
			expect(JSON.stringify(refused)).toContain('has unpublished changes in its draft: Subject');
			expect(draft.subject).toBe('By hand');
			const lmx = '<Paragraph>{data.firstName} {data.order.id}</Paragraph>';
			const [saved] = jsonOf(await push({ replace: true, lmx }), 'Saved');
			expect(saved).toMatchObject({ body: { published: true, newVariables: ['order.id'] } });
			expect(draft.subject).toBe(body.subject);
			const again = await editedBy();
			const [unchanged] = jsonOf(await push({ lmx }), 'Saved');
			expect(unchanged).toMatchObject({ status: 200, body: { published: true } });
			expect(again.subject).toBe('By hand');
		});

		it.each([
			[{ lmx: '<Paragraph>Hello' }, 'Loops refused the content'],
			[{ lmx: '<Button href="">Reset</Button>' }, 'The email has errors'],
			[{ name: '' }, "'Transactional Email' is empty"],
			[{ subject: undefined }, "'Subject'"],
		])('answers 422 with the reason for %j', async (changes, reason) => {
			const { publishedMessageId } = template(body.name)!;
			const done = await push(changes);
			expect(jsonOf(done, 'Refused')).toEqual([
				{
					status: 422,
					body: {
						error: expect.stringContaining(reason) as string,
						hint: expect.any(String) as string,
					},
				},
			]);
			expect(template(body.name)).toMatchObject({ publishedMessageId });
		});
	},

	'double-opt-in.json': (file) => {
		it.each(['NIA@example.com', 'nia@example', ' ', undefined])(
			'asks nobody, or nobody again, for a sign-up of %j',
			async (email) => {
				await receive(file);
				expect(jsonOf(await receive(file, { email }), 'Not Emailed')).toHaveLength(1);
				expect(emails()).toEqual(['nia@example.com']);
			},
		);
	},

	'waitlist-form.json': (file) => {
		it('changes nothing but the list, and says the same to everyone', async () => {
			const before = loops.emulator.contact(KIM);
			for (const email of [KIM, 'nia@example.com', 'luis@example.com']) {
				expect(answerOf(await receive(file, { email, firstName: 'Eve' }))).toMatchObject({
					status: 303,
				});
			}
			expect(loops.emulator.contact(KIM)).toEqual(before);
			expect(loops.emulator.contact('nia@example.com')).toMatchObject({
				firstName: null,
				mailingLists: { [PRODUCT_NEWS]: true },
			});
			expect(loops.emulator.contact('luis@example.com')).toMatchObject({ subscribed: false });
		});

		it('says whether the address or Loops is the cause', async () => {
			for (const email of ['nia@example', '', undefined]) {
				const body = 'Please check your email address.';
				expect(answerOf(await receive(file, { email }))).toEqual({ status: 422, body });
			}
			isDown();
			expect(answerOf(await receive(file))).toMatchObject({ status: 503 });
		});
	},

	'one-time-code.json': (file) => {
		it.each<[string, IDataObject]>([
			['another code', { code: '338102' }],
			['no address', { email: 'nia', requestId: 'login-8843' }],
			['no code', { code: undefined, requestId: 'login-8843' }],
			['no ID', { requestId: undefined }],
		])('answers 502 with the reason for %s', async (_, changes) => {
			await receive(file);
			const answer = answerOf(await receive(file, { ...bodyOf(file), ...changes }));
			expect(answer).toMatchObject({
				status: 502,
				body: { sent: false, error: expect.stringMatching(/\w/) as string },
			});
			expect(emails()).toEqual(['nia@example.com']);
		});
	},

	'account-deletion.json': (file) => {
		it('deletes a contact by either identifier, and can be repeated', async () => {
			const done = { status: 200, body: { deleted: true } };
			expect(answerOf(await receive(file))).toEqual(done);
			expect(answerOf(await receive(file))).toEqual(done);
			expect(loops.emulator.contact('ada@example.com')).toBeUndefined();
			const luis = { userId: 'u-99', email: 'luis@example.com' };
			expect(answerOf(await receive(file, luis))).toEqual(done);
			expect(loops.emulator.contact(luis.email)).toBeUndefined();
			expect(emails()).toEqual(['ada@example.com', luis.email]);
		});

		it.each([{ email: KIM }, { userId: '', email: KIM }, { userId: 'u-99' }])(
			'answers 502 for %j',
			async (body) => {
				const { contactCount } = loops.emulator;
				expect(answerOf(await receive(file, body))).toMatchObject({ status: 502 });
				expect([loops.emulator.contactCount, emails()]).toEqual([contactCount, []]);
			},
		);
	},

	'stripe-to-loops.json': (file) => {
		it('ignores what is not paid, and leaves a plan alone that is not named', async () => {
			const { data, ...event } = bodyOf(file);
			const { object } = data as { object: IDataObject };
			const changed = { ...object, customer_details: { email: KIM }, metadata: {} };
			const pay = async (payment_status: string) =>
				await receive(file, { ...event, data: { object: { ...changed, payment_status } } });
			await pay('unpaid');
			// A trial, or an order that costs nothing.
			await pay('no_payment_required');
			expect(loops.emulator.eventLog).toEqual([]);
			await pay('paid');
			expect(loops.emulator.eventLog).toHaveLength(1);
			expect(loops.emulator.contact(KIM)).toMatchObject({ planName: 'team' });
		});
	},
};

// Each has a file of its own.
const apart = ['post-to-campaign.json', 'preference-centre.json'];
describe.each(requested.filter((file) => !apart.includes(file)))('%s', (file) =>
	suites[file](file),
);
