/**
 * What a promise gives, or an end as soon as `signal` aborts. What is waited for goes on by itself.
 * @throws the reason of `signal`
 */
export async function orAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await promise;
	let stop = () => {};
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason as Error);
		if (signal.aborted) stop();
		else signal.addEventListener('abort', stop);
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}
