import { createRequire } from 'node:module';
import type * as Core from 'n8n-core';

const requireHere = createRequire(import.meta.url);
const { InstanceSettings } = requireHere('n8n-core') as typeof Core;
/** There are several copies of @n8n/di in node_modules: only n8n-core's own holds its settings. */
export const requireOfCore = createRequire(requireHere.resolve('n8n-core'));
export const { Container } = requireOfCore('@n8n/di') as {
	Container: { get<T>(type: abstract new (...args: never[]) => T): T };
};

/** Does `work`, up to its end, as the n8n whose ID is `instanceId`. One at a time. */
export function asInstance<T extends PromiseLike<unknown>>(
	instanceId: string | undefined,
	work: () => T,
): T {
	if (instanceId === undefined) return work();
	const settings = Container.get(InstanceSettings);
	const own = settings.instanceId;
	settings.instanceId = instanceId;
	const back = () => {
		settings.instanceId = own;
	};
	const running = work();
	running.then(back, back);
	return running;
}
