import type { BrowserContext } from 'playwright-core';
import { chromium } from 'playwright-core';

import { owner } from '../n8n/client.mts';
import { launchOptions } from './chromium.mts';

/** An editor without cache loads 500 scripts first. */
const PATIENCE_MS = 30_000;

interface SignInOptions {
	/** Pixels of a picture for each of the page. */
	scale?: number;
	/** Arguments that Playwright would give Chromium. */
	ignoreDefaultArgs?: string[];
}

/**
 * Logs in as the owner of an n8n, in a Chromium of its own that ends with the context. Its profile
 * caches compiled scripts, which a context without one does not.
 */
export async function signIn(
	origin: string,
	{ scale = 1, ignoreDefaultArgs }: SignInOptions = {},
): Promise<BrowserContext> {
	const context = await chromium.launchPersistentContext('', {
		...launchOptions(),
		ignoreDefaultArgs,
		baseURL: origin,
		viewport: { width: 1440, height: 900 },
		deviceScaleFactor: scale,
		colorScheme: 'light',
		locale: 'en-US',
		reducedMotion: 'reduce',
	});
	context.setDefaultTimeout(PATIENCE_MS);
	const login = await context.request.post('/rest/login', {
		data: { emailOrLdapLoginId: owner.email, password: owner.password },
	});
	if (!login.ok()) throw new Error(`No login at ${origin}: ${await login.text()}`);
	return context;
}
