import type { IDataObject } from 'n8n-workflow';

import type { Redactor } from '../http/redact';
import type { LoopsRequest } from '../http/request';
import type { Plan } from '../operations/operation';
import { sentence } from '../values/format';
import { allProblems, type ItemRefused } from '../values/itemRefused';

/** The output of Validate Only for an item that can be sent. */
export function readyOutput(plan: Plan, warnings: string[]): IDataObject {
	const { mapping } = plan;
	return {
		ready: true,
		reasons: [],
		warnings: warnings.map(sentence),
		...(mapping && { mapping: mapping.sentAs, notMapped: mapping.notMapped }),
		request: 'request' in plan ? shown(plan.request) : null,
		...('next' in plan && { next: plan.next as unknown as IDataObject[] }),
	};
}

const shown = ({ method, path, body, qs, headers }: LoopsRequest): IDataObject => ({
	method,
	path,
	...(qs && { qs }),
	...(body && { body }),
	...(headers && { headers }),
});

/** The output of Validate Only for an item that can't be sent, with all that is wrong. */
export const notReadyOutput = (
	refused: ItemRefused,
	warnings: string[],
	redactor: Redactor,
): IDataObject => ({
	ready: false,
	reasons: allProblems(refused).map(({ message, hint }) =>
		redactor.text(`${sentence(message)} ${sentence(hint)}`),
	),
	warnings: warnings.map(sentence),
	request: null,
});
