// `npm run pictures`: the pictures of README.md and docs/, from n8n's own editor and the emulator behind it.
import { readFile } from 'node:fs/promises';
import type { IDataObject } from 'n8n-workflow';
import type { Locator } from 'playwright-core';

import { type Emulator, startEmulator } from '../emulator/server.mts';
import type { WorkflowJson } from '../harness/workflow.mts';
import { N8nClient } from '../e2e/n8n/client.mts';
import { startPackaged } from '../e2e/n8n/packaged.mts';
import { chain, coreNode, loopsNode, pinned } from '../e2e/nodes.mts';
import { createSecret, storeTrigger } from '../e2e/webhook/trigger.mts';
import { Editor } from '../e2e/browser/editor.mts';
import { signIn } from '../e2e/browser/signIn.mts';
import { takeNewcomers } from './newcomers.mts';
import { type Clip, settle, shoot } from './shots.mts';

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

const upsertContact = {
	resource: 'contact',
	operation: 'upsert',
	email: '={{ $json.email }}',
	additionalFields: { addToList: ['cm9list0productnews000002', 'cm9list0releasenotes00001'] },
};

/** Rows of a file; the second has a comma in a number. */
const csvRows = [
	{ Email: 'ines@example.com', Seats: '14' },
	{ Email: 'paul@example.com', Seats: '1,5' },
	{ Email: 'kim@example.com', Seats: '3' },
];

const csvImport = {
	resource: 'contact',
	operation: 'upsert',
	email: '={{ $json.Email }}',
	contactProperties: {
		mappingMode: 'autoMapInputData',
		value: null,
		matchingColumns: [],
		schema: [],
	},
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
	await takeFirstEmail(editor);

	const open = async (workflow: WorkflowJson) =>
		await editor.openWorkflow(await client.createWorkflow(workflow, credential));

	/** Opens a node and runs it, behind one that has the items. */
	async function run(name: string, parameters: IDataObject, before: string, items: IDataObject[]) {
		await editor.page.setViewportSize(FORM);
		const start = coreNode(before, 'manualTrigger', 1);
		const node = { ...loopsNode(name, parameters), position: [240, 0] as [number, number] };
		await open(pinned(chain([start, node]), items));
		await editor.openNode(name);
		return await editor.executeStep();
	}

	/** A resource mapper out of whose form the fields without a value were taken. */
	async function mapper(method: string, path: string, parameters: IDataObject, value: IDataObject) {
		const { fields } = await client.mapperFields(method, { credential, parameters, path });
		const schema = fields.map((field) => ({ ...field, removed: !(field.id in value) }));
		return { mappingMode: 'defineBelow', value, matchingColumns: [], schema };
	}

	/** Opens a workflow of examples/ on a canvas that all of it fits into. */
	async function openExample(file: string) {
		// So that there is room for what stands behind the last node.
		await editor.page.setViewportSize({ width: WIDTH - 40, height: 1000 });
		const example = new URL(`../../examples/${file}.json`, import.meta.url);
		await open(JSON.parse(await readFile(example, 'utf8')) as WorkflowJson);
		await editor.page.getByTestId('zoom-to-fit').click();
	}

	async function runExample(file: string) {
		await openExample(file);
		await editor.executeWorkflow();
		await editor.page.getByTestId('zoom-to-fit').click();
	}

	for (const [file, picture] of [
		['sign-ups', 'workflow'],
		['csv-import', 'failed-rows'],
	]) {
		await runExample(file);
		await takeCanvas(editor, picture);
	}

	await editor.page.setViewportSize({ width: 2_600, height: 900 });
	await editor.openNode('Refused Rows');
	await editor.output.getByText('JSON', { exact: true }).click();
	await settle(editor.page);
	await shoot(editor.page, 'refused-rows', await outputOf(editor, 420));
	// n8n keeps the view for other nodes.
	await editor.output.getByText('Table', { exact: true }).click();

	const imports = [coreNode('Rows', 'manualTrigger', 1), loopsNode('Import Contacts', csvImport)];
	const failing = await client.createWorkflow(pinned(chain(imports), csvRows), credential);
	const { id } = await client.run(failing, 'Rows');
	await takeRetry(editor, failing, id);

	await run('Import Contacts', csvImport, 'Rows', csvRows);
	await editor.input.getByText('Table', { exact: true }).click();
	await settle(editor.page);
	// n8n marks the row under the mouse: the one that fails.
	await editor.input.getByRole('row').filter({ hasText: 'paul@' }).hover();
	await shoot(editor.page, 'csv-error', await formOf(editor, { height: 420 }));

	await openExample('newsletter');
	await editor.page.setViewportSize(FORM);
	await editor.openNode('Schedule');
	await takeForm(editor, 'schedule', { height: 760 });

	await runExample('dunning-email');
	await editor.page.setViewportSize(FORM);
	await editor.openNode('Send Reminder');
	await editor.field('Data Variables').evaluate((field) => field.scrollIntoView());
	await takeForm(editor, 'dunning');

	const mapped = await mapper(
		'getContactPropertyFields',
		'contactProperties',
		upsertContact,
		contactProperties,
	);
	const upsert = { ...upsertContact, contactProperties: mapped };
	await run('Create or Update Contact', upsert, 'Sign-up', [signUp]);
	await editor.table();
	await editor.field('First Name').evaluate((field) => field.scrollIntoView());
	await takeForm(editor, 'contact-properties');

	// On the left, a trigger shows nothing, and in a narrow window not even that it listens.
	await editor.page.setViewportSize({ ...FORM, width: 1_450 });
	const secret = await createSecret(client, { signingSecret: emulator.webhook.secret });
	// A hard bounce brings a second event, which may arrive first.
	const trigger = await storeTrigger(client, { events: ['email.softBounced'] }, secret);
	await editor.openWorkflow(trigger.id);
	await editor.openNode('Loops Trigger');
	emulator.setWebhook({ url: await editor.webhookUrl('Test URL'), retries: 0 });
	// Before the editor listens: it takes one event.
	emulator.happen({ event: 'campaign.email.sent', email: 'kim@example.com' });
	while (!emulator.deliveries.at(-1)?.status) await editor.page.waitForTimeout(100);
	await editor.listen();
	emulator.happen({ event: 'email.softBounced', emailId: emulator.email('marketing', 0).id });
	await editor.table();
	await takeForm(editor, 'trigger', { at: 1 });

	const { page } = editor;
	await page.setViewportSize({ width: WIDTH, height: 800 });
	await page.goto(emulator.origin);
	await shoot(page, 'emulator', { x: 0, y: 0, width: WIDTH, height: 800 });
}

/** What the editor of a node is opened in: a form of WIDTH with the canvas dimmed around it. */
const FORM = { width: WIDTH + 50, height: 900 };

interface Cut {
	/** The share of what is left over that is cut off on the left. */
	at?: number;
	/** From the top; by default all. */
	height?: number;
}

/** Where the open node is. */
async function formOf({ panel }: Editor, { at = 0.5, height }: Cut = {}): Promise<Clip> {
	const box = await panel.boundingBox();
	if (!box) throw new Error('No node is open');
	const x = box.x + (box.width - WIDTH) * at;
	return { ...box, x, width: WIDTH, height: height ?? box.height };
}

/** The output of the open node, in a window where it is at least as wide. */
async function outputOf({ output }: Editor, height: number): Promise<Clip> {
	const box = await output.boundingBox();
	if (!box) throw new Error('No node is open');
	return { ...box, width: WIDTH, height };
}

/** A failed execution in n8n's list, with the menu of its Retry. */
async function takeRetry({ page }: Editor, workflowId: string, id: string) {
	await page.setViewportSize({ width: WIDTH + 200, height: 700 });
	await page.goto(`/workflow/${workflowId}/executions/${id}`);
	await page.getByTestId('execution-preview-retry-button').click();
	await page.getByText('Retry with currently saved workflow').waitFor();
	await page.waitForTimeout(1_000);
	await shoot(page, 'retry', { x: 200, y: 0, width: WIDTH, height: 300 });
}

async function takeForm(editor: Editor, name: string, cut?: Cut) {
	await settle(editor.page);
	await shoot(editor.page, name, await formOf(editor, cut));
}

/** The first email: the form filled in, and its output beside it. */
async function takeFirstEmail(editor: Editor) {
	await editor.page.setViewportSize(FORM);
	await editor.addToNewWorkflow('Send transactional email');
	const found = await editor.search('Transactional Email', '');
	await found.filter({ hasText: 'Password reset' }).first().click();
	await editor.field('resetUrl').waitFor();
	await editor.fill('firstName', 'Nia');
	await editor.fill('resetUrl', signUp.resetUrl);
	await editor.fill('Recipient Email', signUp.email);
	await editor.executeStep();
	await editor.output.getByText('JSON', { exact: true }).click();
	await settle(editor.page);
	await callOut(
		editor.field('Transactional Email').getByText('Transactional Email', { exact: true }),
		'1',
	);
	await callOut(editor.field('resetUrl').getByText('resetUrl', { exact: true }), '2');
	await callOut(editor.output.getByText('true').first(), '3');
	await shoot(editor.page, 'first-email', { ...(await formOf(editor)), height: 720 });
}

/** Puts a number behind a text. The page that shows the picture explains the number. */
async function callOut(text: Locator, mark: string) {
	const box = await text.boundingBox();
	if (!box) throw new Error(`No text for ${mark}`);
	const place = `position: fixed; left: ${box.x + box.width + 8}px; top: ${box.y + box.height / 2 - 12}px; z-index: 99999`;
	const look =
		'width: 24px; border-radius: 12px; background: #d6336c; color: white; font: bold 14px/24px sans-serif; text-align: center';
	// As text, because the tests have no types of browsers.
	const html = JSON.stringify(`<div style="${place}; ${look}">${mark}</div>`);
	await text.page().evaluate(`document.body.insertAdjacentHTML('beforeend', ${html})`);
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

const n8n = await startPackaged('2.41');
const emulator = await startEmulator();
// This makes the owner, as whom the browsers sign in.
const client = await N8nClient.connect(n8n.origin);
const large = await signIn(n8n.origin, { scale: 2 });
const small = await signIn(n8n.origin);
// n8n loads its 500 scripts slowly on a busy machine.
for (const browser of [large, small]) browser.setDefaultTimeout(120_000);
try {
	const editor = await Editor.open(large);
	await takePictures(editor, client, emulator);
	const smaller = await Editor.open(small);
	await takeNewcomers(smaller, async (name, clip) => {
		// What opens over a form is part of it.
		await smaller.page.waitForTimeout(1_000);
		await shoot(smaller.page, `newcomers/${name}-now`, clip);
	});
} finally {
	await large.close();
	await small.close();
	await emulator.close();
	await n8n.stop();
}
