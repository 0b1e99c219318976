import { expect, it } from 'vitest';

import { outputOf, runWorkflow } from '../harness/engine.mts';
import { readExample } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

it('weekly engagement posts one table, and says why a campaign has no counts', async () => {
	const path = '/v1/campaigns/cm9campaign0september001/metrics';
	const post = async () => {
		const done = await runWorkflow(
			source,
			loops.credentials(),
			readExample('weekly-engagement.json'),
		);
		expect(done.data.resultData.error?.message).toBeUndefined();
		return outputOf(done, 'Post to Channel')[0].map(({ json }) => json.text);
	};
	const { campaigns } = loops.emulator.content;
	const sent = campaigns.get('cm9campaign0september001')!;
	sent.createdAt = new Date(Date.now() - 30 * 86_400_000).toISOString();
	expect(await post()).toEqual([
		'```\nCampaign        Sends     Opens      Clicks   \nSeptember news  5         0 (0.0 %)  0 (0.0 %)\n```',
	]);
	sent.name = 'News\n```<!channel>';
	expect(await post()).toEqual([expect.stringMatching(/\nNews !channel {3}5 [^`<]+```$/)]);
	sent.name = 'September news';
	loops.emulator.inject({ kind: 'status', status: 400, path, times: 'always' });
	expect(await post()).toEqual([
		expect.stringContaining('September news  The campaign has no metrics'),
	]);
	loops.emulator.reset({});
	expect(await post()).toEqual(['No campaign was sent in the last 90 days.']);
});
