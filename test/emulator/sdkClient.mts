import { APIError, LoopsClient } from 'loops';
import { expect } from 'vitest';
import type { Emulator } from './server.mts';

/** The SDK's constructor accepts only a key; its root URL is a public property. */
export function clientOf({ origin, apiKey }: Pick<Emulator, 'origin' | 'apiKey'>): LoopsClient {
	const client = new LoopsClient(apiKey);
	client.apiRoot = `${origin}/api/`;
	return client;
}

/** The error of a refused call. */
export async function apiError(promise: Promise<unknown>): Promise<APIError> {
	const error = await promise.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	expect(error).toBeInstanceOf(APIError);
	return error as APIError;
}
