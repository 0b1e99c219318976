import type { Emulator } from '../emulator/server.mts';

/** The requests that came in, without the look-up of contact properties beside the items. */
export const callsOf = ({ requests }: Emulator): Emulator['requests'] =>
	requests.filter(({ method, path }) => `${method} ${path}` !== 'GET /v1/contacts/properties');
