import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { PATHS } from '../emulator/routes.mts';
import { callShown, methodsOfClient } from '../harness/client.mts';
import { contentOutcomes } from '../harness/contentOutcomes.mts';
import { useEmulator } from '../harness/loops.mts';
import { contentParameters, everyOperation } from '../harness/operations.mts';
import { read } from '../harness/repository.mts';

const loops = useEmulator();

/** The calls of OpenAPI 1.22.6. */
const CALLS = `
	GET /api-key
	GET POST /audience-segments
	GET /audience-segments/{audienceSegmentId}
	GET POST /campaign-groups
	GET POST /campaign-groups/{campaignGroupId}
	GET POST /campaigns
	GET POST /campaigns/{campaignId}
	GET /campaigns/{campaignId}/metrics
	GET POST /components
	GET POST /components/{componentId}
	POST /contacts/create
	POST /contacts/delete
	GET /contacts/find
	GET POST /contacts/properties
	GET DELETE /contacts/suppression
	PUT /contacts/update
	GET /dedicated-sending-ips
	GET POST /email-messages/{emailMessageId}
	GET /email-messages/{emailMessageId}/guardian
	POST /email-messages/{emailMessageId}/preview
	GET /event-patterns
	GET /event-patterns/by-name/{eventName}
	GET /event-patterns/{eventPatternId}
	POST /events/send
	GET /lists
	GET POST /themes
	GET POST /themes/{themeId}
	GET POST /transactional
	GET POST /transactional-emails
	GET POST /transactional-emails/{transactionalId}
	POST /transactional-emails/{transactionalId}/draft
	GET /transactional-emails/{transactionalId}/metrics
	POST /transactional-emails/{transactionalId}/publish
	GET POST /transactional-groups
	GET POST /transactional-groups/{transactionalGroupId}
	POST /uploads
	POST /uploads/{emailAssetId}/complete
	GET POST /workflow-groups
	GET POST /workflow-groups/{workflowGroupId}
	GET POST /workflows
	GET POST DELETE /workflows/{workflowId}
	POST /workflows/{workflowId}/mailing-list
	POST /workflows/{workflowId}/nodes
	GET POST DELETE /workflows/{workflowId}/nodes/{nodeId}
	POST /workflows/{workflowId}/nodes/{nodeId}/add-branch
	GET /workflows/{workflowId}/nodes/{nodeId}/metrics
	DELETE /workflows/{workflowId}/nodes/{nodeId}/recursive
	POST /workflows/{workflowId}/nodes/{nodeId}/reroute
`
	.trim()
	.split('\n')
	.flatMap((line) => {
		const words = line.trim().split(' ');
		return words.slice(0, -1).map((method) => `${method} ${words.at(-1)}`);
	})
	.sort();

describe('every call of the Loops API', () => {
	it('is counted in docs/moving.md and docs/install.md', () => {
		const { size } = new Set(CALLS);
		expect(read('docs/moving.md')).toContain(`all ${size} calls of Loops' API`);
		expect(read('docs/install.md')).toContain(`makes all ${size} calls`);
	});

	it('is answered by the emulator, which answers no others', () => {
		const routes = [...PATHS].flatMap(([path, methods]) =>
			[...methods.keys()].map(
				(method) => `${method} ${path.replace('/v1', '').replace(/:(\w+)/g, '{$1}')}`,
			),
		);
		expect(routes.sort()).toEqual(CALLS);
	});

	it('of the official client is among them', async () => {
		const ofClient = [...(await methodsOfClient()).values()];
		expect(ofClient.length).toBeGreaterThan(60);
		expect(ofClient.filter((call) => !CALLS.includes(call))).toEqual([]);
	});

	it('is made by an operation', async () => {
		const eventById = { __rl: true, mode: 'id', value: 'cm9event0signup0000000001' };
		const saved = contentParameters('transactionalEmail saveContent');
		const deleted = contentParameters('workflowNode delete');
		const runs: IDataObject[] = [
			...everyOperation.map(([, parameters]) => parameters),
			...contentOutcomes.map(([, parameters]) => parameters),
			{ ...contentParameters('event get'), eventName: eventById },
			{ ...saved, transactionalId: { __rl: true, mode: 'name', value: 'Welcome' } },
			{ ...deleted, deleteDownstream: true },
		];
		const made = new Set<string>();
		for (const parameters of runs) {
			loops.emulator.reset();
			await loops.run(parameters);
			for (const { method, path } of loops.emulator.requests) made.add(callShown(method, path));
		}
		expect([...made].sort()).toEqual(CALLS);
	});
});
