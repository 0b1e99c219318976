import type { Emulator } from '../emulator/server.mts';

const isLookUp = /^GET \/v1\/(contacts\/properties|event-patterns)/;

/** The received requests, without look-ups of contact properties and events. */
export const callsOf = ({ requests }: Emulator): Emulator['requests'] =>
	requests.filter(({ method, path }) => !isLookUp.test(`${method} ${path}`));
