import type { Observation } from './observation.mts';
import { type ItemPlan, OWN, type Scenario } from './scenario.mts';

export const item = (
	contact: number,
	outcome: ItemPlan['outcome'] = 'good',
	key = contact,
): ItemPlan => ({
	contact,
	outcome,
	key,
	calls: [],
});
export const plain: Scenario = {
	operation: 'event send',
	items: [item(0), item(0), item(1)],
	keys: 'automatic',
	body: 'marked',
	form: 'json',
	isNewEvent: false,
	identity: 'email',
	isMixed: false,
	isSub: false,
	isShortKey: false,
	includeInputFields: false,
	errorField: false,
	validateOnly: false,
	strict: false,
	publishes: false,
	lenient: false,
	onError: 'continueErrorOutput',
	maxTries: 1,
	batch: 0,
	latency: 10,
	rateLimit: 100_000,
	shared: [],
	then: 'nothing',
	seed: 1,
};
const refused = [item(0), item(0, 'refused'), item(1)];
/** All about one contact, so that the last one has not started at the stop. */
const inTurn = [item(0), item(0, 'refused'), item(0)];
const stop = { onError: 'stopWorkflow', items: inTurn } as const;

/** Runs in which all sentences hold. */
export const scenarios = {
	sent: plain,
	failed: { ...plain, items: refused },
	stopped: { ...plain, ...stop, keys: 'none' },
	keyed: { ...plain, keys: 'perRawKey', items: [item(0), item(1, 'good', 0), item(2)] },
	again: { ...plain, ...stop, operation: 'contact upsert' },
	read: { ...plain, operation: 'contact find' },
	list: { ...plain, operation: 'mailingList getAll' },
	validated: { ...plain, operation: 'contact upsert', validateOnly: true },
	canceled: { ...plain, cancelAt: 5 },
	repeated: { ...plain, keys: 'perRawKey', items: [item(0), item(1)], then: 'again' },
	mapped: { ...plain, operation: 'contact upsert', form: 'mapped' },
	drafted: { ...plain, operation: 'campaign create', identity: 'name', items: refused },
	written: { ...plain, operation: 'emailMessage update', identity: 'id' },
	scheduled: { ...plain, operation: 'campaign schedule', identity: 'id', publishes: true },
	deleted: { ...plain, operation: 'workflow delete', identity: 'id' },
	guarded: { ...plain, guard: OWN },
} satisfies Record<string, Scenario>;
export type Name = keyof typeof scenarios;

const outputOf = ({ runs }: Observation, n: number) => (runs[0].output ?? [])[n].json;
const failureOf = (of: Observation, n: number) => outputOf(of, n).error as { message: string };
const stopOf = ({ runs }: Observation) => runs[0].error as { text: string };

type Mutant = (of: Observation) => unknown;

/** For each run: sentences, and what to change in it so that each one does not hold. */
const mutantsOf: Partial<Record<Name, Record<string, Mutant>>> = {
	sent: {
		'A Nobody is sent the same message twice': ({ effects }) => effects.push({ ...effects[0] }),
		'B What can not be read is not sent, and not reported as done': ({ runs }) =>
			(runs[0].inputs[0].outcome = 'badEmail'),
		'B, I Only what Loops has done is reported as done': ({ effects }) => effects.pop(),
		"H 'deduplicated' means that an earlier run has sent it": (of) =>
			(outputOf(of, 0).deduplicated = true),
		'P A run takes no longer than the limit, its answers and their order': ({ runs }) =>
			(runs[0].took = 60_000),
		'J Nothing but the API key is taken out': (of) => (outputOf(of, 0).email = 'person0@***.com'),
		'A With Retry On Fail the node runs again only if an item has failed': ({ runs }) =>
			runs.push({ ...runs[0] }),
		'D What is about one contact happens in the order of the items': ({ effects }) =>
			effects.reverse(),
		'H The summary counts what was sent, and what was sent before': ({ runs }) =>
			(runs[0].hints = ['7 sent, API calls retried: 1']),
		'E Nothing stops a run but On Error = Stop': ({ executions }) =>
			(executions[0].status = 'error'),
		'E There is one output for each item, in their order': ({ executions: [{ outputs }] }) =>
			outputs[0].done.pop(),
		'J No part of the API key can be read anywhere': (of) =>
			(of.readable += of.apiKey.slice(3, 12)),
	},
	read: {
		'I Only what Loops itself has answered is reported': ({ runs }) => (runs[0].answers = []),
	},
	failed: {
		'B What failed though Loops has done it says that this is not known': ({ effects }) =>
			effects.push({ ...effects[0], item: 1 }),
		'C, E A failure says why': (of) =>
			(failureOf(of, 1).message = 'This operation was aborted [item 1]'),
		'C, E A failure says which item': (of) =>
			(failureOf(of, 1).message = 'Loops refused the request (HTTP 400)'),
		'E What the node can get over does not fail': ({ runs }) => {
			runs[0].inputs[1].outcome = 'good';
			runs[0].requests = [];
		},
		'E Failed items are on the error output, the others on the main one': ({
			executions: [{ outputs }],
		}) => outputs[0].done.push(...outputs[0].failed.splice(0)),
		'E A failed item has its input': ({ executions: [{ outputs }] }) =>
			(outputs[0].failed[0].json.n = 2),
	},
	keyed: {
		'B An item is refused for its key only if another was sent with it': ({ effects }) =>
			(effects.length = 0),
		'B Of items with the same key the first one goes first': (of) => {
			failureOf(of, 1).message = failureOf(of, 1).message.replace('item 0', 'item 2');
			// In the same run, a doubt about the later item is no reason.
			outputOf(of, 2).error = { message: 'It is not known whether it was sent [item 2]' };
		},
	},
	repeated: {
		'H What is called deduplicated was sent with the same contents': ({ effects }) =>
			(effects[0].contents = 'another message'),
	},
	mapped: {
		'L A name that the account has by now is sent': ({ runs }) => runs[0].names.push('plna'),
		'L A column that is not sent is named': ({ runs }) => (runs[0].hints = []),
		'L What can not be looked up is asked for once': ({ runs: [{ requests }] }) =>
			void requests.push(...Array(6).fill({ path: '/lists', ms: 1, fault: '403' })),
	},
	validated: {
		'K Reading and Validate Only change nothing': ({ runs }) => runs[0].changing.push(0),
		'K Validate Only says what can not be sent, and why': (of) => (outputOf(of, 0).ready = false),
	},
	stopped: {
		'C A stop names its item, and counts all of them': (of) =>
			(stopOf(of).text = stopOf(of).text.replace('Of 3', 'Of 4')),
		'C Every item before the one that failed is done': ({ effects }) => (effects.length = 0),
		'C As many are done as a stop says': (of) =>
			(stopOf(of).text = stopOf(of).text.replace('1 done', '2 done')),
		'C What a stop says is not started has changed nothing': ({ runs }) => runs[0].changing.push(2),
	},
	list: {
		'E A list is put out once for each set of parameters': ({ executions: [{ outputs }] }) =>
			(outputs[0].done = []),
	},
	canceled: {
		'F After a cancel nothing more leaves, and the node ends': ({ executions }) =>
			(executions[0].lingered = 10_000),
		'F A canceled execution is canceled': ({ executions }) => (executions[0].status = 'error'),
	},
	again: {
		'G What is said to be safe to run again succeeds': ({ executions }) =>
			(executions[1].status = 'error'),
		'G What is said to be safe to run again reaches everyone, and nobody twice': (of) =>
			(of.effects = of.effects.filter((effect) => effect.item !== 1)),
	},
	written: {
		'M What an output says of a draft is what Loops has': (of) =>
			(outputOf(of, 0).contentRevisionId = outputOf(of, 2).contentRevisionId),
		'M An item writes over no revision but the one it has read': ({ runs }) =>
			(runs[0].requests.find(({ contents }) => contents)!.contents = '{}'),
		'M Nothing is published or scheduled that was not to be': ({ runs }) =>
			runs[0].drafts.goingOut.push('campaign-0'),
		'M No two emails get the same name': ({ runs }) => runs[0].drafts.names.push('Mail 0'),
	},
	drafted: {
		'M A failed item says what it has done to a draft, or that this is not known': ({ effects }) =>
			effects.push({ ...effects[0], item: 1 }),
	},
	deleted: {
		'M What is said to be deleted is gone': ({ runs }) =>
			runs[0].drafts.workflows.push('workflow-0-0'),
	},
	guarded: {
		'N Nothing changes before the team is looked up': ({ runs }) => runs[0].requests.shift(),
		'N Nothing changes in the account of another team': ({ scenario }) =>
			(scenario.guard!.team = 'Another'),
		'N Nobody at another domain is reached': ({ scenario }) =>
			(scenario.guard!.domain = 'acme.dev'),
	},
	scheduled: {
		'M A campaign is created or scheduled once': ({ effects }) => effects.push({ ...effects[0] }),
		'M What goes out is the content that was checked': ({ effects: [{ draft }] }) =>
			(draft!.checked = 'rev_older'),
		'M With an approval, nothing goes out but what was approved': ({ effects, revisions }) =>
			(revisions[effects[0].draft!.revision!] = 'Of another client'),
	},
};

export const mutants = Object.entries(mutantsOf).flatMap(([name, each]) =>
	Object.entries(each).map(([sentence, lie]) => [sentence, name as Name, lie] as const),
);
