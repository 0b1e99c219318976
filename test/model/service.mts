import type { IDataObject } from 'n8n-workflow';

import type { Fault, Script } from '../emulator/faults.mts';
import type { ReceivedRequest } from '../emulator/requestLog.mts';
import type { Emulator } from '../emulator/server.mts';
import { changeMeanwhile, Drafts, itemOfDraft } from './drafts.mts';
import { markOf, subjectOf } from './items.mts';
import { addsName } from './names.mts';
import type { NodeRun, Observation } from './observation.mts';
import {
	type Call,
	FAULTS,
	type FaultName,
	isContent,
	MEANWHILE,
	type Scenario,
} from './scenario.mts';

/** Decides what happens to each request, and notes what came of it. */
export class Service {
	/** Nothing goes wrong any more. */
	isFixed = false;
	emulator!: Emulator;
	private readonly drafts = new Drafts();
	private readonly calls = new Map<number | undefined, number>();

	constructor(
		private readonly scenario: Scenario,
		private readonly observation: Observation,
	) {}

	/** What the scenario has for the n-th request about its item. */
	readonly script = (request: ReceivedRequest): Script => {
		const { scenario, observation, calls } = this;
		// Of someone else, between two executions.
		if (addsName(request.body)) return {};
		const run = observation.runs.length - 1;
		const item = this.itemOf(request, observation.runs[run]);
		const count = calls.get(item) ?? 0;
		calls.set(item, count + 1);
		const plan = item === undefined ? undefined : scenario.items[item];
		const sound: Call = { transit: 0, latency: scenario.latency };
		const planned = (item === undefined ? scenario.shared : plan?.calls)?.[count] ?? sound;
		const { requests, answers, changing } = observation.runs[run];
		const fault = this.faultOf(planned, item);
		const isOfDraft = isContent(scenario);
		const mayChange = (item !== undefined || isOfDraft) && request.method !== 'GET';
		// Of an email that several items could have created.
		const changed = item ?? -1;
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
		const isAnswered = !fault || fault === 'trickled' || fault === MEANWHILE;
		if (mayChange && !isAnswered && !fault.startsWith('429')) changing.push(changed);
		if (fault === MEANWHILE) changeMeanwhile(this.emulator, request);
		return {
			transit,
			latency,
			...this.scripted(fault),
			onProcessed: (status) => {
				if (isAnswered) answers.push({ item, status });
				if (isAnswered && mayChange) changing.push(changed);
				const draft =
					isOfDraft && this.drafts.after(this.emulator, request, fault, observation.revisions);
				if (status > 299 || !mayChange || draft === undefined) return;
				const key = request.headers['idempotency-key'];
				observation.effects.push({
					run,
					item: changed,
					contents,
					subject: draft
						? this.subjectOfDraft(changed)
						: about.email
							? subjectOf(about)
							: String(about.name),
					...(typeof key === 'string' && { key }),
					...(draft && { draft }),
				});
			},
		};
	};

	private itemOf(request: ReceivedRequest, run: NodeRun): number | undefined {
		const { emulator, observation, scenario } = this;
		if (!isContent(scenario)) return markOf(request);
		return itemOfDraft(emulator, request, run, observation.effects);
	}

	/** A new campaign is one of its own; so is the workflow of an item. */
	private subjectOfDraft(item: number): string {
		const {
			runs,
			scenario: { operation },
		} = this.observation;
		const input = runs.at(-1)?.inputs.find(({ n }) => n === item) ?? {};
		return /^(campaign create|workflow)/.test(operation) ? String(item) : subjectOf(input);
	}

	private faultOf({ fault }: Call, item?: number) {
		const { scenario, isFixed } = this;
		if (isFixed) return undefined;
		if (item === undefined) return scenario.lookUps ?? fault;
		return scenario.items[item]?.outcome === 'refused' ? 'refused' : fault;
	}

	/** A fault as the emulator takes it. */
	private scripted(name?: FaultName | 'refused'): { fault?: Fault } {
		if (name === undefined || name === MEANWHILE) return {};
		if (name === 'refused') return { fault: { kind: 'status', status: 400 } };
		const fault: Fault = FAULTS[name];
		if (fault.kind !== 'body') return { fault };
		const { apiKey } = this.observation;
		const body: unknown = JSON.parse(JSON.stringify(fault.body).replace('API-KEY', apiKey));
		return { fault: { ...fault, body } };
	}
}
