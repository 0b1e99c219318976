import type { IDataObject, IExecuteFunctions, INodeExecutionData, IRun } from 'n8n-workflow';

import { type Emulator, startEmulator } from '../emulator/server.mts';
import {
	type Identity,
	outputOf,
	type PackageUnderTest,
	retryWorkflow,
	runWorkflow,
} from '../harness/engine.mts';
import { source, startOnNewPort } from '../harness/loops.mts';
import { VirtualTime } from '../harness/virtualTime.mts';
import { approvalOf } from './approval.mts';
import { inputOf, fixed } from './items.mts';
import { draftsIn } from './drafts.mts';
import { addName, namesIn } from './names.mts';
import type { Effect, Execution, Kind, NodeRun, Observation } from './observation.mts';
import { outputsOf, readable } from './observation.mts';
import { allowedDomains, seedOf, workflowOf } from './parameters.mts';
import {
	hasOwnKeys,
	isApproved,
	isMapped,
	isRefusedAgain,
	isSend,
	type Scenario,
} from './scenario.mts';
import { Service } from './service.mts';
import { saysAgainIsSafe, saysOthersOnly, saysRetryIsSafe } from './texts.mts';

let accounts = 0;
const newKey = () => `4f1c9a7be05d8c36${((++accounts * 2_654_435_761) >>> 0).toString(16)}`;
const SHORT_KEY = 'example';

const HOUR_MS = 3_600_000;
/** Longer than any wait of the node. */
const LONG_MS = 300_000;

type Running = ReturnType<typeof runWorkflow>;

/** Runs a scenario through n8n's engine against an emulator, in virtual time. */
export async function drive(scenario: Scenario): Promise<Observation> {
	return await new Drive(scenario).all();
}

class Drive {
	private readonly clock = new VirtualTime();
	private readonly observation: Observation;
	private readonly service: Service;
	private emulator!: Emulator;
	private firstExecutionId?: string;
	private approval?: string;
	private canceledAt?: number;

	constructor(private readonly scenario: Scenario) {
		this.observation = {
			scenario,
			executions: [],
			effects: [],
			runs: [],
			readable: '',
			apiKey: scenario.isShortKey ? SHORT_KEY : newKey(),
			revisions: {},
		};
		this.service = new Service(scenario, this.observation);
	}

	async all(): Promise<Observation> {
		const { scenario, observation } = this;
		if (isApproved(scenario)) this.approval = await approvalOf(seedOf(scenario));
		// The same short key needs another port. The system has only some 7,000 to give out.
		const start = scenario.isShortKey ? startOnNewPort : startEmulator;
		this.emulator = await start({
			apiKey: observation.apiKey,
			rateLimit: scenario.rateLimit,
			seed: seedOf(scenario),
			script: (received) => this.service.script(received),
		});
		this.service.emulator = this.emulator;
		this.clock.install(scenario.seed);
		try {
			const first = await this.execute('first', this.inputs);
			if (first.status !== 'canceled') await this.follow(first);
		} finally {
			await this.clock.pass(LONG_MS);
			this.clock.uninstall();
			await this.emulator.close();
		}
		return observation;
	}

	private get inputs(): IDataObject[] {
		return this.scenario.items.map((plan, n) => inputOf(this.scenario, plan, n));
	}

	/** What follows the first execution: what its error promises, or else what the scenario says. */
	private async follow(first: IRun): Promise<void> {
		const { then } = this.scenario;
		if (isMapped(this.scenario)) await this.clock.until(addName(this.emulator));
		if (then === 'twice') {
			await this.clock.pass(23 * HOUR_MS);
			const second = await this.execute('again', this.inputs);
			await this.clock.pass(2 * HOUR_MS);
			await this.keepPromise(second);
		} else if (!(await this.keepPromise(first))) {
			if (then === 'retry' && first.status === 'error') await this.retry(first, (all) => all);
			else if (then !== 'nothing' && then !== 'retry') await this.execute(then, this.inputs);
		}
	}

	/** Does what the error of the last execution says, once its causes are fixed. */
	private async keepPromise(last: IRun): Promise<boolean> {
		const { scenario, observation, service, inputs } = this;
		const text = observation.executions.at(-1)?.error?.text ?? '';
		const isOver = this.isPromiseOver();
		const isOwnKey = saysRetryIsSafe(text) && hasOwnKeys(scenario);
		// What is said holds for the same contents.
		const isSafe = (saysAgainIsSafe(text) || isOwnKey) && !isRefusedAgain(scenario) && !isOver;
		const isRetry = saysRetryIsSafe(text) && !isOwnKey && scenario.then !== 'again' && !isOver;
		service.isFixed = isSafe || isRetry || (saysOthersOnly(text) && !isOwnKey);
		if (!service.isFixed) return false;
		const { runs, executions } = observation;
		const isOfLast = ({ run }: Effect) => runs[run].execution === executions.length - 1;
		const effects = observation.effects.filter((each) => !isSend(scenario) || isOfLast(each));
		const reached = new Set(effects.map(({ item }) => item));
		const others = inputs.filter(({ n }) => isSafe || !reached.has(n as number));
		// Its parent starts a sub-workflow anew.
		if (isRetry && scenario.isSub) await this.execute('again', this.fixedInputs(inputs));
		else if (isRetry) await this.retry(last, (input) => this.fixedInputs(input));
		else await this.execute('again', this.fixedInputs(others));
		return true;
	}

	/** Whether 24 hours have passed since the first send with a key. */
	private isPromiseOver(): boolean {
		const { runs, effects, executions } = this.observation;
		if (this.scenario.then !== 'twice') return false;
		const isOfLast = ({ execution }: NodeRun) => execution === executions.length - 1;
		const isSentBefore = effects.some(({ run }) => !isOfLast(runs[run]));
		return hasOwnKeys(this.scenario) && isSentBefore;
	}

	/** Items that have had their effect stay as they are; the others get what lets them succeed. */
	private fixedInputs(inputs: IDataObject[]): IDataObject[] {
		const { operation, lenient, maxTries, batch } = this.scenario;
		// What an earlier run of the node has removed is refused, and a later one knows nothing of it.
		const isRefused = operation === 'contact removeSuppression' && !lenient && maxTries + batch > 1;
		const effects = isRefused ? [] : this.observation.effects;
		const reached = new Set(effects.map(({ item }) => item));
		const ownKeys = inputs.map(({ key }) => key);
		return inputs.map((json) => {
			// What Loops drops is part of the contents, which a key holds for.
			const isSent = json.outcome === 'unknownProperty';
			if (reached.has(json.n as number)) return isSent ? json : { ...json, outcome: 'good' };
			const isOwn = ownKeys.filter((key) => key === json.key).length === 1;
			return fixed(this.scenario, json, isOwn);
		});
	}

	private async execute(kind: Exclude<Kind, 'retry'>, inputs: IDataObject[]): Promise<IRun> {
		const items = inputs.map((json) => ({ json }));
		const identity: Identity = {
			...(kind === 'elsewhere' && { executionId: this.firstExecutionId }),
			...(this.scenario.isSub && { mode: 'integrated' }),
		};
		const origin = this.observation.executions.length;
		return await this.observe({ kind, origin }, (pkg, credentials) =>
			runWorkflow(pkg, credentials, this.workflow(kind), items, identity),
		);
	}

	/** What was approved goes out at first: nobody has approved what others have changed since. */
	private workflow(kind: Kind) {
		return workflowOf(this.scenario, kind === 'first' ? this.approval : undefined);
	}

	/** As if the cause had been fixed upstream: a retry starts from the items that were stored. */
	private async retry(failed: IRun, fix: (inputs: IDataObject[]) => IDataObject[]): Promise<void> {
		const { nodeExecutionStack = [], contextData = {} } = failed.data.executionData ?? {};
		// What Loop Over Items still holds, too.
		const rest = contextData['node:Batches']?.rest as INodeExecutionData[] | undefined;
		const items = [...(nodeExecutionStack[0]?.data.main[0] ?? []), ...(rest ?? [])];
		const inputs = fix(items.map(({ json }) => json));
		items.forEach((item, index) => (item.json = inputs[index]));
		const { length } = this.observation.executions;
		await this.observe({ kind: 'retry', origin: length - 1 }, (pkg, credentials) =>
			retryWorkflow(pkg, credentials, workflowOf(this.scenario), failed),
		);
	}

	private async observe(
		about: { kind: Kind; origin: number },
		start: (pkg: PackageUnderTest, credentials: { apiKey: string; baseUrl: string }) => Running,
	): Promise<IRun> {
		const { observation, clock } = this;
		const { isFixed } = this.service;
		const { apiKey } = observation;
		const { cancelAt } = this.scenario;
		const execution: Execution = { ...about, status: 'running', isFixed, outputs: [] };
		const index = observation.executions.push(execution) - 1;
		const pkg = { ...source, node: this.watched(index) };
		const onlyToDomains = allowedDomains(this.scenario);
		const allowed = onlyToDomains === undefined ? {} : { onlyToDomains };
		const running = start(pkg, { apiKey, baseUrl: this.emulator.baseUrl, ...allowed });
		let left: number | undefined;
		if (about.kind === 'first' && cancelAt !== undefined) {
			clock.after(cancelAt, () => {
				if (execution.status !== 'running') return;
				running.cancel();
				({ left } = clock);
				this.canceledAt = clock.now;
				execution.lingered = 0;
			});
		}
		const run = await clock.until(running as Promise<IRun>);
		execution.status = run.status;
		if (left !== undefined) {
			await clock.pass(LONG_MS);
			execution.leftAfterCancel = clock.left - left;
		}
		const { error, runData } = run.data.resultData;
		if (error) execution.error = readable(error as Error & { description?: string });
		for (const [runIndex] of (runData.Loops ?? []).entries()) {
			const [done = [], failed = []] = outputOf(run, 'Loops', runIndex).map(outputsOf);
			const last = observation.runs.findLast(
				(each) => each.execution === index && each.index === runIndex,
			);
			// A retry keeps the rounds of the loop that were done before it.
			if (last) {
				execution.outputs.push({
					run: observation.runs.indexOf(last),
					inputs: last.items,
					done,
					failed,
				});
			}
		}
		observation.readable += JSON.stringify([
			error && [error.message, error.description, error],
			runData.Loops?.map(({ data, hints, error: failure }) => [data, hints, failure]),
		]);
		return run;
	}

	/** The node, with a note of what goes in and out of each of its runs. */
	private watched(execution: number): PackageUnderTest['node'] {
		const drive = this;
		const node = Object.create(source.node) as PackageUnderTest['node'];
		node.execute = async function (this: IExecuteFunctions) {
			drive.firstExecutionId ??= this.getExecutionId();
			const inputs = this.getInputData().map(({ json }) => json);
			const run: NodeRun = {
				execution,
				index: Number(this.getWorkflowDataProxy(0).$runIndex),
				items: inputs.map(({ n }) => n as number),
				inputs,
				hints: [],
				requests: [],
				took: 0,
				names: namesIn(drive.emulator, drive.scenario),
				answers: [],
				changing: [],
				account: { contacts: [], suppressed: [], properties: [] },
				drafts: { names: [], workflows: [], goingOut: [] },
			};
			drive.observation.runs.push(run);
			const startedAt = drive.clock.now;
			const addHints = this.addExecutionHints.bind(this);
			this.addExecutionHints = (...hints) => {
				run.hints.push(...hints.map(({ message }) => message));
				addHints(...hints);
			};
			try {
				const result = (await source.node.execute?.call(this)) as INodeExecutionData[][];
				run.output = outputsOf(result[0]);
				return result;
			} catch (error) {
				run.error = readable(error as Error & { description?: string });
				throw error;
			} finally {
				const { canceledAt, clock, observation } = drive;
				run.took = clock.now - startedAt;
				if (canceledAt !== undefined) {
					const lingered = clock.now - Math.max(canceledAt, startedAt);
					const { [execution]: of } = observation.executions;
					of.lingered = Math.max(of.lingered ?? 0, lingered);
				}
				const contacts = drive.emulator.contacts();
				const emailsOf = (all: typeof contacts) => all.map(({ email }) => email.toLowerCase());
				run.account.contacts = emailsOf(contacts);
				run.account.suppressed = emailsOf(contacts.filter(({ isSuppressed }) => isSuppressed));
				run.drafts = draftsIn(drive.emulator);
				run.account.properties = drive.emulator.properties().map(({ key }) => key);
			}
		};
		return node;
	}
}
