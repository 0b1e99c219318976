import { describe, expect, it } from 'vitest';

import type { ReceivedRequest } from '../../emulator/requestLog.mts';
import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

/** Is told of each request before it is processed. */
let onRequest: ((request: ReceivedRequest) => void) | undefined;
const loops = useEmulator(
	{
		script: (request) => {
			onRequest?.(request);
			return undefined;
		},
	},
	{ checksOutput: false },
);

const ID = 'cm9msg0october0000000001';
const PATH = `/v1/email-messages/${ID}`;
const update = contentParameters('emailMessage update');
const message = () => loops.emulator.content.messages.get(ID)!;
const writes = () => loops.emulator.requests.filter(({ method }) => method === 'POST');
/** What somebody writes in Loops. */
const edit = (changes: object) =>
	Object.assign(message(), changes, { contentRevisionId: loops.emulator.content.revision() });

/** Does something once, when the first request of a method comes in. */
function once(method: string, act: () => void) {
	onRequest = (request) => {
		if (request.method !== method) return;
		onRequest = undefined;
		act();
	};
}

describe('Email Message > Update', () => {
	it('gives the revision that it has read', async () => {
		const { contentRevisionId } = message();
		const { json } = await loops.run(update);
		expect(writes().map(({ body }) => body)).toEqual([
			{ expectedRevisionId: contentRevisionId, subject: 'October' },
		]);
		expect(json).toMatchObject([{ contentRevisionId: message().contentRevisionId }]);
	});

	it('overwrites no change that was made after it has read', async () => {
		once('POST', () => edit({ subject: 'By hand' }));
		const { error } = await loops.run(update);
		expect(error?.message).toContain('Loops did not change the email message (HTTP 409');
		expect(error?.description).not.toContain('not known');
		expect(message().subject).toBe('By hand');
		expect(writes()).toHaveLength(1);
	});

	it('overwrites no change of another execution at the same time', async () => {
		loops.emulator.inject({ kind: 'slow', delay: 500, method: 'GET', times: 2 });
		const runs = await Promise.all(
			['One', 'Two'].map((subject) => loops.run({ ...update, updateFields: { subject } })),
		);
		expect(runs.filter(({ error }) => error)).toHaveLength(1);
		const [done] = runs.filter(({ error }) => !error);
		expect(done.json).toMatchObject([{ subject: message().subject }]);
	});

	it('makes the changes of several items one after the other', async () => {
		const items = ['One', 'Two', 'Three'].map((subject) => ({ subject }));
		const fields = { updateFields: { subject: '={{ $json.subject }}' } };
		const { error } = await loops.run({ ...update, ...fields }, items);
		expect(error).toBeUndefined();
		expect(message().subject).toBe('Three');
	});

	it('leaves out a revision that Loops gives as null', async () => {
		message().contentRevisionId = null as never;
		await loops.run(update);
		expect(writes().map(({ body }) => body)).toEqual([{ subject: 'October' }]);
	});

	it.each([
		['a revision', 'rev_1'],
		['none', null],
	])('succeeds after a lost answer, where it began with %s', async (_case, revision) => {
		message().contentRevisionId = revision as string;
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		const { json, hints } = await loops.run(update);
		expect(json).toMatchObject([{ id: ID, subject: 'October' }]);
		expect(hints.join()).toContain("Loops' answer was lost");
		expect(writes()).toHaveLength(1);
	});

	it('knows its change where Loops leaves out what is empty', async () => {
		message().ccEmail = 'cc@example.com';
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		const fallbacks = '{ "firstName": "there", "lastName": null }';
		const updateFields = { ccEmail: '', contactPropertiesFallbacks: fallbacks };
		const { error } = await loops.run({ ...update, updateFields });
		expect(error).toBeUndefined();
		expect(message()).toMatchObject({
			ccEmail: '',
			fallbacks: { contact: { firstName: 'there' } },
		});
		expect(writes()).toHaveLength(1);
	});

	it('is made again where it did not arrive', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		expect((await loops.run(update)).error).toBeUndefined();
		expect(writes()).toHaveLength(2);
	});

	it('succeeds where a first request, taken for lost, arrives before the second', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		let posts = 0;
		onRequest = ({ method }) => {
			if (method === 'POST' && ++posts === 2) edit({ subject: 'October' });
		};
		const { json } = await loops.run(update);
		onRequest = undefined;
		expect(writes().map(({ status }) => status)).toEqual([undefined, 409]);
		expect(json).toMatchObject([{ id: ID, subject: 'October' }]);
	});

	it.each([
		['before it looks', 1],
		['before it tries again', 2],
	])('fails after a lost answer and a change of somebody else %s', async (_case, post) => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		let posts = 0;
		onRequest = ({ method }) => {
			if (method === 'POST' && ++posts === post) edit({ subject: 'By hand' });
		};
		const { error } = await loops.run(update);
		onRequest = undefined;
		expect(error?.message).toContain('has changed since this item read it');
		expect(error?.description).toContain('Look at it in Loops');
		expect(message().subject).toBe('By hand');
	});

	it('says what is not known where the look-up fails', async () => {
		once('POST', () =>
			loops.emulator.inject({ kind: 'status', status: 404, method: 'GET', times: 'always' }),
		);
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		const { error } = await loops.run(update);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		expect(writes()).toHaveLength(1);
	});

	it('takes a revision that is given, and reads none', async () => {
		const expectedRevisionId = message().contentRevisionId;
		await loops.run({ ...update, options: { expectedRevisionId } });
		expect(loops.emulator.requests).toHaveLength(1);
		expect(writes()[0].body).toEqual({ expectedRevisionId, subject: 'October' });
	});

	it('writes nothing where the revision that is given is stale', async () => {
		const expectedRevisionId = message().contentRevisionId;
		edit({ subject: 'By hand' });
		const { error } = await loops.run({ ...update, options: { expectedRevisionId } });
		expect(error?.message).toContain('409');
		expect(message().subject).toBe('By hand');
	});

	it('does not take a revision of which a part finds nothing', async () => {
		const options = { expectedRevisionId: '=rev_{{ $json.nothing }}' };
		const { error } = await loops.run({ ...update, options });
		expect(error?.message).toContain("'Expected Revision ID': {{ $json.nothing }} finds nothing");
		expect(loops.emulator.requests).toEqual([]);
	});

	it('refuses a revision that is given and finds nothing, instead of any revision', async () => {
		const options = { expectedRevisionId: '={{ $json.nothing }}' };
		const { error } = await loops.run({ ...update, options });
		expect(error?.message).toContain("'Expected Revision ID' is empty");
		expect(loops.emulator.requests).toEqual([]);
	});

	it('explains an email that is no draft, or is written in MJML', async () => {
		loops.emulator.content.campaigns.get('cm9campaign0october00001')!.status = 'Sent';
		expect((await loops.run(update)).error?.description).toContain('is no longer a draft');
		const body = { message: 'MJML campaigns are not supported.' };
		loops.emulator.inject({ kind: 'body', status: 409, body, path: PATH });
		const { error } = await loops.run({ ...update, operation: 'get' });
		expect(error?.message).toContain('This email message is written in MJML');
	});

	it('does not take the email of somebody else for the one it asked for', async () => {
		const body = { id: 'other', contentRevisionId: 'x' };
		loops.emulator.inject({ kind: 'body', body, times: 'always' });
		const { error } = await loops.run(update);
		expect(error?.message).toContain('not as the Loops API does');
		expect(writes()).toEqual([]);
	});
});
