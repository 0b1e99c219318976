import { options } from '../../fields/collection';
import { oneIdentifier, readIdentifier, subjectsOf } from '../../fields/identifier';
import type { Operation } from '../operation';
import { notFound, whenNotFound } from './findContact';
import { findSuppression, suppressionIn } from './suppression';

export const checkSuppression: Operation = {
	resource: 'contact',
	value: 'checkSuppression',
	name: 'Check Suppression',
	action: 'Check suppression of contact',
	description: 'See whether Loops has stopped sending to a contact, after a bounce or a complaint',
	fields: [...oneIdentifier, options(whenNotFound('foundFalse'))],
	subjects: (item) => subjectsOf(readIdentifier(item, 'one')),
	request: (item) => findSuppression(readIdentifier(item, 'one')),
	output: (answer, item) => {
		const suppression = suppressionIn(answer);
		if (!suppression) return notFound(item, 'foundFalse');
		return [{ ...suppression, found: true, ...readIdentifier(item, 'one') }];
	},
};
