import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { AccountFacts } from '../account/accountFacts';
import type { ContactProperty } from '../account/contactProperties';
import type { EventChecks, SentEvent } from '../account/eventChecks';
import type { EventProperty } from '../account/eventPatterns';
import { type Fact, type FactLoader, nextDeparture } from '../account/factLoader';
import type { TransactionalEmail } from '../account/transactionalEmails';
import type { UnconfirmedNames, UnknownProperties } from '../account/unknownProperties';
import type { OperationItem } from '../actions/operation';
import { loopsConnection } from '../http/connection';
import { apiError } from '../http/apiError';
import { callLoops, type CallSettings } from '../http/client';
import { type CallResult, isChange, type LoopsRequest } from '../http/request';
import { formatName } from '../http/sentences';
import { InputItem } from './inputItem';
import type { NodeMemory } from './nodeMemory';
import type { Report } from './report';
import type { Turn } from './scheduler';

/** What the items of a run share. */
export interface Run {
	readonly node: IExecuteFunctions;
	readonly settings: CallSettings;
	readonly loader: FactLoader;
	readonly unknownProperties: UnknownProperties;
	readonly events: EventChecks;
	/** Of events, under way beside the items. */
	readonly lookUps: Set<Promise<void>>;
	readonly memory: NodeMemory;
	readonly report: Report;
}

/** One input item of a run, and the calls that are made for it. */
export class RunItem extends InputItem implements OperationItem {
	private sent: string[] = [];
	private isMapped = false;
	private event?: SentEvent;
	private unknownFate?: LoopsRequest;
	private turn?: Turn;
	private readonly facts = new AccountFacts(async (fact) => await this.know(fact));

	constructor(
		private readonly run: Run,
		index: number,
	) {
		super(run.node, index, run.report, run.memory);
	}

	/** The change that Loops may have made, or not, when the item failed. */
	get maybeApplied(): LoopsRequest | undefined {
		return this.unknownFate;
	}

	/** Begins its turn: from now on it may call Loops. */
	begin(turn: Turn): void {
		this.turn = turn;
	}

	/** What an item could not do that was ended is no news. */
	override warn(text: string): void {
		if (!this.turn?.isSkipped) super.warn(text);
	}

	/** Makes a call on behalf of this item. */
	async call(request: LoopsRequest): Promise<CallResult> {
		const answer = await callLoops(this.run.node, request, this.settings);
		if (request.repeat.kind === 'refused' && request.repeat.key) {
			this.run.memory.note(this.index, answer.doneBy);
		}
		return answer;
	}

	async read(request: LoopsRequest): Promise<unknown> {
		return (await this.call(request)).body;
	}

	async checkProperties(sent: string[], isStrict: boolean, isMapped: boolean): Promise<void> {
		const { unknownProperties } = this.run;
		const unknown = isStrict && (await unknownProperties.firstUnknown(sent, this.facts));
		if (unknown) {
			throw this.invalidParameter(
				`The account has no contact property '${formatName(unknown.name)}'`,
				`Loops would drop its value.${unknown.suggestion} Correct the name, or create the property first.`,
			);
		}
		this.sent = isStrict ? [] : sent;
		this.isMapped = isMapped;
	}

	/** Notes the names that are worth a look, once it is known what is sent. */
	noteNames(): void {
		this.run.unknownProperties.note(this.index, this.names);
	}

	private get names(): UnconfirmedNames {
		const { notSent, candidates } = this.mapping ?? { notSent: [], candidates: [] };
		return { sent: this.sent, notSent, candidates, isMapped: this.isMapped };
	}

	async accountProperties(
		isEnough: (list: ContactProperty[]) => boolean,
	): Promise<ContactProperty[]> {
		return await this.facts.contactProperties(isEnough);
	}

	checkEvent(event: SentEvent): void {
		this.event = event;
		if (this.isDryRun) return;
		const { events, lookUps, report } = this.run;
		const noted = events.warningsOf(event).then((texts) => {
			for (const text of texts) report.warn(this.index, text);
			lookUps.delete(noted);
		});
		lookUps.add(noted);
	}

	async eventProperties(
		eventName: string,
		isEnough: (properties: EventProperty[]) => boolean,
	): Promise<EventProperty[] | undefined> {
		return (await this.facts.event(eventName, isEnough)).properties;
	}

	/**
	 * What a look at the account finds about its contact properties and its event.
	 * @throws NodeOperationError where the credential can't be read
	 * @throws NodeApiError where the account can't be read
	 */
	async accountWarnings(): Promise<string[]> {
		const { events, node, report, settings, unknownProperties } = this.run;
		if (!settings.connection) await loopsConnection(node, this.index);
		const ofProperties = await unknownProperties.warningsOf(this.names, this.facts);
		const ofEvent = this.event ? await events.warningsOf(this.event, this.facts) : [];
		for (const text of ofEvent) report.warn(this.index, text);
		return [...ofProperties, ...ofEvent];
	}

	async listedVariables(
		transactionalId: string,
		isEnough: (names: string[]) => boolean,
	): Promise<string[] | undefined> {
		const variablesIn = (emails: TransactionalEmail[]) =>
			emails.find(({ id }) => id === transactionalId)?.dataVariables;
		const emails = await this.facts.transactionalEmails((list) => {
			const names = variablesIn(list);
			return names !== undefined && isEnough(names);
		});
		return variablesIn(emails);
	}

	/** @throws NodeApiError of this item where the fact is unknown */
	private async know<T>(fact: Fact<T>): Promise<T> {
		const { loader, node, settings } = this.run;
		if (!settings.connection) await loopsConnection(node, this.index);
		try {
			return await loader.read(fact, 'item', this.turn?.signal);
		} catch (error) {
			if (error instanceof NodeApiError) throw apiError(node.getNode(), error, this.index);
			throw this.asError(error as Error);
		}
	}

	private get settings(): CallSettings {
		const { events, report, settings } = this.run;
		return {
			...settings,
			itemIndex: this.index,
			signal: this.turn?.signal,
			observer: {
				onAttempt: (request, attempt) => {
					if (attempt > 1) report.countRetry();
					if (!isChange(request)) return;
					if (this.event) events.noteSent(this.event.name, nextDeparture());
					this.turn?.markDispatched();
				},
				onNotArrived: (request) => {
					if (isChange(request)) this.turn?.markTurnedAway();
				},
				onWait: (ms) => report.countWait(ms),
				onMaybeApplied: (request) => {
					this.unknownFate = request;
				},
			},
		};
	}
}
