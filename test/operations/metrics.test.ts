import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { byId, contentParameters } from '../harness/operations.mts';

const metrics = contentParameters('campaign getMetrics');
const DRAFT = 'cm9campaign0october00001';
const NONE = 'cm0nosuchid000000000000000';

describe('Get Metrics', () => {
	const loops = useEmulator();

	it('gives the name of the campaign with its counts', async () => {
		const { json } = await loops.run(metrics);
		expect(json).toMatchObject([{ name: 'September news', sends: 5, opens: 0 }]);
	});

	it('tells a campaign that was not sent from an unknown one', async () => {
		const unsent = await loops.run({ ...metrics, campaignId: byId(DRAFT) });
		expect(unsent.error?.message).toContain('it was not sent or has no email message (HTTP 400');
		const unknown = await loops.run({ ...metrics, campaignId: byId(NONE) });
		expect(unknown.error?.message).toContain(
			`Loops has no campaign with this ID: ${NONE} (HTTP 404`,
		);
	});

	it.each(['campaign', 'transactionalEmail', 'workflowNode'])(
		'fails where Loops gives null in place of a count: %s',
		async (resource) => {
			// The look-up of the name comes first.
			if (resource !== 'workflowNode') loops.emulator.inject({ kind: 'slow', delay: 1 });
			const fault = { kind: 'body', status: 200, body: { sends: null }, times: 'always' } as const;
			loops.emulator.inject(fault);
			const { error } = await loops.run(contentParameters(`${resource} getMetrics`));
			expect(error?.message).toContain('does not respond like the Loops API');
		},
	);
});

describe('Get Metrics for a team without them', () => {
	const loops = useEmulator({ metrics: false });

	it('names both possible reasons', async () => {
		const { error } = await loops.run(metrics);
		expect(error?.message).toContain(
			'The API key is wrong, or Loops has not enabled this part of the API for the team (HTTP 401',
		);
		expect(error?.description).toContain('content, workflows or metrics in the API');
	});
});
