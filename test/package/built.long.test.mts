import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { startEmulator } from '../emulator/server.mts';
import { loadBuiltPackage } from '../harness/builtPackage.mts';
import { root } from '../harness/repository.mts';
import { outputOf, runWorkflow } from '../harness/engine.mts';
import { LOOPS, TRIGGER, workflowWith } from '../harness/workflow.mts';

// `npm run test:long` builds the package first.
const { loader, pkg } = await loadBuiltPackage();
const nodeOf = (name: string) => (loader.getNode(name).type as INodeType).description;

describe('the built package', () => {
	it('contains a node and a trigger with a credential type each', () => {
		expect(Object.keys(loader.nodeTypes)).toEqual(['loops', 'loopsTrigger']);
		expect(Object.keys(loader.credentialTypes)).toEqual(['loopsEmailApi', 'loopsEmailWebhookApi']);
		expect(`${loader.packageName}.loops`).toBe(LOOPS);
		expect(`${loader.packageName}.loopsTrigger`).toBe(TRIGGER);
	});

	it('contains exactly the light and dark icons that it uses', () => {
		const used = new Set<string>();
		const icons = [
			...['loops', 'loopsTrigger'].map((name) => nodeOf(name).iconUrl),
			...['loopsEmailApi', 'loopsEmailWebhookApi'].map(
				(name) => loader.getCredential(name).type.iconUrl,
			),
		];
		for (const icon of icons) {
			const { light, dark } = icon as { light: string; dark: string };
			for (const url of [light, dark]) {
				const path = url.replace('icons/n8n-nodes-loops-email/', '');
				expect(path).toMatch(/^dist\/icons\/.+\.svg$/);
				expect(existsSync(`${root}${path}`)).toBe(true);
				used.add(path.replace('dist/icons/', ''));
			}
			expect(light).not.toBe(dark);
		}
		expect(readdirSync(`${root}icons`).sort()).toEqual([...used].sort());
	});

	it.each(['loops', 'loopsTrigger'])('has a codex for %s', (name) => {
		expect(nodeOf(name).codex?.categories).toContain('Communication');
	});

	it('contains the output schemas of its nodes', { timeout: 60_000 }, () => {
		const schemas = readdirSync(`${root}nodes`, { recursive: true, encoding: 'utf8' })
			.filter((path) => path.includes('__schema__') && path.endsWith('.json'))
			.map((path) => `nodes/${path}`);
		expect(schemas.length).toBeGreaterThan(1);
		const packed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: root });
		const [{ files }] = JSON.parse(String(packed)) as Array<{ files: Array<{ path: string }> }>;
		for (const schema of schemas) {
			expect(readFileSync(`${root}dist/${schema}`)).toEqual(readFileSync(`${root}${schema}`));
			expect(files).toContainEqual(expect.objectContaining({ path: `dist/${schema}` }));
		}
	});

	it('links to existing pages', () => {
		const { homepage } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
		const described = [
			...['loops', 'loopsTrigger'].map(nodeOf),
			...['loopsEmailApi', 'loopsEmailWebhookApi'].map((name) => loader.getCredential(name).type),
		];
		for (const { documentationUrl } of described) {
			const [page, path = 'README.md'] = String(documentationUrl)
				.split('#')[0]
				.split('/blob/main/');
			expect(page).toBe(homepage);
			expect(readFileSync(`${root}${path}`, 'utf8')).toMatch(/^(<!--.*-->\n\n)?# /);
		}
	});

	it('relates its nodes to each other in the hints for AI builders', () => {
		const related = (name: string) =>
			nodeOf(name).builderHint?.relatedNodes?.map(({ nodeType }) => nodeType);
		expect(related('loops')).toContain(TRIGGER);
		expect(related('loopsTrigger')).toContain(LOOPS);
	});

	it('can be used as an AI tool', () => {
		expect(pkg.node.description.usableAsTool).toBe(true);
	});

	it('runs a workflow', async () => {
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
