import type { LoopsRequest } from '../../nodes/Loops/http/request.ts';
import type { ContactIds } from '../../nodes/Loops/api/contacts.ts';
import type { ParameterValue } from '../../nodes/Loops/form/parameterValue.ts';
import { operation } from '../../nodes/Loops/operations/base/operation.ts';
import type { Item } from '../../nodes/Loops/run/item.ts';
import { constant } from '../../nodes/Loops/values/checked.ts';

// Checked by `npm run typecheck`: no raw value of a form gets into a request.
export function cannotSendRawValues(value: ParameterValue, text: string): unknown {
	const bodies: Array<LoopsRequest['body']> = [
		{ subject: value.content(), userId: value.identifier('contacts'), method: constant('now') },
		// @ts-expect-error text that no reader has checked
		{ subject: String(value) },
		// @ts-expect-error the same as a template
		{ subject: `${value}` },
		// @ts-expect-error the fields of a value
		{ ...value },
		// @ts-expect-error the value within it
		{ subject: value.value },
		// @ts-expect-error text of a variable is no constant of the code
		{ method: constant(text) },
	];
	// @ts-expect-error content may have gaps, so it identifies nobody
	const ids: ContactIds = { userId: value.content() };
	return [bodies, ids];
}

const create = { value: 'create', name: '', action: '', description: '', fields: {} } as const;
const run = async (_values: object, { change }: Item) => (await change({} as LoopsRequest)).answer;

// Checked by `npm run typecheck`: what changes something says whom it reaches, or 'Only Send to These Domains'
// would let it through.
export const operations = [
	operation({ ...create, reaches: () => ['kim@example.com'], run }),
	// @ts-expect-error a change without `reaches`
	operation({ ...create, run }),
];
