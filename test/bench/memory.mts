/** Heap in bytes after a forced collection, with its time. */
export interface HeapSample {
	at: number;
	used: number;
}

export function heapNow(): HeapSample {
	if (!globalThis.gc) throw new Error('Needs node --expose-gc');
	globalThis.gc();
	return { at: performance.now(), used: process.memoryUsage().heapUsed };
}

/** Samples the heap periodically. */
export function watchHeap(everyMs: number): { stop(): HeapSample[] } {
	const samples: HeapSample[] = [];
	const timer = setInterval(() => samples.push(heapNow()), everyMs);
	return {
		stop() {
			clearInterval(timer);
			return samples;
		},
	};
}
