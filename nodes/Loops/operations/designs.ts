import { json, lmx, name } from '../fields/body';
import type { Field } from '../fields/field';
import { locator } from '../fields/locator';
import { readBoolean } from '../fields/read';
import { InvalidValue } from '../values/invalidValue';
import type { Operation } from './operation';
import { create, get, getMany, type Resource, update } from './resource';

const SWITCH = 'Change All Emails That Use It';

/** Themes and components are shared: a change of one changes every email that uses it. */
const changesAllEmails: Field<true> = {
	properties: [
		{
			displayName: SWITCH,
			name: 'changeAllEmails',
			type: 'boolean',
			default: false,
			description:
				'Whether to change it although this changes every email that uses it. Off: nothing is changed.',
		},
	],
	read: (form) => {
		if (readBoolean(SWITCH, form.parameter('changeAllEmails', false))) return true;
		throw new InvalidValue(
			`'${SWITCH}' is off`,
			'Turn it on to change every email that uses it, or create another one',
		);
	},
};

const nameOf = (what: string) =>
	name({
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		description: `Name of the ${what}`,
	});

const theme: Resource = {
	resource: 'theme',
	noun: 'theme',
	path: '/themes',
	id: locator({
		displayName: 'Theme',
		name: 'themeId',
		description: 'The colors and fonts that emails share',
		search: 'searchThemes',
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
	getMany(theme),
	get(theme),
	create(theme, { given: { name: nameOf('theme') }, added: { styles } }),
	update(theme, {
		added: { name: nameOf('theme'), styles },
		guard: changesAllEmails,
		description: "Change a theme, and with it every email that uses it: see 'affectedEmailCount'",
		isForPeople: true,
	}),
];

const component: Resource = {
	resource: 'component',
	noun: 'component',
	path: '/components',
	id: locator({
		displayName: 'Component',
		name: 'componentId',
		description: 'The piece of content that emails share',
		search: 'searchComponents',
	}),
};

export const components: Operation[] = [
	getMany(component),
	get(component),
	create(component, { given: { name: nameOf('component'), lmx } }),
	update(component, {
		added: { name: nameOf('component'), lmx },
		guard: changesAllEmails,
		description:
			"Change a component, and with it every email that uses it: see 'affectedEmailCount'",
		isForPeople: true,
	}),
];
