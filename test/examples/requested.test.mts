import type { IDataObject, IPinData, IRun } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputOf, runWorkflow } from '../harness/engine.mts';
import { pinnedTo, readExample, requested, webhookOf } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

const bodyOf = (file: string) => {
	const workflow = readExample(file);
	const { json } = workflow.pinData![webhookOf(workflow)!.name][0];
	return (json.body ?? json) as IDataObject;
};

/** Runs an example with this body of its request, or with its own. */
async function receive(file: string, body = bodyOf(file), pinData: IPinData = {}): Promise<IRun> {
	const workflow = readExample(file);
	const { name, type } = webhookOf(workflow)!;
	const given = pinnedTo(name, [type.endsWith('.webhook') ? { body } : body]);
	return await runWorkflow(source, loops.credentials(), {
		...workflow,
		pinData: { ...given, ...pinData },
	});
}

const jsonOf = (done: IRun, node: string) => outputOf(done, node)[0]?.map(({ json }) => json) ?? [];

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

		it.each([false, 'true', undefined])(
			'creates an unpublished draft with publish %o',
			async (publish) => {
				const [answer] = jsonOf(await push({ name: 'Trial over', publish }), 'Saved');
				expect(answer).toMatchObject({ status: 200, body: { created: true, published: false } });
				expect(template('Trial over')).toMatchObject({ published: false });
			},
		);

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
};

describe.each(requested)('%s', (file) => suites[file](file));
