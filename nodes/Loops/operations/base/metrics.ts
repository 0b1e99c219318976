import { contentCall } from '../../api/content';
import { options } from '../../form/options';
import { isOk, type LoopsRequest, type Outcome, type Rejection } from '../../http/request';
import { asRecord } from '../../values/parse';
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
		run: async (values, { get }) => {
			const { name } = await getById(get, of, values.id);
			const call = metricsCall(`${path}/${values.id}`, [...rejections, ...rejectionsOf(of)]);
			return { id: values.id, name, ...asRecord(await get(call)) };
		},
	});
}
