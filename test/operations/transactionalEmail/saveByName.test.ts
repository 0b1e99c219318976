import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const loops = useEmulator();

const LIST = '/v1/transactional-emails';
const save = contentParameters('transactionalEmail saveContent');
const named = (value: string) => ({
	...save,
	transactionalId: { __rl: true, mode: 'name', value },
});
const byItem = named('={{ $json.name }}');
const templates = (name: string) => loops.emulator.templates().filter((each) => each.name === name);
const lists = () =>
	loops.emulator.requests.filter(({ method, path }) => method === 'GET' && path === LIST).length;
const creations = () =>
	loops.emulator.requests.filter(({ method, path }) => method === 'POST' && path === LIST).length;

describe('Transactional Email > Save Content by name', () => {
	it('lists the emails once for all items of a run', async () => {
		const names = loops.emulator
			.templates()
			.map(({ name }) => ({ name }))
			.slice(0, 8);
		await loops.expectSuccess(byItem, [...names, ...names]);
		expect(lists()).toBe(Math.ceil(loops.emulator.templates().length / 50));
	});

	it('finds the email that an earlier run created, and warns of its new variables', async () => {
		const run = async (variable: string) =>
			await loops.run({
				...named('From git'),
				publish: true,
				lmx: `<Paragraph>{data.${variable}}</Paragraph>`,
			});
		expect((await run('a')).json).toMatchObject([{ created: true }]);
		const { json, hints } = await run('b');
		expect(json).toMatchObject([{ created: false }]);
		expect(hints.join()).toContain(
			'send of the published draft also needs these data variables: b.',
		);
		expect(templates('From git')).toHaveLength(1);
	});

	it('creates one email for two Unicode forms of its name', async () => {
		const names = ['Grüße', 'Grüße'.normalize('NFD')].map((name) => ({ name }));
		const { json } = await loops.run(byItem, names);
		expect(json).toMatchObject([{ created: true }, { created: false }]);
		expect(creations()).toBe(1);
	});

	it.each([
		['blanks around it', (name: string) => `\u00a0${name} `],
		['another Unicode form', (name: string) => name.normalize('NFD')],
	])('finds a name with %s', async (_case, write) => {
		templates('Welcome')[0].name = write('Grüße');
		const { json } = await loops.run(named('Grüße'));
		expect(json).toMatchObject([{ created: false }]);
		expect(creations()).toBe(0);
	});

	it('refuses a name that differs from an email only in case', async () => {
		const { error } = await loops.run(named('WELCOME'));
		expect(error?.message).toContain('There is already a transactional email called "Welcome"');
		expect(creations()).toBe(0);
	});

	it('refuses a name that differs only in case from one created by an earlier item', async () => {
		const items = [{ name: 'From git' }, { name: 'From Git' }];
		await loops.expectError(byItem, 'called "From git" [item 1]', items);
		expect(creations()).toBe(1);
	});

	it('prefers the email with the exact name', async () => {
		templates('Password reset')[0].name = 'WELCOME';
		expect((await loops.run(named('Welcome'))).json).toMatchObject([{ name: 'Welcome' }]);
	});

	it('lists the emails again after a lost answer to a creation', async () => {
		loops.emulator.inject({ kind: 'resetAfter', method: 'POST', path: LIST });
		const items = [{ name: 'From git' }, { name: 'From git' }];
		const { json } = await loops.run(byItem, items, { onError: 'continueRegularOutput' });
		expect(json).toMatchObject([{ error: expect.anything() }, { created: false }]);
		expect(templates('From git')).toHaveLength(1);
	});

	it('refuses a name that two emails have, with their IDs', async () => {
		await loops.run(named('From git'));
		Object.assign(templates('From git')[0], { name: 'Welcome' });
		await loops.expectError(named('Welcome'), '2 transactional emails are called "Welcome"');
	});

	it('does not mind an item whose expression for the email fails', async () => {
		const transactionalId =
			'={{ { __rl: true, mode: "name", value: $json.name ?? $("Gone").item } }}';
		const items = [{ name: 'Welcome' }, {}];
		const settings = { onError: 'continueRegularOutput' } as const;
		const { json } = await loops.run({ ...save, transactionalId }, items, settings);
		expect(json).toMatchObject([{ name: 'Welcome' }, { error: {} }]);
	});

	it('takes turns with the same email by its ID', async () => {
		const [{ id }] = templates('Welcome');
		const transactionalId = '={{ { __rl: true, mode: $json.mode, value: $json.value } }}';
		const items = [
			{ mode: 'name', value: 'Welcome', subject: 'One' },
			{ mode: 'id', value: id, subject: 'One' },
			{ mode: 'name', value: 'Welcome', subject: 'One' },
		];
		const parameters = { ...save, transactionalId, subject: '={{ $json.subject }}' };
		const { json } = await loops.expectSuccess(parameters, items);
		expect(json.map((each) => each.id)).toEqual([id, id, id]);
		const { draftMessageId } = templates('Welcome')[0];
		expect(loops.emulator.content.messages.get(draftMessageId!)!.subject).toBe('One');
	});
});

it('an email that is chosen by its name is not written if it was renamed since', async () => {
	const path = `${LIST}/${templates('Welcome')[0].id}/draft`;
	loops.onRequest = (request) => {
		if (request.path === path) templates('Welcome')[0].name = 'Old';
	};
	const { error } = await loops.run(named('Welcome'));
	expect(error?.message).toContain('The transactional email "Welcome" was renamed to "Old"');
	const posts = loops.changes();
	expect(posts.map((post) => post.path)).toEqual([path]);
});
