import { contactLocks, oneIdentifier } from '../../fields/identifier';
import { options } from '../../form/options';
import { operation } from '../base/operation';
import { outputWhenNotFound, whenNotFound } from './whenNotFound';
import { findSuppression, suppressionIn, suppressionOutput } from './suppression';

export const checkSuppression = operation({
	value: 'checkSuppression',
	name: 'Check Suppression',
	action: 'Check contact suppression',
	description: 'See whether Loops stopped sending to a contact after a bounce or spam report',
	fields: {
		identifier: oneIdentifier,
		options: options({ whenNotFound: whenNotFound('foundFalse') }),
	},
	locks: ({ identifier }) => contactLocks(identifier),
	run: async ({ identifier, options: { whenNotFound: policy } }, { get }) => {
		const suppression = suppressionIn(await get(findSuppression(identifier)));
		return suppression
			? suppressionOutput(identifier, suppression)
			: outputWhenNotFound(policy, identifier, suppressionOutput(identifier));
	},
});
