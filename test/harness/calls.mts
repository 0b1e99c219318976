import type { Emulator } from '../emulator/server.mts';

const isBesideItems = /^GET \/v1\/(contacts\/properties|event-patterns)/;

/** The requests that came in, without the look-ups of contact properties and events beside the items. */
export const callsOf = ({ requests }: Emulator): Emulator['requests'] =>
	requests.filter(({ method, path }) => !isBesideItems.test(`${method} ${path}`));
