import { describe, expect, it } from 'vitest';

import { superLinearGrowth } from '../harness/growth.mts';
import { longLists, longTexts } from '../harness/longTexts.mts';
import { publishedFiles, root } from '../harness/repository.mts';
import { exportedBy } from './exported.mts';
import { feeds, values } from './feeds.mts';

/** What takes an item, its form or a context of n8n is fed through runs: test/values/long.test.mts. */
const THROUGH_RUNS =
	/\b(\w*Item|I(Execute|LoadOptions|Webhook|Hook)Functions|LoopsContext|CallSettings|AccountFacts|FactLoader|Fact|Caller|Paging|Run|Form|SectionValues|NamedValue|ContactValues|Chosen|KeyOptions|AttachedFile|Attachment|E|Parts?|Locator|FollowUp|Draft|Guardian|Target|Known|workflowId|messageKeys)\b/;

/** Types without text from outside: numbers, choices, times, and what descriptions are made of. */
const NO_TEXT =
	/^(INode|InvalidValue\[\]|INodeProperties|INodeProperties\['displayOptions'\]|Section|SectionTexts|Suppression\['removalQuota'\]|NotFoundPolicy|Definition<F>|readonly T\[\]|number|number \| undefined|boolean|= .*|'\w+' \| '\w+'|(readonly )?INodeProperties\[\]|INodePropertyOptions\[\]|Partial<INodeProperties>( = .*)?|Parameter|ValuesPart|PartTexts|Policy|DoneBy|Failure|(Pick<)?LoopsRequest(, 'isContentApi'>)?|Error|Resource|ResourceChange|ContentCall|Record<Strictness, string>|\{ dryRun: .*\}|Array<\[index: number, .*\]>|ReadonlySet<Rerun>|AbortSignal|Clock|LimitName|Permit|WaitingCall|CallQueue|Iterable<CallQueue>|AcquireOptions|Promise<T>|Task|Record<string, string\[\]>|\(.*\) => .*)$/;

type Function = (...parameters: unknown[]) => unknown;

const found = await Promise.all(
	publishedFiles.map(async (file) => {
		const exports = (await import(root + file)) as Record<string, Function>;
		return exportedBy(file).map(({ name, types }) => ({ file, name, types, value: exports[name] }));
	}),
);
const fedHere = found
	.flat()
	.filter(({ types }) => !types.some((type) => THROUGH_RUNS.test(type)))
	.filter(({ types }) => !types.every((type) => NO_TEXT.test(type)));

/** How to feed a function: as `feeds` says, or with the text for each parameter where all may be one. */
const feedOf = ({ types, value }: (typeof fedHere)[number]) =>
	feeds.get(value) ??
	(types.every((type) => values.has(type) || NO_TEXT.test(type))
		? (text: string) => value(...types.map((type) => values.get(type)?.(text)))
		: undefined);

describe('every exported function that takes text', () => {
	it('is fed', () => {
		expect(fedHere.filter((each) => !feedOf(each)).map(({ name, types }) => [name, types])).toEqual(
			[],
		);
		const values = new Set<unknown>(found.flat().map(({ value }) => value));
		expect([...feeds.keys()].filter((each) => !values.has(each))).toEqual([]);
	});

	it.each(fedHere.map((each) => [each.name, each] as const))(
		'%s takes linear time',
		// Whatever else the machine does disturbs a time; it does not make it quadratic three times.
		{ timeout: 120_000, retry: 2 },
		(_name, each) => {
			const feed = feedOf(each);
			const isPlain = each.types.every((type) => ['string', 'unknown'].includes(type));
			for (const [name, make] of isPlain ? longTexts : [...longTexts, ...longLists]) {
				expect(feed && superLinearGrowth(make, feed), name).toBeUndefined();
			}
		},
	);
});
