import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

import type { Installation, N8nVersion } from './install.mts';
import { startPackaged } from './packaged.mts';

/** The server of a project, as its tests get it. */
export interface N8nUnderTest {
	version: N8nVersion;
	installation: Installation;
	/** The package, for other installations. */
	tarball: string;
	userFolder: string;
	origin: string;
	/** What n8n has printed so far. */
	logFile: string;
}

declare module 'vitest' {
	export interface ProvidedContext {
		n8n: N8nUnderTest;
	}
}

const logs = fileURLToPath(new URL('../../../.ci/logs/', import.meta.url));

/** Starts an n8n of the project's version with the package before its tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const version = project.name.replace('n8n-', '') as N8nVersion;
	await mkdir(logs, { recursive: true });
	const logFile = `${logs}n8n-${version}.log`;
	await rm(logFile, { force: true });
	const n8n = await startPackaged(version, { logFile });
	const { installation, tarball, origin, userFolder } = n8n;
	project.provide('n8n', { version, installation, tarball, userFolder, origin, logFile });

	return async () => {
		await n8n.stop();
		if (project.vitest.state.getCountOfFailedTests() > 0) {
			console.error(`What n8n ${version} printed is in ${logFile}`);
		} else {
			await rm(logFile);
		}
	};
}
