import type { Operation } from '../base/operation';
import { checkSuppression, removeSuppression } from './suppression';
import { create } from './create';
import { deleteContact } from './delete';
import { find } from './find';
import { update } from './update';
import { upsert } from './upsert';

export const contacts: Operation[] = [
	upsert,
	create,
	deleteContact,
	find,
	update,
	checkSuppression,
	removeSuppression,
];
