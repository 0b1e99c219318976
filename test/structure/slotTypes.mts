import type { LoopsRequest } from '../../nodes/Loops/http/request.ts';
import type { ContactIds } from '../../nodes/Loops/api/contacts.ts';
import type { Slot } from '../../nodes/Loops/form/slot.ts';
import { operation } from '../../nodes/Loops/operations/base/operation.ts';
import type { Tools } from '../../nodes/Loops/operations/base/tools.ts';
import { constant } from '../../nodes/Loops/values/checked.ts';

// Checked by `npm run typecheck`: no raw value of a form gets into a request.
export function cannotSendRawValues(slot: Slot, text: string): unknown {
	const bodies: Array<LoopsRequest['body']> = [
		{ subject: slot.content(), userId: slot.identifier('contacts'), method: constant('now') },
		// @ts-expect-error text that no reader has checked
		{ subject: String(slot) },
		// @ts-expect-error the same as a template
		{ subject: `${slot}` },
		// @ts-expect-error the fields of a slot
		{ ...slot },
		// @ts-expect-error the value within it
		{ subject: slot.value },
		// @ts-expect-error text of a variable is no constant of the code
		{ method: constant(text) },
	];
	// @ts-expect-error content may have gaps, so it identifies nobody
	const ids: ContactIds = { userId: slot.content() };
	return [bodies, ids];
}

const create = { value: 'create', name: '', action: '', description: '', fields: {} } as const;
const run = async (_values: object, { change }: Tools) => (await change({} as LoopsRequest)).answer;

// Checked by `npm run typecheck`: what changes something says whom it reaches, or 'Only to These Domains'
// would let it through.
export const operations = [
	operation({ ...create, reaches: () => ['kim@example.com'], run }),
	// @ts-expect-error a change without `reaches`
	operation({ ...create, run }),
];
