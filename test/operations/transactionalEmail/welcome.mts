import type { IDataObject } from 'n8n-workflow';

import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

type Loops = ReturnType<typeof useEmulator>;

export const WELCOME = 'cm8tx0welcome00000000001a';
export const save = contentParameters('transactionalEmail saveContent');
export const publish: IDataObject = { ...save, publish: true };
export const HAND = '<Paragraph>By hand</Paragraph>';

/** The template that Save Content writes, and what a person does to its draft in Loops. */
export function welcomeOf(loops: Loops) {
	const messages = () => loops.emulator.content.messages;
	const welcome = () => loops.emulator.templates().find(({ id }) => id === WELCOME)!;
	const draft = () => messages().get(welcome().draftMessageId!)!;
	const published = () => messages().get(welcome().publishedMessageId!)!;

	async function edit(changes: IDataObject = { lmx: HAND }): Promise<void> {
		if (!welcome().draftMessageId) {
			const { id } = loops.emulator.content.addMessage('transactional', WELCOME, {
				...structuredClone(published()),
				id: loops.emulator.content.id('msg'),
			});
			welcome().draftMessageId = id;
		}
		const contentRevisionId = loops.emulator.content.revision();
		Object.assign(draft(), { contentRevisionId, ...changes });
		await Promise.resolve();
	}

	return { messages, welcome, draft, published, edit };
}

/** Runs after a restart: another process, which has only what n8n stored. */
export const restarted = (staticData: IDataObject = {}) => ({
	workflowId: 'restarted',
	staticData,
});
