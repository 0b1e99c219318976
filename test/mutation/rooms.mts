/** The folders of nodes/Loops/ that are mutated, and the folders of test/ whose tests have to notice it. */
export const ROOMS: Record<string, string[]> = {
	transport: ['limiter', 'transport', 'messages'],
	fields: ['fields', 'values', 'messages'],
	execution: ['execution', 'messages'],
};
