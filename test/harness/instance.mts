import { createRequire } from 'node:module';

const requireHere = createRequire(import.meta.url);
/** node_modules has several copies of @n8n/di; only that of n8n-core has its settings. */
export const requireOfCore = createRequire(requireHere.resolve('n8n-core'));
export const { Container } = requireOfCore('@n8n/di') as {
	Container: { get<T>(type: abstract new (...args: never[]) => T): T };
};
