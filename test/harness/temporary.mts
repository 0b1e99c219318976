import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Before all tests: their temporary files go into one folder, which goes with the last of them. */
export default function setup(): () => void {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-loops-email-'));
	process.env.TMPDIR = folder;
	return () => rmSync(folder, { recursive: true, force: true });
}
