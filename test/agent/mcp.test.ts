import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { source, useEmulator } from '../harness/loops.mts';
import { callThroughMcp } from '../harness/mcp.mts';
import { everyOperation, parametersOf } from '../harness/operations.mts';
import { perKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const call = async (parameters: IDataObject) =>
	await callThroughMcp(source, loops.credentials(), parameters);

describe("a call through n8n's MCP Server Trigger, which has no execution ID,", () => {
	it.each(everyOperation)('carries out %s or names the reason', async (_name, parameters) => {
		const answer = await call(parameters);
		expect(answer).toMatch(/^(\[\{"|AI agents can't use '|'Input Data Field Name': the item has)/);
	});

	it('sends the same event once with a key in Send Only Once', async () => {
		const parameters = { ...parametersOf.sendEvent, options: perKey('order-7') };
		expect(await call(parameters)).toContain('"deduplicated":false');
		expect(await call(parameters)).toContain('"deduplicated":true');
		expect(loops.emulator.eventLog).toHaveLength(1);
	});

	it('sends the same event again without a key in Send Only Once', async () => {
		for (let calls = 0; calls < 2; calls++) {
			expect(await call(parametersOf.sendEvent)).toContain('"deduplicated":false');
		}
		expect(loops.emulator.eventLog).toHaveLength(2);
	});
});
