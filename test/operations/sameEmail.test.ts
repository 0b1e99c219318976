import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentParameters } from '../harness/operations.mts';

const loops = useEmulator();

const save = contentParameters('transactionalEmail saveContent');
const byName: IDataObject = {
	...save,
	transactionalId: { __rl: true, mode: 'name', value: '={{ $json.name }}' },
	subject: '={{ $json.subject }}',
	publish: true,
};
const files = (name: string) =>
	['Your receipt', 'Deine Quittung'].map((subject) => ({ name, subject }));
const Continue = { onError: 'continueRegularOutput' } as const;
const SAID = 'Item 0 writes other content to the same email [item 1]';
const writes = () => loops.changes().filter(({ path }) => path.startsWith('/v1/email-messages/'));

describe('two items of a run that write the same email', () => {
	it.each(['Order receipt', 'From git'])('Save Content refuses the second: %s', async (name) => {
		// In the second run, the first item has nothing to change.
		for (const run of [1, 2]) {
			const { json } = await loops.run(byName, files(name), Continue);
			expect(json).toMatchObject([{ published: true }, { error: { message: SAID } }]);
			expect(writes(), `run ${run}`).toHaveLength(1);
		}
		const options = { validateOnly: true };
		const { json } = await loops.run({ ...byName, options }, files(`${name} 2`));
		expect(json).toMatchObject([{ ready: true }, { ready: false }]);
	});

	it('Save Content takes the same content twice', async () => {
		const [first] = files('From git');
		await loops.expectSuccess(byName, [first, first]);
		expect(writes()).toHaveLength(1);
	});

	it('the email is freed if Loops refuses to create it', async () => {
		let isFirst = true;
		loops.onRequest = ({ method, path }) => {
			if (!isFirst || method !== 'POST' || path !== '/v1/transactional-emails') return undefined;
			isFirst = false;
			return { fault: { kind: 'status', status: 403 } };
		};
		const { json } = await loops.run(byName, files('From git'), Continue);
		expect(json).toMatchObject([{ error: expect.anything() }, { published: true }]);
	});

	it('the email is kept if the first has written it and then fails', async () => {
		let isFirst = true;
		loops.onRequest = ({ path }) => {
			if (!isFirst || !path.endsWith('/guardian')) return undefined;
			isFirst = false;
			return { fault: { kind: 'status', status: 403 } };
		};
		const { json } = await loops.run(byName, files('Order receipt'), Continue);
		expect(json).toMatchObject([{ error: expect.anything() }, { error: { message: SAID } }]);
	});

	it.each(['emailMessage update', 'campaign update'])(
		'%s refuses another value of a field, and takes another field',
		async (of) => {
			const update = contentParameters(of);
			const updateFields = { subject: '={{ $json.subject }}', previewText: '={{ $json.text }}' };
			const items = [{ subject: 'One' }, { subject: 'Two' }, { text: 'Hi' }];
			const { json } = await loops.run({ ...update, updateFields }, items, Continue);
			expect(json.map(({ error }) => error)).toMatchObject([null, { message: SAID }, null]);
			expect(writes().map(({ body }) => body)).toMatchObject([
				{ subject: 'One' },
				{ previewText: 'Hi' },
			]);
		},
	);
});
