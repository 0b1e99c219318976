import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

import { packPackage } from './communityPackage.mts';
import { type Installation, installN8n, type N8nVersion } from './install.mts';
import { createUserFolder, removeFolder, startN8n } from './server.mts';

/** What the tests of a project are told of its server. */
export interface N8nUnderTest {
	version: N8nVersion;
	installation: Installation;
	/** The package, to install it elsewhere. */
	tarball: string;
	userFolder: string;
	origin: string;
}

declare module 'vitest' {
	export interface ProvidedContext {
		n8n: N8nUnderTest;
	}
}

/** Before the tests of a project: an n8n of its version, with the package installed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const version = project.name.replace('n8n-', '') as N8nVersion;
	const packed = await mkdtemp(join(tmpdir(), 'n8n-nodes-loops-email-pack-'));
	const installation = await installN8n(version);
	const tarball = await packPackage(packed);
	const userFolder = await createUserFolder(tarball);
	const n8n = await startN8n(installation, userFolder);
	project.provide('n8n', { version, installation, tarball, userFolder, origin: n8n.origin });

	return async () => {
		await n8n.stop();
		if (project.vitest.state.getCountOfFailedTests() > 0) {
			console.error(`\nn8n ${version} printed:\n${n8n.log()}`);
		}
		await removeFolder(userFolder);
		await removeFolder(packed);
	};
}
