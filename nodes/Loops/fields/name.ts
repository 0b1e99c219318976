import { checkExpression, formatName } from '../http/sentences';
import { isBlank, trimmed } from './blank';
import { isInvalidDate, isMoment } from './date';
import type { Item, Path } from './item';
import { textOf } from './kinds';
import type { Template } from './template';
import { isUnfilled } from './unfilled';
import { readText, shown } from './values';

/**
 * What an expression puts into a text that found nothing, or found an object: `user_undefined`. Between
 * spaces, null and Infinity are words, as in 'null and void', but not at the end.
 */
const NO_NAME =
	/undefined(?!\p{L})|(?<![\p{L}\p{N}])NaN(?![\p{L}\p{N}])|(?<![\p{L}\p{N}\s])(null|Infinity)(?![\p{L}\p{N}\s])|\s(null|Infinity)$|Invalid Date|\[object /u;

/** True for text that would be the same for different people or messages. */
export const isNoName = (text: string): boolean => NO_NAME.test(text);

const NO_DATE = 'The date could not be read. Check it and its format';
const NO_PART =
	'Without it, the rest may name something else. Give it a value, or write one expression for the whole field';

/** What a part of a text is where it found nothing. A person may be called Null, or null.smith. */
const NO_TEXT = /^(undefined|null|NaN|-?Infinity|\[object \w+\])$/;

/** Text that tells one of several `things` from another. `hint` says what to do where it is blank. */
export function readName(
	item: Item,
	field: string,
	value: unknown,
	path: Path,
	things: string,
	hint: string,
): string {
	checkName(item, field, path);
	const name = readText(item, field, value);
	if (name === '') throw item.invalidParameter(`'${field}' is empty`, hint);
	if (!isNoName(name)) return name;
	throw item.invalidParameter(
		`'${field}' can't be ${shown(name)}: it would be the same for different ${things}`,
		checkExpression('one text or number'),
	);
}

/**
 * Refuses `names` where one of the parts that n8n joined found nothing: n8n puts '' there, so that
 * different items would get the same name.
 */
export function checkName(item: Item, field: string, path: Path, ...names: string[]): void {
	refuseParts(item, field, templateAt(item, path).parts, hintForPart);
	const noDate = names.find(isInvalidDate);
	if (noDate === undefined) return;
	throw item.invalidParameter(`'${field}' can't be ${shown(noDate)}`, NO_DATE);
}

/** The same for the names in JSON text. */
export function checkNamesInJson(item: Item, field: string, path: Path): void {
	refuseParts(item, field, templateAt(item, path).inNames, hintForPart);
}

/** Refuses a value with its name where one holds the text of a date that could not be read. */
export function checkDates(
	item: Item,
	{ field, name, path }: { field: string; name: string; path: Path },
	value: unknown,
): void {
	const suspects = [name, ...textsIn(value)].filter((text) => text.includes('Invalid Date'));
	if (suspects.length === 0) return;
	if (suspects.some(isInvalidDate)) {
		const problem = `'${field}': '${formatName(name)}' can't be ${shown(value)}`;
		throw item.invalidParameter(problem, NO_DATE);
	}
	const hintFor = (part: unknown) => (isInvalidDate(part) ? NO_DATE : undefined);
	refuseParts(item, field, templateAt(item, path).parts, hintFor);
}

const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The template of a value, or of what holds it: one expression may give all of that. */
function templateAt(item: Item, [parameter, ...within]: Path): Template {
	let written = item.rawParameter<unknown>(parameter, '');
	for (const key of within) {
		if (typeof written !== 'object' || written === null) break;
		written = (written as Record<string, unknown>)[key];
	}
	const templates = [written].flat().map((text) => item.template(text));
	return {
		parts: templates.flatMap(({ parts }) => parts),
		inNames: templates.flatMap(({ inNames }) => inNames),
	};
}

/** `hintFor` says what to do about the value of a part that can't be sent. */
function refuseParts(
	item: Item,
	field: string,
	parts: string[],
	hintFor: (value: unknown, item: Item) => string | undefined,
): void {
	for (const part of parts) {
		const refuse = (what: string, hint: string) =>
			item.invalidParameter(`'${field}': ${formatName(part)} ${what}`, hint);
		let value: unknown;
		try {
			value = item.evaluate(part);
		} catch (error) {
			// n8n itself would join what it is made of, such as the code of a function.
			throw refuse(`fails: ${(error as Error).message}`, checkExpression('text or a number'));
		}
		const hint = hintFor(value, item);
		if (hint === undefined) continue;
		const given = isMoment(value) ? String(value) : value;
		throw refuse(isBlank(value) ? 'finds nothing' : `gives ${shown(given)}`, hint);
	}
}

/** What to do about a part that tells nothing from anything else; undefined for others. */
function hintForPart(value: unknown, item: Item): string | undefined {
	if (isBlank(value) || isUnfilled(item, value)) return NO_PART;
	if (isInvalidDate(value)) return NO_DATE;
	if (typeof value === 'string') return NO_TEXT.test(trimmed(value)) ? NO_PART : undefined;
	return typeof value === 'boolean' || isMoment(value) ? undefined : textOf(value).wayOut;
}
