import type { Operation } from '../base/operation';
import { checkSuppression } from './checkSuppression';
import { create } from './create';
import { deleteContact } from './delete';
import { find } from './find';
import { removeSuppression } from './removeSuppression';
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
