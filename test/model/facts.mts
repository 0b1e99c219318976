import type { IDataObject } from 'n8n-workflow';

import { isList, isRead } from './scenario.mts';
import { Item } from './item.mts';
import type { NodeRun, Observation } from './observation.mts';

/** By its sentence, whether a claim holds. */
export type Claims<T> = Record<string, (of: T, facts: Facts) => boolean>;

/** What is known of all items in all runs of the node. */
export class Facts {
	readonly items: Item[];
	readonly scenario: Observation['scenario'];
	readonly executions: Observation['executions'];
	readonly runs: NodeRun[];

	constructor(readonly observation: Observation) {
		({ scenario: this.scenario, executions: this.executions, runs: this.runs } = observation);
		this.items = this.runs.flatMap((run) => run.items.map((_, n) => new Item(this, run, n)));
	}

	readonly itemsOf = (run: NodeRun) => this.items.filter((item) => item.run === run);

	readonly effectsOf = (run: NodeRun) =>
		this.observation.effects.filter((effect) => effect.run === this.runs.indexOf(run));

	readonly isBefore = (run: NodeRun, other: NodeRun) =>
		this.runs.indexOf(run) < this.runs.indexOf(other);

	/** Whether they are two tries of Retry On Fail. */
	readonly isSameRun = (run: NodeRun, other: NodeRun) =>
		run.execution === other.execution && run.index === other.index;

	/** An item in a run, and in the tries of Retry On Fail before that. */
	readonly triesOf = ({ run, position }: Item) =>
		this.items.filter(
			(item) =>
				item.position === position &&
				this.isSameRun(item.run, run) &&
				!this.isBefore(run, item.run),
		);

	readonly inputOf = (run: number, item = -1): IDataObject => this.runs[run].inputs[item] ?? {};

	readonly isCanceled = (run: NodeRun) => this.executions[run.execution].status === 'canceled';

	/** Whether Loops may be changed at all. */
	get changes(): boolean {
		return !isRead(this.scenario) && !this.scenario.validateOnly;
	}

	/** Whether its requests are about no item in particular. */
	get isOfAll(): boolean {
		return isList(this.scenario) || this.scenario.operation === 'apiKey test';
	}

	/** n8n runs the node for the same items once more. */
	readonly isTriedAgain = (run: NodeRun) => {
		const next: NodeRun | undefined = this.runs[this.runs.indexOf(run) + 1];
		return next !== undefined && this.isSameRun(next, run);
	};

	readonly isStopped = (run: NodeRun) => run.error !== undefined && !this.isCanceled(run);

	/** A stopped or canceled execution has no output. */
	readonly putsOutAll = ({ status }: Observation['executions'][number]) =>
		status === 'success' && this.scenario.onError !== 'stopWorkflow';

	/** Faults of requests that are about no item. */
	readonly sharedFaults = (run: NodeRun) => this.faultsOf(run, undefined);

	readonly faultsOf = (run: NodeRun, item: unknown) =>
		faultsIn(run.requests.filter((each) => each.item === item));

	/** How many different lists the inputs ask for. */
	readonly listsIn = (inputs: IDataObject[]): number => {
		const { operation } = this.scenario;
		const listOf = ({ n, outcome, group }: IDataObject) => {
			if (outcome === 'throws') return `item ${String(n)}`;
			if (operation === 'mailingList getAll') return 'all';
			return operation === 'contactProperty getAll' ? Number(group) % 2 : Number(group);
		};
		return new Set(inputs.map(listOf)).size;
	};
}

/** What struck requests. */
export const faultsIn = (requests: NodeRun['requests']) =>
	requests.flatMap(({ fault }) => fault ?? []);
