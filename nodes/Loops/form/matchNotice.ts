import type { INodeProperties } from 'n8n-workflow';

import type { Section } from './readSection';

const SPELLINGS =
	"A field matches in any case, with or without accents, spaces, hyphens, underscores and dots: 'Plan Name' and plan_name both match planName.";

/**
 * Shown below n8n's own notice, which asks for fields with exactly the same names. n8n shows no hint and
 * no description of a resource mapper that maps automatically.
 */
export const matchNotice = ({ name, chosenIn }: Section): INodeProperties => ({
	displayName: chosenIn ? SPELLINGS : `${SPELLINGS} The label of a property matches as well.`,
	name: `${name}Match`,
	type: 'notice',
	default: '',
	displayOptions: {
		// n8n 1 finds a part of a parameter only by a path from the root.
		show: { [`/${name}.mappingMode`]: ['autoMapInputData'] },
		...(chosenIn && { hide: { [chosenIn]: [''] } }),
	},
});
