import { isBlank, trimmed } from '../values/blank';
import { isInvalidDate, isMoment } from '../values/date';
import { format, formatName } from '../values/format';
import { checkExpression, InvalidValue } from '../values/invalidValue';
import { parseText } from '../values/parse';
import type { Template } from '../values/template';
import { type Form, isOmitted, type Path } from './form';

const NO_DATE = 'The date could not be read. Check it and its format';
const NO_PART =
	'Without it, the rest may name something else. Give it a value, or write one expression for the whole field';

/** What a part of a text is where it found nothing. A person may be called Null, or null.smith. */
const NO_TEXT = /^(undefined|null|NaN|-?Infinity|\[object \w+\])$/;

/**
 * Refuses `names` where one of the parts that n8n joined found nothing: n8n puts '' there, so that
 * different items would get the same name.
 */
export function checkParts(form: Form, field: string, path: Path, ...names: string[]): void {
	refuseParts(form, field, templateAt(form, path).parts, hintForPart);
	const noDate = names.find(isInvalidDate);
	if (noDate === undefined) return;
	throw new InvalidValue(`'${field}' can't be ${format(noDate)}`, NO_DATE);
}

/** The same for the names in JSON text. */
export function checkNamesInJson(form: Form, field: string, path: Path): void {
	refuseParts(form, field, templateAt(form, path).inNames, hintForPart);
}

/** Refuses a value, or its name, that holds the text of a date that could not be read. */
export function checkDates(
	form: Form,
	field: string,
	name: string,
	value: unknown,
	path: Path,
): void {
	const hasDate = [name, ...textsIn(value)].some((text) => text.includes('Invalid Date'));
	if (!hasDate) return;
	refuseInvalidDate(field, name, value);
	const hintFor = (part: unknown) => (isInvalidDate(part) ? NO_DATE : undefined);
	refuseParts(form, field, templateAt(form, path).parts, hintFor);
}

/** The same for a value that no expression made. */
export function refuseInvalidDate(field: string, name: string, value: unknown): void {
	if (![name, ...textsIn(value)].some(isInvalidDate)) return;
	throw new InvalidValue(`'${field}': '${formatName(name)}' can't be ${format(value)}`, NO_DATE);
}

const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null && !isMoment(value)
		? Object.values(value).flatMap(textsIn)
		: [];
};

/** The template of a value, or of what holds it: one expression may give all of that. */
function templateAt(form: Form, [parameter, ...within]: Path): Template {
	let written = form.written(parameter);
	for (const key of within) {
		if (typeof written !== 'object' || written === null) break;
		written = (written as Record<string, unknown>)[key];
	}
	const templates = [written].flat().map((text) => form.template(text));
	return {
		parts: templates.flatMap(({ parts }) => parts),
		inNames: templates.flatMap(({ inNames }) => inNames),
	};
}

/** `hintFor` says what to do about the value of a part that can't be sent. */
function refuseParts(
	form: Form,
	field: string,
	parts: string[],
	hintFor: (value: unknown, form: Form) => string | undefined,
): void {
	for (const part of parts) {
		const refuse = (what: string, hint: string) =>
			new InvalidValue(`'${field}': ${formatName(part)} ${what}`, hint);
		let value: unknown;
		try {
			value = form.evaluate(part);
		} catch (error) {
			// n8n itself would join what it is made of, such as the code of a function.
			throw refuse(`fails: ${(error as Error).message}`, checkExpression('text or a number'));
		}
		const hint = hintFor(value, form);
		if (hint === undefined) continue;
		const given = isMoment(value) ? String(value) : value;
		throw refuse(isBlank(value) ? 'finds nothing' : `gives ${format(given)}`, hint);
	}
}

/** What to do about a part that tells nothing from anything else; undefined for others. */
function hintForPart(value: unknown, form: Form): string | undefined {
	if (isBlank(value) || isOmitted(form, value)) return NO_PART;
	if (isInvalidDate(value)) return NO_DATE;
	if (typeof value === 'string') return NO_TEXT.test(trimmed(value)) ? NO_PART : undefined;
	return typeof value === 'boolean' || isMoment(value) ? undefined : parseText(value).hint;
}
