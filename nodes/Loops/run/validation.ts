import type { IDataObject } from 'n8n-workflow';

import type { LoopsRequest } from '../http/request';
import type { Plan } from '../operations/operation';
import { sentence } from '../values/format';

/** The output of Validate Only: an item's plan, or all that keeps the item from being sent. */
export function validationOutput(found: {
	plan?: Plan;
	reasons?: string[];
	warnings: string[];
}): IDataObject {
	const { plan, reasons = [], warnings } = found;
	const mapping = plan?.mapping;
	return {
		ready: reasons.length === 0,
		reasons,
		warnings: warnings.map(sentence),
		...(mapping && { mapping: mapping.sentAs, notMapped: mapping.notMapped }),
		request: plan && 'request' in plan ? requestShown(plan.request) : null,
		...(plan && 'next' in plan && { next: plan.next as unknown as IDataObject[] }),
	};
}

const requestShown = ({ method, path, body, qs, headers }: LoopsRequest): IDataObject => ({
	method,
	path,
	...(qs && { qs }),
	...(body && { body }),
	...(headers && { headers }),
});
