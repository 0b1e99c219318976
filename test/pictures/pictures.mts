// `npm run pictures`: the pictures of README.md and docs/, from n8n's own editor and the emulator behind it.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { IDataObject } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { type Emulator, startEmulator } from '../emulator/server.mts';
import type { WorkflowJson } from '../harness/workflow.mts';
import { N8nClient } from '../e2e/n8n/client.mts';
import { startPackaged } from '../e2e/n8n/packaged.mts';
import { chain, coreNode, loopsNode, pinned } from '../e2e/nodes.mts';
import { createSecret, storeTrigger } from '../e2e/webhook/trigger.mts';
import { Editor, launchChromium, signIn } from '../e2e/browser/editor.mts';

/** Of a picture. README.md shows it at 850. */
const WIDTH = 1000;
/** Around what it shows. */
const MARGIN = 24;

const signUp = {
	email: 'nia@example.com',
	firstName: 'Nia',
	plan: 'team',
	resetUrl: 'https://example.com/reset/8f2c',
};

const sendEmail = {
	resource: 'transactionalEmail',
	operation: 'send',
	transactionalId: {
		__rl: true,
		mode: 'list',
		value: 'cm8tx0pwreset00000000002a',
		cachedResultName: 'Password reset',
	},
	email: '={{ $json.email }}',
};

const dataVariables = {
	firstName: '={{ $json.firstName }}',
	resetUrl: '={{ $json.resetUrl }}',
};

const upsertContact = {
	resource: 'contact',
	operation: 'upsert',
	email: '={{ $json.email }}',
	additionalFields: { addToList: ['cm9list0productnews000002', 'cm9list0releasenotes00001'] },
};

const contactProperties = {
	firstName: '={{ $json.firstName }}',
	planName: '={{ $json.plan }}',
	seats: 12,
	isBeta: true,
	trialEndsAt: '2026-12-24T09:30:00',
};

async function takePictures(editor: Editor, client: N8nClient, emulator: Emulator) {
	const credential = await client.createCredential(emulator);

	const open = async (workflow: WorkflowJson) =>
		await editor.openWorkflow(await client.createWorkflow(workflow, credential));

	/** Opens a node that has run, behind one that has the sign-up. */
	async function openAfterRun(name: string, parameters: IDataObject) {
		await editor.page.setViewportSize(FORM);
		const start = coreNode('Sign-up', 'manualTrigger', 1);
		const node = { ...loopsNode(name, parameters), position: [240, 0] as [number, number] };
		await open(pinned(chain([start, node]), [signUp]));
		await editor.openNode(name);
		await editor.executeStep();
		await editor.table();
	}

	/** A resource mapper out of whose form the fields without a value were taken. */
	async function mapper(method: string, path: string, parameters: IDataObject, value: IDataObject) {
		const { fields } = await client.mapperFields(method, { credential, parameters, path });
		const schema = fields.map((field) => ({ ...field, removed: !(field.id in value) }));
		return { mappingMode: 'defineBelow', value, matchingColumns: [], schema };
	}

	/** Runs a workflow of examples/ on a canvas that all of it fits into. */
	async function runExample(file: string) {
		// So that there is room for what stands behind the last node.
		await editor.page.setViewportSize({ width: WIDTH - 40, height: 1000 });
		const example = new URL(`../../examples/${file}.json`, import.meta.url);
		await open(JSON.parse(await readFile(example, 'utf8')) as WorkflowJson);
		await editor.executeWorkflow();
		await editor.page.getByTestId('zoom-to-fit').click();
	}

	for (const [file, picture] of [
		['sign-ups', 'workflow'],
		['csv-import', 'failed-rows'],
		['preference-centre', 'preference-centre'],
	]) {
		await runExample(file);
		await takeCanvas(editor, picture);
	}

	await runExample('dunning-email');
	await editor.page.setViewportSize(FORM);
	await editor.openNode('Send Reminder');
	await editor.field('Data Variables').evaluate((field) => field.scrollIntoView());
	await takeForm(editor, 'dunning');

	await openAfterRun('Send Password Reset', {
		...sendEmail,
		dataVariables: await mapper('getDataVariableFields', 'dataVariables', sendEmail, dataVariables),
	});
	await takeForm(editor, 'send-email');

	await openAfterRun('Create or Update Contact', {
		...upsertContact,
		contactProperties: await mapper(
			'getContactPropertyFields',
			'contactProperties',
			upsertContact,
			contactProperties,
		),
	});
	await editor.field('First Name').evaluate((field) => field.scrollIntoView());
	await takeForm(editor, 'contact-properties');

	// On the left, a trigger shows nothing, and in a narrow window not even that it listens.
	await editor.page.setViewportSize({ ...FORM, width: 1_450 });
	const secret = await createSecret(client, { signingSecret: emulator.webhook.secret });
	const trigger = await storeTrigger(client, { events: ['email.hardBounced'] }, secret);
	await editor.openWorkflow(trigger.id);
	await editor.openNode('Loops Trigger');
	emulator.setWebhook({ url: await editor.webhookUrl('Test URL'), retries: 0 });
	// Before the editor listens: it takes one event.
	emulator.happen({ event: 'campaign.email.sent', email: 'kim@example.com' });
	while (!emulator.deliveries.at(-1)?.status) await editor.page.waitForTimeout(100);
	await editor.listen();
	emulator.happen({ event: 'email.hardBounced', emailId: emulator.email('marketing', 0).id });
	await editor.table();
	await takeForm(editor, 'trigger', 1);

	const { page } = editor;
	await page.setViewportSize({ width: WIDTH, height: 800 });
	await page.goto(emulator.origin);
	await shoot(page, 'emulator', { x: 0, y: 0, width: WIDTH, height: 800 });
}

/** What the editor of a node is opened in: a form of WIDTH with the canvas dimmed around it. */
const FORM = { width: WIDTH + 50, height: 900 };

/** @param at share of what is left over that is cut off on the left */
async function takeForm({ page, panel }: Editor, name: string, at = 0.5) {
	await settle(page);
	const box = await panel.boundingBox();
	if (!box) throw new Error(`No node is open for ${name}.png`);
	await shoot(page, name, { ...box, x: box.x + (box.width - WIDTH) * at, width: WIDTH });
}

async function takeCanvas({ page }: Editor, name: string) {
	await page.setViewportSize({ width: WIDTH + 300, height: 1000 });
	await settle(page);
	const nodes = await page.locator('.vue-flow__node').all();
	const boxes = (await Promise.all(nodes.map((node) => node.boundingBox()))).filter((box) => !!box);
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + 3 * MARGIN;
	const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + 4 * MARGIN;
	const x = (left + right - WIDTH) / 2;
	await shoot(page, name, { x, y: top, width: WIDTH, height: bottom - top });
}

/** Leaves nothing that moves, and nothing under the mouse. */
async function settle(page: Page) {
	const hidden = [
		// Toasts and tips.
		...['.el-notification', '.el-popper', '[role="tooltip"]'],
		...['[data-reka-popper-content-wrapper]', '[data-radix-popper-content-wrapper]'],
		// Buttons over the canvas, and beside the form.
		...['.vue-flow__panel', '[class*="nodeButtonsWrapper"]', '[class*="executionButtons"]'],
		'[class*="floatingNodes"]',
		// What the editor of expressions leaves in the corner of the page.
		'.ͼ1:not(.cm-editor)',
	];
	await page.addStyleTag({ content: `${hidden.join()} { display: none !important }` });
	await page.mouse.move(0, 0);
	// Icons and the canvas settle without a sign.
	await page.waitForTimeout(1_000);
}

interface Clip {
	x: number;
	y: number;
	width: number;
	height: number;
}

async function shoot(page: Page, name: string, clip: Clip) {
	const path = fileURLToPath(new URL(`${name}.png`, import.meta.url));
	await page.screenshot({ path, clip });
	console.log(path);
}

const n8n = await startPackaged('2.41');
const emulator = await startEmulator();
const browser = await launchChromium();
try {
	const client = await N8nClient.connect(n8n.origin);
	const editor = await Editor.open(await signIn(browser, n8n.origin, 2));
	await takePictures(editor, client, emulator);
} finally {
	await browser.close();
	await emulator.close();
	await n8n.stop();
}
