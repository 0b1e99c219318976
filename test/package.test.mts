import { existsSync, readFileSync } from 'node:fs';
import type { INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { startEmulator } from './emulator/server.mts';
import { loadBuiltPackage, root } from './harness/builtPackage.mts';
import { outputOf, runWorkflow } from './harness/engine.mts';
import { LOOPS, TRIGGER, workflowWith } from './harness/workflow.mts';

// `npm test` builds first: this is what n8n would load.
const { loader, pkg } = await loadBuiltPackage();
const nodeOf = (name: string) => (loader.getNode(name).type as INodeType).description;

describe('the built package', () => {
	it('holds a node and a trigger, with a credential type each', () => {
		expect(Object.keys(loader.nodeTypes)).toEqual(['loops', 'loopsTrigger']);
		expect(Object.keys(loader.credentialTypes)).toEqual(['loopsApi', 'loopsWebhookApi']);
		expect(`${loader.packageName}.loops`).toBe(LOOPS);
		expect(`${loader.packageName}.loopsTrigger`).toBe(TRIGGER);
	});

	it('has icons that are in it, light and dark', () => {
		const icons = [
			...['loops', 'loopsTrigger'].map((name) => nodeOf(name).iconUrl),
			...['loopsApi', 'loopsWebhookApi'].map((name) => loader.getCredential(name).type.iconUrl),
		];
		for (const icon of icons) {
			const { light, dark } = icon as { light: string; dark: string };
			for (const url of [light, dark]) {
				const path = url.replace('icons/n8n-nodes-loops-email/', '');
				expect(path).toMatch(/^dist\/icons\/.+\.svg$/);
				expect(existsSync(`${root}${path}`)).toBe(true);
			}
			expect(light).not.toBe(dark);
		}
	});

	it.each(['loops', 'loopsTrigger'])('has a codex for %s', (name) => {
		expect(nodeOf(name).codex?.categories).toContain('Communication');
	});

	it('has the schema of what the trigger puts out', () => {
		const schema = 'nodes/LoopsTrigger/__schema__/v1.0.0/output.json';
		expect(readFileSync(`${root}dist/${schema}`)).toEqual(readFileSync(`${root}${schema}`));
	});

	it('can be used as an AI tool', () => {
		expect(pkg.node.description.usableAsTool).toBe(true);
	});

	it('runs', async () => {
		const emulator = await startEmulator();
		try {
			const run = await runWorkflow(
				pkg,
				{ apiKey: emulator.apiKey, baseUrl: emulator.baseUrl },
				workflowWith({ resource: 'apiKey', operation: 'test' }),
			);
			expect(outputOf(run, 'Done')[0][0].json).toEqual({ success: true, teamName: 'Acme Mail' });
		} finally {
			await emulator.close();
		}
	});
});
