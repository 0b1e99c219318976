import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentParameters } from '../harness/operations.mts';

const loops = useEmulator();

const reads = (path: string) =>
	loops.calls().filter((call) => call.method === 'GET' && call.path === `/v1${path}`).length;
const items = Array.from({ length: 40 }, (_, at) => ({ name: `Row ${at}` }));

it('campaigns that name a group ask for the groups once', async () => {
	const settings = { additionalFields: { campaignGroup: 'Newsletters' } };
	await loops.expectSuccess(
		{ ...contentParameters('campaign create'), name: '={{ $json.name }}', ...settings },
		items,
	);
	expect(reads('/campaign-groups')).toBe(1);
});
