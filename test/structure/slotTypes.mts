import type { LoopsRequest } from '../../nodes/Loops/http/request.ts';
import type { ContactIds } from '../../nodes/Loops/api/contacts.ts';
import type { Slot } from '../../nodes/Loops/form/slot.ts';
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
