import { packPackage } from './communityPackage.mts';
import { type Installation, installN8n, type N8nVersion } from './install.mts';
import {
	type N8nOptions,
	type N8nProcess,
	removeFolder,
	startN8n,
	temporaryFolder,
} from './server.mts';

/** An n8n with the package from source. `stop` also removes the tarball. */
export interface PackagedN8n extends N8nProcess {
	readonly installation: Installation;
	/** The package, for other installations. */
	readonly tarball: string;
}

/** Installs n8n if needed, packs the package, and starts n8n with it. */
export async function startPackaged(
	version: N8nVersion,
	options?: N8nOptions,
): Promise<PackagedN8n> {
	const installation = await installN8n(version);
	const packed = await temporaryFolder('package');
	const tarball = await packPackage(packed);
	const n8n = await startN8n(installation, tarball, options);
	const stop = async () => {
		await n8n.stop();
		await removeFolder(packed);
	};
	return { ...n8n, installation, tarball, stop };
}
