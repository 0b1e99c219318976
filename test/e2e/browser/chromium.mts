import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @throws if Chromium is missing */
export async function launchChromium(): Promise<Browser> {
	return await chromium.launch(launchOptions());
}

/**
 * The installed Chromium and how the tests start it.
 * @throws if it is missing
 */
export function launchOptions() {
	const executablePath = process.env.CHROMIUM_PATH ?? EXECUTABLES.find((path) => existsSync(path));
	if (!executablePath || !existsSync(executablePath)) {
		throw new Error(
			`No Chromium at ${executablePath ?? EXECUTABLES.join(', ')}. Install it (apt install chromium), or name it in CHROMIUM_PATH.`,
		);
	}
	return {
		executablePath,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	};
}
