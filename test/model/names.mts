import { request } from 'node:http';

import type { Emulator } from '../emulator/server.mts';
import type { Scenario } from './scenario.mts';

/** What the input is mapped from besides its number: `plna` is misspelt. */
export const COLUMNS = { planName: 'team', plna: 'team', addedLater: 'new' };

const ADDED_LATER = 'addedLater';

/** What the account can take from an input. */
export function namesIn(emulator: Emulator, { operation }: Scenario): string[] {
	const [template] = emulator.templates();
	if (operation === 'transactionalEmail send') return [...template.dataVariables];
	if (operation !== 'event send') return emulator.properties().map(({ key }) => key);
	const [event] = emulator.eventPatterns();
	return (event?.eventProperties ?? []).map(({ name }) => name);
}

/** Adds what a column of the input is for to the account, as someone does in Loops. */
export async function addName(emulator: Emulator): Promise<void> {
	for (const { dataVariables } of emulator.templates()) dataVariables.push(ADDED_LATER);
	for (const { eventProperties } of emulator.eventPatterns()) {
		eventProperties.push({ name: ADDED_LATER, type: 'string' });
	}
	const headers = {
		authorization: `Bearer ${emulator.apiKey}`,
		'content-type': 'application/json',
	};
	await new Promise<void>((resolve, reject) => {
		const url = `${emulator.baseUrl}/contacts/properties`;
		const sent = request(url, { method: 'POST', headers }, (answer) => {
			answer.resume().once('end', () => resolve());
		});
		sent.once('error', reject).end(JSON.stringify({ name: ADDED_LATER, type: 'string' }));
	});
}

/** True for the request of `addName`. */
export const addsName = (body: unknown): boolean =>
	(body as { name?: string })?.name === ADDED_LATER;
