import type { Editor } from '../e2e/browser/editor.mts';
import type { Clip } from './shots.mts';

/** Takes what the page in `newcomers/` shows beside older pictures. */
export async function takeNewcomers(
	editor: Editor,
	take: (name: string, clip: Clip) => Promise<void>,
) {
	const { page } = editor;
	await page.setViewportSize({ width: 1440, height: 1100 });

	const creator = await editor.searchNodes('send email');
	await creator.getByText('Send emails and manage contacts').waitFor();
	const panel = (await creator.boundingBox()) as Clip;
	await take('search', { ...panel, height: 290 });
	await editor.openActions(creator);
	await creator.getByText('Send transactional email').waitFor();
	// On an empty canvas, triggers stand above the actions.
	const actions = creator.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' });
	await actions.evaluate((heading) => heading.scrollIntoView());
	await take('actions', { ...panel, height: 500 });

	const form = async (height: number): Promise<Clip> => {
		const { x, y } = (await editor.field('Resource').boundingBox()) as Clip;
		return { x: x - 20, y: y - 70, width: 420, height };
	};
	await editor.addToNewWorkflow('Send event');
	await editor.field('Resource').getByRole('combobox').click();
	await page.getByRole('option').first().waitFor();
	await take('resources', await form(420));
	await page.keyboard.press('Escape');

	await editor.addToNewWorkflow('Create campaign');
	await take('campaign', await form(880));

	await page.setViewportSize({ width: 1440, height: 800 });
	await editor.addToNewWorkflow('Send transactional email');
	const emails = await editor.search('Transactional Email', 'Welcome');
	await emails.filter({ hasText: 'Welcome' }).first().click();
	await editor.field('firstName').waitFor();
	await editor.fill('Recipient Email', 'nia@example.com');
	await editor.executeStep();
	const output = (await editor.output.boundingBox()) as Clip;
	await take('missing-variable', { ...output, height: 330 });
}
