import { type Answer, Refusal } from '../answer.mts';
import type { Account } from '../account.mts';
import type { ApiRequest } from '../api.mts';
import { change, found } from './content.mts';
import { VARIABLES } from './guardian.mts';
import { all, parseLmx, variablesIn } from './lmx.mts';
import { atLeastOne, mapOf, object, optional, refuse, text } from './read.mts';
import type { EmailMessage, VariableKind } from './records.mts';

/** Themes and components: a change of one changes all emails that use it. */

const styles = mapOf((value, path): string | number => {
	if (typeof value === 'string' || typeof value === 'number') return value;
	throw refuse(path, 'expected a string or a number');
});
const themeCreation = object({ name: text(), styles: optional(styles) });
const themeUpdate = object({ name: optional(text()), styles: optional(styles) });
const componentCreation = object({ name: text(), lmx: text() });
const componentUpdate = object({ name: optional(text()), lmx: optional(text()) });

export function createTheme({ account: { content }, body }: ApiRequest): Answer {
	const { name, styles: given = {} } = themeCreation(body, 'body');
	const theme = content.add(content.themes, 'theme', { name, styles: given, isDefault: false });
	return { status: 201, body: theme };
}

/** Guess: the given styles are merged into the existing ones. */
export function updateTheme({ account, params, body }: ApiRequest): Answer {
	const theme = found(account.content.themes, params.themeId, 'Theme');
	const { styles: given, ...changes } = atLeastOne(themeUpdate(body, 'body'));
	change(theme, { ...changes, ...(given && { styles: { ...theme.styles, ...given } }) });
	const affected = given ? usersOf(account, 'Style', 'themeId', theme.id).length : 0;
	return { status: 200, body: { ...theme, affectedEmailCount: affected } };
}

export function createComponent({ account: { content }, body }: ApiRequest): Answer {
	const given = componentCreation(body, 'body');
	parseLmx(given.lmx);
	const component = { id: content.id('component'), ...given };
	content.components.set(component.id, component);
	return { status: 201, body: component };
}

export function updateComponent({ account, params, body }: ApiRequest): Answer {
	const component = found(account.content.components, params.componentId, 'Component');
	const changes = atLeastOne(componentUpdate(body, 'body'));
	const { lmx } = changes;
	const users = usersOf(account, 'Component', 'componentId', component.id);
	if (lmx !== undefined) {
		parseLmx(lmx);
		const invalidTags = users.flatMap(({ parent }) => unusable(lmx, VARIABLES[parent.kind]));
		if (invalidTags.length > 0) {
			const message = 'The change would break emails using the component.';
			throw new Refusal(422, message, { invalidTags: [...new Set(invalidTags)] });
		}
	}
	Object.assign(component, changes);
	const affectedEmailCount = lmx === undefined ? 0 : users.length;
	return { status: 200, body: { ...component, affectedEmailCount } };
}

/** The emails with an element that names this ID. */
const usersOf = (
	{ content }: Account,
	tag: string,
	attribute: string,
	id: string,
): EmailMessage[] =>
	[...content.messages.values()].filter(({ lmx }) =>
		all(parseLmx(lmx)).some((each) => each.tag === tag && each.attributes[attribute] === id),
	);

const unusable = (lmx: string, usable: VariableKind[]): string[] =>
	(['contact', 'event', 'data'] as const)
		.filter((kind) => !usable.includes(kind))
		.flatMap((kind) => variablesIn(lmx, kind).map((name) => `${kind}.${name}`));
