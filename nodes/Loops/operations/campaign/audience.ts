import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { audienceFields, withFilter } from '../../fields/audienceFilter';
import { body, type BodyParameters, optional } from '../../form/body';
import type { Field } from '../../form/form';
import type { Reference, UnresolvedBody } from '../../form/formValue';
import { choice, fieldOf, locatorEntry, type Parameter } from '../../form/parameter';
import type { Caller, Rejection } from '../../http/request';
import type { Body, ValueOr } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { asRecord } from '../../values/parse';
import { getById } from '../base/builders';
import { campaign } from '../base/resources';

const LIST = 'Mailing List';

const listOf = {
	displayName: LIST,
	name: 'audienceList',
	description: 'Only contacts on this list get the campaign',
	exampleName: 'Product news',
	kind: 'mailingList',
	isOptional: true,
} as const;

const segment = locatorEntry({
	displayName: 'Audience Segment',
	name: 'audienceSegment',
	description: 'Saved conditions for who gets the campaign',
	search: 'searchAudienceSegments',
	exampleName: 'Paying customers',
	kind: 'audienceSegment',
});

type Who = 'asItIs' | 'conditions' | 'everyone' | 'json' | 'segment';

const { conditions, match, filterJson } = audienceFields;

/** What each choice shows, by the names that the body has for it. */
const SHOWN: Record<string, BodyParameters> = {
	conditions: { conditions, match },
	json: { filterJson },
	segment: { audienceSegmentId: segment },
};

interface Choice {
	name: string;
	value: Who;
}

const CHOICES: Choice[] = [
	{ name: 'Conditions', value: 'conditions' },
	{ name: 'Everyone', value: 'everyone' },
	{ name: 'Filter (JSON)', value: 'json' },
	{ name: 'Segment', value: 'segment' },
];

/** A mailing list, and who of it. `everyone` is what Everyone adds to the body. */
function audience(
	list: Parameter<ValueOr<Reference>>,
	{ name, choices, initial }: { name: string; choices: Choice[]; initial: Who },
	everyone: Body = {},
): Field<UnresolvedBody> {
	const who = choice<Who>({
		displayName: 'Only Who',
		name,
		type: 'options',
		// It decides what the form shows.
		noDataExpression: true,
		options: choices,
		default: initial,
		description: 'Which contacts get the campaign. Without a list, all contacts count.',
	});
	const shownBy = (value: string) => (property: INodeProperties) => ({
		...property,
		displayOptions: { show: { [name]: [value] } },
	});
	const fieldOfWho = (value: Who) => body({ mailingListId: list, ...SHOWN[value] });
	const fields = new Map(choices.map(({ value }) => [value as string, fieldOfWho(value)]));
	return {
		properties: [
			list.property,
			who.property,
			...Object.entries(SHOWN).flatMap(([value, parameters]) =>
				body(parameters).properties.map(shownBy(value)),
			),
		],
		read: (form) => {
			const chosen = fieldOf(who).read(form);
			return { ...(chosen === 'everyone' && everyone), ...fields.get(chosen)?.read(form) };
		},
	};
}

/** The audience of a new campaign. n8n has no button to empty a locator, so the first entry is None. */
export const newAudience = audience(
	optional(locatorEntry({ ...listOf, search: 'searchMailingListsOrNone' })),
	{ name: 'audienceKind', choices: CHOICES, initial: 'everyone' },
);

/**
 * Changes of the audience. Loops clears the segment or the filter that is not given (contract: campaign-audience).
 * The choice has a name of its own: n8n keeps a value where another operation has the same name.
 */
export const audienceChanges = audience(
	optional(locatorEntry({ ...listOf, search: 'searchMailingListsOrAsItIs' })),
	{
		name: 'audienceChange',
		choices: [{ name: 'As It Is', value: 'asItIs' }, ...CHOICES],
		initial: 'asItIs',
	},
	{ audienceSegmentId: null, audienceFilter: null },
);

const CLEAR = 'Clear Mailing List';

/** True, or undefined if it is not added or off. */
export const clearMailingList: Parameter<true | undefined> = {
	property: {
		displayName: CLEAR,
		name: 'clearMailingList',
		type: 'boolean',
		default: true,
		description: 'Whether to remove the mailing list from the campaign',
	},
	read: (value) => value.boolean() || undefined,
};

/** Replaces the fields of the audience by what Loops takes. */
export function withAudience({ clearMailingList: isCleared, ...others }: Body): Body {
	const given = withFilter(others, 'audienceFilter');
	if (isCleared !== true) return given;
	if (given.mailingListId === undefined) return { ...given, mailingListId: null };
	throw new ItemRefused(`'${LIST}' and '${CLEAR}' are both set`, 'Remove one of them');
}

/** A 404 about the audience of a campaign. */
export const unknownAudience: Rejection[] = ['mailing list', 'segment'].map((noun) => ({
	status: 404,
	says: new RegExp(noun, 'i'),
	problem: `Loops has no ${noun} with this ID`,
	hint: `Choose the ${noun} again, or copy its ID from Loops`,
}));

/** Without one, a campaign goes to every contact. */
export function hasAudience({ mailingListId, audienceSegmentId, audienceFilter }: IDataObject) {
	const { conditions: all } = asRecord(audienceFilter);
	return Boolean(mailingListId || audienceSegmentId) || [all ?? []].flat().length > 0;
}

/** What happens next with a campaign that was created or changed, and whether it lacks an audience. */
export function nextStepOf(of: IDataObject): { nextStep: string; warnings: string[] } {
	if (of.status !== 'Draft') {
		return { nextStep: `Nothing: the campaign is ${String(of.status)}`, warnings: [] };
	}
	if (hasAudience(of)) {
		return { nextStep: "Send the draft with 'Campaign > Schedule', or in Loops", warnings: [] };
	}
	return { nextStep: SET_AUDIENCE, warnings: [`The draft has no audience yet. ${SET_AUDIENCE}`] };
}

const SET_AUDIENCE = "Set an audience with 'Campaign > Update', or in Loops";

const PARTS = ['audienceFilter', 'audienceSegmentId', 'mailingListId'];

/** A campaign that is no draft may go out at any time. */
export const confirmAudience = (id: string, given: Body) =>
	PARTS.every((part) => given[part] !== null)
		? undefined
		: async (get: Caller) => {
				const now = await getById(get, campaign, id);
				if (now.status === 'Draft' || hasAudience({ ...now, ...given })) return;
				throw new ItemRefused(
					`Without an audience, the campaign would go to every contact, because it is not a draft (${String(now.status)})`,
					'Set another mailing list, segment or conditions in the same item',
				);
			};
