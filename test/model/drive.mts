import type { IDataObject, IExecuteFunctions, INodeExecutionData, IRun } from 'n8n-workflow';

import type { Fault, Script } from '../emulator/faults.mts';
import type { ReceivedRequest } from '../emulator/requestLog.mts';
import { type Emulator, startEmulator } from '../emulator/server.mts';
import { outputOf, type PackageUnderTest, retryWorkflow, runWorkflow } from '../harness/engine.mts';
import { source } from '../harness/loops.mts';
import { VirtualTime } from '../harness/virtualTime.mts';
import { type Call, FAULTS, type Scenario } from './generate.mts';
import type { Execution, Kind, NodeRun, Observation, Output } from './observation.mts';
import { inputOf, markOf, mended, seedOf, subjectOf, workflowOf } from './parameters.mts';
import { saysAgainIsSafe, saysOthersOnly, saysRetryIsSafe } from './texts.mts';

const API_KEY = '4f1c9a7be05d8c36';
const SOUND: Call = { transit: 0, latency: 10 };
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
	private readonly calls = new Map<number | undefined, number>();
	private emulator!: Emulator;
	private isMended = false;
	private firstExecutionId?: string;
	private canceledAt?: number;

	constructor(private readonly scenario: Scenario) {
		this.observation = {
			scenario,
			executions: [],
			effects: [],
			runs: [],
			readable: '',
			apiKey: API_KEY,
		};
	}

	async all(): Promise<Observation> {
		const { scenario, observation } = this;
		this.emulator = await startEmulator({
			apiKey: API_KEY,
			rateLimit: scenario.rateLimit,
			seed: seedOf(scenario),
			script: (request) => this.script(request),
		});
		this.clock.install(scenario.seed);
		try {
			const inputs = scenario.items.map((plan, n) => inputOf(scenario, plan, n));
			const first = await this.execute('first', inputs);
			await this.follow(first);
		} finally {
			await this.clock.pass(LONG_MS);
			this.clock.uninstall();
			await this.emulator.close();
		}
		return observation;
	}

	/** What follows the first execution: what its error promises, or else what the scenario says. */
	private async follow(first: IRun): Promise<void> {
		const { scenario, observation } = this;
		const [{ status, error }] = observation.executions;
		if (status === 'canceled') return;
		const inputs = scenario.items.map((plan, n) => inputOf(scenario, plan, n));
		const text = error?.text ?? '';
		const isSafe = saysAgainIsSafe(text);
		const isRetry = saysRetryIsSafe(text) && scenario.then !== 'again';
		this.isMended = isSafe || isRetry || saysOthersOnly(text);
		const reached = new Set(observation.effects.map(({ item }) => item));
		const others = inputs.filter(({ n }) => isSafe || !reached.has(n as number));
		if (isRetry) await this.retry(first, (input) => this.mendedInputs(input));
		else if (this.isMended) await this.execute('again', this.mendedInputs(others));
		else if (error && scenario.then === 'retry') await this.retry(first, (input) => input);
		else if (scenario.then === 'again') await this.execute('again', inputs);
		else if (scenario.then === 'elsewhere') await this.execute('elsewhere', inputs);
	}

	/** Items that have had their effect stay as they are; the others get what lets them succeed. */
	private mendedInputs(inputs: IDataObject[]): IDataObject[] {
		const { operation, lenient, maxTries, batch } = this.scenario;
		// What an earlier run of the node has removed is refused, and a later one knows nothing of it.
		const isRefused = operation === 'contact removeSuppression' && !lenient && maxTries + batch > 1;
		const effects = isRefused ? [] : this.observation.effects;
		const reached = new Set(effects.map(({ item }) => item));
		const ownKeys = inputs.map(({ key }) => key);
		return inputs.map((json) => {
			if (reached.has(json.n as number)) return { ...json, fate: 'good' };
			const isOwn = ownKeys.filter((key) => key === json.key).length === 1;
			return mended(json, isOwn);
		});
	}

	private async execute(kind: Kind, inputs: IDataObject[]): Promise<IRun> {
		const items = inputs.map((json) => ({ json }));
		return await this.observe(kind, (pkg, credentials) =>
			runWorkflow(pkg, credentials, workflowOf(this.scenario), items),
		);
	}

	/** As if the cause had been mended upstream: a retry starts from the items that were stored. */
	private async retry(failed: IRun, mend: (inputs: IDataObject[]) => IDataObject[]): Promise<void> {
		const { nodeExecutionStack = [], contextData = {} } = failed.data.executionData ?? {};
		// What Loop Over Items still holds, too.
		const rest = contextData['node:Batches']?.rest as INodeExecutionData[] | undefined;
		const items = [...(nodeExecutionStack[0]?.data.main[0] ?? []), ...(rest ?? [])];
		const inputs = mend(items.map(({ json }) => json));
		items.forEach((item, index) => (item.json = inputs[index]));
		await this.observe('retry', (pkg, credentials) =>
			retryWorkflow(pkg, credentials, workflowOf(this.scenario), failed),
		);
	}

	private async observe(
		kind: Kind,
		start: (pkg: PackageUnderTest, credentials: { apiKey: string; baseUrl: string }) => Running,
	): Promise<IRun> {
		const { observation, clock, isMended } = this;
		const { cancelAt } = this.scenario;
		const execution: Execution = { kind, status: 'running', isMended, outputs: [] };
		const index = observation.executions.push(execution) - 1;
		const pkg = { ...source, node: this.watched(index, kind) };
		const running = start(pkg, { apiKey: API_KEY, baseUrl: this.emulator.baseUrl });
		let left: number | undefined;
		if (kind === 'first' && cancelAt !== undefined) {
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
	private watched(execution: number, kind: Kind): PackageUnderTest['node'] {
		const drive = this;
		const node = Object.create(source.node) as PackageUnderTest['node'];
		node.execute = async function (this: IExecuteFunctions) {
			if (kind === 'elsewhere') {
				const id = drive.firstExecutionId ?? '';
				Object.assign(this, { getInstanceId: () => 'another n8n', getExecutionId: () => id });
			} else drive.firstExecutionId ??= this.getExecutionId();
			const inputs = this.getInputData().map(({ json }) => json);
			const run: NodeRun = {
				execution,
				index: Number(this.getWorkflowDataProxy(0).$runIndex),
				items: inputs.map(({ n }) => n as number),
				inputs,
				hints: [],
				faults: [],
				answers: [],
				changing: [],
				account: { contacts: [], suppressed: [], properties: [] },
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
				if (canceledAt !== undefined) {
					const lingered = clock.now - Math.max(canceledAt, startedAt);
					const { [execution]: of } = observation.executions;
					of.lingered = Math.max(of.lingered ?? 0, lingered);
				}
				const contacts = drive.emulator.contacts();
				const emailsOf = (all: typeof contacts) => all.map(({ email }) => email.toLowerCase());
				run.account.contacts = emailsOf(contacts);
				run.account.suppressed = emailsOf(contacts.filter(({ isSuppressed }) => isSuppressed));
				run.account.properties = drive.emulator.properties().map(({ key }) => key);
			}
		};
		return node;
	}

	/** What happens to a request: what the scenario has for the n-th one about its item. */
	private script(request: ReceivedRequest): Script {
		const { scenario, observation, calls } = this;
		const item = markOf(request);
		const count = calls.get(item) ?? 0;
		calls.set(item, count + 1);
		const plan = item === undefined ? undefined : scenario.items[item];
		const planned = (item === undefined ? scenario.shared : plan?.calls)?.[count];
		const { transit, latency, fault } = planned ?? SOUND;
		const run = observation.runs.length - 1;
		const struck = this.isMended ? undefined : plan?.fate === 'refused' ? 'refused' : fault;
		if (struck) observation.runs[run].faults.push({ item, fault: struck });
		const mayChange = item !== undefined && request.method !== 'GET';
		// What is turned away with 429 has not begun: a stop may still end it.
		if (mayChange && struck && !struck.startsWith('429')) observation.runs[run].changing.push(item);
		return {
			// What leaves at the same time arrives in the order of the items.
			transit: Math.max(1, transit) + (item ?? 60) / 1_000,
			latency: Math.max(1, latency),
			...(struck && {
				fault: struck === 'refused' ? { kind: 'status', status: 400 } : withKey(FAULTS[struck]),
			}),
			onProcessed: (status) => {
				if (!struck) observation.runs[run].answers.push({ item, status });
				if (!struck && mayChange) observation.runs[run].changing.push(item);
				if (status !== 200 || item === undefined || request.method === 'GET') return;
				const about = { ...request.query, ...(request.body as IDataObject) };
				const key = request.headers['idempotency-key'];
				observation.effects.push({
					run,
					item,
					subject: about.email ? subjectOf(about) : String(about.name),
					...(typeof key === 'string' && { key }),
				});
			},
		};
	}
}

function withKey(fault: Fault): Fault {
	if (fault.kind !== 'body') return fault;
	return { ...fault, body: JSON.parse(JSON.stringify(fault.body).replace('API-KEY', API_KEY)) };
}

const outputsOf = (items: INodeExecutionData[] = []): Output[] =>
	items.map(({ json, pairedItem }) => ({
		json,
		item: (pairedItem as { item: number } | undefined)?.item,
	}));

function readable({
	message,
	description,
	context,
}: Error & { description?: string; context?: { itemIndex?: number } }) {
	return { text: `${message} ${description ?? ''}`, item: context?.itemIndex };
}
