import { describe, expect, it } from 'vitest';

import type { Script } from '../../emulator/faults.mts';
import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const loops = useEmulator({}, { checksOutput: false });

const ID = 'cm9msg0october0000000001';
const update = contentParameters('emailMessage update');
const message = () => loops.emulator.content.messages.get(ID)!;
/** Someone edits the message in Loops. */
const edit = (changes: object) =>
	Object.assign(message(), changes, { contentRevisionId: loops.emulator.content.revision() });

/** Acts once, at the first request with a method. */
function once(method: string, act: () => Script | void) {
	loops.onRequest = (request) => {
		if (request.method !== method) return;
		loops.onRequest = undefined;
		return act();
	};
}

describe('Email Message > Update', () => {
	it('sends the revision that it has read', async () => {
		const { contentRevisionId } = message();
		const { json } = await loops.run(update);
		expect(loops.changes().map(({ body }) => body)).toEqual([
			{ expectedRevisionId: contentRevisionId, subject: 'October' },
		]);
		expect(json).toMatchObject([{ contentRevisionId: message().contentRevisionId }]);
	});

	it('overwrites no change made after it read the revision', async () => {
		once('POST', () => void edit({ subject: 'By hand' }));
		const { error } = await loops.run(update);
		expect(error?.message).toContain('Loops did not change the email message (HTTP 409');
		expect(error?.description).not.toContain('not known');
		expect(message().subject).toBe('By hand');
		expect(loops.changes()).toHaveLength(1);
	});

	it('omits the revision if Loops gives null', async () => {
		message().contentRevisionId = null as never;
		await loops.run(update);
		expect(loops.changes().map(({ body }) => body)).toEqual([{ subject: 'October' }]);
	});

	it('without a revision overwrites nothing that came after its read', async () => {
		message().contentRevisionId = null as never;
		once('GET', () => ({ onProcessed: () => void edit({ subject: 'By hand' }) }));
		await loops.expectError(update, 'The email message has changed since the node read it');
		expect(message().subject).toBe('By hand');
	});

	it.each([
		['a revision', 'rev_1'],
		['no revision', null],
	])('succeeds after a lost answer to an update with %s', async (_case, revision) => {
		message().contentRevisionId = revision as string;
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		const { json, hints } = await loops.run(update);
		expect(json).toMatchObject([{ id: ID, subject: 'October' }]);
		expect(hints.join()).toContain("Loops' response was lost");
		expect(loops.changes()).toHaveLength(1);
	});

	it('recognizes its change after a lost answer if Loops omits empty values', async () => {
		message().ccEmail = 'cc@example.com';
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		const fallbacks = '{ "firstName": "there", "lastName": null }';
		const updateFields = { ccEmail: '', contactPropertiesFallbacks: fallbacks };
		await loops.expectSuccess({ ...update, updateFields });
		expect(message()).toMatchObject({
			ccEmail: '',
			fallbacks: { contact: { firstName: 'there' } },
		});
		expect(loops.changes()).toHaveLength(1);
	});

	it('succeeds if a first request that seemed lost arrives before the retry', async () => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		let posts = 0;
		loops.onRequest = ({ method }) => {
			if (method === 'POST' && ++posts === 2) edit({ subject: 'October' });
		};
		const { json } = await loops.run(update);
		expect(loops.changes().map(({ status }) => status)).toEqual([undefined, 409]);
		expect(json).toMatchObject([{ id: ID, subject: 'October' }]);
	});

	it.each([
		['before the look-up', 1],
		['before the retry', 2],
	])('fails after a lost answer and a change by someone else %s', async (_case, post) => {
		loops.emulator.inject({ kind: 'resetBefore', method: 'POST' });
		let posts = 0;
		loops.onRequest = ({ method }) => {
			if (method === 'POST' && ++posts === post) edit({ subject: 'By hand' });
		};
		const error = await loops.expectError(update, 'has changed since the node read it');
		expect(error.description).toContain('Check the email in Loops');
		expect(message().subject).toBe('By hand');
	});

	it('reports an unknown result if the look-up after a lost answer fails', async () => {
		once(
			'POST',
			() =>
				void loops.emulator.inject({ kind: 'status', status: 404, method: 'GET', times: 'always' }),
		);
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST' });
		const { error } = await loops.run(update);
		expect(error?.description).toContain('It is not known whether Loops processed the request');
		expect(loops.changes()).toHaveLength(1);
	});

	it('sends Expected Revision ID, not the revision that it reads', async () => {
		const expectedRevisionId = message().contentRevisionId;
		once('GET', () => void edit({ subject: 'By hand' }));
		const { error } = await loops.run({ ...update, options: { expectedRevisionId } });
		expect(error?.message).toContain('Loops did not change the email message (HTTP 409');
		expect(loops.changes()[0].body).toEqual({ expectedRevisionId, subject: 'October' });
	});

	it('refuses an empty Expected Revision ID', async () => {
		const options = { expectedRevisionId: '={{ $json.nothing }}' };
		await loops.expectRefusal({ ...update, options }, "'Expected Revision ID' is empty");
	});
});
