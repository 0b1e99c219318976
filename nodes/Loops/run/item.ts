import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ItemForm } from '../form/itemForm';
import { teamOf } from '../form/options';
import { labelIn } from '../form/parameter';
import { redactBody } from '../http/redact';
import { type Caller, isChange, type LoopsRequest } from '../http/request';
import { rerunOf } from '../http/rerun';
import { findOperation } from '../operations';
import type { FollowUp, OnFailure, Operation, PreparedItem } from '../operations/operation';
import { format } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { parseBoolean } from '../values/parse';
import { addressBefore } from './accountGuard';
import { ItemCalls } from './itemCalls';
import { loadFirst, loadNeeds, requireTeam } from './loadNeeds';
import { asNodeError, withSteps } from './nodeError';
import { failedItem, outputItems, preview } from './output';
import type { NodeError } from './report';
import type { Turn } from './scheduler';
import type { Run } from './startRun';

const LOST_ANSWER =
	"Loops' answer was lost. What was asked for is done now, but it may have been done before";

const UNKNOWN_STEP = 'It is not known whether the next step was done';

/** One input item: read → load → plan → send → output. */
export class RunItem {
	private readonly form: ItemForm;
	private readonly warnings: string[] = [];
	private prepared?: PreparedItem;
	/** Why it can't be read. */
	private unreadable?: unknown;
	private turn?: Turn;
	readonly calls: ItemCalls;
	readonly onFailure: OnFailure = {};
	private readonly call: Caller = async (request) =>
		(await this.calls.make(request, this.turn)).body;

	constructor(
		private readonly run: Run,
		readonly index: number,
	) {
		this.form = new ItemForm(run.node, index, run.memory.isToolCall);
		this.calls = new ItemCalls(run, index, (part) => labelIn(this.operation().properties, part));
	}

	get input(): INodeExecutionData {
		return this.form.input;
	}

	/** An item that can't be read has no locks: it fails when its turn comes. */
	locks(): string[] {
		try {
			const operation = this.operation();
			return operation.isList ? [this.parametersOf(operation)] : this.read(operation).locks;
		} catch (error) {
			this.unreadable = error;
			return [];
		}
	}

	/** Runs the operation and adds it to the report. */
	async perform(turn: Turn): Promise<INodeExecutionData[]> {
		this.turn = turn;
		const { credentialError } = this.run;
		// A new error for each item, since asNodeError adds the item to its message.
		if (credentialError) throw new Error(credentialError.message);
		const operation = this.operation();
		if (operation.isList) return await this.performList(operation);
		const results = this.isOn('validateOnly')
			? [await this.preview(operation)]
			: await this.carryOut(operation);
		return outputItems(this, this.redactResults(results), this.isOn('includeInputFields'));
	}

	/** Records the failure. `output` replaces the item if the run continues. */
	fail(caught: unknown): { error: NodeError; output: INodeExecutionData } {
		const { keys, node, report } = this.run;
		const { applied, maybeApplied = applied } = this.calls;
		if (!maybeApplied) keys.release(this.index);
		this.calls.noteMaybeSent();
		const error = asNodeError(caught, node, this.index, this.warnings, report);
		report.countFailed(this.index, error, maybeApplied);
		const hasErrorOutput = node.getNode().onError === 'continueErrorOutput';
		return { error, output: failedItem(this, error, hasErrorOutput) };
	}

	private operation(): Operation {
		const resource = this.form.parameter('resource', '');
		const value = this.form.parameter('operation', '');
		const operation = findOperation(resource, value);
		if (operation) return operation;
		throw new ItemRefused(
			`This node has no operation ${format(value)} for resource ${format(resource)}`,
			"Choose both from the lists. For another call of the Loops API use n8n's HTTP Request node with the credential 'Loops API'.",
		);
	}

	private read(operation: Operation): PreparedItem {
		if (this.unreadable) throw this.unreadable as Error;
		this.prepared ??= operation.read(this.form, this.run.memory.originOf(this.index));
		return this.prepared;
	}

	/** Treats anything but a boolean as off: `read` refuses it. */
	private isOn(option: string): boolean {
		const options = this.form.parameter<IDataObject | null>('options', {}) ?? {};
		return parseBoolean(options[option]).value === true;
	}

	/** Equal for all items that get the same list. */
	private parametersOf({ properties }: Operation): string {
		return this.form.asText(['resource', ...properties.map(({ name }) => name)]);
	}

	/** Lists once for all items with the same parameters: they share a lock. */
	private async performList(operation: Operation): Promise<INodeExecutionData[]> {
		const { lists, report } = this.run;
		const list = this.parametersOf(operation);
		if (lists.has(list)) {
			if (lists.get(list) === 'done') report.countDone();
			return [];
		}
		lists.set(list, 'failed');
		const results = await this.carryOut(operation);
		lists.set(list, 'done');
		return outputItems(this, this.redactResults(results), false);
	}

	private async carryOut(operation: Operation): Promise<IDataObject[]> {
		const { keys, report } = this.run;
		const { plan, output } = await this.plan(operation);
		if (!('request' in plan)) {
			const results = 'list' in plan ? await plan.list(this.call, this.warn) : plan.output;
			report.countDone();
			return results;
		}
		const { request } = plan;
		keys.claim(this.index, request);
		const { body, doneBy, warning } = plan.result ?? (await this.calls.make(request, this.turn));
		const isUnsure = doneBy === 'unknown' && request.repeat.kind === 'checkFirst';
		this.warn([...(isUnsure ? [LOST_ANSWER] : []), ...(warning ? [warning] : [])]);
		const answer = plan.followUp
			? await this.follow(plan.followUp, request, body as IDataObject)
			: body;
		const results = output(answer, doneBy);
		report.countDone(request, doneBy, plan.cleared);
		return results;
	}

	/** An error of a later call says what the earlier ones have done. */
	private async follow(followUp: FollowUp, first: LoopsRequest, answer: IDataObject) {
		const steps: string[] = [];
		const isFollowUp = rerunOf(first) === 'again';
		const rerun = isFollowUp ? 'again' : 'safe';
		const call: Caller = async (next) => await this.call({ ...next, rerun, isFollowUp });
		const { onFailure, warn } = this;
		return await followUp(answer, { call, steps, warn, onFailure }).catch((caught: unknown) => {
			const done = this.calls.maybeApplied ? [...steps, UNKNOWN_STEP] : steps;
			throw withSteps(caught, done, onFailure.hint);
		});
	}

	/** Validate Only: sends nothing. An invalid item becomes output and does not stop the run. */
	private async preview(operation: Operation): Promise<IDataObject> {
		const { keysOfPreviews, report } = this.run;
		try {
			const { plan } = await this.plan(operation);
			if ('request' in plan) keysOfPreviews.claim(this.index, plan.request);
			report.countPreviewed('ready');
			return preview({ plan, warnings: this.warnings });
		} catch (caught) {
			const isRefused = caught instanceof ItemRefused;
			report.countPreviewed(isRefused ? 'notReady' : 'failed');
			if (!isRefused) throw caught as Error;
			return preview({ reasons: report.reasonsOf(caught), warnings: this.warnings });
		}
	}

	private async plan(operation: Operation): ReturnType<PreparedItem['plan']> {
		const { call: get, form, index, run, turn } = this;
		this.read(operation);
		const context = { run, index, signal: turn?.signal };
		const team = teamOf(form);
		if (team !== undefined) await requireTeam(team, context);
		if (form.toLookUp.size > 0) {
			// Reads the item again, by IDs instead of names. Its locks stay those of the names.
			form.use(await loadFirst(form.toLookUp.values(), context));
			this.prepared = undefined;
		}
		const item = this.read(operation);
		this.warn(form.warnings);
		const planned = await item.plan(await loadNeeds(item.needs, context), get);
		const { plan } = planned;
		this.warn(plan.warnings);
		if (plan.mapping) run.report.warnNotMapped(plan.mapping);
		if (!('request' in plan)) return planned;
		const { check } = run.settings;
		// A request that only reads may be a constant, which all runs share.
		if (check && isChange(plan.request)) {
			plan.request.contactEmail ??= await addressBefore(plan.request, get);
		}
		// All at once, so that the first one is not made in vain.
		const later = plan.next?.filter(({ body }) => body) ?? [];
		for (const call of [plan.request, ...later]) check?.(call);
		return planned;
	}

	private readonly warn = (texts: string[] = []): void => {
		for (const text of texts) {
			this.warnings.push(this.run.report.redact(text));
			this.run.report.warn(this.index, text);
		}
	};

	private redactResults(results: IDataObject[]): IDataObject[] {
		return redactBody(results, this.run.settings.connection?.apiKey ?? '') as IDataObject[];
	}
}
