import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

const loops = useEmulator();

const CAMPAIGN = 'campaigns/cm9campaign0october00001';
const DRAFT = 'transactional-emails/cm8tx0draftspring0000065a';
const PUBLISHED = 'transactional-emails/cm8tx0welcome00000000001a';
const by = (of: string, value: string, more: IDataObject = {}) => ({
	...contentParameters(of),
	emailMessageId: { __rl: true, mode: 'list', value },
	...more,
});
const template = (id: string) => loops.emulator.templates().find((each) => id.endsWith(each.id));
const last = () => loops.emulator.requests.at(-1)?.path;

describe('an email message', () => {
	it.each<[string, () => string | null | undefined]>([
		[CAMPAIGN, () => 'cm9msg0october0000000001'],
		[DRAFT, () => template(DRAFT)?.draftMessageId],
		[PUBLISHED, () => template(PUBLISHED)?.publishedMessageId],
	])('is that of %s', async (owner, idOf) => {
		const { json } = await loops.run(by('emailMessage get', owner));
		expect(json).toMatchObject([{ id: idOf() }]);
		await loops.run(by('emailMessage check', owner));
		expect(last()).toBe(`/v1/email-messages/${idOf()}/guardian`);
		await loops.run(by('emailMessage sendPreview', owner));
		expect(last()).toBe(`/v1/email-messages/${idOf()}/preview`);
	});

	it('of a campaign is looked up once a run, and written', async () => {
		const subject = '={{ $json.subject }}';
		const parameters = by('emailMessage update', CAMPAIGN, { updateFields: { subject } });
		await loops.expectSuccess(parameters, [{ subject: 'Two' }, { subject: 'Two' }]);
		const { subject: written } = loops.emulator.content.messages.get('cm9msg0october0000000001')!;
		expect(written).toBe('Two');
	});

	it('of what does not exist fails its item', async () => {
		const { error } = await loops.run(by('emailMessage get', 'campaigns/cm9unknown00000000000001'));
		expect(error?.message).toContain("'campaigns/cm9unknown00000000000001' could not be looked up");
	});
});
