import type { IDataObject } from 'n8n-workflow';

import { contentCall } from '../../api/content';
import { options, validateOnly, checkbox, fieldOf, type Parameter } from '../../form/parameter';
import type { IdOrReference } from '../../form/formValue';
import type { Caller, LoopsRequest } from '../../http/request';
import { type Body, type Checked, constant } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { draftOnly, getById, getCall, locksOf, rejectionsOf } from '../base/builders';
import type { AboutChange } from '../../run/item';
import { workflow } from '../base/resources';

type Revision = Checked | null;

/** If absent, the node reads it. Null is the revision of an unchanged workflow. */
const revision: Parameter<Revision> = {
	property: {
		displayName: 'Expected Revision ID',
		name: 'expectedRevisionId',
		type: 'string',
		default: '',
		description:
			"Value of 'workflowRevisionId' from when you read the workflow. If the workflow has changed since, Loops refuses the change. Leave it empty for a workflow without a revision. Without this option, the node reads the current revision first.",
	},
	isOmittable: true,
	read: (value) => (value.isEmpty ? null : value.identifier('revisions')),
};

const CHECK_REVISION =
	"Check in Loops what has changed. If you entered 'Expected Revision ID', enter the new revision. Then run the n8n workflow again with this item";

export const changeOptions = options({ validateOnly, revision });

interface Target {
	workflowId: string;
	byAgent?: boolean; // only for changes to what is sent
	options: { revision: Revision | undefined };
}

export const workflowLocks = ({ workflowId }: { workflowId: IdOrReference }): string[] =>
	locksOf(workflow, workflowId);

/** A workflow that is not a draft sends, or will send, to everyone in its audience. */
export async function workflowReached(
	{ workflowId }: { workflowId: string },
	get: Caller,
): Promise<string[]> {
	const { status } = await getById(get, workflow, workflowId);
	return status === 'Draft' ? [] : ['the audience of a workflow that is not a draft'];
}

/** The workflow as it is, unless the item gives its revision. */
export const readUnlessGiven = async (
	{ workflowId, options: { revision: given } }: Target,
	get: Caller,
): Promise<IDataObject | undefined> =>
	given === undefined ? await getById(get, workflow, workflowId) : undefined;

interface WorkflowChange extends Pick<LoopsRequest, 'isAnswer' | 'rejections'> {
	method?: 'DELETE';
	/** Follows the path of the workflow. */
	path?: string;
	body?: Body;
	/** The call after a lost answer: it gives the revision and what `answerIfMade` needs. By default, it gets the workflow. */
	check?: LoopsRequest;
	/** Loops' answer, if the change was made. Undefined if that can't be told. */
	answerIfMade?(now: IDataObject): IDataObject | undefined;
	/** The error if the workflow has another revision and the change is not found. */
	errorIfNotFound?(): ItemRefused;
}

const unknown = () =>
	new ItemRefused(
		'It is not known whether Loops made this change: its response was lost',
		'The Loops workflow has a new revision, from this change or another one. Check the Loops workflow before you run the n8n workflow again with this item',
	);

/** Changes one revision only, and looks at the workflow before it repeats anything. */
export function changeCall(
	target: Target,
	before: IDataObject | undefined,
	change: WorkflowChange,
): LoopsRequest {
	const { workflowId, byAgent = false, options: given } = target;
	const read = (before?.workflowRevisionId ?? null) as Revision;
	const expected = given.revision === undefined ? read : given.revision;
	const { path = '', body, check = getCall(workflow, workflowId), ...others } = change;
	const { answerIfMade, errorIfNotFound = unknown, ...call } = others;
	return contentCall({
		method: 'POST',
		...call,
		path: `${workflow.path}/${workflowId}${path}`,
		body: { expectedRevisionId: expected, ...body },
		...(byAgent && { beforeAttempt: draftOnly(workflow, workflowId) }),
		repeat: body?.dryRun
			? { kind: 'safe' }
			: {
					kind: 'checkFirst',
					request: check,
					found: (answer) => {
						const now = answer as IDataObject;
						// Each change makes a new revision: a node that is missing may never have existed.
						if (now.workflowRevisionId === expected) return undefined;
						return answerIfMade?.(now) ?? errorIfNotFound();
					},
				},
		rejections: [
			{
				status: 409,
				says: /stale|revision/i, // contract: workflow-stale
				problem: 'The Loops workflow does not have the expected revision',
				hint: CHECK_REVISION,
			},
			{
				status: 400,
				says: /\bsending\b/i,
				problem: 'Loops does not accept this change while the workflow is sending',
				hint: 'Pause the workflow in Loops, then run the n8n workflow again with this item',
			},
			...(change.rejections ?? rejectionsOf(workflow)),
			{
				status: 409,
				problem: 'Loops did not change the workflow',
				hint: 'Check the workflow in Loops, then run the n8n workflow again with this item',
			},
		],
	});
}

/** How a deletion finds out whether it was made. */
export const deletionOf = (isGone: (now: IDataObject) => boolean) => ({
	method: 'DELETE' as const,
	answerIfMade: (now: IDataObject) => (isGone(now) ? { status: 'deleted' } : undefined),
	errorIfNotFound: () =>
		new ItemRefused(
			'Nothing was deleted: the workflow has changed since its revision was read',
			CHECK_REVISION,
		),
});

/** Whether these values are set. An absent one counts as null. */
export const areValuesSet = (values: Body, now: IDataObject): boolean =>
	Object.entries(values).every(
		([name, value]) => JSON.stringify(now[name] ?? null) === JSON.stringify(value),
	);

export const dryRun = fieldOf(
	checkbox({
		displayName: 'Dry Run',
		name: 'dryRun',
		default: true,
		description:
			'Whether to only report what would happen. Nothing changes until you turn this off.',
	}),
);

const DISCARD = 'Discard Queued Contacts';

export const discardSwitch = (description: string) =>
	fieldOf(
		checkbox({
			displayName: DISCARD,
			name: 'discardQueuedContacts',
			description,
		}),
	);

/** What happens to queued contacts. A dry run discards nothing, whatever the switch says (contract: workflow-dry-run). */
export const queuePolicy = (values: { dryRun: boolean; discards: boolean }): Body =>
	values.dryRun
		? { dryRun: true }
		: { queuedContactPolicy: values.discards ? constant('discard') : constant('fail') };

/** @throws ItemRefused for a 200 by which Loops says that it changed nothing (contract: queued-contacts) */
function refuseQueued({ status, queuedContactCount }: IDataObject): void {
	if (status !== 'queuedContactsFound') return;
	throw new ItemRefused(
		`Loops changed nothing: ${Number(queuedContactCount)} queued contacts would have been removed from the workflow`,
		`Wait until these contacts have moved on. To remove them, turn on '${DISCARD}'`,
	);
}

/** What a second run does, unless the change says otherwise: it reads the new revision first. */
export const ofWorkflow = ({ workflowId }: { workflowId: string }): AboutChange => ({
	rerun: 'harmless',
	check: refuseQueued,
	precheck: async (get) => await getById(get, workflow, workflowId),
});

/** The answer without the workflow, which can be large. */
export const resultOf = (answer: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'workflow'));
