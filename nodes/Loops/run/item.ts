import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ItemForm } from '../form/itemForm';
import { teamOf } from '../form/options';
import { labelIn } from '../form/parameter';
import { type Caller, isChange, isChecked, type LoopsRequest } from '../http/request';
import { rerunOf } from '../http/rerun';
import { findOperation } from '../operations';
import type {
	FollowUp,
	LoadedItem,
	OnFailure,
	Operation,
	Plan,
	ReadItem,
} from '../operations/operation';
import { format } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { parseBoolean } from '../values/parse';
import { withContactEmail } from './allowedAddresses';
import { ItemCalls } from './itemCalls';
import { loadFirst, loadNeeds, requireTeam } from './loadNeeds';
import { asNodeError, reasonsOf, withSteps } from './nodeError';
import { failedItem, outputItems } from './output';
import type { NodeError } from './report';
import type { Turn } from './scheduler';
import type { Run } from './startRun';
import { validationOutput } from './validation';

const LOST_ANSWER =
	"Loops' answer was lost. What was asked for is done now, but it may have been done before";

const UNKNOWN_STEP = 'It is not known whether the next step was done';

/** One input item: read → load → plan → send → output. */
export class RunItem {
	private readonly form: ItemForm;
	private readonly warnings: string[] = [];
	private prepared?: ReadItem;
	/** Why it can't be read. */
	private unreadable?: unknown;
	private parameters?: string; // of an operation that lists
	readonly calls: ItemCalls;
	private readonly onFailure: OnFailure = {};

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
		this.calls.turn = turn;
		const { credentialError } = this.run;
		// A new error for each item, since asNodeError adds the item to its message.
		if (credentialError) throw new Error(credentialError.message);
		const operation = this.operation();
		if (operation.isList) return await this.performList(operation);
		const results = this.isOn('validateOnly')
			? [await this.validate(operation)]
			: await this.carryOut(operation);
		return this.outputOf(results, { includesInput: this.isOn('includeInputFields') });
	}

	/** Records the failure. `output` replaces the item if the run continues. */
	fail(caught: unknown): { error: NodeError; output: INodeExecutionData } {
		const { keys, node, redactor, report } = this.run;
		const { applied, maybeApplied = applied } = this.calls;
		if (!maybeApplied) keys.release(this.index);
		this.calls.recordMaybeSent();
		const error = asNodeError(caught, node, this.index, this.warnings, redactor);
		report.countFailed(this.index, error, maybeApplied);
		const hasErrorOutput = node.getNode().onError === 'continueErrorOutput';
		const { fields } = this.onFailure;
		return { error, output: failedItem(this, error, { fields, hasErrorOutput }) };
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

	private read(operation: Operation): ReadItem {
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
		this.parameters ??= this.form.asText(['resource', ...properties.map(({ name }) => name)]);
		return this.parameters;
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
		return this.outputOf(results, { includesInput: false });
	}

	private async carryOut(operation: Operation): Promise<IDataObject[]> {
		const { keys, report } = this.run;
		const item = await this.load(operation);
		const plan = await this.plan(item);
		if (!('request' in plan)) {
			const results = 'list' in plan ? await plan.list(this.call, this.warn) : plan.output;
			report.countDone();
			return results;
		}
		const { request } = plan;
		keys.claim(this.index, request);
		const { body, doneBy, warning } = plan.result ?? (await this.calls.make(request));
		const isUnsure = doneBy === 'unknown' && isChecked(request.repeat);
		this.warn([...(isUnsure ? [LOST_ANSWER] : []), ...(warning ? [warning] : [])]);
		const answer = plan.followUp
			? await this.follow(plan.followUp, request, body as IDataObject)
			: body;
		const results = item.output(answer, doneBy);
		report.countDone(request, doneBy, plan.cleared);
		return results;
	}

	/** An error of a later call says what the earlier ones have done. */
	private async follow(followUp: FollowUp, first: LoopsRequest, answer: IDataObject) {
		const steps: string[] = [];
		const followsCreation = rerunOf(first) === 'again';
		const rerun = followsCreation ? 'again' : 'safe';
		const call: Caller = async (next) => await this.call({ ...next, rerun, followsCreation });
		const { onFailure, warn } = this;
		const done = (step: string) => void steps.push(step);
		return await followUp(answer, { call, done, warn, onFailure }).catch((caught: unknown) => {
			if (this.calls.maybeApplied) done(UNKNOWN_STEP);
			throw withSteps(caught, steps, onFailure.hint);
		});
	}

	/** Validate Only: sends nothing. An invalid item becomes output and does not stop the run. */
	private async validate(operation: Operation): Promise<IDataObject> {
		const { validatedKeys, redactor, report } = this.run;
		try {
			const plan = await this.plan(await this.load(operation));
			if ('request' in plan) validatedKeys.claim(this.index, plan.request);
			report.countValidated('ready');
			return validationOutput({ plan, warnings: this.warnings });
		} catch (caught) {
			const isRefused = caught instanceof ItemRefused;
			report.countValidated(isRefused ? 'notReady' : 'failed');
			if (!isRefused) throw caught as Error;
			const reasons = reasonsOf(caught).map(redactor.text);
			return validationOutput({ reasons, warnings: this.warnings });
		}
	}

	/** Loads what the plan needs to know. */
	private async load(operation: Operation): Promise<LoadedItem> {
		const { form, index, run } = this;
		this.read(operation);
		const context = { run, index, signal: this.calls.turn?.signal };
		const team = teamOf(form);
		if (team !== undefined) await requireTeam(team, context);
		if (form.toLookUp.size > 0) {
			// Reads the item again, by IDs instead of names. Its locks stay those of the names.
			form.use(await loadFirst(form.toLookUp.values(), context));
			this.prepared = undefined;
		}
		const item = this.read(operation);
		this.warn(form.warnings);
		return await item.load(await loadNeeds(item.needs, context), this.call);
	}

	private async plan(item: LoadedItem): Promise<Plan> {
		const { checkAddresses, report } = this.run;
		const plan = item.plan();
		this.warn(plan.warnings);
		if (plan.mapping) report.warnNotMapped(plan.mapping);
		if (checkAddresses && 'request' in plan && isChange(plan.request)) {
			checkAddresses(await withContactEmail(plan.request, this.call));
			// All at once, so that the first one is not made in vain.
			for (const later of plan.next ?? []) if (later.body) checkAddresses(later);
		}
		return plan;
	}

	/** A call beside the one of the plan. */
	private readonly call: Caller = async (request) => {
		this.run.checkAddresses?.(request);
		return (await this.calls.make(request)).body;
	};

	private readonly warn = (texts: string[] = []): void => {
		for (const text of texts.map((each) => this.run.redactor.text(each))) {
			this.warnings.push(text);
			this.run.report.warn(this.index, text);
		}
	};

	/** The results, without the API key, as items. */
	private outputOf(results: IDataObject[], options: { includesInput: boolean }) {
		return outputItems(this, this.run.redactor.answer(results), options);
	}
}
