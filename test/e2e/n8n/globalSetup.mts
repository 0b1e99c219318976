import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

import type { Installation, N8nVersion } from './install.mts';
import { startPackaged } from './packaged.mts';

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

const logs = fileURLToPath(new URL('../../../.ci/logs/', import.meta.url));

/** Before the tests of a project: an n8n of its version, with the package installed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const version = project.name.replace('n8n-', '') as N8nVersion;
	const n8n = await startPackaged(version);
	const { installation, tarball, origin, userFolder } = n8n;
	project.provide('n8n', { version, installation, tarball, userFolder, origin });

	return async () => {
		await n8n.stop();
		if (project.vitest.state.getCountOfFailedTests() > 0) {
			await mkdir(logs, { recursive: true });
			await writeFile(`${logs}n8n-${version}.log`, n8n.log());
			console.error(`What n8n ${version} printed is in ${logs}n8n-${version}.log`);
		}
	};
}
