import { afterAll, beforeEach } from 'vitest';

import { startEmulator } from '../emulator/server.mts';
import { NO_VARIABLES } from '../emulator/testClient.mts';
import { Journal } from './journal.mts';
import { Service, type ServiceSettings } from './service.mts';

/** An emulator for one test file, reset before each of its tests, and the service that asks it. */
export async function startService() {
	const emulator = await startEmulator({ rateLimit: 100_000, strictIds: true });
	beforeEach(() => emulator.reset());
	afterAll(async () => await emulator.close());

	/** May write and send, as fast as it can. */
	const serviceOf = (journal = new Journal(), other: Partial<ServiceSettings> = {}) =>
		new Service(
			{
				baseUrl: emulator.baseUrl,
				apiKey: emulator.apiKey,
				pace: 10_000,
				domain: 'example.com',
				recipient: 'kim@example.com',
				transactionalId: NO_VARIABLES,
				...other,
			},
			journal,
		);
	return { emulator, serviceOf };
}
