import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';

import { Editor } from './editor.mts';
import { signIn } from './signIn.mts';

const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

/**
 * The editor of the project's n8n, with a screenshot at the end of each test. Tests share a tab,
 * which a failing one closes.
 * @param ignoreDefaultArgs arguments that Playwright would give Chromium
 */
export function useEditor(ignoreDefaultArgs?: string[]): { readonly editor: Editor } {
	let context: BrowserContext;
	let editor: Editor;

	beforeAll(async () => {
		context = await signIn(inject('n8n').origin, { ignoreDefaultArgs });
	});
	beforeEach(async () => {
		if (editor && !editor.page.isClosed()) return;
		editor = await Editor.open(context, { keepsPage: true });
	});
	afterEach(async ({ task }) => {
		const path = `${screenshots}${task.name.replace(/[^\w-]+/g, '-')}.png`;
		await editor.page.screenshot({ path });
		if (task.result?.state === 'fail') await editor.page.close();
	});
	afterAll(async () => await context?.close());

	return {
		get editor() {
			return editor;
		},
	};
}
