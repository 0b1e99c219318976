import type { IDataObject } from 'n8n-workflow';

import { allPages, isPage, type Page } from './pages';
import {
	isOk,
	type LoopsRequest,
	type Outcome,
	type Rejection,
	type Caller,
	type Repeat,
} from '../http/request';
import { asRecord } from '../values/parse';
import type { Body } from '../values/checked';

type ContentCall = Pick<LoopsRequest, 'method' | 'path'> & Partial<LoopsRequest>;

/** These paths are not known to be limited to 60 calls per minute (contract: content-limit-others). */
const PLAIN = /^\/(audience-segments|event-patterns|dedicated-sending-ips)/;

/** Calls that make or read an email can fail for this reason. */
const NO_DOMAIN: Rejection = {
	status: 400,
	says: /sending domain/i,
	problem: 'The team has no sending domain',
	hint: 'Set up a sending domain in Loops, then run the workflow again with this item',
};

export const MAX_LMX_KB = 100;

const TOO_LARGE: Rejection = {
	status: 413,
	problem: 'The content is too large for Loops',
	hint: `Loops accepts at most ${MAX_LMX_KB} KB of LMX for an email or a component. Shorten the content`,
};

/** A call of the content API. By default, it answers with an object that has an ID. */
export function contentCall(call: ContentCall): LoopsRequest {
	const repeat: Repeat = call.method === 'GET' ? { kind: 'safe' } : { kind: 'never' };
	return {
		repeat,
		isAnswer: answersWith('id'),
		isContentApi: true,
		...(!PLAIN.test(call.path) && { rateLimit: 'content' as const }),
		...call,
		rejections: [NO_DOMAIN, ...(call.rejections ?? []), TOO_LARGE],
	};
}

/** True for an object with these names. */
export const answersWith =
	(...names: string[]) =>
	(outcome: Outcome): boolean =>
		isOk(outcome) && names.every((name) => Object.hasOwn(asRecord(outcome.body), name));

/** True for an object with this ID: an ID such as '..' may lead to another call (contract: answer-id). */
export const answersAbout =
	(id: string) =>
	(outcome: Outcome): boolean =>
		isOk(outcome) && (outcome.body as IDataObject | undefined)?.id === id;

/** One page of the list at `path` (contract: content-lists). */
export const pageOf = async (get: Caller, path: string, qs: Body): Promise<Page> =>
	(await get(contentCall({ method: 'GET', path, qs, isAnswer: isPage }))) as Page;

/** The whole list at `path`. */
export const allOf = async (get: Caller, path: string): Promise<IDataObject[]> =>
	await allPages(async (qs) => await pageOf(get, path, qs));
