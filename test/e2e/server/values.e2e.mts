import { describe, expect, it } from 'vitest';

import { propertiesMapper } from '../../harness/forms.mts';
import { workflowWith } from '../../harness/workflow.mts';
import { itemsOf } from '../n8n/client.mts';
import { emailWithFile, pinned, sentFiles } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();
const kim = { resource: 'contact', operation: 'upsert', email: 'kim@example.com' };
const body = () => n8n.calls()[0].body as Record<string, unknown>;

describe('a date in a workflow in the time zone of Tokyo', () => {
	it.each([
		['text without an offset, which is UTC', '2026-01-02T09:30', '2026-01-02T09:30:00.000Z'],
		["={{ DateTime.fromISO('2026-01-02T09:30') }}", undefined, '2026-01-02T00:30:00.000Z'],
		["={{ '2026-01-02'.toDateTime() }}", undefined, '2026-01-01T15:00:00.000Z'],
		['={{ new Date(1767322800000) }}', undefined, '2026-01-02T03:00:00.000Z'],
	])('is converted to UTC: %s', async (name, text, stored) => {
		const workflow = workflowWith({
			...kim,
			...propertiesMapper({ trialEndsAt: 'dateTime' }, { trialEndsAt: text ?? name }),
		});
		const execution = await n8n.run({
			...pinned(workflow, [{}]),
			settings: { executionOrder: 'v1', timezone: 'Asia/Tokyo' },
		});
		expect(execution.data.resultData.error).toBeUndefined();
		expect(n8n.emulator.contact('kim@example.com')?.trialEndsAt).toBe(stored);
	});
});

it('a file in the file system becomes an attachment', async () => {
	const execution = await n8n.run(emailWithFile());
	expect(itemsOf(execution, 'File')[0].binary?.data.id).toMatch(/^filesystem/);
	expect(body().attachments).toEqual(sentFiles);
});
