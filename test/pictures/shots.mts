import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Leaves nothing that moves, and nothing under the mouse. */
export async function settle(page: Page) {
	const hidden = [
		// Toasts and tips.
		'.el-notification',
		'.el-popper',
		'[role="tooltip"]',
		'[data-reka-popper-content-wrapper]',
		'[data-radix-popper-content-wrapper]',
		// Buttons over the canvas, and beside the form.
		'.vue-flow__panel',
		'[class*="nodeButtonsWrapper"]',
		'[class*="executionButtons"]',
		'[class*="floatingNodes"]',
		// What the editor of expressions leaves in the corner of the page.
		'.ͼ1:not(.cm-editor)',
	];
	await page.addStyleTag({ content: `${hidden.join()} { display: none !important }` });
	await page.mouse.move(0, 0);
	// Icons and the canvas settle without a sign.
	await page.waitForTimeout(1_000);
}

export interface Clip {
	x: number;
	y: number;
	width: number;
	height: number;
}

export async function shoot(page: Page, name: string, clip: Clip) {
	const path = fileURLToPath(new URL(`${name}.png`, import.meta.url));
	await writeFile(path, await page.screenshot({ clip }));
	console.log(path);
}
