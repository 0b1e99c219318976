import type { IDataObject } from 'n8n-workflow';

import { answersAbout, contentCall, pageOf } from '../api/content';
import { body, type BodyParameters } from '../form/body';
import { byAgent } from '../form/byAgent';
import type { Field } from '../form/field';
import { options, validateOnly } from '../form/options';
import { paging, readPaged } from '../form/paging';
import { noSimplify, simplify } from '../form/simplify';
import type { Caller, LoopsRequest, Rejection } from '../http/request';
import type { Body, Identifier } from '../values/checked';
import { ItemRefused } from '../values/itemRefused';
import { type FollowUp, type Operation, operation } from './operation';

/** A kind of thing of the content API, such as campaigns. */
export interface Resource {
	/** Such as `campaign group`. */
	noun: string;
	/** Such as `/campaign-groups`. */
	path: string;
	id: Field<Identifier>;
	/** Explain what Loops refuses in a look-up. By default, only a 404. */
	rejections?: Rejection[];
	/** The fields of an answer, if there are more than ten: 'Simplify' keeps the first ten. */
	fieldNames?: string[];
	/** Makes the output of Loops' answer. */
	show?(found: IDataObject): IDataObject;
}

/** What one Create or Update does not share with the others. */
interface ResourceChange {
	description: string;
	given?: BodyParameters;
	added?: BodyParameters;
	/** Turns what the fields give into the body. */
	toBody?(fields: Body): Body;
	/** Shown before the changes: a notice, or a switch without which nothing is changed. */
	leading?: Field<unknown>;
	isHiddenFromAgents?: boolean;
	/** AI agents may change it only while it is a draft. */
	hasDrafts?: boolean;
	/** The last check before the call. For AI agents, `hasDrafts` replaces it. */
	beforeAttempt?(id: string, body: Body): LoopsRequest['beforeAttempt'];
	warnings?(body: Body): string[];
	followUp?: FollowUp;
	rejections?: Rejection[];
}

const NONE: Field<false> = { properties: [], read: () => false };

const simplifyOf = ({ fieldNames }: Resource) => (fieldNames ? simplify(fieldNames) : noSimplify);

const notFound = ({ noun }: Resource) => ({
	status: 404,
	problem: `Loops has no ${noun} with this ID`,
	hint: 'Choose one from the list, or copy its ID from Loops',
});

export function getMany(resource: Resource, description: string): Operation {
	const { noun, path } = resource;
	return operation({
		value: 'getAll',
		name: 'Get Many',
		action: `Get many ${noun}s`,
		description,
		fields: { paging, simplify: simplifyOf(resource), byAgent },
		isList: true,
		plan: ({ paging: pages, simplify: simplified, byAgent: isByAgent }) => ({
			list: async (call) => {
				const entries = await readPaged(pages, async (qs) => await pageOf(call, path, qs));
				if (pages.cursor === undefined) return entries.map(simplified);
				if (!isByAgent) return entries;
				// A model may not see other fields in a page.
				return entries.map((page) => ({
					...page,
					data: (page.data as IDataObject[]).map(simplified),
				}));
			},
		}),
	});
}

export function get(resource: Resource, description: string): Operation {
	const { id, noun } = resource;
	return operation({
		value: 'get',
		name: 'Get',
		action: `Get ${noun}`,
		description,
		fields: { id, simplify: simplifyOf(resource), options: options({}) },
		plan: (values) => ({ request: getCall(resource, values.id) }),
		output: (answer) => [shown(resource, answer)],
	});
}

export const shown = ({ show = asIs }: Resource, answer: unknown): IDataObject =>
	show(answer as IDataObject);

/** Changes of the same thing take turns. */
export const locksOf = ({ noun }: Resource, id: string) => [`${noun} ${id}`];

export const rejectionsOf = (resource: Resource): Rejection[] =>
	resource.rejections ?? [notFound(resource)];

export const getCall = (resource: Resource, id: string) =>
	contentCall({
		method: 'GET',
		path: `${resource.path}/${id}`,
		isAnswer: answersAbout(id),
		rejections: rejectionsOf(resource),
	});

export const getById = async (call: Caller, resource: Resource, id: string): Promise<IDataObject> =>
	(await call(getCall(resource, id))) as IDataObject;

/** An AI agent may make a change only while the thing is a draft. */
export const draftOnly =
	(resource: Resource, id: string) =>
	async (call: Caller): Promise<void> => {
		const { status } = await getById(call, resource, id);
		if (status !== 'Draft') throw notByAgent(`the ${resource.noun} is not a draft`);
	};

export const notByAgent = (reason: string) =>
	new ItemRefused(
		`AI agents can't change this: ${reason}`,
		'Let a person change it in Loops, or in a workflow without an agent',
	);

/** Never repeated: a second call would create another one. */
export function create(resource: Resource, change: ResourceChange): Operation {
	const { noun, path } = resource;
	const { given = {}, added, toBody = asIs, description, rejections } = change;
	return operation({
		value: 'create',
		name: 'Create',
		action: `Create ${noun}`,
		description,
		fields: { body: body(given, added), options: options({ validateOnly }) },
		plan: (values) => ({
			request: contentCall({ method: 'POST', path, body: toBody(values.body), rejections }),
		}),
		output: (answer) => [shown(resource, answer)],
	});
}

/** The call is safe to repeat: it writes the same values. */
export function update(resource: Resource, change: ResourceChange): Operation {
	const { id, noun, path } = resource;
	const { added, toBody = asIs, leading = NONE, description, rejections = [] } = change;
	const { beforeAttempt, followUp, hasDrafts = false, isHiddenFromAgents, warnings } = change;
	return operation({
		value: 'update',
		name: 'Update',
		action: `Update ${noun}`,
		description,
		isHiddenFromAgents,
		fields: {
			id,
			leading,
			byAgent,
			body: body({}, added, 'updateFields'),
			options: options({ validateOnly }),
		},
		locks: (values) => locksOf(resource, values.id),
		plan: (values) => {
			const changes = toBody(values.body);
			const isDraftOnly = hasDrafts && values.byAgent;
			return {
				warnings: warnings?.(changes),
				followUp,
				request: contentCall({
					method: 'POST',
					path: `${path}/${values.id}`,
					body: changes,
					repeat: { kind: 'safe' },
					beforeAttempt: isDraftOnly
						? draftOnly(resource, values.id)
						: beforeAttempt?.(values.id, changes),
					isAnswer: answersAbout(values.id),
					rejections: [...rejections, notFound(resource)],
				}),
			};
		},
	});
}

const asIs = <T>(value: T): T => value;
