import { placeOf } from '../emulator/routes.mts';
import { callShown } from '../harness/client.mts';
import { isRecord } from './assumption.mts';
import type { Thing } from './journal.mts';

/** How often a check may send each changing call, such as `POST /workflows/{workflowId}`. */
export type Changes = Readonly<Record<string, number>>;

/** What takes away again what a run made. */
export const CLEANING: Changes = {
	'POST /contacts/delete': Infinity,
	'DELETE /workflows/{workflowId}': Infinity,
};

const MAKERS: Record<string, Thing['kind']> = {
	'POST /workflows': 'workflow',
	'POST /campaigns': 'campaign',
	'POST /audience-segments': 'segment',
};
const CONTACT_MAKERS = ['POST /contacts/create', 'PUT /contacts/update', 'POST /events/send'];

/** A request that may change something. */
export interface Change {
	call: string;
	/** What it may make. */
	things: Thing[];
	/** Names and IDs of what it concerns, each of which has to be the run's own. */
	concerns: { names: unknown[]; ids: string[] };
}

/** @param key the idempotency key, which names an email that can't be called back */
export function changeOf(
	method: string,
	target: string,
	sent: object | string | undefined,
	key: string | undefined,
): Change {
	const [path, search] = target.split('?');
	const call = callShown(method, `/v1${path}`);
	const body: Record<string, unknown> = isRecord(sent) ? sent : {};
	const { email, userId, name, eventName } = body;
	const things: Thing[] = [];
	const add = (kind: Thing['kind'], of: unknown) =>
		typeof of === 'string' && things.push({ kind, name: of });
	if (CONTACT_MAKERS.includes(call)) {
		add('contact', email);
		add('userId', userId);
	}
	if (call === 'POST /events/send') add('event', eventName);
	if (MAKERS[call]) add(MAKERS[call], name);
	if (call === 'POST /uploads') add('upload', 'of another type');
	if (call === 'POST /transactional') add('email', key ?? 'without a key');
	const names = [email, userId, name, eventName, ...new URLSearchParams(search).values()];
	return {
		call,
		things,
		concerns: {
			names: names.filter((each) => each !== undefined),
			ids: Object.values(placeOf(`/v1${path}`)?.params ?? {}),
		},
	};
}
