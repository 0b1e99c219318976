import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { startEmulator } from './emulator/server.mts';
import { loadBuiltPackage, root } from './harness/builtPackage.mts';
import { outputOf, runWorkflow } from './harness/engine.mts';
import { LOOPS, workflowWith } from './harness/workflow.mts';

// `npm test` builds first: this is what n8n would load.
const { loader, pkg } = await loadBuiltPackage();

describe('the built package', () => {
	it('holds one node and one credential type', () => {
		expect(Object.keys(loader.nodeTypes)).toEqual(['loops']);
		expect(Object.keys(loader.credentialTypes)).toEqual(['loopsApi']);
		expect(`${loader.packageName}.loops`).toBe(LOOPS);
	});

	it('has icons that are in it, light and dark', () => {
		const { description } = pkg.node;
		const { iconUrl: credentialIcon } = pkg.credential;
		for (const icon of [description.iconUrl, credentialIcon]) {
			const { light, dark } = icon as { light: string; dark: string };
			for (const url of [light, dark]) {
				const path = url.replace('icons/n8n-nodes-loops-email/', '');
				expect(path).toMatch(/^dist\/icons\/.+\.svg$/);
				expect(existsSync(`${root}${path}`)).toBe(true);
			}
			expect(light).not.toBe(dark);
		}
	});

	it('has a codex', () => {
		const { description } = pkg.node;
		expect(description.codex?.categories).toContain('Communication');
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
