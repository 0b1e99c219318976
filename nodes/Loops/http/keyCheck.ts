const checks = new Map<string, { at: number; isGood: Promise<boolean | undefined> }>(); // by account
const MAX_AGE_MS = 60_000;
const MAX_CHECKS = 100;

/**
 * Whether Loops accepts the key of an account: it answers 401 to a bad key, and to calls that are
 * switched off for a team (contract: content-not-enabled). Undefined if `test` can't tell. The result
 * is cached for a minute, unless `signal` ended the test.
 */
export async function isKeyGood(
	accountId: string,
	test: () => Promise<unknown>,
	signal?: AbortSignal,
): Promise<boolean | undefined> {
	const known = checks.get(accountId);
	if (known && known.at > Date.now() - MAX_AGE_MS) return await known.isGood;
	const isGood = test().then(
		() => true,
		({ httpCode }: { httpCode?: string }) => {
			if (signal?.aborted) checks.delete(accountId);
			return httpCode === '401' ? false : undefined;
		},
	);
	const [oldest] = checks.keys();
	if (checks.size >= MAX_CHECKS) checks.delete(oldest);
	checks.set(accountId, { at: Date.now(), isGood });
	return await isGood;
}
