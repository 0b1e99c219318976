import { describe, expect, it } from 'vitest';

import { measure } from './measure.mts';
import { CELLS } from './scenarios.mts';

/** `node --import tsx test/limiter/table.mts` runs 30. */
const SEEDS = 4;
/** What the median of so few seeds may differ by from that of 30. */
const FEW = { rate: 0.01, rejected: 0.01 };

describe.each(CELLS)('$name, $server windows', (cell) => {
	it(`reaches ${cell.rate} of the limit with ${cell.rejected} of the answers 429`, async () => {
		const { rate, rejected, ownRate = 1 } = await measure(cell, SEEDS);
		expect(rate.median).toBeGreaterThanOrEqual(cell.rate - FEW.rate);
		expect(rate.worst).toBeGreaterThanOrEqual(cell.rate - 0.05);
		// Where none is asked for, none is allowed.
		const most = cell.rejected === 0 ? 0 : cell.rejected + FEW.rejected;
		expect(rejected.median).toBeLessThanOrEqual(most);
		expect(ownRate).toBeGreaterThanOrEqual(0.95);
	});
});
