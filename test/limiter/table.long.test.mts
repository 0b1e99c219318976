import { describe, expect, it } from 'vitest';

import { measure } from './measure.mts';
import { CELLS } from './scenarios.mts';

/** table.mts runs 30. */
const SEEDS = 4;
/** How far the median of 4 seeds may differ from that of 30. */
const TOLERANCE = { rate: 0.01, rejected: 0.01 };

describe.each(CELLS)('$name, $server windows', (cell) => {
	it(`uses ${cell.rate} of the limit with a 429 share of ${cell.rejected}`, async () => {
		const { rate, rejected } = await measure(cell, SEEDS);
		expect(rate.median).toBeGreaterThanOrEqual(cell.rate - TOLERANCE.rate);
		expect(rate.worst).toBeGreaterThanOrEqual(cell.rate - 0.05);
		// A required share of 0 allows none.
		const most = cell.rejected === 0 ? 0 : cell.rejected + TOLERANCE.rejected;
		expect(rejected.median).toBeLessThanOrEqual(most);
	});
});
