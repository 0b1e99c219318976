import { it } from 'vitest';

import { checkModel, repeat } from './check.mts';

it('60 random runs do what the documentation says', async () => {
	// Always the same ones: model.long.test.mts looks for new ones.
	await checkModel(60, { seed: 1, ...repeat });
});
