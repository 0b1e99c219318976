import { createRequire } from 'node:module';
import type * as Core from 'n8n-core';
import type { INodeType } from 'n8n-workflow';

import type { PackageUnderTest } from './engine.mts';
import { root } from './repository.mts';

const { PackageDirectoryLoader } = createRequire(import.meta.url)('n8n-core') as typeof Core;

/** Loads the package from dist/ with n8n's loader. */
export async function loadBuiltPackage() {
	const loader = new PackageDirectoryLoader(root);
	await loader.loadAll();
	const pkg: PackageUnderTest = {
		node: loader.getNode('loops').type as INodeType,
		credential: loader.getCredential('loopsEmailApi').type,
	};
	return { loader, pkg };
}
