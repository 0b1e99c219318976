import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import type { AccountFacts } from '../account/facts';
import type { NamedKind } from '../account/names';
import type { Checked, Identifier, ValueOr } from '../values/checked';
import { isInvalidDate, isMoment } from '../values/date';
import { format, formatName, isBlank, isEmptyList, sentence, trimmed } from '../values/format';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import {
	isPlainObject,
	parseBoolean,
	parseNumber,
	type ParseResult,
	parseText,
} from '../values/parse';
import { NO_EXPRESSIONS, type Template } from '../values/template';

/** Something that the form gives in another way than by its ID, such as by its name. */
export class Reference {
	/**
	 * @param given what the form gives
	 * @param find gives the ID, or throws ItemRefused unless exactly one thing is meant
	 * @param lock is equal for references to the same thing
	 */
	constructor(
		readonly given: Identifier,
		readonly find: (facts: AccountFacts) => Promise<Identifier>,
		readonly lock: () => string,
	) {}
}

export type IdOrReference = Identifier | Reference;

/** An ID that the form gives. If Loops does not have it, a run fails; only Validate Only looks it up. */
export interface GivenId {
	readonly kind: NamedKind;
	readonly id: string;
	/** The label of its field. */
	readonly label: string;
}

/** A part of a body that may still have references. */
export type UnresolvedBody = { [name: string]: ValueOr<Reference> };

/** Longer texts that n8n made of a value may stand for an array of a million values. */
const MAX_CHARACTERS = 10_000;

/** True if n8n may have made the text of an object, or of a long array. */
export const isLarge = (text: string): boolean => text.length > MAX_CHARACTERS || namesObject(text);

/** True for what JavaScript writes for an object, which people may also have typed. */
export const namesObject = (text: string): boolean => text.includes('[object ');

/**
 * An object, or an array with one, as n8n writes it within a text, such as `[object Object]`. To read the object
 * itself, n8n copies all of it, once for each field: 11 s for the 16 MB that a stranger may send to a webhook.
 */
export class JoinedObject {
	constructor(private readonly text: string) {}

	toString(): string {
		return this.text;
	}
}

/** What values need to know about the item and its expressions. */
export interface Source {
	/** True if an AI agent calls the node. */
	readonly isToolCall: boolean;
	/** The input item. Read-only: other nodes may share it. */
	readonly input: INodeExecutionData;
	/** The expressions in an unresolved text. */
	template(unresolved: unknown): Template;
	/**
	 * The value of an expression, given with its brackets, for this item. If it may be large, an object comes as a
	 * JoinedObject.
	 */
	evaluate(expression: string, mayBeLarge: boolean): unknown;
	/** Which field of the item an unresolved text may mean that reads one which the item lacks. */
	lookAlike(unresolved: string): string | undefined;
	/**
	 * The words such as `null` in an unresolved text, and in the data that its expressions can use; undefined if
	 * that is too long to be searched.
	 */
	knownWords(unresolved: string): ReadonlySet<string> | undefined;
	/** Has a reference looked up before the operation runs. */
	refer(reference: Reference): Reference;
	/** Has Validate Only look up an ID. */
	confirm(given: GivenId): void;
	warn(text: string): void;
	/** n8n's data about a file of the item, and its content. Throws if there is no such file. */
	file(field: string | IBinaryData): File;
}

export interface File {
	about: IBinaryData;
	content(): Promise<Buffer>;
}

/**
 * n8n names files by random UUIDs. Other stored data, such as that of executions, has names that can be guessed.
 * n8n ignores what follows a second colon.
 */
const FILE_ID = /^[\w-]+:[\w/-]*[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * False for an object that names stored data other than a file, or that gives its content in another way than
 * n8n does: strangers choose what a webhook receives. n8n would write as many zeros as an object's `length` says.
 */
export const isFile = (value: unknown): boolean => {
	const { id, data } = value as IBinaryData;
	return typeof (id ?? data) === 'string' && (id === undefined || FILE_ID.test(id));
};

interface NumberRange {
	min: number;
	max?: number;
	isWhole?: boolean;
}

/** Not "none" or "n/a": a plan or a person may have that name. */
const NO_VALUE = /^(null|undefined)$/i;

const IN_COLUMN =
	"Do so in an Edit Fields node before this node, or set 'Mapping Column Mode' to 'Map Each Column Manually'";

/** A value of the form. Its readers here need not check its expressions. The raw value stays inside. */
export class FormValue {
	/**
	 * @param label names the field in messages
	 * @param unresolved the parameter before n8n resolved it: an expression begins with `=`
	 * @param isWithin whether it is a value within the result of that
	 */
	constructor(
		protected readonly source: Source,
		readonly label: string,
		protected readonly value: unknown,
		protected readonly unresolved: () => unknown,
		protected readonly isWithin = false,
	) {}

	/** True if no expression gives it: a person typed it, or left the default. */
	get isFixed(): boolean {
		const text = this.unresolved();
		return !(typeof text === 'string' && text.startsWith('='));
	}

	/** True for a column of the input that is mapped automatically. */
	private get isColumn(): boolean {
		return this.isWithin && this.unresolved() === '=';
	}

	/** True if there is no value at all: an expression found nothing, or nobody entered one. */
	get isEmpty(): boolean {
		return isBlank(this.value) || isEmptyList(this.value) || this.isOmitted;
	}

	/** True if the parameter, or the property of the input, is absent. */
	get isUndefined(): boolean {
		return this.value === undefined || this.isOmitted;
	}

	/**
	 * True if an AI agent has no value for a field. n8n's tools require every field that is left to the
	 * model, which then writes nothing or 'null'.
	 */
	get isOmitted(): boolean {
		return this.isNoValue(this.value);
	}

	protected isNoValue(value: unknown): boolean {
		if (!this.source.isToolCall) return false;
		return isBlank(value) || (typeof value === 'string' && NO_VALUE.test(trimmed(value)));
	}

	/** True for a field of the form that nobody filled in. */
	get isUntouched(): boolean {
		return this.isFixed && this.value === null;
	}

	get isText(): boolean {
		return typeof this.value === 'string';
	}

	get isObject(): boolean {
		return typeof this.value === 'object';
	}

	/** Trimmed text in lower case, or a number as text; else ''. */
	get caseless(): string {
		const value = this.value;
		const isText = typeof value === 'string' || typeof value === 'number';
		return isText ? String(value).trim().toLowerCase() : '';
	}

	/** Asks about the value without showing it. */
	is(test: (value: unknown) => boolean): boolean {
		return test(this.value);
	}

	/** The value, shortened for a message. */
	get shown(): string {
		return format(this.value);
	}

	/** @throws ItemRefused */
	refuse(problem: string, hint: string): never {
		const lookAlike = this.isFixed ? undefined : this.lookAlike();
		const at = problem.lastIndexOf(this.shown);
		const kind = `${problem.slice(0, at)}…${problem.slice(at + this.shown.length)}`;
		throw new ItemRefused(
			problem,
			lookAlike ? `${sentence(hint)} ${lookAlike}` : hint,
			at < 0 ? problem : kind.replace(/: …$/, ''),
		);
	}

	warn(text: string): void {
		this.source.warn(text);
	}

	/** Parses the value. Messages call it `name`. */
	parse<T>(parser: (value: unknown) => ParseResult<T>, name?: string): T {
		const { value, hint } = parser(this.value);
		if (hint === undefined) return value as T;
		const what = name === undefined ? this.label : `${this.label}': '${formatName(name)}`;
		// Nobody writes an expression for a column that is mapped automatically.
		const way = this.isColumn && hint.includes('{{') ? `${sentence(hint)} ${IN_COLUMN}` : hint;
		return this.refuse(`'${what}' can't be ${this.shown}`, way);
	}

	/** A boolean, also as text; undefined for anything else. */
	booleanIfAny(): boolean | undefined {
		return parseBoolean(this.value).value;
	}

	/** A boolean, also as text. Refuses blank: the expression may have found nothing. */
	boolean(): boolean {
		const given = this.booleanIfAny();
		if (given !== undefined) return given;
		return this.refuse(
			`'${this.label}' is neither true nor false: ${this.shown}`,
			expressionHint('true or false'),
		);
	}

	/** A number in a range, also as text; undefined if nothing is given. */
	number({ min, max = Infinity, isWhole = false }: NumberRange): number | undefined {
		const { value: number, hint } = parseNumber(this.isEmpty ? undefined : this.value);
		if (hint === undefined) {
			if (number === undefined) return undefined;
			if (number >= min && number <= max && (!isWhole || Number.isInteger(number))) return number;
		}
		const range = max === Infinity ? `, ${min} or more` : ` from ${min} to ${max}`;
		return this.refuse(
			`'${this.label}' can't be ${this.shown}`,
			`Use a ${isWhole ? 'whole ' : ''}number${range}`,
		);
	}

	choice<T extends string>(choices: readonly T[]): T & Checked {
		const chosen = choices.find((each) => each === this.value);
		if (chosen !== undefined) return chosen as T & Checked;
		return this.refuse(
			`'${this.label}' can't be ${this.shown}`,
			`Use one of these values: ${choices.join(', ')}`,
		);
	}

	/** The entries of an array that the editor wrote; none for anything else. */
	list(): unknown[] {
		return Array.isArray(this.value) ? this.value : [];
	}

	/** True for an object, such as a file that an expression gives instead of the name of its field. */
	get isPlainObject(): boolean {
		return isPlainObject(this.value);
	}

	/** Says which field of the item an expression may mean that reads one which the item lacks. */
	protected lookAlike(text = String(this.unresolved())): string | undefined {
		return this.source.lookAlike(text);
	}

	protected template(): Template {
		return this.isWithin ? NO_EXPRESSIONS : this.source.template(this.unresolved());
	}

	/** Of an expression within the text that is the value. */
	protected evaluate(expression: string): unknown {
		try {
			return this.source.evaluate(expression, isLarge(String(this.value)));
		} catch (error) {
			// n8n itself would insert something else, such as the code of a function.
			return this.refuse(
				`'${this.label}': ${formatName(expression)} fails: ${(error as Error).message}`,
				expressionHint('text or a number'),
			);
		}
	}
}

/** What is wrong with a value, and the next step. */
export type Problem = [problem: string, hint: string];

const NOT_IDENTIFYING =
	'Without this part, the rest of the value may identify another person or message. Filter out items without it before this node';
export const OR_EMPTY = "If the value may be empty, write ?? '' before the closing }}";
const NO_DATE = 'This means that n8n could not read a date. Check the date and its format';

export const formatResult = (value: unknown): string =>
	value instanceof JoinedObject ? 'an object' : format(isMoment(value) ? String(value) : value);

/** The hint if the result of an expression identifies nothing. */
function hintForResult(value: unknown): string | undefined {
	if (isBlank(value) || Number.isNaN(value)) return NOT_IDENTIFYING;
	if (isInvalidDate(value)) return NO_DATE;
	if (Array.isArray(value) && value.length > 0) return value.map(hintForResult).find(Boolean);
	return typeof value === 'boolean' || isMoment(value) ? undefined : parseText(value).hint;
}

/** The problem of the first result that is unusable. `ifBlank` is the hint for one that is blank. */
export function resultProblem(
	label: string,
	results: Array<readonly [expression: string, value: unknown]>,
	ifBlank = NOT_IDENTIFYING,
): Problem | undefined {
	for (const [expression, value] of results) {
		const hint = hintForResult(value);
		if (hint === undefined) continue;
		const what = isBlank(value) ? 'returns nothing' : `returns ${formatResult(value)}`;
		return [`'${label}': ${formatName(expression)} ${what}`, isBlank(value) ? ifBlank : hint];
	}
	return undefined;
}

/** The problem if a value is neither text, a number nor a date. */
export function textProblem(label: string, value: unknown): Problem | undefined {
	if (isMoment(value)) return dateProblem(label, value);
	const { hint } = parseText(value);
	if (hint === undefined) return undefined;
	const isNumber = typeof value === 'number' && Number.isFinite(value);
	return [
		`'${label}' is not text: ${format(value)}`,
		isNumber ? hint : expressionHint('a single text or number'),
	];
}

/** The problem if a value is an invalid date, or the text that JavaScript or Luxon makes of one. */
export const dateProblem = (label: string, value: unknown): Problem | undefined =>
	isInvalidDate(value) ? [`'${label}' can't be ${formatResult(value)}`, NO_DATE] : undefined;

export const notUniqueProblem = (label: string, text: string, things: string): Problem => [
	`'${label}' can't be ${format(text)}: it would be the same for different ${things}`,
	`Check that the expression returns a different value for each of the ${things}`,
];

/** The problem of a word that JavaScript wrote for a missing value. */
export const wordProblem = (label: string, word: string, text: unknown): Problem => [
	`'${formatName(label)}' contains '${word}', but the item's data does not: ${format(text)}`,
	'An expression in this field returned nothing. Filter out items without the value before this node',
];

/** The problem if the input field, or the value, holds no file. */
export function fileProblem(
	label: string,
	field: string | undefined,
	{ binary = {} }: INodeExecutionData,
): Problem {
	if (field === undefined) {
		return [
			`'${label}' is an object without the content of a file`,
			"Enter the name of the input field. If n8n keeps files in memory, an expression can't return the file itself.",
		];
	}
	const fields = Object.keys(binary);
	return [
		`'${label}': the item has no file in '${formatName(field)}'`,
		fields.length > 0
			? `The item has files in: ${fields.map(formatName).join(', ')}`
			: 'The item has no files at all. Check that the node that gets the file succeeded, and that later nodes pass files on. Pinned data contains no files.',
	];
}
