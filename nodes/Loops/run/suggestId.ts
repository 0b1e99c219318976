import { NodeApiError } from 'n8n-workflow';

import { AccountFacts } from '../account/facts';
import { asRecord, type LoopsRequest } from '../http/request';
import type { Run } from './startRun';

/** What a refusal of an unknown ID answers with (contract: list-unknown, transactional-unknown). */
const UNKNOWN = ['400', '404'];

/** Loops' IDs are CUIDs. A look-up for one would only delay the stop of the run. */
const isName = (id: string): boolean => !/^c[a-z0-9]{20,}$/.test(id);

const MAX_SUGGESTED = 10;

/** Adds the ID to a refusal of a request that holds a name in its place. */
export async function suggestId(
	error: unknown,
	{ body }: LoopsRequest,
	{ loader, report }: Pick<Run, 'loader' | 'report'>,
	signal?: AbortSignal,
): Promise<void> {
	if (!(error instanceof NodeApiError) || !UNKNOWN.includes(error.httpCode ?? '')) return;
	const { mailingLists, transactionalId } = asRecord(body);
	const lists = Object.keys(asRecord(mailingLists)).filter(isName).slice(0, MAX_SUGGESTED);
	const emails = [transactionalId].filter((id) => typeof id === 'string').filter(isName);
	const facts = new AccountFacts(loader, signal);
	const texts = await Promise.all([
		...lists.map(async (id) => await facts.meantList(id)),
		...emails.map(async (id) => await facts.meantEmail(id)),
	]).catch(() => []);
	error.description = report.redact(`${error.description ?? ''}${texts.join('')}`);
}
