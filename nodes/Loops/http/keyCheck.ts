/** Whether the keys of accounts are good, as Loops said at `at`. */
const checks = new Map<string, { at: number; isGood: Promise<boolean> }>();

const MAX_AGE_MS = 60_000;
const MAX_CHECKS = 100;

/**
 * Whether Loops accepts the key of an account. It refuses calls that are switched off for a team as it
 * refuses a bad key: with 401. `test` asks for the key alone; what it says is remembered for a minute.
 */
export async function isKeyGood(accountId: string, test: () => Promise<unknown>): Promise<boolean> {
	const known = checks.get(accountId);
	if (known && known.at > Date.now() - MAX_AGE_MS) return await known.isGood;
	const isGood = test().then(
		() => true,
		({ httpCode }: { httpCode?: string }) => {
			if (httpCode !== '401') checks.delete(accountId);
			return false;
		},
	);
	const [oldest] = checks.keys();
	if (checks.size >= MAX_CHECKS) checks.delete(oldest);
	checks.set(accountId, { at: Date.now(), isGood });
	return await isGood;
}
