import type { IDataObject, INodeExecutionData, INodeProperties, IRun } from 'n8n-workflow';
import { afterEach, beforeEach, expect } from 'vitest';

import { LoopsEmailApi } from '../../credentials/LoopsEmailApi.credentials';
import { Loops } from '../../nodes/Loops/Loops.node';
// Loaded before a test makes time virtual.
import '../../nodes/Loops/runItems';
import type { Script } from '../emulator/faults.mts';
import type { ReceivedRequest } from '../emulator/requestLog.mts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/server.mts';
import { agentWorkflow, type ToolCalling } from './agent.mts';
import { callsOf } from './calls.mts';
import { inputFor } from './operations.mts';
import { testCredential } from './credentialTest.mts';
import {
	editorContext,
	type Identity,
	outputOf,
	type PackageUnderTest,
	runWorkflow,
} from './engine.mts';
import { checkOutput } from './schema.mts';
import { VirtualTime } from './virtualTime.mts';
import { besides, type NodeSettings, workflowWith } from './workflow.mts';

/** The package from source. */
export const source: PackageUnderTest = { node: new Loops(), credential: new LoopsEmailApi() };

/** What the editor calls: dropdowns, searches and fields of mappers. */
export const { methods } = new Loops();

/** The parameters in the form of an operation. */
export const formOf = ({ resource, operation }: IDataObject): INodeProperties[] =>
	source.node.description.properties.filter(
		({ displayOptions: { show } = {} }) =>
			show?.resource?.includes(resource as string) && show.operation?.includes(operation as string),
	);

/** Whether an operation offers this entry of its Options. */
export const offersOption = (parameters: IDataObject, option: string): boolean =>
	formOf(parameters).some(
		({ name, options = [] }) => name === 'options' && options.some((each) => each.name === option),
	);

/** The result of a run of the Loops node. */
export interface LoopsRun {
	run: IRun;
	/** Items of the main output. */
	items: INodeExecutionData[];
	/** Their json. */
	json: IDataObject[];
	/** Items that reached the nodes behind the two outputs. */
	done: INodeExecutionData[];
	failed: INodeExecutionData[];
	/** Hints next to the output. */
	hints: string[];
	/** The error that stopped the run, as n8n stores it. */
	error?: StoredError;
}

export interface StoredError {
	name: string;
	message: string;
	description?: string;
	httpCode?: string;
	failure?: { cause: string };
	context: { itemIndex?: number };
}

export type Credentials = { apiKey: string; baseUrl?: string; onlyToDomains?: string };

/** Options of a run: settings of the node, its credential and its execution. */
export interface RunOptions extends NodeSettings, Identity {
	credentials?: Credentials;
	/** Time zone of the workflow, such as Asia/Tokyo. */
	timezone?: string;
}

/** One of several nodes in a run. */
type Named = [name: string, parameters: IDataObject, said?: RegExp | string];
interface EachRun {
	name: string;
	json: IDataObject[];
	hints: string[];
}

type ItemsAndOptions = [items?: Array<IDataObject | INodeExecutionData>, options?: RunOptions];

/** Runs the node through n8n's engine against a new emulator for each test. */
export interface Rig {
	readonly emulator: Emulator;
	/** Decides what happens to each request of this test. */
	onRequest?: (request: ReceivedRequest) => Script | void;
	/** The received requests, without look-ups of contact properties and events. */
	calls(): Emulator['requests'];
	/** Their method, path, query and body. */
	sent(): Array<Pick<Emulator['requests'][number], 'method' | 'path' | 'query' | 'body'>>;
	credentials(): { apiKey: string; baseUrl: string };
	run(parameters: IDataObject, ...of: ItemsAndOptions): Promise<LoopsRun>;
	/** The received requests that are no GET. */
	changes(): Emulator['requests'];
	/** Runs, and expects no error. */
	expectSuccess(parameters: IDataObject, ...of: ItemsAndOptions): Promise<LoopsRun>;
	/** Runs, and expects an error that says this. */
	expectError(
		parameters: IDataObject,
		said: RegExp | string,
		...of: ItemsAndOptions
	): Promise<StoredError>;
	/** Expects an error that says this, and no request to Loops. */
	expectRefusal(
		parameters: IDataObject,
		said: RegExp | string,
		...of: ItemsAndOptions
	): Promise<void>;
	/** Runs a node for each of the named parameters, all in one run with On Error: Continue. */
	runEach(named: Named[], item?: IDataObject): Promise<EachRun[]>;
	/** The same. Expects of each an error that says this, or what stands beside its parameters. */
	expectErrors(named: Named[], said?: RegExp | string): Promise<StoredError[]>;
	/** The same, and expects no request to Loops. */
	expectRefusals(named: Named[], said?: RegExp | string): Promise<StoredError[]>;
	/** What an AI agent gets of its calls of the node as a tool. */
	askAgent(parameters: IDataObject, calls?: IDataObject[], by?: ToolCalling): Promise<string>;
	editor(parameters: IDataObject, credentials?: Credentials): ReturnType<typeof editorContext>;
	testCredential(credentials?: Credentials): ReturnType<typeof testCredential>;
}

const hintsOf = ({ data }: IRun, node: string) =>
	(data.resultData.runData[node]?.[0]?.hints ?? []).map(({ message }) => message);

const saying = (said: RegExp | string): unknown =>
	typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said);

const ports = new Set<string>();

const HOUR = 3_600_000;
/** In virtual time: each test starts an hour after the one before it, so that what that left is idle. */
let startsAt = HOUR;

/**
 * Uses a new port for each test, since the node keys its cache and rate limiter by address and the
 * system reuses ports.
 */
export async function startOnNewPort(options: EmulatorOptions): Promise<Emulator> {
	const emulator = await startEmulator(options);
	if (ports.has(emulator.origin)) {
		await emulator.close();
		return await startOnNewPort(options);
	}
	ports.add(emulator.origin);
	return emulator;
}

interface EmulatorUse {
	/** Whether the output is checked against the schema of the operation. */
	checksOutput?: boolean;
	/** Whether time skips every wait (see `VirtualTime`). */
	time?: 'virtual' | 'real';
}

/** Starts an emulator for each test of a file, by default with a high rate limit. */
export function useEmulator(
	options: EmulatorOptions = {},
	{ checksOutput = true, time = 'virtual' }: EmulatorUse = {},
): Rig {
	let emulator: Emulator;
	let clock: VirtualTime | undefined;
	beforeEach(async () => {
		rig.onRequest = undefined;
		const script = (request: ReceivedRequest) =>
			rig.onRequest?.(request) ?? options.script?.(request);
		emulator = await startOnNewPort({ rateLimit: 100_000, ...options, script });
		if (time === 'real') return;
		clock = new VirtualTime(startsAt);
		clock.install(1, Date.now());
		void clock.flow();
	});
	afterEach(async () => {
		clock?.uninstall();
		if (clock) startsAt = clock.now + HOUR;
		await emulator.close();
	});

	const credentials = () => ({ apiKey: emulator.apiKey, baseUrl: emulator.baseUrl });
	const rig: Rig = {
		get emulator() {
			return emulator;
		},
		calls: () => callsOf(emulator),
		sent: () =>
			callsOf(emulator).map(({ method, path, query, body }) => ({ method, path, query, body })),
		credentials,
		async run(parameters, items = [{}], options = {}) {
			const {
				credentials: using = credentials(),
				executionId,
				mode,
				timezone,
				workflowId,
				staticData,
				variables,
				...settings
			} = options;
			const run = await runWorkflow(
				source,
				using,
				{ ...workflowWith(parameters, settings), settings: { timezone } },
				items.map((item) => inputFor(parameters, item)),
				{ executionId, mode, workflowId, staticData, variables },
			);
			const [main = []] = outputOf(run, 'Loops');
			const json = main.map((item) => item.json);
			if (checksOutput) checkOutput(parameters, json);
			return {
				run,
				items: main,
				json,
				hints: hintsOf(run, 'Loops'),
				done: outputOf(run, 'Done')[0] ?? [],
				failed: outputOf(run, 'Failed')[0] ?? [],
				error: run.data.resultData.error as StoredError | undefined,
			};
		},
		changes: () => emulator.requests.filter(({ method }) => method !== 'GET'),
		async expectSuccess(parameters, ...of) {
			const run = await rig.run(parameters, ...of);
			expect(run.error?.message).toBeUndefined();
			return run;
		},
		async expectError(parameters, said, ...of) {
			const { error } = await rig.run(parameters, ...of);
			expect(error?.message ?? 'no error').toMatch(said);
			return error!;
		},
		async expectRefusal(parameters, said, ...of) {
			await rig.expectError(parameters, said, ...of);
			expect(emulator.requests).toEqual([]);
		},
		async runEach(named, item = {}) {
			const workflow = besides(named, { onError: 'continueRegularOutput' });
			// Image > Upload needs a file.
			const input = inputFor({ resource: 'image' }, item);
			const run = await runWorkflow(source, credentials(), workflow, [input]);
			return named.map(([name]) => ({
				name,
				json: outputOf(run, name)[0].map(({ json }) => json),
				hints: hintsOf(run, name),
			}));
		},
		async expectErrors(named, said = '') {
			const runs = await rig.runEach(named);
			const errors = runs.map(({ json }) =>
				json.map(({ error }) => error as unknown as StoredError | undefined),
			);
			const messages = named.map(([name], n) => [
				name,
				errors[n].map((each) => each?.message ?? 'no error'),
			]);
			const wanted = named.map(([name, , own = said]) => [name, [saying(own)]]);
			expect(messages).toEqual(wanted);
			return errors.flat() as StoredError[];
		},
		async expectRefusals(named, said) {
			const errors = await rig.expectErrors(named, said);
			expect(emulator.requests).toEqual([]);
			return errors;
		},
		async askAgent(parameters, calls = [{}], toolCalling = 'engine') {
			const workflow = agentWorkflow(parameters, { toolCalling });
			const items = [inputFor(parameters, { calls })];
			const run = await runWorkflow(source, credentials(), workflow, items);
			return JSON.stringify(outputOf(run, 'Agent')[0] ?? run.data.resultData.error);
		},
		editor: (parameters, using = credentials()) => editorContext(source, using, parameters),
		testCredential: async (using = credentials()) => await testCredential(source, using),
	};
	return rig;
}
