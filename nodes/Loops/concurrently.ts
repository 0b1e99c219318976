/**
 * Does `each` for the indexes from 0 to `total`, started in order, with no more of them in progress
 * than `limit` says at the time. Ends early, once those in progress are done, where `limit` is 0.
 * `each` must not throw.
 */
export async function concurrently(
	total: number,
	limit: () => number,
	each: (index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	let inProgress = 0;
	return await new Promise((resolve) => {
		const fill = () => {
			while (next < total && inProgress < limit()) {
				inProgress++;
				void each(next++).then(() => {
					inProgress--;
					fill();
				});
			}
			if (inProgress === 0) resolve();
		};
		fill();
	});
}
