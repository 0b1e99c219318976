import { answersWith, contentCall } from '../api/content';
import { options } from '../form/options';
import { type Operation, operation } from './operation';
import type { Resource } from './builders';

/** Counts over all time. In OpenAPI since 1.22. */
export function getMetrics({ id, noun, path }: Resource): Operation {
	return operation({
		value: 'getMetrics',
		name: 'Get Metrics',
		action: `Get metrics of ${noun}`,
		description: `Count sends, bounces and complaints of a ${noun}`,
		fields: { id, options: options({}) },
		plan: (values) => ({
			request: contentCall({
				method: 'GET',
				path: `${path}/${values.id}/metrics`,
				isAnswer: answersWith('sends'),
				rejections: [
					{
						status: 404,
						problem: `Loops has no ${noun} with this ID, or no metrics for this account`,
						hint: 'Choose one from the list, or copy its ID from Loops',
					},
				],
			}),
		}),
		output: (answer, values) => [{ id: values.id, ...(answer as object) }],
	});
}
