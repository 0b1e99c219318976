import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { isBlank, trimmed } from '../values/blank';
import type { Checked } from '../values/checked';
import { format, formatName, sentence } from '../values/format';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import { isPlainObject, type ParseResult, parseBoolean, parseNumber } from '../values/parse';
import { NO_EXPRESSIONS, type Template } from '../values/template';
import { isLarge } from './joinedObject';
import type { Reference } from './reference';

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

	/** True if there is no value at all: an expression found nothing, or nobody entered one. */
	get isEmpty(): boolean {
		return isBlank(this.value) || this.isOmitted;
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
		throw new ItemRefused(problem, lookAlike ? `${sentence(hint)} ${lookAlike}` : hint);
	}

	warn(text: string): void {
		this.source.warn(text);
	}

	/** Parses the value. Messages call it `name`. */
	parse<T>(parser: (value: unknown) => ParseResult<T>, name?: string): T {
		const { value, hint } = parser(this.value);
		if (hint === undefined) return value as T;
		const what = name === undefined ? this.label : `${this.label}': '${formatName(name)}`;
		return this.refuse(`'${what}' can't be ${this.shown}`, hint);
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
		const given = this.isOmitted ? undefined : (this.value ?? undefined);
		const { value: number, hint } = parseNumber(given);
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
