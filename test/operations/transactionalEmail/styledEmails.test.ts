import { describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { byId, contentParameters } from '../../harness/operations.mts';
import { save } from './welcome.mts';

const loops = useEmulator({ styledEmails: true });

const create = contentParameters('transactionalEmail create');
const check = contentParameters('emailMessage check');
const schedule = contentParameters('campaign schedule');

/** A new transactional email, whose draft nobody has touched. */
async function untouched(name: string) {
	const { json } = await loops.run({ ...create, name });
	const { id, draftEmailMessageId } = json[0];
	return { id: String(id), draft: String(draftEmailMessageId) };
}

describe('where Loops shows every email with a <Style>', () => {
	it('Save Content writes a draft that nobody touched', async () => {
		const { id, draft } = await untouched('Fresh');
		const { error } = await loops.run({ ...save, transactionalId: byId(id), publish: true });
		expect(error).toBeUndefined();
		expect(loops.emulator.content.messages.get(draft)).toMatchObject({ lmx: save.lmx });
	});

	it.each(['<Paragraph></Paragraph>', '<Paragraph />\n<Paragraph> </Paragraph>'])(
		'Save Content writes a draft of empty paragraphs: %s',
		async (lmx) => {
			const { id, draft } = await untouched('Fresh');
			loops.emulator.content.messages.get(draft)!.lmx = lmx;
			const { error } = await loops.run({ ...save, transactionalId: byId(id) });
			expect(error).toBeUndefined();
		},
	);

	it('Save Content refuses to overwrite what somebody wrote', async () => {
		const { id, draft } = await untouched('Fresh');
		loops.emulator.content.messages.get(draft)!.lmx = '<Paragraph>By hand</Paragraph>';
		const { error } = await loops.run({ ...save, transactionalId: byId(id) });
		expect(error?.message).toContain('has unpublished changes in its draft: Content');
	});

	it('Save Content publishes again only what has changed', async () => {
		const staticData = {};
		const publish = { ...save, publish: true };
		const run = async () => await loops.run(publish, [{}], { staticData });
		await run();
		const before = loops.calls().length;
		expect((await run()).json).toMatchObject([{ published: true }]);
		const changes = loops
			.calls()
			.slice(before)
			.filter(({ method }) => method !== 'GET');
		expect(changes).toEqual([]);
	});

	it('a campaign without content is not scheduled, and its check says so', async () => {
		const message = loops.emulator.content.messages.get('cm9msg0october0000000001')!;
		Object.assign(message, { subject: 'News', lmx: '' });
		expect((await loops.run(check)).json).toMatchObject([{ isSendable: false }]);
		const { error } = await loops.run(schedule);
		expect(error?.message).toContain('The email has no content');
	});
});
