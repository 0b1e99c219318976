import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { parametersOf } from '../../harness/operations.mts';
import { each, sampleItems } from '../../harness/sampleItems.mts';
import { onceOff } from '../../harness/sendOnce.mts';

const loops = useEmulator();

const { sendEvent, subscribe, upsert } = parametersOf;
const unknownProperty = (name = 'sets'): IDataObject => ({
	additionalFields: { contactPropertiesJson: JSON.stringify({ [name]: 1 }) },
});
const bad = { email: 'none' };
const GO_ON =
	"To let the workflow continue when an item fails, set 'Settings > On Error' to 'Continue (using error output)'.";

/** The lines below the error of the item: facts and warnings. */
const listIn = (description = '') => description.split('\n').slice(1);

describe('the error of a stopped run', () => {
	it('contains the warnings about sent items', async () => {
		const { error } = await loops.run({ ...each(upsert), ...unknownProperty() }, [
			...sampleItems(5),
			bad,
		]);
		expect(listIn(error?.description)).toEqual([
			`It is safe to run the workflow again with all items. ${GO_ON} Of 6 items: 5 done, 1 failed, and none went on to the next node.`,
			"The account has no contact property 'sets', so Loops drops its value. Did you mean 'seats'? [5 of 6 items: 0, 1, 2, 3, 4]",
		]);
	});

	it('says that a contact has opted out', async () => {
		const { error } = await loops.run(each(subscribe), [
			{ email: 'kim@example.com' },
			{ email: 'luis@example.com' },
			bad,
		]);
		expect(listIn(error?.description).at(-1)).toBe(
			"The contact has opted out of all emails ('subscribed' is false): Loops adds the contact to no mailing list. [item 1]",
		);
	});

	it('names an event that Loops does not list', async () => {
		const send = { ...each(sendEvent), eventName: 'sinup' };
		const { error } = await loops.run(send, [...sampleItems(1), bad]);
		expect(error?.description).toContain("Loops lists no event 'sinup'");
	});

	it('contains no warnings when nothing was done', async () => {
		const { error } = await loops.run({ ...each(upsert), ...unknownProperty() }, [
			bad,
			...sampleItems(2),
		]);
		expect(listIn(error?.description)).toEqual([`${GO_ON} Of 3 items: 1 failed, 2 not started.`]);
		loops.emulator.inject({ kind: 'status', status: 400, path: '/v1/contacts/update' });
		const alone = await loops.run({ ...upsert, ...unknownProperty() });
		expect(listIn(alone.error?.description)).toEqual([]);
	});

	it('contains the warning of a single item that may be done', async () => {
		const options = onceOff;
		loops.emulator.inject({ kind: 'resetAfter', path: '/v1/events/send' });
		const { error } = await loops.run({ ...sendEvent, eventName: 'sinup', options });
		expect(loops.emulator.eventLog).toHaveLength(1);
		expect(error?.description).toMatch(/ Loops lists no event 'sinup'.*'signup'\?$/);
		expect(listIn(error?.description)).toEqual([]);
	});

	it('does not repeat a warning', async () => {
		const subscription = "={{ $json.n === 1 ? 'unsubscribe' : 'leaveAsIs' }}";
		const additionalFields = { subscription, addToList: ['cm9list0investors00000003'] };
		loops.emulator.inject({ kind: 'slow', delay: 0, path: '/v1/contacts/update' });
		loops.emulator.inject({ kind: 'status', status: 400, path: '/v1/contacts/update' });
		const { error } = await loops.run({ ...each(upsert), additionalFields }, sampleItems(2));
		const { length } =
			error?.description?.split('Loops probably adds the contact to no mailing list') ?? [];
		expect(length).toBe(2);
	});

	it('counts warnings beyond 20, escapes HTML and masks the API key', async () => {
		const items = [
			...sampleItems(22).map((person) => ({ ...person, name: `<b>${person.n}` })),
			{ ...sampleItems(1)[0], name: loops.emulator.apiKey },
			bad,
		];
		const { error } = await loops.run(
			{
				...each(upsert),
				...unknownProperty(),
				additionalFields: { contactPropertiesJson: '={{ { [$json.name ?? "a"]: 1 } }}' },
			},
			items,
		);
		const warnings = listIn(error?.description).slice(1);
		expect(warnings).toHaveLength(21);
		expect(warnings[0]).toContain("'‹b>0'");
		expect(warnings[20]).toMatch(/^More warnings are not listed: \d\.$/);
		expect(error?.description).not.toContain(loops.emulator.apiKey);
	});

	it.each([
		['a field that is too long', { '<a href=https://example.com>Log in': 'x'.repeat(600) }],
		['a field of a wrong type', { '<a href=https://example.com>Log in': ['x', { a: 1 }] }],
	])('has no link if the data has one: %s', async (_case, properties) => {
		const { error } = await loops.run(
			{ ...upsert, additionalFields: { contactPropertiesJson: '={{ $json.body }}' } },
			[{ body: properties }],
		);
		const shown = `${error?.message} ${error?.description}`;
		expect(shown).toContain('Log in');
		expect(shown).not.toContain('<');
	});

	it('has no link if the email is one', async () => {
		const email = '<a href=https://example.com>Log in</a>';
		const { error } = await loops.run({ ...upsert, email });
		expect(error?.message).toContain("'Email' is not an email address: \"‹a href");
	});

	it('waits at most three seconds for a look-up that only serves a warning', async () => {
		const path = '/v1/contacts/properties';
		loops.emulator.inject({ kind: 'slow', delay: 30_000, path, times: 'always' });
		const startedAt = Date.now();
		const { error } = await loops.run({ ...each(upsert), ...unknownProperty() }, [
			...sampleItems(1),
			bad,
		]);
		expect(Date.now() - startedAt).toBeLessThan(4_000);
		expect(listIn(error?.description).at(-1)).toContain(
			"contact properties could not be read. If the account does not have 'sets'",
		);
	});
});
