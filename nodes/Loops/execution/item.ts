import type { IExecuteFunctions } from 'n8n-workflow';

import type { CachedLists } from '../account/cachedLists';
import type { ContactProperty } from '../account/contactProperties';
import type { EventChecks, SentEvent } from '../account/eventChecks';
import type { EventProperty } from '../account/eventPatterns';
import type { UnconfirmedNames, UnknownProperties } from '../account/unknownProperties';
import type { OperationItem } from '../actions/operation';
import { loopsAccount } from '../transport/account';
import { type Answer, callLoops, type CallSettings } from '../transport/client';
import { isChange, type LoopsRequest } from '../transport/request';
import { nameShown } from '../transport/sentences';
import { InputItem, type RunIdentity } from './inputItem';
import type { Report } from './report';
import type { Turn } from './scheduler';

/** What the items of a run share. */
export interface Run extends RunIdentity {
	readonly node: IExecuteFunctions;
	readonly settings: CallSettings;
	readonly lists: CachedLists;
	readonly unknownProperties: UnknownProperties;
	readonly events: EventChecks;
	/** Of events, under way beside the items. */
	readonly lookUps: Set<Promise<void>>;
	readonly report: Report;
}

/** One input item of a run, and the calls that are made for it. */
export class RunItem extends InputItem implements OperationItem {
	private names: UnconfirmedNames = { sent: [], notSent: [] };
	private event?: SentEvent;
	private unknownFate?: LoopsRequest;
	private turn?: Turn;

	constructor(
		private readonly run: Run,
		index: number,
	) {
		super(run.node, index, run.report, run);
	}

	/** The change that Loops may have made, or not, when the item failed. */
	get changeOfUnknownFate(): LoopsRequest | undefined {
		return this.unknownFate;
	}

	/** Begins its turn: from now on it may call Loops. */
	begin(turn: Turn): void {
		this.turn = turn;
	}

	/** Makes a call on behalf of this item. */
	async call(request: LoopsRequest): Promise<Answer> {
		return await callLoops(this.run.node, request, this.settings);
	}

	async read(request: LoopsRequest): Promise<unknown> {
		return (await this.call(request)).body;
	}

	async checkProperties(sent: string[], isStrict: boolean, isMapped: boolean): Promise<void> {
		const { unknownProperties } = this.run;
		const unknown = isStrict && (await unknownProperties.firstUnknown(sent, this.settings));
		if (unknown) {
			throw this.invalidParameter(
				`The account has no contact property '${nameShown(unknown.name)}'`,
				`Loops would drop its value.${unknown.suggestion} Correct the name, or create the property first.`,
			);
		}
		const notSent = (isMapped && this.mapping?.notSent) || [];
		this.names = { sent: isStrict ? [] : sent, notSent };
		unknownProperties.note(this.index, this.names);
	}

	async accountProperties(
		isEnough: (list: ContactProperty[]) => boolean,
	): Promise<ContactProperty[]> {
		return await this.run.lists.propertiesIf(isEnough, this.settings);
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

	async eventProperties(eventName: string): Promise<EventProperty[] | undefined> {
		return (await this.run.lists.event(eventName, this.settings)).properties;
	}

	/**
	 * What a look at the account finds about its contact properties and its event.
	 * @throws NodeOperationError where the credential can't be read
	 * @throws NodeApiError where the account can't be read
	 */
	async accountWarnings(): Promise<string[]> {
		const { events, node, report, settings, unknownProperties } = this.run;
		if (!settings.account) await loopsAccount(node, this.index);
		const ofProperties = await unknownProperties.warningsOf(this.names, this.settings);
		const ofEvent = this.event ? await events.warningsOf(this.event, this.settings) : [];
		for (const text of ofEvent) report.warn(this.index, text);
		return [...ofProperties, ...ofEvent];
	}

	async listedVariables(transactionalId: string, isFresh = false): Promise<string[] | undefined> {
		const find = async (fresh: boolean) => {
			const emails = await this.run.lists.transactionalEmails(this.settings, fresh);
			return emails.find(({ id }) => id === transactionalId);
		};
		const email = (!isFresh && (await find(false))) || (await find(true));
		return email?.dataVariables;
	}

	private get settings(): CallSettings {
		const { events, report, settings } = this.run;
		return {
			...settings,
			itemIndex: this.index,
			signal: this.turn?.signal,
			observer: {
				onAttempt: (request, attempt, departure) => {
					if (attempt > 1) report.countRetry();
					if (!isChange(request)) return;
					if (this.event) events.noteSent(this.event.name, departure);
					this.turn?.markDispatched();
				},
				onNotArrived: (request) => {
					if (isChange(request)) this.turn?.markTurnedAway();
				},
				onWait: (ms) => report.countWait(ms),
				onFateUnknown: (request) => {
					this.unknownFate = request;
				},
			},
		};
	}
}
