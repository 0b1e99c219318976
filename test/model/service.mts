import type { IDataObject } from 'n8n-workflow';

import type { Fault, Script } from '../emulator/faults.mts';
import type { ReceivedRequest } from '../emulator/requestLog.mts';
import { addsName } from './names.mts';
import { markOf, subjectOf } from './items.mts';
import type { Observation } from './observation.mts';
import { type Call, FAULTS, type Scenario } from './scenario.mts';

/** Decides what happens to each request, and notes what came of it. */
export class Service {
	/** Nothing goes wrong any more. */
	isFixed = false;
	private readonly calls = new Map<number | undefined, number>();

	constructor(
		private readonly scenario: Scenario,
		private readonly observation: Observation,
	) {}

	/** What the scenario has for the n-th request about its item. */
	readonly script = (request: ReceivedRequest): Script => {
		const { scenario, observation, calls } = this;
		// Of somebody else, between two executions.
		if (addsName(request.body)) return {};
		const item = markOf(request);
		const count = calls.get(item) ?? 0;
		calls.set(item, count + 1);
		const plan = item === undefined ? undefined : scenario.items[item];
		const sound: Call = { transit: 0, latency: scenario.latency };
		const planned = (item === undefined ? scenario.shared : plan?.calls)?.[count] ?? sound;
		const run = observation.runs.length - 1;
		const { requests, answers, changing } = observation.runs[run];
		const fault = this.faultOf(planned, item);
		const mayChange = item !== undefined && request.method !== 'GET';
		const about = { ...request.query, ...(request.body as IDataObject) };
		const contents = JSON.stringify(about);
		// What leaves at the same time arrives in the order of the items.
		const transit = Math.max(1, planned.transit) + (item ?? 60) / 1_000;
		const latency = Math.max(1, planned.latency);
		requests.push({
			item,
			path: request.path,
			ms: transit + latency,
			...(fault && { fault }),
			...(mayChange && { contents }),
		});
		// What is turned away with 429 has not begun: a stop may still end it. So may what trickles.
		const isAnswered = !fault || fault === 'trickled';
		if (mayChange && !isAnswered && !fault.startsWith('429')) changing.push(item);
		return {
			transit,
			latency,
			...(fault && {
				fault: fault === 'refused' ? { kind: 'status', status: 400 } : this.withKey(FAULTS[fault]),
			}),
			onProcessed: (status) => {
				if (isAnswered) answers.push({ item, status });
				if (isAnswered && mayChange) changing.push(item);
				if (status !== 200 || !mayChange) return;
				const key = request.headers['idempotency-key'];
				observation.effects.push({
					run,
					item,
					contents,
					subject: about.email ? subjectOf(about) : String(about.name),
					...(typeof key === 'string' && { key }),
				});
			},
		};
	};

	private faultOf({ fault }: Call, item?: number) {
		const { scenario, isFixed } = this;
		if (isFixed) return undefined;
		if (item === undefined) return scenario.lookUps ?? fault;
		return scenario.items[item]?.fate === 'refused' ? 'refused' : fault;
	}

	private withKey(fault: Fault): Fault {
		if (fault.kind !== 'body') return fault;
		const { apiKey } = this.observation;
		return { ...fault, body: JSON.parse(JSON.stringify(fault.body).replace('API-KEY', apiKey)) };
	}
}
