import type { IDataObject } from 'n8n-workflow';

import { FIRST_SUBJECT, goesOut, subjectLine } from './drafts.mts';
import type { Claims } from './facts.mts';
import type { Item } from './item.mts';
import { answerOf, type Deed, type Effect, type NodeRun } from './observation.mts';
import { isApproved } from './scenario.mts';
import * as texts from './texts.mts';

/** Published before, by the same content: then there is nothing to do. */
const isLive = ({ effects, run }: Item, id: unknown) =>
	effects.length === 0 && run.drafts.goingOut.includes(String(id));

const timesOf = ({ effects }: Item, deed: Deed) =>
	effects.filter(({ draft }) => draft?.deed === deed).length;

/** Of an item that creates, writes, publishes, schedules or deletes a draft. */
export const OF_DRAFTED_ITEMS: Claims<Item> = {
	'M What an output says of a draft is what Loops has': (
		item,
		{ observation, changes, effectsOf },
	) =>
		!changes ||
		item.outputs.map(answerOf).every((said) => {
			const { created, id, published, success } = said;
			// Of a contact.
			if (success !== undefined) return true;
			const isMade = effectsOf(item.run).some(
				({ draft }) => draft?.deed === 'create' && draft.id === id,
			);
			const revision = said.contentRevisionId ?? said.emailMessageContentRevisionId;
			const subject = observation.revisions[String(revision)];
			return (
				(revision === undefined || subject === subjectLine(Number(item.input.n))) &&
				(created === true ? isMade : timesOf(item, 'create') === 0 || created === undefined) &&
				(published !== true || timesOf(item, 'publish') > 0 || isLive(item, id))
			);
		}),
	'M A failed item says what it has done to a draft, or that this is not known': ({
		failure,
		effects,
	}) => !failure || effects.every(({ draft }) => !draft || isTold(failure, draft)),
	'M An item writes over no revision but the one it has read': ({ run, input }) => {
		const bodies = run.requests
			.filter(({ item, path }) => item === input.n && /email-messages|workflows/.test(path))
			.flatMap(({ contents }) => contents ?? [])
			.map((contents) => (JSON.parse(contents) as IDataObject).expectedRevisionId);
		return bodies.every((revision) => revision && revision === bodies[0]);
	},
	'M What is said to be deleted is gone': ({ outputs, run: { drafts } }) =>
		outputs
			.map(answerOf)
			.every(({ id, status }) => status !== 'deleted' || !drafts.workflows.includes(String(id))),
	'M A campaign is created or scheduled once': (item) =>
		timesOf(item, 'create') <= 1 && timesOf(item, 'schedule') <= 1,
	'M With an approval, nothing goes out but what was approved': (
		{ effects, run },
		{ scenario, executions, observation: { revisions } },
	) =>
		!isApproved(scenario) ||
		executions[run.execution].kind !== 'first' ||
		effects.every(({ draft }) => revisions[String(draft?.revision)] === FIRST_SUBJECT),
	'M What goes out is the content that was checked': ({ effects }) =>
		effects.every(
			({ draft }) => !draft || !goesOut(draft.deed) || draft.checked === draft.revision,
		),
};

function isTold(failure: string, { deed, id, isLost }: NonNullable<Effect['draft']>): boolean {
	if (isLost && texts.isUnknown(failure)) return true;
	if (deed === 'delete') return false;
	return deed === 'create' ? texts.saysMade(failure, id) : texts.saysSaved(failure);
}

/** Of a run. */
export const OF_DRAFTED_RUNS: Claims<NodeRun> = {
	'M Nothing is published or scheduled that was not to be': ({ drafts }, { scenario, changes }) => {
		const { operation, publishes } = scenario;
		const isSaved = operation === 'transactionalEmail saveContent';
		const isToBe = operation === 'campaign schedule' || (isSaved && publishes);
		return (changes && isToBe) || drafts.goingOut.length === 0;
	},
	'M No two emails get the same name': ({ drafts: { names } }) =>
		new Set(names).size === names.length,
};
