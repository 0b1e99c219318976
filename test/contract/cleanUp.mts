import { expectAnswer, fieldsOf, isRecord, Unfinished, withMessage } from './assumption.mts';
import { CLEANING } from './changes.mts';
import type { Entry, Journal, Thing } from './journal.mts';
import { MOST_UNANSWERED, type Service } from './service.mts';

const PATHS: Partial<Record<Thing['kind'], string>> = {
	workflow: '/workflows',
	campaign: '/campaigns',
	segment: '/audience-segments',
};

const FIELDS: Partial<Record<Thing['kind'], string>> = { contact: 'email', userId: 'userId' };
/** A service that takes the same address twice has two contacts. */
const ATTEMPTS = 3;
const MOST_PAGES = 200;

/** What became of what a run made. */
export interface Left {
	removed: number;
	/** Could not be removed, or looked for. */
	remaining: Array<{ entry: Entry; reason: string }>;
	/** No call removes it. */
	kept: Entry[];
}

/**
 * Removes what a run made and looks whether it is gone. Can be repeated. After too many unanswered requests,
 * or when `signal` aborts, the rest remains.
 */
export async function cleanUp(
	service: Service,
	journal: Journal,
	signal?: AbortSignal,
): Promise<Left> {
	service.unanswered = 0;
	service.permit(CLEANING, signal);
	const left: Left = { removed: 0, remaining: [], kept: [] };
	for (const entry of journal.entries.filter(({ state }) => state !== 'gone')) {
		try {
			if (service.unanswered >= MOST_UNANSWERED) throw new Unfinished('not asked any more');
			const { state, id, wasThere } = await settle(service, entry);
			journal.note(entry, state, id);
			if (state === 'kept') left.kept.push({ ...entry, state, id });
			else if (wasThere) left.removed += 1;
		} catch (error) {
			left.remaining.push({ entry, reason: (error as Error).message });
		}
	}
	journal.close();
	return left;
}

interface Settled {
	state: 'gone' | 'kept';
	id?: string;
	wasThere?: boolean;
}

async function settle(service: Service, entry: Entry): Promise<Settled> {
	const { kind, name, state, id } = entry;
	const field = FIELDS[kind];
	const canGo = field !== undefined || kind === 'workflow';
	if (state === 'kept' || (id !== undefined && !canGo)) return { state: 'kept', id };
	if (kind === 'upload' || kind === 'email') {
		// No call shows these.
		return { state: 'kept', id: state === 'asked' ? 'unknown, without an answer' : undefined };
	}
	const found = await look(service, entry);
	if (found === undefined) return { state: 'gone' };
	if (!canGo) return { state: 'kept', id: found };
	service.own(found);
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		if (field) await service.call('POST', '/contacts/delete', { [field]: name });
		else await removeWorkflow(service, `/workflows/${found}`);
		const isGone = (await look(service, { ...entry, id: found })) === undefined;
		if (isGone) return { state: 'gone', wasThere: true };
	}
	throw new Unfinished('Loops still has it');
}

async function removeWorkflow(service: Service, path: string): Promise<void> {
	const { workflowRevisionId } = fieldsOf(await service.call('GET', path));
	await service.call('DELETE', path, { expectedRevisionId: workflowRevisionId });
}

/** The ID of a thing; undefined if it is not there. */
async function look(service: Service, { kind, name, id }: Entry): Promise<string | undefined> {
	const field = FIELDS[kind];
	if (field) {
		const query = new URLSearchParams({ [field]: name }).toString();
		const answer = await service.call('GET', `/contacts/find?${query}`);
		// Loops looks for no text that is no address, so no contact has it.
		if (answer.status === 400 && !name.includes('@')) return undefined;
		expectAnswer(answer, 200, { of: 'an array', is: Array.isArray });
		const [contact] = answer.body as unknown[];
		return contact === undefined ? undefined : String(isRecord(contact) ? contact.id : 'unknown');
	}
	if (kind === 'event') return await byPath(service, `/event-patterns/by-name/${name}`);
	const list = PATHS[kind];
	return id === undefined
		? await byName(service, `${list}`, name)
		: await byPath(service, `${list}/${id}`, name);
}

/** @param name what the thing must be called, so that nothing else is removed under its ID */
async function byPath(service: Service, path: string, name?: string): Promise<string | undefined> {
	const answer = await service.call('GET', path);
	if (answer.status === 404) {
		expectAnswer(answer, 404, withMessage());
		return undefined;
	}
	expectAnswer(answer, 200, {
		of: 'an id and the name that was given',
		is: (body) => isRecord(body) && !!body.id && (name === undefined || body.name === name),
	});
	return String(fieldsOf(answer).id);
}

/** For what got no answer with its ID: goes through all pages. */
async function byName(service: Service, list: string, name: string): Promise<string | undefined> {
	let cursor: unknown;
	for (let page = 0; page < MOST_PAGES; page += 1) {
		const query = cursor ? `&cursor=${encodeURIComponent(String(cursor))}` : '';
		const answer = await service.call('GET', `${list}?perPage=50${query}`);
		expectAnswer(answer, 200);
		const { data, pagination } = fieldsOf(answer);
		if (!Array.isArray(data)) throw new Unfinished('the list could not be read');
		const found = data.filter(isRecord).find((each) => each.name === name);
		if (found) return String(found.id);
		cursor = isRecord(pagination) && pagination.nextCursor;
		if (!cursor) return undefined;
	}
	throw new Unfinished('the list has too many pages');
}
