import { LoopsClient } from 'loops';
import type { Emulator } from './server.mts';

/** The SDK's constructor accepts only a key; its root URL is a public property. */
export function clientOf({ origin, apiKey }: Pick<Emulator, 'origin' | 'apiKey'>): LoopsClient {
	const client = new LoopsClient(apiKey);
	client.apiRoot = `${origin}/api/`;
	return client;
}
