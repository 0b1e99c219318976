import type { TestProject } from 'vitest/node';

import { packPackage } from './communityPackage.mts';
import { type Installation, installN8n, type N8nVersion } from './install.mts';
import { removeFolder, startN8n, temporaryFolder } from './server.mts';

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
	const installation = await installN8n(version);
	const packed = await temporaryFolder('package');
	const tarball = await packPackage(packed);
	const n8n = await startN8n(installation, tarball);
	const { origin, userFolder } = n8n;
	project.provide('n8n', { version, installation, tarball, userFolder, origin });

	return async () => {
		await n8n.stop();
		await removeFolder(packed);
		if (project.vitest.state.getCountOfFailedTests() > 0) {
			console.error(`\nn8n ${version} printed:\n${n8n.log()}`);
		}
	};
}
