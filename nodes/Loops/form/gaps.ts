import { isBlank } from '../values/blank';
import { formatName } from '../values/format';
import { hasGap } from '../values/identity';
import type { Form, Path } from './form';
import { templateAt, UNRESOLVED } from './templateParts';

/**
 * Warnings about brackets that n8n does not resolve, and about expressions that find nothing, if the text
 * around them suggests it.
 */
export const gapWarnings = (form: Form, name: string, value: unknown, path: Path): string[] =>
	gapsAt(form, name, value, path, typeof value === 'string' && hasGap(value) ? 'parts' : undefined);

/** Warnings about expressions that find nothing in JSON text. What an agent leaves blank in it is not sent. */
export const gapWarningsInJson = (form: Form, name: string, json: unknown, path: Path): string[] =>
	gapsAt(form, name, json, path, form.isToolCall ? undefined : 'asStrings');

function gapsAt(
	form: Form,
	name: string,
	value: unknown,
	path: Path,
	which?: 'parts' | 'asStrings',
): string[] {
	if (typeof value !== 'string') return [];
	const template = templateAt(form, path);
	// n8n replaces NaN with ''.
	const isEmpty = (found: unknown) => isBlank(found) || Number.isNaN(found);
	const empty = which ? template[which].filter((part) => isEmpty(form.evaluate(part))) : [];
	return [
		...(template.isLiteral ? [`'${formatName(name)}' ${UNRESOLVED}`] : []),
		...empty.map((part) => `'${formatName(name)}': ${formatName(part)} finds nothing`),
	];
}
