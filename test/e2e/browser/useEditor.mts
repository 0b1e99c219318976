import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';

import { Editor, launchChromium, signIn } from './editor.mts';

const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** The editor of the n8n of the project, in a tab that is fresh for each test and leaves a picture. */
export function useEditor(): { readonly editor: Editor } {
	let browser: Browser;
	let context: BrowserContext;
	let editor: Editor;

	beforeAll(async () => {
		browser = await launchChromium();
		context = await signIn(browser, inject('n8n').origin);
	});
	beforeEach(async () => {
		editor = await Editor.open(context);
	});
	afterEach(async ({ task }) => {
		const path = `${screenshots}${task.name.replace(/[^\w-]+/g, '-')}.png`;
		await editor.page.screenshot({ path });
		await editor.page.close();
	});
	afterAll(async () => await browser?.close());

	return {
		get editor() {
			return editor;
		},
	};
}
