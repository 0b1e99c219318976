import { contentCall } from '../api/content';
import { options } from '../form/options';
import { isOk, type LoopsRequest, type Outcome, type Rejection } from '../http/request';
import { asRecord } from '../values/parse';
import { getById, rejectionsOf, type Resource } from './builders';
import { type Operation, operation } from './operation';

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
		lookUp: async (values, get) => await getById(get, of, values.id),
		plan: (values) => ({
			request: metricsCall(`${path}/${values.id}`, [...rejections, ...rejectionsOf(of)]),
		}),
		output: (answer, values, _by, { name }) => [{ id: values.id, name, ...asRecord(answer) }],
	});
}
