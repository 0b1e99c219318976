import { sleep } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { runWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { each, sampleItems } from '../harness/sampleItems.mts';
import { workflowWith } from '../harness/workflow.mts';

const loops = useEmulator({}, { time: 'real' });

it.each([
	['Validate Only', each(parametersOf.upsert, { validateOnly: true })],
	['invalid addresses', { ...parametersOf.upsert, email: 'nobody' }],
])('a cancel ends a run that makes no calls: %s', async (_case, parameters) => {
	const workflow = workflowWith(parameters, { onError: 'continueRegularOutput' });
	const items = sampleItems(3_000).map((json) => ({ json }));
	const running = runWorkflow(source, loops.credentials(), workflow, items);
	await sleep(1);
	running.cancel();
	expect((await running).status).toBe('canceled');
});
