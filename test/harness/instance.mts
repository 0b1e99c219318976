import { createRequire } from 'node:module';

const requireHere = createRequire(import.meta.url);
/** There are several copies of @n8n/di in node_modules: only n8n-core's own holds its settings. */
export const requireOfCore = createRequire(requireHere.resolve('n8n-core'));
export const { Container } = requireOfCore('@n8n/di') as {
	Container: { get<T>(type: abstract new (...args: never[]) => T): T };
};
