import type { IDataObject } from 'n8n-workflow';

import { answersAbout, contentCall, pageOf } from '../../api/content';
import { body, type BodyParameters } from '../../form/body';
import type { Field } from '../../form/form';
import type { IdOrReference } from '../../form/formValue';
import { noSimplify, paging, readPaged, simplify } from '../../form/paging';
import { byAgent, options, validateOnly } from '../../form/parameter';
import {
	type Caller,
	isOk,
	type LoopsRequest,
	type Outcome,
	type Rejection,
} from '../../http/request';
import type { Body } from '../../values/checked';
import { ItemRefused } from '../../values/itemRefused';
import { asRecord } from '../../values/parse';
import { operation, type Operation } from './operation';

/** A kind of thing of the content API, such as campaigns. */
export interface Resource {
	/** Such as `campaign group`. */
	noun: string;
	/** Such as `/campaign-groups`. */
	path: string;
	id: Field<IdOrReference>;
	/** What its ID is often mistaken for. */
	mistakenFor?: Rejection['mistakenFor'];
	/** Explain what Loops refuses in a look-up. By default, only a 404. */
	rejections?: Rejection[];
	/** The fields of an answer, if there are more than ten: 'Simplify' keeps the first ten. */
	fieldNames?: string[];
	/** Makes the output of Loops' answer. */
	show?(found: IDataObject): IDataObject;
}

/** What one Create does not share with the others. */
interface Creation {
	action?: string;
	description: string;
	given?: BodyParameters;
	added?: BodyParameters;
	/** Turns what the fields give into the body. */
	toBody?(fields: Body): Body;
	rejections?: Rejection[];
	/** Throws what Loops would refuse. Only Validate Only asks. */
	precheck?(body: Body, get: Caller): Promise<void>;
}

/** What one Update does not share with the others. */
interface Update extends Omit<Creation, 'given' | 'action' | 'toBody' | 'precheck'> {
	/** Shown before the changes: a notice, or a switch without which nothing is changed. */
	leading?: Field<unknown>;
	isHiddenFromAgents?: boolean;
	/** Whom the change can reach. By default, nobody. */
	reaches?(): string[];
}

const NONE: Field<false> = { properties: [], read: () => false };

/** A change of what Loops shows or of drafts sends nothing to anyone. */
export const reachesNobody = (): string[] => [];

const simplifyOf = ({ fieldNames }: Resource) => (fieldNames ? simplify(fieldNames) : noSimplify);

const notFound = ({ noun, mistakenFor }: Resource): Rejection => ({
	status: 404,
	isAboutId: true,
	mistakenFor,
	problem: `Loops has no ${noun} with this ID`,
	hint: `Choose the ${noun} from the list, or copy its ID from Loops`,
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
		run: async ({ paging: pages, simplify: simplified, byAgent: isByAgent }, { get }) => {
			const entries = await readPaged(pages, async (qs) => await pageOf(get, path, qs));
			if (pages.cursor === undefined) return entries.map(simplified);
			if (!isByAgent) return entries;
			// The model must get only these fields of a page.
			return entries.map((page) => ({
				...page,
				data: (page.data as IDataObject[]).map(simplified),
			}));
		},
	});
}

export function getOne(resource: Resource, description: string): Operation {
	const { id, noun } = resource;
	return operation({
		value: 'get',
		name: 'Get',
		action: `Get ${noun}`,
		description,
		fields: { id, simplify: simplifyOf(resource), options: options({}) },
		run: async (values, { get }) =>
			values.simplify(shown(resource, await getById(get, resource, values.id))),
	});
}

export const shown = ({ show = asIs }: Resource, answer: IDataObject): IDataObject => show(answer);

/** Changes of the same thing take turns. */
export const locksOf = ({ noun }: Resource, id: IdOrReference): string[] => [
	`${noun} ${typeof id === 'string' ? id : id.lock()}`,
];

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
export function create(resource: Resource, of: Creation): Operation {
	const { noun, path } = resource;
	const { given: required = {}, added, toBody = asIs, description, rejections } = of;
	const { action = `Create ${noun}` } = of;
	return operation({
		value: 'create',
		name: 'Create',
		action,
		description,
		fields: { body: body(required, added), options: options({ validateOnly }) },
		reaches: reachesNobody,
		run: async (values, { change }) => {
			const given = toBody(values.body);
			const call = contentCall({ method: 'POST', path, body: given, rejections });
			const precheck = async (get: Caller) => await of.precheck?.(given, get);
			return shown(resource, (await change(call, { precheck })).answer);
		},
	});
}

/** The call is safe to repeat: it writes the same values. */
export function update(resource: Resource, of: Update): Operation {
	const { id, noun, path } = resource;
	const { added, leading = NONE, description, rejections = [] } = of;
	const { isHiddenFromAgents, reaches = reachesNobody } = of;
	return operation({
		value: 'update',
		name: 'Update',
		action: `Update ${noun}`,
		description,
		isHiddenFromAgents,
		fields: {
			id,
			leading,
			body: body({}, added, 'updateFields'),
			options: options({ validateOnly }),
		},
		locks: (values) => locksOf(resource, values.id),
		reaches,
		run: async (values, { change }) => {
			const call = contentCall({
				method: 'POST',
				path: `${path}/${values.id}`,
				body: values.body,
				repeat: { kind: 'safe' },
				isAnswer: answersAbout(values.id),
				rejections: [...rejections, notFound(resource)],
			});
			const precheck = async (get: Caller) => await getById(get, resource, values.id);
			return (await change(call, { precheck })).answer;
		},
	});
}

const asIs = <T>(value: T): T => value;

export const hasCounts = (outcome: Outcome): boolean =>
	isOk(outcome) && typeof asRecord(outcome.body).sends === 'number';

/** The counts of what is at `path`, over all time. */
export const metricsCall = (path: string, rejections: Rejection[]): LoopsRequest =>
	contentCall({ method: 'GET', path: `${path}/metrics`, isAnswer: hasCounts, rejections });

/** Loops' answer has no name, so the node looks it up. */
export function getMetrics(
	of: Resource,
	description: string,
	rejections: Rejection[] = [],
): Operation {
	const { id, noun, path } = of;
	return operation({
		value: 'getMetrics',
		name: 'Get Metrics',
		action: `Get ${noun} metrics`,
		description,
		fields: { id, options: options({}) },
		run: async (values, { get }) => {
			const { name } = await getById(get, of, values.id);
			const call = metricsCall(`${path}/${values.id}`, [...rejections, ...rejectionsOf(of)]);
			return { id: values.id, name, ...asRecord(await get(call)) };
		},
	});
}
