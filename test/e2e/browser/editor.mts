import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import { selectors } from 'playwright-core';

import type { LoopsCredential } from '../n8n/client.mts';
import { COUNT_ACTIONS, goTo, STAND_STILL, TWO_FRAMES } from './pageScripts.mts';

selectors.setTestIdAttribute('data-test-id');

/** Choices for the open form, and the credentials, of which n8n then chooses one. */
const LOOK_UPS = ['/rest/dynamic-node-parameters/', '/rest/credentials/for-workflow'];

/** n8n's editor with a Loops node. Elements are found by their text. */
export class Editor {
	/** The parameters of a node. */
	readonly panel: Locator;
	readonly input: Locator;
	readonly output: Locator;

	/** Look-ups for the open form that n8n has not answered. */
	private readonly lookUps = new Set<Request>();

	/** Number of clicks, key presses and fills since a page of n8n was opened. */
	actions = 0;

	/** Whether the form was opened again. n8n then marks empty required fields. */
	isReopened = false;

	private isLoaded = false;

	private constructor(
		readonly page: Page,
		private readonly keepsPage: boolean,
	) {
		this.panel = page.getByTestId('ndv');
		this.input = page.getByTestId('ndv-input-panel');
		this.output = page.getByTestId('output-panel');
	}

	/** @param keepsPage leads n8n from one page to the next without loading its 500 scripts again */
	static async open(context: BrowserContext, { keepsPage = false } = {}): Promise<Editor> {
		const page = await context.newPage();
		const editor = new Editor(page, keepsPage);
		await page.exposeFunction('countAction', () => {
			editor.actions += 1;
		});
		await page.addInitScript(COUNT_ACTIONS);
		await page.addInitScript(STAND_STILL);
		page.on('request', (each) => {
			if (LOOK_UPS.some((path) => each.url().includes(path))) editor.lookUps.add(each);
		});
		const end = (each: Request) => void editor.lookUps.delete(each);
		page.on('requestfinished', end).on('requestfailed', end);
		return editor;
	}

	async openWorkflow(id: string): Promise<void> {
		this.isReopened = false;
		// Until then, the canvas can show an earlier workflow.
		const read = this.page.waitForResponse(`**/rest/workflows/${id}*`);
		await Promise.all([read, this.goto(`/workflow/${id}`)]);
		await this.page.evaluate(TWO_FRAMES);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/**
	 * Loads n8n again with the next page. Only then does it read changed credentials, close dialogs, and
	 * leave a changed workflow without a question.
	 */
	reload(): void {
		this.isLoaded = false;
	}

	/** Waits until n8n has answered what the form looks up. It begins to when the form appears. */
	async lookedUp(): Promise<void> {
		do await this.page.evaluate(TWO_FRAMES);
		while (this.lookUps.size > 0);
	}

	/** Does what the notice says if n8n has asked for the fields of a new node before that had its credential. */
	async reopenIfAsked(): Promise<void> {
		await this.lookedUp();
		const notice = this.panel.getByText('close the node and open it again');
		if (!(await notice.isVisible())) return;
		await this.page.keyboard.press('Escape');
		await this.panel.waitFor({ state: 'detached' });
		this.isReopened = true;
		// The node is still selected.
		await this.page.keyboard.press('Enter');
		await this.panel.waitFor();
		await this.lookedUp();
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.panel.waitFor();
	}

	/** Adds the Loops node from the nodes panel to a new workflow, to which n8n adds a trigger. */
	async addToNewWorkflow(action: string): Promise<void> {
		await this.openActions(await this.searchNodes('Loops'));
		await this.page.getByTestId('node-creator').getByText(action, { exact: true }).click();
		await this.opened();
	}

	/** Waits for the form of a new node and its credential. */
	async opened(): Promise<void> {
		await this.panel.waitFor();
		await this.lookedUp();
	}

	async openActions(creator: Locator): Promise<void> {
		await creator.getByText('Loops', { exact: true }).click();
		// On an empty canvas, the panel shows triggers first.
		await creator.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' }).click();
	}

	/** Searches the nodes panel of an empty canvas. */
	async searchNodes(words: string): Promise<Locator> {
		await this.goto('/workflow/new');
		await this.page.getByTestId('canvas-add-button').getByRole('button').click();
		await this.page.getByTestId('node-creator-search-bar').fill(words);
		return this.page.getByTestId('node-creator');
	}

	/** Opens the dialog of a new credential, which stays open after a successful test. */
	async newCredential(type: string): Promise<void> {
		// It would open over the dialog of an earlier one.
		this.reload();
		await this.goto('/home/credentials/create');
		await this.page.getByTestId('new-credential-type-select').getByRole('combobox').fill(type);
		await this.option(type).click();
		await this.page.getByTestId('new-credential-type-button').click();
	}

	/** Fills and saves the credential in the dialog; n8n then tests it. */
	async saveCredential({ apiKey, baseUrl }: LoopsCredential): Promise<void> {
		await this.fillCredential('API Key', apiKey);
		await this.fillCredential('Base URL', baseUrl);
		await this.page.getByRole('button', { name: 'Save' }).click();
	}

	/** Fills and saves the credential of Loops Trigger. */
	async saveSecret(secret: string): Promise<void> {
		await this.fillCredential('Signing Secret', secret);
		await this.page.getByRole('button', { name: 'Save' }).click();
	}

	/** The URL that the open trigger shows. */
	async webhookUrl(kind: 'Test URL' | 'Production URL'): Promise<string> {
		const toggle = this.panel.getByText(kind, { exact: true });
		if (!(await toggle.isVisible()))
			await this.panel.getByText('Webhook URLs', { exact: true }).click();
		await toggle.click();
		const path = kind === 'Test URL' ? '/webhook-test/' : '/webhook/';
		return (await this.panel.getByText(path).innerText()).trim();
	}

	/** Clicks 'Execute step' of a trigger, which then waits for an event. */
	async listen(): Promise<void> {
		// While it ends an earlier wait, the button stops it.
		const button = this.panel.getByTestId('node-execute-button');
		await button.filter({ hasText: 'Execute step' }).click();
		await this.panel.getByText('Listening for test event').waitFor();
	}

	/** A parameter, a field of a resource mapper, or an entry of a collection. */
	field(label: string): Locator {
		const labelled = this.page.locator('label').getByText(label, { exact: true });
		// The label of a mapper contains those of its fields: the last match is the innermost.
		return this.panel.getByTestId('input-label').filter({ has: labelled }).last();
	}

	async fill(label: string, text: string): Promise<void> {
		await this.field(label).getByRole('textbox').fill(text);
	}

	/** Typing '=' turns a field into an expression. */
	async fillExpression(label: string, expression: string): Promise<void> {
		await this.fill(label, '=');
		await this.field(label).locator('.cm-content').fill(expression);
	}

	async fillNumber(label: string, value: number): Promise<void> {
		await this.field(label).getByRole('spinbutton').fill(String(value));
	}

	async pickDate(label: string, value: string): Promise<void> {
		const date = this.field(label).getByPlaceholder('Select date and time');
		await date.fill(value);
		await date.press('Enter');
	}

	/** Selects one or several options. */
	async choose(label: string, ...options: string[]): Promise<void> {
		// A multi-select has a second combobox; while options load, only that one is enabled.
		const select = this.field(label).locator('[role="combobox"]:enabled').first();
		await select.click();
		for (const option of options) await this.option(option).click();
		// The list of a multi-select stays open over other fields.
		if ((await select.getAttribute('aria-expanded')) === 'true') await select.press('Escape');
	}

	/** Searches the list of a resource locator. */
	async search(label: string, text: string): Promise<Locator> {
		await this.field(label).getByTestId('rlc-input').click();
		const items = this.page.getByTestId('rlc-item').filter({ visible: true });
		await items.first().waitFor();
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
		return items;
	}

	/** Enters a value into a resource locator in another mode than its list. */
	async enter(label: string, mode: string, text: string): Promise<void> {
		const locator = this.field(label);
		await locator.getByTestId('rlc-mode-selector').click();
		await this.option(mode).click();
		await locator
			.getByTestId('rlc-input')
			.getByRole('textbox')
			.or(locator.getByRole('textbox').last())
			.first()
			.fill(text);
	}

	/** Adds an entry to a collection, such as 'Additional Fields'. */
	async addTo(collection: string, entry: string): Promise<void> {
		const add = this.field(collection).locator('xpath=..').getByTestId('collection-parameter-add');
		await add.click();
		await this.option(entry).click();
		await this.field(entry).waitFor();
	}

	/** Switches a resource mapper to automatic mapping. */
	async mapAutomatically(): Promise<void> {
		await this.panel.getByTestId('mapping-mode-select').getByRole('combobox').click();
		await this.option('Map Automatically').click();
	}

	async toggle(label: string): Promise<void> {
		await this.field(label).locator('xpath=..').locator('.el-switch').click();
	}

	/** Adds a field to the form of a resource mapper. */
	async addField(label: string): Promise<void> {
		await this.panel.getByTestId('add-fields-select').getByRole('button').click();
		await this.page.getByRole('menuitem', { name: label, exact: true }).click();
		await this.field(label).waitFor();
	}

	/** Height of all parameters of the open node in pixels, including scrolled ones. */
	async height(): Promise<number> {
		const form = '[data-test-id="node-parameters"]';
		const heights = await this.panel
			.locator(`${form}, ${form} *`)
			.evaluateAll((all) => all.map(({ scrollHeight }) => scrollHeight));
		return Math.max(...heights);
	}

	/** Clicks 'Execute step' and returns the result. */
	async executeStep(): Promise<'success' | 'danger'> {
		await Promise.all([
			this.page.waitForResponse(/\/rest\/workflows\/[^/]+\/run/),
			this.panel.getByTestId('node-execute-button').click(),
		]);
		const danger = this.output.getByTestId('node-run-status-danger');
		await danger.or(this.output.getByTestId('node-run-status-success')).waitFor();
		// The success of an earlier run can have been shown, and be gone.
		return (await danger.isVisible()) ? 'danger' : 'success';
	}

	/** The output table of the open node: its head, then a row for each item. */
	async table(): Promise<string[][]> {
		await this.output.getByRole('table').waitFor();
		const rows = await this.output.getByRole('row').all();
		const texts = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
		// The last column is a margin.
		return texts.map((cells) => cells.slice(0, -1));
	}

	/** Output fields of the previous node, which n8n shows before it has run. */
	async inputFields(): Promise<string[]> {
		await this.input.getByTestId('schema-preview-warning').waitFor();
		return await this.input.getByTestId('run-data-schema-node-name').allInnerTexts();
	}

	/** Runs the open workflow with the button on the canvas. */
	async executeWorkflow(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').click();
		await this.page.getByText('Workflow executed successfully').waitFor();
	}

	/** The hints next to the output. */
	async hints(): Promise<string[]> {
		const texts = await this.output.getByTestId('node-hint').allInnerTexts();
		return texts.map((text) => text.trim());
	}

	private async fillCredential(label: string, text: string) {
		const parameter = this.page.getByTestId('credential-connection-parameter');
		await parameter.filter({ hasText: label }).getByRole('textbox').fill(text);
	}

	/** An option of the open list by name, which a description may follow. */
	private option(name: string): Locator {
		return this.page
			.getByRole('option')
			.filter({ visible: true, has: this.page.getByText(name, { exact: true }) });
	}

	private async goto(path: string) {
		this.actions = 0;
		if (this.keepsPage && this.isLoaded) await this.page.evaluate(goTo(path));
		// The editor is usable long before its last script has loaded.
		else await this.page.goto(path, { waitUntil: 'commit' });
		this.isLoaded = true;
	}
}
