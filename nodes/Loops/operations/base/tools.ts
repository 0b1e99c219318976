import type { IDataObject } from 'n8n-workflow';

import type { AccountFacts } from '../../account/facts';
import type { ContactIds } from '../../api/contacts';
import type { Mapping } from '../../form/namedValues';
import type { Caller, DoneBy, LoopsRequest } from '../../http/request';
import type { Rerun } from '../../sends/rerun';
import type { Send } from '../../sends/sendMessage';
import type { WrittenDrafts } from '../../sends/writtenDrafts';
import type { Body } from '../../values/checked';

/** What an operation that changes nothing gets. */
export interface ReadTools {
	/** Makes a call that changes nothing, and returns Loops' answer. */
	get: Caller;
	/** What Loops knows about the account. */
	facts: AccountFacts;
	/** Warns of something that stops nothing. */
	warn(texts: string[]): void;
	/** Tells how the input fills the request. */
	note(found: InputNotes): void;
}

/** What an operation gets: the only ways to change something in Loops. */
export interface Tools extends ReadTools {
	/** Makes a change. Under Validate Only, the item ends here. */
	change(request: LoopsRequest, about?: AboutChange): Promise<Changed>;
	/** Sends an email or an event once. Under Validate Only, the item ends here. */
	send(message: Send): Promise<Changed>;
	/** Refuses a user ID that the run has written with another email. */
	identify(ids: ContactIds): void;
	/** Refuses other content for an email that an earlier item of the run writes. */
	claimEmail(email: string, content: Body): void;
	/** What this node wrote last to the drafts of emails. */
	drafts: WrittenDrafts;
}

export interface InputNotes {
	warnings?: string[];
	/** How the input was mapped automatically. */
	mapping?: Mapping;
	/** Contact properties that lose their value because the input is empty. */
	cleared?: string[];
}

export interface AboutChange {
	/** What a second run of the item does, if it is not what Loops does with a second call. */
	rerun?: Rerun;
	/** Throws ItemRefused for an answer by which Loops says that it changed nothing. */
	check?(answer: IDataObject): void;
	/** Says what is done, for the error of a later step. */
	done?(answer: IDataObject): string;
	/** What the error of a later step has in the output. */
	fields?(answer: IDataObject): IDataObject;
	/** What to do if a later step fails. */
	next?: string;
	/**
	 * Asks for what Loops would refuse the change for, such as an unknown ID. Only Validate Only does so: a
	 * run gets Loops' own answer.
	 */
	precheck?(get: Caller): Promise<unknown>;
	/** What follows the change: Validate Only shows it. */
	follows?: FollowingSteps;
}

/** The later steps of an item, in words, and what they write. */
export interface FollowingSteps {
	steps: string[];
	content?: Body;
}

export interface Changed {
	/** Loops' answer, or what a check found after a lost one. `{}` if the change was made before. */
	answer: IDataObject;
	doneBy: DoneBy;
	/** Another try of n8n's Retry On Fail made it: what the answer says may have changed since. */
	isOfEarlierTry: boolean;
}
