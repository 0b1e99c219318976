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
	switch (model) {
		case 'sliding':
			return sliding(window);
		case 'fixed':
			return fixed(window);
		case 'fixedByEpoch':
			return fixedByEpoch(window, phase);
		case 'weighted':
			return weighted(window, phase);
	}
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

/** A window opens with the first request after the last window ended. */
function fixed(window: number): Server {
	let end = -Infinity;
	let used = 0;
	return (now, limit) => {
		if (now >= end) {
			end = now + window;
			used = 0;
		}
		const isAllowed = used < limit;
		if (isAllowed) used++;
		return { isAllowed, remaining: Math.max(0, limit - used) };
	};
}

/** Windows follow the clock. */
function fixedByEpoch(window: number, phase: number): Server {
	let current = -Infinity;
	let used = 0;
	return (now, limit) => {
		const index = Math.floor((now + phase) / window);
		if (index > current) used = 0;
		current = index;
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
