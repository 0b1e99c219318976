import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { CachedLists } from '../account/cachedLists';
import type { UnconfirmedNames, UnknownProperties } from '../account/unknownProperties';
import type { Operation, OperationItem } from '../actions/operation';
import { type Answer, callLoops, type CallSettings } from '../transport/client';
import { isChange, type LoopsRequest } from '../transport/request';
import type { Report } from './report';
import type { Turn } from './scheduler';

/** What the items of a run share. */
export interface Run {
	readonly node: IExecuteFunctions;
	/** Tells the run from every other one, and stays the same when n8n repeats it. */
	readonly identity: string;
	readonly isToolCall: boolean;
	readonly settings: CallSettings;
	readonly lists: CachedLists;
	readonly unknownProperties: UnknownProperties;
	readonly report: Report;
}

/** One input item of a run: its parameters, and the calls that are made for it. */
export class RunItem implements OperationItem {
	/** What is worth a look about it but stops nothing. */
	readonly warnings: string[] = [];

	private readonly parameters = new Map<string, unknown>();
	private names: UnconfirmedNames = { sent: [], notSent: [] };
	private unknownFate?: LoopsRequest;
	private turn?: Turn;

	constructor(
		private readonly run: Run,
		readonly index: number,
	) {}

	/** The change that Loops may have made, or not, when the item failed. */
	get changeOfUnknownFate(): LoopsRequest | undefined {
		return this.unknownFate;
	}

	get input(): INodeExecutionData {
		return this.run.node.getInputData()[this.index];
	}

	get identity(): string {
		return `${this.run.identity}:${this.index}`;
	}

	get isToolCall(): boolean {
		return this.run.isToolCall;
	}

	get options(): IDataObject {
		return this.parameter<IDataObject>('options', {});
	}

	/** Begins its turn: from now on it may call Loops. */
	begin(turn: Turn): void {
		this.turn = turn;
	}

	parameter<T = unknown>(name: string, fallback: unknown): T {
		// Resolving one takes longer than anything else that the node does for an item.
		if (!this.parameters.has(name)) {
			this.parameters.set(name, this.run.node.getNodeParameter(name, this.index, fallback));
		}
		return this.parameters.get(name) as T;
	}

	rawParameter<T>(name: string, fallback: unknown): T {
		const { node } = this.run;
		return node.getNodeParameter(name, this.index, fallback, { rawExpressions: true }) as T;
	}

	locatorValue(name: string): unknown {
		return this.run.node.getNodeParameter(name, this.index, '', { extractValue: true });
	}

	file(field: string | IBinaryData): { about: IBinaryData; content(): Promise<Buffer> } {
		const { helpers } = this.run.node;
		return {
			about: helpers.assertBinaryData(this.index, field),
			content: async () => await helpers.getBinaryDataBuffer(this.index, field),
		};
	}

	warn(text: string): void {
		this.warnings.push(text);
		this.run.report.warn(this.index, text);
	}

	invalidParameter(problem: string, hint: string): NodeOperationError {
		const message = `${problem} [item ${this.index}]`;
		const error = new NodeOperationError(this.run.node.getNode(), message, {
			description: hint,
			itemIndex: this.index,
		});
		// n8n replaces a message in which it finds an error code: 'preexisting' holds EEXIST.
		error.message = message;
		return error;
	}

	/** The error for something unexpected, such as an expression that throws. */
	asError(cause: Error): NodeOperationError {
		return new NodeOperationError(this.run.node.getNode(), cause, { itemIndex: this.index });
	}

	/** The parameters of an operation: the same text for items that have the same ones. */
	parametersAsText({ resource, fields }: Operation): string {
		// Not remembered: a hidden field would be null for its reader, too.
		const valueOf = (name: string) => this.run.node.getNodeParameter(name, this.index, null);
		return JSON.stringify([resource, fields.map(({ name }) => valueOf(name))]);
	}

	/** Makes a call on behalf of this item. */
	async call(request: LoopsRequest): Promise<Answer> {
		return await callLoops(this.run.node, request, this.settings);
	}

	async read(request: LoopsRequest): Promise<unknown> {
		return (await this.call(request)).body;
	}

	async checkProperties(names: UnconfirmedNames, isStrict: boolean): Promise<void> {
		this.names = names;
		if (!isStrict) return this.run.unknownProperties.note(this.index, names);
		const unknown = await this.run.unknownProperties.firstUnknown(names.sent, this.settings);
		if (!unknown) return;
		throw this.invalidParameter(
			`The account has no contact property '${unknown.name}'`,
			`Loops would drop its value.${unknown.suggestion} Correct the name, or create the property first.`,
		);
	}

	/** What its names of contact properties are worth a look for. */
	async propertyWarnings(): Promise<string[]> {
		return await this.run.unknownProperties.warningsOf(this.names, this.settings);
	}

	async listedVariables(transactionalId: string, isFresh = false): Promise<string[]> {
		const find = async (fresh: boolean) => {
			const emails = await this.run.lists.transactionalEmails(this.settings, fresh);
			return emails.find(({ id }) => id === transactionalId);
		};
		const email = (!isFresh && (await find(false))) || (await find(true));
		return email?.dataVariables ?? [];
	}

	private get settings(): CallSettings {
		const { report, settings } = this.run;
		return {
			...settings,
			itemIndex: this.index,
			signal: this.turn?.signal,
			observer: {
				onAttempt: (request, attempt) => {
					if (attempt > 1) report.countRetry();
					else if (isChange(request)) this.turn?.commit();
				},
				onWait: (ms) => report.countWait(ms),
				onFateUnknown: (request) => {
					this.unknownFate = request;
				},
			},
		};
	}
}
