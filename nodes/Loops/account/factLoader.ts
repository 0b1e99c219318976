import { NodeApiError } from 'n8n-workflow';

import { loopsConnection } from '../http/connection';
import { apiError } from '../http/apiError';
import { callLoops, type CallSettings } from '../http/client';
import { orAborted } from '../http/orAborted';
import type { LoopsContext, LoopsRequest } from '../http/request';
import { messages } from '../http/messages';
import { sentence } from '../values/format';
import { LookUpBudget } from './lookUpBudget';
import type { Memory } from './memory';

/** Something that Loops can tell about an account. */
export interface Fact<T> {
	/** Unique among the facts of an account. */
	name: string;
	/** Where it is kept, for all runs of the process. */
	memory: Memory<Known>;
	load(call: (request: LoopsRequest) => Promise<unknown>): Promise<T>;
	/** Whether a value from before the run will do. It does not if it lacks a name. */
	isEnough(value: T): boolean;
}

/** A fact in memory, and when it was asked for, as of `performance.now`. */
export interface Known {
	value: unknown;
	at: number;
}

const MAX_AGE_MS = 300_000;

/** After a lost answer there is time for another attempt. */
const ATTEMPT_MS = 10_000;

/**
 * What runs of the process are loading, by account and fact. A run with a maximum rate has it here only
 * while the look-up is at Loops: nobody else waits at its pace.
 */
const underWay = new Map<string, Promise<void>>();

/** Are told of each fact that comes into memory. */
const waiting = new Set<(key: string) => void>();

/** Whether an item can't go on without a fact, or only gives a warning for want of it. */
export type Urgency = 'required' | 'advisory';

/** ms that a run waits for look-ups that fail. Loops answers within a second: the rest is for retries. */
const MAX_LOST_MS: Record<Urgency, number> = { required: 30_000, advisory: 3_000 };

type Failure = Parameters<typeof apiError>[1];

/**
 * Loads facts for one run, each once for all of its items. A fact that can't be loaded stays unknown to
 * the end of the run: whoever needs it gets the same error at once.
 */
export class FactLoader {
	private readonly startedAt = performance.now();
	/** By the name of the fact. */
	private readonly loads = new Map<string, Promise<void>>();
	private readonly failures: Record<Urgency, Map<string, Failure>>;
	/** What is advisory takes no time from what is required. */
	private readonly budgets: Record<Urgency, LookUpBudget>;

	/** `settings` of the run: its signal ends all loads. `isPaced` where it has a maximum rate. */
	constructor(
		private readonly context: LoopsContext,
		private readonly settings: CallSettings,
		private readonly isPaced: boolean,
	) {
		const budget = (urgency: Urgency) =>
			new LookUpBudget(MAX_LOST_MS[urgency], () => this.error(noAnswer(MAX_LOST_MS[urgency])));
		this.budgets = { required: budget('required'), advisory: budget('advisory') };
		this.failures = { required: new Map(), advisory: new Map() };
	}

	/**
	 * @throws NodeApiError where the fact is unknown; it names no item
	 * @throws the reason of `signal`, which ends this wait only
	 */
	async read<T>(fact: Fact<T>, urgency: Urgency, signal?: AbortSignal): Promise<T> {
		const { id } = this.settings.connection ?? (await loopsConnection(this.context));
		const key = `${id} ${fact.name}`;
		for (;;) {
			const known = this.find(fact, key);
			if (known) return known.value as T;
			const failure = this.failures[urgency].get(fact.name);
			if (failure) throw this.error(failure);
			const load = this.loads.get(fact.name) ?? this.start(fact, key, urgency);
			await orAborted(load, signal);
		}
	}

	private find<T>({ memory, isEnough }: Fact<T>, key: string): Known | undefined {
		const known = memory.get(key);
		if (!known || known.at < this.startedAt - MAX_AGE_MS) return undefined;
		return known.at >= this.startedAt || isEnough(known.value as T) ? known : undefined;
	}

	private start<T>(fact: Fact<T>, key: string, urgency: Urgency): Promise<void> {
		const budget = this.budgets[urgency];
		budget.signal.throwIfAborted();
		const load = this.load(fact, key, budget)
			.catch((error: unknown) => {
				// Not the error itself, which is large: there may be one for each item.
				if (error instanceof NodeApiError) {
					const { message, description, httpCode } = error;
					this.failures[urgency].set(fact.name, { message, description, httpCode });
				}
				throw error as Error;
			})
			.finally(() => this.loads.delete(fact.name));
		this.loads.set(fact.name, load);
		return load;
	}

	/** Takes what another run has brought meanwhile, if that will do. */
	private async load<T>(fact: Fact<T>, key: string, budget: LookUpBudget): Promise<void> {
		const { signal: endOfRun } = this.settings;
		const brought = new AbortController();
		const onBrought = (name: string) => {
			if (name === key && this.find(fact, key)) brought.abort();
		};
		waiting.add(onBrought);
		const ends = [budget.signal, brought.signal, ...(endOfRun ? [endOfRun] : [])];
		const signal = AbortSignal.any(ends);
		try {
			const other = underWay.get(key);
			if (other) await orAborted(other, signal);
			const at = performance.now();
			const loading = fact.load(async (request) => await this.call(request, key, budget, signal));
			if (!this.isPaced) share(key, loading);
			fact.memory.set(key, { value: await loading, at });
			waiting.delete(onBrought);
			for (const tell of waiting) tell(key);
		} catch (error) {
			if (!brought.signal.aborted) throw error as Error;
		} finally {
			waiting.delete(onBrought);
		}
	}

	private async call(
		request: LoopsRequest,
		key: string,
		budget: LookUpBudget,
		signal: AbortSignal,
	): Promise<unknown> {
		const { timeoutMs = ATTEMPT_MS } = this.settings;
		let end: ReturnType<LookUpBudget['start']> | undefined;
		const answer = callLoops(this.context, request, {
			...this.settings,
			timeoutMs: Math.min(timeoutMs, ATTEMPT_MS),
			patienceMs: budget.leftMs,
			signal,
			observer: {
				onAttempt: (_request, attempt) => {
					if (attempt > 1) return;
					end = budget.start();
					if (this.isPaced) share(key, answer);
				},
			},
		});
		try {
			const { body } = await answer;
			end?.(false);
			return body;
		} catch (error) {
			end?.(true);
			throw error as Error;
		}
	}

	private error(failure: Failure): NodeApiError {
		return apiError(this.context.getNode(), failure);
	}
}

/** Lets other runs wait for the end of a load, be it good or bad. */
function share(key: string, load: Promise<unknown>): void {
	const end: Promise<void> = load.then(
		() => {},
		() => {},
	);
	underWay.set(key, end);
	void end.then(() => underWay.get(key) === end && underWay.delete(key));
}

const noAnswer = (ms: number): Failure => ({
	message: `Loops did not answer look-ups within ${ms / 1_000} seconds`,
	description: sentence(messages.runLater),
	httpCode: 'ETIMEDOUT',
});
