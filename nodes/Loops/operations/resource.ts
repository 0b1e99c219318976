import type { IDataObject } from 'n8n-workflow';

import { answersAbout, contentCall, pageOf } from '../account/content';
import { body } from '../fields/body';
import type { Field } from '../fields/field';
import { options, validateOnly } from '../fields/options';
import { paging } from '../fields/paging';
import { toggle } from '../fields/toggle';
import { allPages } from '../http/pages';
import type { Refusal } from '../http/request';
import { type Operation, operation } from './operation';

/** A kind of thing of the content API, such as campaigns. */
export interface Resource {
	/** The value of the dropdown, such as `campaignGroup`. */
	resource: string;
	/** Such as `campaign group`. */
	noun: string;
	plural?: string;
	/** Such as `/campaign-groups`. */
	path: string;
	id: Field<string>;
	/** What refusals of a look-up mean, if not only that there is none. */
	refusals?: Refusal[];
	/** What 'Simplify' leaves of one with many fields. */
	simplified?: string[];
	/** Makes the output of Loops' answer. */
	show?(found: IDataObject): IDataObject;
}

type BodyParts = Parameters<typeof body>[0];

/** What differs between the changes of different things. */
interface Change {
	given?: BodyParts;
	added?: BodyParts;
	/** Makes the body of what the fields give. */
	finish?(fields: IDataObject): IDataObject;
	/** A field that has to be set before anything is changed. */
	guard?: Field<unknown>;
	description?: string;
	isForPeople?: boolean;
	refusals?: Refusal[];
}

const NONE: Field<false> = { properties: [], read: () => false };

const simplify = toggle({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

const simplifyOf = ({ simplified }: Resource): Field<boolean> => (simplified ? simplify : NONE);

const shorten = ({ simplified = [] }: Resource, answer: IDataObject): IDataObject =>
	Object.fromEntries(
		simplified.filter((name) => name in answer).map((name) => [name, answer[name]]),
	);

const notFound = ({ noun }: Resource) => ({
	status: 404,
	problem: `Loops has no ${noun} with this ID`,
	hint: 'Choose one from the list, or copy its ID from Loops',
});

/** Lists all, page by page. */
export function getMany(of: Resource): Operation {
	const { noun, plural = `${noun}s`, path, resource } = of;
	return operation({
		resource,
		value: 'getAll',
		name: 'Get Many',
		action: `Get many ${plural}`,
		description: `List the ${plural} of the account`,
		fields: { simplified: simplifyOf(of), paging },
		isList: true,
		plan: ({ paging: { cursor, limit, perPage }, simplified }) => ({
			list: async (read) => {
				const pageFrom = async (at?: string) =>
					await pageOf(read, path, at ? { perPage, cursor: at } : { perPage });
				if (cursor !== undefined) return [await pageFrom(cursor)];
				const entries = await allPages(pageFrom, limit);
				return simplified ? entries.map((each) => shorten(of, each)) : entries;
			},
		}),
	});
}

/** Gets one by its ID. */
export function get(of: Resource): Operation {
	const { id, noun, resource } = of;
	return operation({
		resource,
		value: 'get',
		name: 'Get',
		action: `Get ${noun}`,
		description: `Look up ${withArticle(noun)}`,
		fields: { id, simplified: simplifyOf(of), options: options({}) },
		plan: (values) => ({ request: getCall(of, values.id) }),
		output: (answer, { simplified }) => {
			const found = answer as IDataObject;
			return [simplified ? shorten(of, found) : shown(of, found)];
		},
	});
}

export const shown = ({ show = asIs }: Resource, answer: unknown): IDataObject =>
	show(answer as IDataObject);

export const getCall = (resource: Resource, id: string) =>
	contentCall({
		method: 'GET',
		path: `${resource.path}/${id}`,
		isAnswer: answersAbout(id),
		refusals: resource.refusals ?? [notFound(resource)],
	});

/** Makes one. Not repeated: a second call would make another one. */
export function create(of: Resource, change: Change): Operation {
	const { noun, path, resource } = of;
	const { given = {}, added, finish = asIs, description, refusals } = change;
	return operation({
		resource,
		value: 'create',
		name: 'Create',
		action: `Create ${noun}`,
		description: description ?? `Create ${withArticle(noun)}`,
		fields: { body: body(given, added), options: options({ validateOnly }) },
		plan: (values) => ({
			request: contentCall({ method: 'POST', path, body: finish(values.body), refusals }),
		}),
		output: (answer) => [shown(of, answer)],
	});
}

/** Changes the fields that are added. Safe to repeat: it writes the same values. */
export function update(of: Resource, change: Change): Operation {
	const { id, noun, path, resource } = of;
	const { added, finish = asIs, guard = NONE, description, isForPeople, refusals = [] } = change;
	return operation({
		resource,
		value: 'update',
		name: 'Update',
		action: `Update ${noun}`,
		description: description ?? `Change ${withArticle(noun)}`,
		isForPeople,
		fields: {
			id,
			guard,
			body: body({}, added, 'updateFields'),
			options: options({ validateOnly }),
		},
		locks: (values) => [`${resource} ${values.id}`],
		plan: (values) => ({
			request: contentCall({
				method: 'POST',
				path: `${path}/${values.id}`,
				body: finish(values.body),
				repeat: { kind: 'safe' },
				isAnswer: answersAbout(values.id),
				refusals: [...refusals, notFound(of)],
			}),
		}),
	});
}

const asIs = (fields: IDataObject) => fields;

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
