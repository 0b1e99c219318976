import { contentCall } from '../api/content';
import { options } from '../form/options';
import { asRecord, isOk, type Outcome, type Rejection } from '../http/request';
import { getCall, rejectionsOf, type Resource } from './builders';
import { type Operation, operation } from './operation';

export const hasCounts = (outcome: Outcome): boolean =>
	isOk(outcome) && typeof asRecord(outcome.body).sends === 'number';

/** Counts over all time. Loops' answer has no name, so the node looks it up. */
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
		needs: (values) => ({ lookUp: getCall(of, values.id) }),
		plan: (values) => ({
			request: contentCall({
				method: 'GET',
				path: `${path}/${values.id}/metrics`,
				isAnswer: hasCounts,
				rejections: [...rejections, ...rejectionsOf(of)],
			}),
		}),
		output: (answer, values, _by, { lookedUp }) => [
			{ id: values.id, name: asRecord(lookedUp).name, ...asRecord(answer) },
		],
	});
}
