import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ItemForm } from '../form/form';
import { teamOf, labelIn } from '../form/parameter';
import { findOperation } from '../operations';
import type { Operation, ReadItem } from '../operations/base/operation';
import { format } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { parseBoolean } from '../values/parse';
import { Handle, Validated } from './handle';
import { failureTexts, reasonsOf } from './failure';
import { failedItem, outputItems, validationOutput } from './output';
import { requireTeam, type Run } from './startRun';
import type { Turn } from './scheduler';

/** An item as it is before its turn. */
type State =
	| { is: 'read'; operation: Operation; item: ReadItem; validatesOnly: boolean }
	/** Read in its turn: items with the same parameters list once. */
	| { is: 'list'; operation: Operation; parameters: string }
	| { is: 'refused'; error: Error; validatesOnly: boolean };

type Single = Exclude<State, { is: 'list' }>;

/** One input item: it is read, waits for its turn, runs its operation, and becomes output. */
export class RunItem {
	private readonly form: ItemForm;
	private readonly state: State;

	constructor(
		private readonly run: Run,
		readonly index: number,
	) {
		this.form = new ItemForm(run.node, index, run.memory.isToolCall);
		this.state = this.read();
	}

	get input(): INodeExecutionData {
		return this.form.input;
	}

	/** An item that can't be read has no locks: it fails when its turn comes. */
	locks(): string[] {
		const { state } = this;
		if (state.is === 'refused') return [];
		return state.is === 'list' ? [state.parameters] : state.item.locks;
	}

	/** What the item makes its calls with, in its turn. */
	handle(turn: Turn): Handle {
		const { state } = this;
		const properties = state.is === 'refused' ? [] : state.operation.properties;
		return new Handle(this.run, this.index, turn, {
			validatesOnly: state.is !== 'list' && state.validatesOnly,
			labelInForm: (part) => labelIn(properties, part),
		});
	}

	/** Runs the operation and adds it to the report. */
	async perform(handle: Handle): Promise<INodeExecutionData[]> {
		const { run, state } = this;
		// A new error for each item, to whose message the item is added.
		if (run.credentialError) throw new Error(run.credentialError.message);
		if (state.is === 'list') return await this.list(state, handle);
		const results = state.validatesOnly
			? [await this.validate(state, handle)]
			: await this.carryOut(state, handle);
		return this.outputOf(results, { includesInput: this.isOn('includeInputFields') });
	}

	/** Records the failure. Returns what replaces the item if the run continues. */
	fail(caught: unknown, handle: Handle): INodeExecutionData {
		const { node, redactor, report } = this.run;
		const { progress } = handle;
		handle.release();
		handle.recordMaybeSent();
		const { index } = this;
		const { steps, next, warnings } = progress;
		const texts = failureTexts(caught, { index, steps, next, warnings }, node, redactor);
		report.countFailed(index, texts, progress.changed === 'no' ? undefined : progress.rerun);
		const hasErrorOutput = node.getNode().onError === 'continueErrorOutput';
		const fields = redactor.answer(progress.fields);
		return failedItem(this, texts, { fields, hasErrorOutput });
	}

	private read(): State {
		try {
			const operation = this.operation();
			if (!operation.isList) {
				const item = operation.read(this.form);
				return { is: 'read', operation, item, validatesOnly: this.isOn('validateOnly') };
			}
			const names = operation.properties.map(({ name }) => name);
			const parameters = this.form.asText(['resource', ...names]);
			return { is: 'list', operation, parameters };
		} catch (error) {
			const validatesOnly = this.isOn('validateOnly');
			return { is: 'refused', error: error as Error, validatesOnly };
		}
	}

	private operation(): Operation {
		const resource = this.form.parameter('resource', '');
		const value = this.form.parameter('operation', '');
		const operation = findOperation(resource, value);
		if (operation) return operation;
		throw new ItemRefused(
			`This node has no operation ${format(value)} for resource ${format(resource)}`,
			"Choose both from the lists. For other calls to the Loops API, use n8n's HTTP Request node with the credential 'Loops API'.",
		);
	}

	/** Treats anything but a boolean as off: the item is refused for it. */
	private isOn(option: string): boolean {
		try {
			const options = this.form.parameter<IDataObject | null>('options', {}) ?? {};
			return parseBoolean(options[option]).value === true;
		} catch {
			return false;
		}
	}

	/** Lists once for all items with the same parameters: they share a lock. */
	private async list(
		{ operation, parameters }: { operation: Operation; parameters: string },
		handle: Handle,
	): Promise<INodeExecutionData[]> {
		const { lists, report } = this.run;
		if (lists.has(parameters)) {
			if (lists.get(parameters) === 'done') report.countDone({});
			return [];
		}
		lists.set(parameters, 'failed');
		const item = operation.read(this.form);
		const results = await this.carryOut(
			{ is: 'read', operation, item, validatesOnly: false },
			handle,
		);
		lists.set(parameters, 'done');
		return this.outputOf(results, { includesInput: false });
	}

	private async carryOut(state: Single, handle: Handle): Promise<IDataObject[]> {
		const results = await this.runOperation(state, handle);
		this.run.report.countDone(handle.progress);
		return results;
	}

	private async runOperation(state: Single, handle: Handle): Promise<IDataObject[]> {
		if (state.is === 'refused') throw state.error;
		this.run.hasRead = true;
		// In the account of another team, everything else would fail for other reasons.
		const team = teamOf(this.form);
		if (team !== undefined) await requireTeam(team, this.run, handle.facts);
		handle.warn(this.form.warnings);
		return await state.item.run((reach) => handle.reaching(reach));
	}

	/** Validate Only: sends nothing. An invalid item becomes output and does not stop the run. */
	private async validate(state: Single, handle: Handle): Promise<IDataObject> {
		const { redactor, report } = this.run;
		try {
			await this.runOperation(state, handle);
			report.countValidated('ready');
			return validationOutput(handle.progress);
		} catch (caught) {
			if (caught instanceof Validated) {
				report.countValidated('ready');
				return validationOutput(handle.progress, { would: caught });
			}
			const reasons = reasonsOf(caught);
			report.countValidated(reasons ? 'notReady' : 'failed');
			if (!reasons) throw caught as Error;
			handle.release();
			return validationOutput(handle.progress, { reasons: reasons.map(redactor.text) });
		}
	}

	/** The results, without the API key, as items. */
	private outputOf(results: IDataObject[], options: { includesInput: boolean }) {
		return outputItems(this, this.run.redactor.answer(results), options);
	}
}
