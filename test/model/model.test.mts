import { it } from 'vitest';

import { checkModel, repeat } from './check.mts';

it('300 random runs do what the documentation says', async () => {
	// Always the same ones: model.long.test.mts looks for new ones.
	await checkModel(300, { seed: 1, ...repeat });
}, 300_000);
