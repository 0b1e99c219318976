/** How a server counts requests per window. Loops does not document its own way. */
export type ServerModel = 'sliding' | 'fixed' | 'fixedByEpoch' | 'weighted';

export interface Decision {
	isAllowed: boolean;
	/** Before a scenario changes the header. */
	remaining: number;
}

/** Counts a request that arrives at `now`, unless it refuses it. */
export type Server = (now: number, limit: number) => Decision;

/** @param phase ms between the start of the run and that of a window by the clock */
export function serverOf(model: ServerModel, window: number, phase: number): Server {
	const models: Record<ServerModel, Server> = {
		sliding: sliding(window),
		fixed: fixed((now, end) => (now >= end ? now + window : end)),
		fixedByEpoch: fixed((now) => (Math.floor((now + phase) / window) + 1) * window),
		weighted: weighted(window, phase),
	};
	return models[model];
}

/** No span as long as a window holds more requests than the limit. */
function sliding(window: number): Server {
	let accepted: number[] = [];
	return (now, limit) => {
		accepted = accepted.filter((at) => at > now - window);
		const isAllowed = accepted.length < limit;
		if (isAllowed) accepted.push(now);
		return { isAllowed, remaining: Math.max(0, limit - accepted.length) };
	};
}

/**
 * Windows that open with the first request after the last one ended, or follow the clock.
 * @param endOf when the window of a request ends, from the end of the last one
 */
function fixed(endOf: (now: number, end: number) => number): Server {
	let end = -Infinity;
	let used = 0;
	return (now, limit) => {
		const next = endOf(now, end);
		if (next > end) used = 0;
		end = next;
		const isAllowed = used < limit;
		if (isAllowed) used++;
		return { isAllowed, remaining: Math.max(0, limit - used) };
	};
}

/** Two fixed windows; the previous one counts by its overlap with a sliding window. */
function weighted(window: number, phase: number): Server {
	let current = -Infinity;
	let used = 0;
	let usedBefore = 0;
	return (now, limit) => {
		const index = Math.floor((now + phase) / window);
		if (index > current) {
			usedBefore = index === current + 1 ? used : 0;
			used = 0;
		}
		current = index;
		const rest = 1 - ((now + phase) / window - index);
		const isAllowed = Math.floor(usedBefore * rest) + used < limit;
		if (isAllowed) used++;
		return { isAllowed, remaining: Math.max(0, limit - Math.floor(usedBefore * rest) - used) };
	};
}
