import { afterEach, describe, expect, it } from 'vitest';

import { Container, requireOfCore } from '../harness/instance.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

// The look-up of a name takes real time.
const loops = useEmulator({}, { time: 'real' });

describe("n8n's protection from requests to internal addresses", () => {
	interface Config {
		enabled: boolean;
	}
	const { SsrfProtectionConfig } = requireOfCore('@n8n/config') as {
		SsrfProtectionConfig: new () => Config;
	};
	const config = Container.get(SsrfProtectionConfig);
	afterEach(() => {
		config.enabled = false;
	});

	it.each(['127.0.0.1', 'localhost'])('is told in its own words, for %s', async (host) => {
		config.enabled = true;
		const baseUrl = loops.credentials().baseUrl.replace('127.0.0.1', host);
		const credentials = { ...loops.credentials(), baseUrl };
		const error = await loops.expectError(parametersOf.sendEvent, '', [{}], { credentials });
		expect(error.message).toBe(
			`n8n can't reach ${new URL(baseUrl).host} (The request was blocked because it resolves to a restricted IP address) [item 0]`,
		);
		expect(error.description).toContain('ask your n8n administrator to allowlist');
		expect(error.description).not.toContain('It is not known');
		expect(error.description).not.toContain('gave up after');
		expect(loops.emulator.requests).toEqual([]);
	});
});
