import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { byId, contentParameters, parametersOf } from '../harness/operations.mts';
import { perKey } from '../harness/sendOnce.mts';

const ghost = { email: 'ghost@example.com' };
const { checkSuppression, removeSuppression, sendEmail, sendEvent } = parametersOf;
const ifMissing = { options: { whenNotFound: 'foundFalse' } };

describe('a 404 without `success`, as in the fixtures of Loops’ own clients', () => {
	const loops = useEmulator({ bareRefusals: true });

	it('is found: false for the suppression of an unknown contact', async () => {
		const { json } = await loops.run({ ...checkSuppression, ...ghost });
		expect(json).toMatchObject([{ found: false, isSuppressed: null, ...ghost }]);
	});

	it('is found: false for the removal of a suppression', async () => {
		const options = { whenNotFound: 'foundFalse' };
		const { json } = await loops.run({ ...removeSuppression, ...ghost, options });
		expect(json).toMatchObject([{ found: false, removed: false, ...ghost }]);
	});

	it('is deleted: false for an unknown contact', async () => {
		const { json } = await loops.run({ ...parametersOf.delete, ...ghost, ...ifMissing });
		expect(json).toMatchObject([{ found: false, deleted: false, ...ghost }]);
	});

	it('names what Loops does not have', async () => {
		const contact = await loops.run({ ...parametersOf.delete, ...ghost });
		expect(contact.error?.message).toContain(
			'No contact has this email: ghost@example.com (HTTP 404',
		);
		const transactionalId = byId('cm0nosuchid000000000000000');
		const email = await loops.run({ ...sendEmail, transactionalId });
		expect(email.error?.message).toContain('No transactional email has this ID (HTTP 404');
	});

	it('never turns a 409 into a send that was made before', async () => {
		for (const send of [sendEmail, sendEvent]) {
			const parameters = { ...send, options: perKey('order-1') };
			const first = await loops.run(parameters);
			expect(first.json).toMatchObject([{ deduplicated: false }]);
			const { json, error } = await loops.run(parameters);
			expect(json).toEqual([]);
			expect(error?.message).toContain('does not respond like the Loops API (HTTP 409');
			expect(error?.description).toContain('If the Base URL is correct and there is no proxy');
		}
	});
});

describe('a 404 with a message that Loops’ clients show for another call', () => {
	const loops = useEmulator();
	const not = (message: string) =>
		({ kind: 'body', status: 404, body: { message }, times: 'always' }) as const;

	it.each<[string, IDataObject, string]>([
		['Check Suppression', { ...checkSuppression, ...ghost }, 'Transactional email not found.'],
		['Check Suppression', { ...checkSuppression, ...ghost }, 'Route not found.'],
		['Delete', { ...parametersOf.delete, ...ghost, ...ifMissing }, 'This contact was not found.'],
		['Delete', { ...parametersOf.delete, ...ghost, ...ifMissing }, 'Not Found'],
		['Send', sendEmail, 'Contact not found.'],
	])('fails %s', async (_operation, parameters, message) => {
		loops.emulator.inject(not(message));
		const { json, error } = await loops.run(parameters);
		expect(json).toEqual([]);
		expect(error?.message).toContain(`does not respond like the Loops API (HTTP 404: ${message})`);
	});
});

describe('an ID of the wrong form', () => {
	const loops = useEmulator({ strictIds: true });

	it.each([
		['campaign get', { field: 'campaignId', thing: 'campaign' }],
		['campaign update', { field: 'campaignId', thing: 'campaign' }],
		['campaign getMetrics', { field: 'campaignId', thing: 'campaign' }],
		['emailMessage get', { field: 'emailMessageId', thing: 'email message' }],
		['emailMessage update', { field: 'emailMessageId', thing: 'email message' }],
		['transactionalEmail get', { field: 'transactionalId', thing: 'transactional email' }],
		['theme get', { field: 'themeId', thing: 'theme' }],
		['component update', { field: 'componentId', thing: 'component' }],
		['audienceSegment get', { field: 'audienceSegmentId', thing: 'audience segment' }],
		['workflow get', { field: 'workflowId', thing: 'workflow' }],
	])('is told as an ID that Loops does not have: %s', async (operation, { field, thing }) => {
		const parameters = { ...contentParameters(operation), [field]: byId('gone') };
		const { error } = await loops.run(parameters);
		expect(error?.message).toContain(`Loops has no ${thing} with this ID: gone`);
		expect(error?.message).toContain(`(HTTP 400: Invalid \`${field}\`.)`);
		expect(error?.description).not.toContain('in brackets');
	});

	const emailMessage = { id: 'cm9msg0october0000000001', owner: 'an email message' };
	const campaign = { id: 'cm9campaign0october00001', owner: 'a campaign' };
	it.each([
		['campaign get', { field: 'campaignId', ...emailMessage }],
		['campaign update', { field: 'campaignId', ...emailMessage }],
		['transactionalEmail get', { field: 'transactionalId', ...emailMessage }],
		['emailMessage get', { field: 'emailMessageId', ...campaign }],
	])('is named as that of something else: %s', async (operation, { field, id, owner }) => {
		const parameters = { ...contentParameters(operation), [field]: byId(id) };
		const { error } = await loops.run(parameters);
		expect(error?.message).toContain(`with this ID: ${id}`);
		expect(error?.description).toContain(`This is the ID of ${owner}.`);
		const { error: ofUnknown } = await loops.run({ ...parameters, [field]: byId('cm9nothing') });
		expect(ofUnknown?.description).not.toContain('This is the ID of');
	});

	it('is not blamed for another ID in the body', async () => {
		const body = { message: 'Invalid `mailingListId`.' };
		loops.emulator.inject({ kind: 'body', method: 'POST', status: 400, body });
		const audienceList = 'cm9list0productnews000002';
		const parameters = { ...contentParameters('campaign update'), audienceList };
		const { error } = await loops.run(parameters);
		expect(error?.message).toMatch(/^Loops refused '/);
	});
});
