import { json, nameOf, required } from '../form/body';
import { lmx } from '../form/content';
import { locator, namedLocator, checkbox, fieldOf } from '../form/parameter';
import type { Operation } from './base/operation';
import { create, getOne, getMany, type Resource, update } from './base/builders';

const SWITCH = 'Change All Emails That Use This';

/** A change of a theme or component changes every email that uses it (contract: design-shared). */
const changesAllEmails = fieldOf({
	...checkbox({
		displayName: SWITCH,
		name: 'changeAllEmails',
		description:
			'Whether to change every email that uses this theme or component. If this is off, the item fails and nothing changes.',
	}),
	read: (value) =>
		value.boolean() ||
		value.refuse(
			`'${SWITCH}' is off`,
			'Nothing was changed. To change every email with this theme or component, turn this option on. Or create a new theme or component',
		),
});

/** Emails that are live change at once. */
const reachesEmails = () => ['all emails that use the theme or component'];

const theme: Resource = {
	noun: 'theme',
	path: '/themes',
	id: namedLocator({
		displayName: 'Theme',
		name: 'themeId',
		description: 'Theme, which sets the colors and fonts that emails share',
		search: 'searchThemes',
		modes: ['list', 'name', 'id'],
		exampleName: 'Brand',
		kind: 'theme',
	}),
};

const styles = json({
	displayName: 'Styles (JSON)',
	name: 'styles',
	type: 'json',
	default: '{}',
	description:
		'Styles by name, such as {"bodyColor": "#ffffff", "textBaseFontSize": 16}. <a href="https://loops.so/docs/creating-emails/styles">All names</a>.',
});

export const themes: Operation[] = [
	getMany(theme, 'List the themes with their IDs and styles'),
	getOne(theme, 'Look up the styles of a theme'),
	create(theme, {
		description: 'Add a set of colors and fonts that emails can share',
		given: { name: nameOf('Name of the theme') },
		added: { styles },
	}),
	update(theme, {
		added: { name: nameOf('Name of the theme'), styles },
		leading: changesAllEmails,
		reaches: reachesEmails,
		description:
			"Change the colors and fonts of every email with this theme. The output field 'affectedEmailCount' counts these emails.",
		isHiddenFromAgents: true,
	}),
];

const component: Resource = {
	noun: 'component',
	path: '/components',
	id: locator({
		displayName: 'Component',
		name: 'componentId',
		description: 'Piece of content that emails share',
		search: 'searchComponents',
	}),
};

const content = lmx({ hint: '&lt;Paragraph>Acme Inc., 1 Main Street&lt;/Paragraph>' });

export const components: Operation[] = [
	getMany(component, 'List the components with their IDs and content'),
	getOne(component, 'Look up the content of a component'),
	create(component, {
		description: 'Add a piece of content that emails can share, such as a footer',
		given: { name: nameOf('Name of the component'), lmx: required(content) },
	}),
	update(component, {
		added: { name: nameOf('Name of the component'), lmx: content },
		leading: changesAllEmails,
		reaches: reachesEmails,
		rejections: [
			{
				status: 422,
				problem: 'Loops refused the content',
				hint: 'Use only LMX tags, and only variables that every email with this component can have',
			},
		],
		description:
			"Change what every email with this component shows. The output field 'affectedEmailCount' counts these emails.",
		isHiddenFromAgents: true,
	}),
];
