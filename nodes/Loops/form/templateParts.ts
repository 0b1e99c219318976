import { isBlank, trimmed } from '../values/blank';
import { isInvalidDate, isMoment } from '../values/date';
import { format, formatName } from '../values/format';
import { isNoPart, isNothing } from '../values/identity';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import { parseText } from '../values/parse';
import type { Template } from '../values/template';
import { type Form, isOmitted, type Path } from './form';

const NO_DATE = 'The date could not be read. Check it and its format';
export const UNRESOLVED = 'holds brackets that n8n does not resolve';
const NO_PART =
	'The rest alone may identify another person or message. Filter such items out before this node';

/**
 * Refuses `names` if an expression within the text finds nothing: n8n replaces it with '', so different
 * items would get the same name.
 */
export function checkParts(form: Form, field: string, path: Path, names: string[] = []): void {
	checkResolved(form, field, path);
	refuseInserted(form, field, path, (value) => hintForPart(value, form));
	const noDate = names.find(isInvalidDate);
	if (noDate === undefined) return;
	throw new ItemRefused(`'${field}' can't be ${format(noDate)}`, NO_DATE);
}

/** `checkParts` for words that people read: they may well contain 'undefined'. */
export function checkWords(form: Form, field: string, path: Path, text: string): void {
	checkResolved(form, field, path);
	refuseInserted(form, field, path, (value) => hintForPart(value, form, isNothing));
	if (isFixed(form, path) || !(isInvalidDate(text) || isNothing(text))) return;
	throw new ItemRefused(`'${field}' can't be ${format(text)}`, expressionHint('text'));
}

/** Refuses text of which an expression finds nothing, unless it gives `''` on purpose. */
export function checkInserted(form: Form, field: string, path: Path): void {
	checkResolved(form, field, path);
	refuseInserted(form, field, path, (value) => {
		if (value === undefined || value === null)
			return "If it may be empty, write ?? '' before the closing brackets";
		return typeof value === 'string' ? undefined : hintForPart(value, form);
	});
}

/** Refuses text with the brackets of an expression that n8n takes as they are. */
export function checkResolved(form: Form, field: string, path: Path): void {
	if (!templateAt(form, path).isLiteral) return;
	throw new ItemRefused(
		`'${field}' ${UNRESOLVED}`,
		'Switch the field to Expression. In an expression, write a backslash before brackets twice',
	);
}

/** `checkParts` for names in JSON text. Also refuses what would change the JSON around it. */
export function checkJsonParts(form: Form, field: string, path: Path, json: unknown): void {
	const { asValues, inNames, inStrings } = templateAt(form, path);
	refuseParts(form, field, inNames, (value) => hintForPart(value, form));
	if (typeof json !== 'string') return;
	refuseParts(form, field, inStrings, hintInString);
	refuseParts(form, field, asValues, hintForValue);
}

/** As n8n joins it to text. */
const joined = (value: unknown): string => [value].join('');

/** An expression that escapes its value for JSON itself. */
const ESCAPES = /\\\\|\.stringify\(|toJsonString/;

/** The hint for text that JSON reads as something else: it has quotation marks, backslashes or line breaks. */
const hintInString = (value: unknown, _form: Form, part: string): string | undefined => {
	try {
		const text = joined(value);
		if (JSON.parse(`"${text}"`) === text || ESCAPES.test(part)) return undefined;
	} catch {
		// Refused below.
	}
	return 'JSON would read it as something else. Use JSON.stringify() in the expression without quotes around it, or give the whole object by one expression';
};

/** The hint for something like `4, "subscribed": true`. Values with commas may fill an array. */
const hintForValue = (value: unknown): string | undefined => {
	try {
		JSON.parse(`[${joined(value)}]`);
		return undefined;
	} catch {
		return 'It is not one JSON value. Use JSON.stringify() in the expression';
	}
};

/** Refuses a value or name that contains the text of an invalid date or of an object. */
export function checkTexts(
	form: Form,
	field: string,
	name: string,
	value: unknown,
	path: Path,
): void {
	const { parts } = templateAt(form, path);
	const texts = [name, ...textsIn(value)];
	// With blanks around it, n8n makes text of an array.
	const isAlone = parts.length === 1 && typeof value === 'string' && value !== trimmed(value);
	if (!isAlone && !texts.some((text) => /Invalid Date|\[object /.test(text))) return;
	refuseInvalidDate(field, name, value);
	refuseParts(form, field, parts, (part) => {
		if (isInvalidDate(part)) return NO_DATE;
		if (typeof part !== 'object' || part === null || isMoment(part)) return undefined;
		const isWhole = isAlone && trimmed(joined(part)) === trimmed(value);
		return isWhole || joined(part).includes('[object ')
			? expressionHint('one text or number')
			: undefined;
	});
}

/** Refuses a value or name that contains the text of an invalid date. */
export function refuseInvalidDate(field: string, name: string, value: unknown): void {
	if (![name, ...textsIn(value)].some(isInvalidDate)) return;
	throw new ItemRefused(`'${field}': '${formatName(name)}' can't be ${format(value)}`, NO_DATE);
}

const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null && !isMoment(value)
		? Object.values(value).flatMap(textsIn)
		: [];
};

/** The text at `path`, unresolved. If one expression gives a whole collection, it is that expression. */
function writtenAt(form: Form, [parameter, ...within]: Path): unknown {
	let written = form.written(parameter);
	for (const key of within) {
		if (typeof written !== 'object' || written === null) break;
		written = (written as Record<string, unknown>)[key];
	}
	return written;
}

/** True for text that a person wrote, rather than an expression. */
export function isFixed(form: Form, path: Path): boolean {
	const written = writtenAt(form, path);
	return typeof written === 'string' && !written.startsWith('=');
}

/** The template of the text at `path`. */
export function templateAt(form: Form, path: Path): Template {
	const written = writtenAt(form, path);
	if (!Array.isArray(written)) return form.template(written);
	const templates = written.map((text) => form.template(text));
	return {
		parts: templates.flatMap(({ parts }) => parts),
		joined: templates.flatMap(({ joined }) => joined),
		inStrings: templates.flatMap(({ inStrings }) => inStrings),
		asStrings: templates.flatMap(({ asStrings }) => asStrings),
		inNames: templates.flatMap(({ inNames }) => inNames),
		asValues: templates.flatMap(({ asValues }) => asValues),
		...(templates.some(({ isLiteral }) => isLiteral) && { isLiteral: true }),
	};
}

type HintFor = (value: unknown, form: Form, part: string) => string | undefined;

/** `hintFor` returns a hint for the value of a part that can't be sent. */
function refuseParts(form: Form, field: string, parts: string[], hintFor: HintFor): void {
	for (const part of parts) {
		const refuse = (what: string, hint: string) =>
			new ItemRefused(`'${field}': ${formatName(part)} ${what}`, hint);
		let value: unknown;
		try {
			value = form.evaluate(part);
		} catch (error) {
			// n8n itself would insert something else, such as the code of a function.
			throw refuse(`fails: ${(error as Error).message}`, expressionHint('text or a number'));
		}
		const hint = hintFor(value, form, part);
		if (hint === undefined) continue;
		const given = isMoment(value) ? String(value) : value;
		throw refuse(isBlank(value) ? 'finds nothing' : `gives ${format(given)}`, hint);
	}
}

/** Checks all expressions that are joined to text, by n8n or within an expression. */
export function refuseInserted(form: Form, field: string, path: Path, hintFor: HintFor): void {
	const { parts, joined } = templateAt(form, path);
	refuseParts(form, field, [...parts, ...joined], hintFor);
}

/** The hint for a part that identifies nothing; undefined for others. */
function hintForPart(value: unknown, form: Form, isNone = isNoPart): string | undefined {
	if (isBlank(value) || isOmitted(form, value)) return NO_PART;
	if (isInvalidDate(value)) return NO_DATE;
	if (typeof value === 'string') return isNone(trimmed(value)) ? NO_PART : undefined;
	return typeof value === 'boolean' || isMoment(value) ? undefined : parseText(value).hint;
}
