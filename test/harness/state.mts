import type { Emulator } from '../emulator/server.mts';

/** By their JSON: states are large, and most tests leave one that another test has left before. */
const states = new Map<string, unknown>();

/** What Loops holds, without the IDs of new things, times, revisions and uploads that were not completed. */
export function stateOf(emulator: Emulator): unknown {
	const { content, eventLog, outbox } = emulator;
	const all = [emulator.contacts(), emulator.properties(), emulator.templates(), content];
	const text = JSON.stringify([all, eventLog, outbox], (name, value: unknown) => {
		if (name === 'uploads') return [...content.uploads.values()].filter((each) => each.finalUrl);
		if (value instanceof Map) return [...value.values()] as unknown[];
		return /^(id|at|made)$|(MessageId|At|Key|Url)$|revision/i.test(name) ? undefined : value;
	});
	const state = states.get(text) ?? JSON.parse(text);
	states.set(text, state);
	return state;
}
