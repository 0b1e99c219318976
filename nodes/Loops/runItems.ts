import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { Form } from './form/form';
import { teamOf } from './form/parameter';
import { findOperation } from './operations';
import type { Operation, PreparedItem } from './operations/base/operation';
import { failureTexts, nodeErrorOf, reasonsOf, type Reason } from './run/failure';
import { Item, Validated } from './run/item';
import { fieldsOfSomeItems, missingFields, notTold } from './run/missingFields';
import { failedItem, outputItems, validationOutput, withNoError } from './run/output';
import { Scheduler, type Task } from './run/scheduler';
import { requireTeam, type Run, startRun } from './run/startRun';
import { unknownIds } from './run/unknownIds';
import { format } from './values/format';
import { ItemRefused } from './values/itemRefused';

/**
 * The item loop. This loop and http/ are why the node is not declarative. Declarative routing starts all
 * items at once, so a long run exceeds Loops' limit of 10 requests per second. It can't stop at a failed
 * item before later emails leave. It neither waits for the rate limit nor decides per call when to retry.
 */
export async function runItems(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const total = node.getInputData().length;
	if (total === 0) return [[]];
	const canceled = node.getExecutionCancelSignal();
	const run = await startRun(node, total);
	const scheduler = new Scheduler(canceled);
	const output: INodeExecutionData[][] = [];
	let hasFailed = false;
	let hasErrors = false;

	const taskOf = (index: number): Task => {
		const item = new Item(run, index);
		const plan = planOf(item.form);
		return {
			locks: plan.locks,
			work: async (turn) => {
				if (turn.signal.aborted) return;
				item.start(turn, plan.operation?.properties ?? []);
				try {
					output[index] = await perform(item, plan, run);
				} catch (caught) {
					const continues = node.continueOnFail();
					if (turn.signal.aborted) return run.report.countEnded(item.recordMaybeSent());
					if (!continues) scheduler.stopAt(index);
					const failed = fail(item, caught, run);
					if (continues) output[index] = [failed];
					hasErrors ||= continues;
					hasFailed ||= !continues;
				} finally {
					logCounts(run);
				}
			},
		};
	};
	await scheduler.run(total, run.concurrency, taskOf).finally(() => run.end());
	const hasNext = node.getChildNodes(node.getNode().name).length > 0;
	if (canceled?.aborted) throw run.report.canceledError(node.getNode(), hasNext);
	const { resource, operation } = node.getNode().parameters;
	const { properties = [] } = findOperation(resource, operation) ?? {};
	const missing = run.hasRead
		? [...missingFields(node, properties), ...fieldsOfSomeItems(node, run.mapped)]
		: [];
	if (hasFailed) {
		const isSend = node.getNodeParameter('operation', 0, '') === 'send';
		const { isSubWorkflow, isToolCall: isForModel } = run.memory;
		const { index, texts } = run.report.stopped(hasNext, isSend && isSubWorkflow, missing);
		throw nodeErrorOf(texts, node.getNode(), { index, isForModel });
	}
	node.addExecutionHints(...run.report.hints(notTold(node, missing)));
	const items = output.flat();
	return [hasErrors && putsErrorFirst(node.getNode()) ? items.map(withNoError) : items];
}

/** Tells n8n's log how far a long run is. */
function logCounts({ memory, node, report }: Run): void {
	const counts = memory.isToolCall ? undefined : report.countsToLog();
	if (counts === undefined) return;
	node.logger.info(`${node.getNode().name} (execution ${node.getExecutionId()}): ${counts}`);
}

/** The error output has no good items, and n8n 1 repeats a node whose first item has any `error`. */
const putsErrorFirst = ({ onError, retryOnFail }: INode): boolean =>
	onError === 'continueRegularOutput' && retryOnFail !== true;

/** What an item will do in its turn. */
interface Plan {
	/** Absent if there is no such operation. */
	operation?: Operation;
	locks: string[];
	/** The parameters of a list: items with the same ones list once. */
	list?: string;
	/** @throws why the item can't be read. It fails in its turn, after earlier items. */
	read(): PreparedItem;
}

function planOf(form: Form): Plan {
	let operation: Operation | undefined;
	try {
		operation = operationOf(form);
		const { read } = operation;
		if (operation.isList) {
			const names = operation.properties.map(({ name }) => name);
			const list = form.asText(['resource', ...names]);
			return { operation, locks: [list], list, read: () => read(form) };
		}
		const item = read(form);
		return { operation, locks: item.locks, read: () => item };
	} catch (error) {
		return {
			operation,
			locks: [],
			read: () => {
				throw error as Error;
			},
		};
	}
}

function operationOf(form: Form): Operation {
	const resource = form.parameter('resource', '');
	const value = form.parameter('operation', '');
	const operation = findOperation(resource, value);
	if (operation) return operation;
	throw new ItemRefused(
		`This node has no operation ${format(value)} for resource ${format(resource)}`,
		"Choose both from the lists. For other calls to the Loops API, use n8n's HTTP Request node with the credential 'Loops API'.",
	);
}

/** Runs the operation of an item in its turn, and adds it to the report. */
async function perform(item: Item, plan: Plan, run: Run): Promise<INodeExecutionData[]> {
	if (run.credentialError) throw run.credentialError;
	const { validatesOnly, includesInput } = item.options;
	if (plan.list !== undefined) return await listOnce(item, plan, plan.list, run);
	const results = validatesOnly
		? [await validate(item, plan, run)]
		: await carryOut(item, plan, run);
	return outputItems(item, run.redactor.answer(results), { includesInput });
}

/** Lists once for all items with the same parameters: they share a lock. */
async function listOnce(
	item: Item,
	plan: Plan,
	list: string,
	run: Run,
): Promise<INodeExecutionData[]> {
	const { lists, redactor, report } = run;
	if (lists.has(list)) {
		if (lists.get(list) === 'done') report.countDone({});
		return [];
	}
	lists.set(list, 'failed');
	const results = await carryOut(item, plan, run);
	lists.set(list, 'done');
	return outputItems(item, redactor.answer(results), { includesInput: false });
}

async function carryOut(item: Item, plan: Plan, run: Run): Promise<IDataObject[]> {
	const operation = plan.operation?.action ?? '';
	const before = item.finishedBefore(operation);
	const results = before ?? (await runOperation(item, plan, run));
	if (!before) item.recordFinished(operation, results);
	run.report.countDone(item);
	return results;
}

async function runOperation(item: Item, plan: Plan, run: Run): Promise<IDataObject[]> {
	const read = plan.read();
	run.hasRead = true;
	// In the account of another team, everything else would fail for other reasons.
	const team = teamOf(item.form);
	if (team !== undefined) await requireTeam(team, run, item.facts);
	item.form.tellWarnings(item.warn);
	return await read.run(item);
}

/** Validate Only: sends nothing. An invalid item becomes output and does not stop the run. */
async function validate(item: Item, plan: Plan, run: Run): Promise<IDataObject> {
	const { redactor, report } = run;
	try {
		const { would, reasons } = await verdictOn(item, plan, run);
		if (reasons.length === 0) report.countValidated('ready');
		else report.countNotReady(item.index, reasons);
		if (reasons.length > 0) item.release();
		return validationOutput(item, {
			would,
			reasons: reasons.map(({ text }) => redactor.text(text)),
		});
	} catch (error) {
		report.countValidated('failed');
		throw error as Error;
	}
}

/** The first change that an item would make, or all that keeps it from that. */
async function verdictOn(
	item: Item,
	plan: Plan,
	run: Run,
): Promise<{ would?: Validated; reasons: Reason[] }> {
	const end = await runOperation(item, plan, run).catch((caught: unknown) => caught);
	// Its output: the item changes nothing.
	if (Array.isArray(end)) return { reasons: [] };
	const would = end instanceof Validated ? end : undefined;
	const problems = would ? [] : reasonsOf(end);
	if (!problems) throw end as Error;
	const reasons = [...problems, ...(await unknownIds(item))];
	return { would: reasons.length === 0 ? would : undefined, reasons };
}

/** Records a failure. Returns what replaces the item if the run continues. */
function fail(item: Item, caught: unknown, run: Run): INodeExecutionData {
	const { credentialError, node, redactor, report } = run;
	item.release();
	item.recordMaybeSent();
	const texts = failureTexts(caught, item, node, redactor);
	texts.isOfRun ||= caught === credentialError;
	report.countFailed(item.index, texts, item.changed === 'no' ? undefined : item.rerun);
	const hasErrorOutput = node.getNode().onError === 'continueErrorOutput';
	return failedItem(item, texts, { fields: redactor.answer(item.fields), hasErrorOutput });
}
