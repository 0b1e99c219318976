import { LoopsClient } from 'loops';

import { placeOf } from '../emulator/routes.mts';

/** A call as in the docs: `GET /transactional-emails/{transactionalId}`. */
export function callShown(method: string, path: string): string {
	const plain = decodeURIComponent(path).replace('/v1', '');
	return Object.entries(placeOf(path)?.params ?? {}).reduce(
		(shown, [name, value]) => shown.replace(`/${value}`, `/{${name}}`),
		`${method} ${plain}`,
	);
}

/** The methods of the official client, with the call of each. */
export async function methodsOfClient(): Promise<Map<string, string>> {
	const calls = new Map<string, string>();
	for (const name of Object.getOwnPropertyNames(LoopsClient.prototype)) {
		if (name === 'constructor' || name === '_makeQuery') continue;
		const silent = new LoopsClient('x') as unknown as Record<
			string,
			(...args: unknown[]) => Promise<unknown>
		>;
		silent._makeQuery = async (query) => {
			const { method = 'GET', path } = query as { method?: string; path: string };
			calls.set(name, callShown(method, `/${path}`));
		};
		await silent[name]({ email: 'a@b.co' }, {}, {});
	}
	return calls;
}
