import type { IBinaryData, IDataObject } from 'n8n-workflow';

import type { NamedKind } from '../account/names';
import { EXPRESSION_HINT, expressionIn, placeholdersIn } from '../content/braces';
import type { Body, Checked, Identifier } from '../values/checked';
import { isMoment, isoOf } from '../values/date';
import { format, formatName, isBlank, MAX_NAMES, trimmed } from '../values/format';
import { emptyHint, expressionHint, ItemRefused, readEach } from '../values/itemRefused';
import { isHardlyId, isNoId, isNoText, isZero } from '../values/noValue';
import { isPlainObject, listIn, parseJson, type ParseResult } from '../values/parse';
import { parseChosen } from '../values/propertyValue';
import {
	expressionsInStrings,
	hasOtherSource,
	jsonWith,
	type Template,
	undefinedWordIn,
} from '../values/template';
import {
	dateProblem,
	type File,
	fileProblem,
	formatResult,
	FormValue,
	type IdOrReference,
	isFile,
	notUniqueProblem,
	OR_EMPTY,
	type Problem,
	type Reference,
	resultProblem,
	textProblem,
	wordProblem,
} from './formValue';

/**
 * An object, or the one in JSON text.
 * @throws ItemRefused for other text, for a number that loses digits, and for an expression whose value changes
 * the JSON around it
 */
function objectIn(
	field: string,
	value: unknown,
	template: Template,
	evaluate: (expression: string) => unknown,
): IDataObject {
	const parsed =
		typeof value === 'string' ? parse(field, textOf(field, value, template, evaluate)) : value;
	if (isPlainObject(parsed)) return parsed as IDataObject;
	throw new ItemRefused(
		`'${field}' is not a JSON object: ${format(parsed)}`,
		'Enter names with values in braces, such as {"planName": "team"}',
	);
}

function textOf(
	field: string,
	value: string,
	template: Template,
	evaluate: (expression: string) => unknown,
): string {
	if (template.expressions.length === 0) return value;
	const { text, broken } = jsonWith(template, evaluate);
	if (!broken) return text;
	const { expression, isInString } = broken;
	throw new ItemRefused(
		`'${field}': ${formatName(expression)} returns ${formatResult(evaluate(expression))}`,
		isInString
			? 'This value would change the JSON around it. Use JSON.stringify() in the expression, and remove the quotes around the expression. Or return the whole object from one expression'
			: 'This is not a single JSON value. Use JSON.stringify() in the expression',
	);
}

function parse(field: string, text: string): unknown {
	const result = parseJson(text);
	if (result.problem === undefined) return result.parsed;
	throw new ItemRefused(`'${field}' ${result.problem}`, result.hint);
}

/**
 * Refuses what JSON drops or replaces by null, which would clear something in Loops.
 * @throws ItemRefused
 */
function checkValues(field: string, given: object): void {
	readEach(Object.entries(given), ([name, value]) => {
		if (typeof value === 'object' && value !== null) checkValues(field, value as object);
		if (value !== undefined && (typeof value !== 'number' || Number.isFinite(value))) return;
		const problem = `'${field}': '${formatName(name)}' can't be ${format(value)}`;
		throw new ItemRefused(problem, expressionHint('a value'));
	});
}

/** How many rows of a list are searched for text that stands for no value. */
const MAX_ROWS = 100;

/** No account has as many lists or properties. Each entry is looked up, so a text of 4 MB would end n8n. */
const MAX_IDENTIFIERS = 1_000;

/**
 * One parameter of one item, or one value within it. It shows no raw value, so that none gets into a
 * request without the check of its kind: an identifier, content that people read, a value.
 */
export class ParameterValue extends FormValue {
	/** A value within this one. */
	at(key: string | number, label = this.label): ParameterValue {
		const value = (Object(this.value) as Record<string | number, unknown>)[key];
		const whole = this.isWithin ? undefined : this.unresolved();
		if (typeof whole !== 'object' || whole === null) return this.within(value, label);
		const unresolved = (whole as Record<string | number, unknown>)[key];
		return new ParameterValue(this.source, label, value, () => unresolved);
	}

	withLabel(label: string): ParameterValue {
		return new ParameterValue(this.source, label, this.value, this.unresolved, this.isWithin);
	}

	/** A value that the result of this one holds. */
	within(value: unknown, label = this.label): ParameterValue {
		return new ParameterValue(this.source, label, value, this.unresolved, true);
	}

	/** The value of the type that the user chose for it. Messages call it `name`. */
	ofType(type: string, name: string): ParameterValue {
		return this.within(this.parse((value) => parseChosen(value, type), name));
	}

	/**
	 * Text or a number, trimmed, that stands for one of several `things`. `isUnique`: for one person or
	 * message, so that 0 and null are none. `longest`: how many characters it can have.
	 * @throws ItemRefused if it, or an expression in it, finds nothing
	 */
	identifier(
		things: string,
		{
			isUnique = false,
			isExact = false,
			longest = Infinity,
			hint = emptyHint('Enter a value'),
		} = {},
	): Identifier {
		if (this.isEmpty) this.refuse(`'${this.label}' is empty`, hint);
		this.refuseExpression();
		const problem = this.#identifierProblem(things, isUnique);
		if (problem) this.refuse(...problem);
		const text = isExact ? String(this.value) : this.#text();
		if (isUnique && !this.isFixed && isHardlyId(text)) {
			this.warn(
				`'${this.label}' is ${format(text)}, which may be the same for different ${things}. If it stands for no value, filter out these items before this node`,
			);
		}
		if (text.length <= longest) return text as Identifier;
		return this.refuse(
			`'${this.label}' has ${text.length} characters`,
			`It can have at most ${longest} characters. ${expressionHint('a single value')}`,
		);
	}

	/** Has the reference looked up before the operation runs. */
	refer(reference: Reference): Reference {
		return this.source.refer(reference);
	}

	/** Has Validate Only look up an ID in the value. */
	confirm(kind: NamedKind, id: string): void {
		this.source.confirm({ kind, id, label: this.label });
	}

	/** An optional identifier. One that is invalid is left out with a warning. */
	identifierIfAny(things: string): Identifier | undefined {
		if (this.isEmpty) return undefined;
		this.refuseExpression();
		const [problem] = this.#identifierProblem(things, true) ?? this.#hardlyProblem(things) ?? [];
		if (problem === undefined) return this.#text() as Identifier;
		this.warn(`${problem}, so '${this.label}' is not sent`);
		return undefined;
	}

	/**
	 * For what identifies something.
	 * @throws ItemRefused for an expression in a field that is Fixed: it would be the same in each run
	 */
	refuseExpression(): void {
		const expression = this.#fixedExpression();
		if (expression === undefined) return;
		this.refuse(
			`'${this.label}' is Fixed, so n8n leaves ${formatName(expression)} as it is`,
			EXPRESSION_HINT,
		);
	}

	/** An expression that n8n does not evaluate, because the field is Fixed. */
	#fixedExpression(): string | undefined {
		return this.isFixed && typeof this.value === 'string' ? expressionIn(this.value) : undefined;
	}

	/** Warns of what n8n has not replaced. In an email, readers see placeholders of other tools as well. */
	#warnOfBraces(name = this.label, isInEmail = false): void {
		const expression = this.#fixedExpression();
		const [left = expression] = isInEmail ? placeholdersIn(String(this.value)) : [];
		if (left === undefined) return;
		const hint = expression === undefined ? 'Replace it before this node' : EXPRESSION_HINT;
		this.warn(`'${formatName(name)}' is sent with ${formatName(left)} as it is. ${hint}`);
	}

	/** The problem if the text most likely identifies nobody. What a person typed is not judged. */
	#hardlyProblem(things: string): Problem | undefined {
		const text = this.#text();
		const isSuspect = !this.isFixed && (isHardlyId(text) || isZero(text));
		return isSuspect ? notUniqueProblem(this.label, text, things) : undefined;
	}

	/** Converts text, a number or a date to text. Others are refused before. */
	#text(): Checked {
		const value = isMoment(this.value) ? isoOf(this.value) : this.value;
		return trimmed(String(value)) as Checked;
	}

	/** What is wrong with the value as an identifier of one of several `things`. */
	#identifierProblem(things: string, isUnique: boolean): Problem | undefined {
		const { label } = this;
		const value = this.value;
		const notText = textProblem(label, value);
		if (this.isFixed) return notText;
		const results = this.template().expressions.map((each) => {
			const result = this.evaluate(each);
			return [each, this.isNoValue(result) ? undefined : result] as const;
		});
		const nothing = resultProblem(label, results) ?? notText ?? dateProblem(label, value);
		if (nothing) return nothing;
		const text = this.#text();
		if (isUnique && isNoId(text)) return notUniqueProblem(label, text, things);
		const word = this.#undefinedWord(text);
		if (word === undefined) return undefined;
		const problem = wordProblem(label, word, text);
		if (!hasOtherSource(String(this.unresolved()))) return problem;
		this.warn(problem[0]);
		return undefined;
	}

	/** A word such as `undefined` that is in neither the typed text nor the data of its expressions. */
	#undefinedWord(text: string): string | undefined {
		if (this.isFixed) return undefined;
		return undefinedWordIn(text, () => this.source.knownWords(String(this.unresolved())));
	}

	/**
	 * Text that people read, as it is: `''` counts. Undefined if there is none. Markup has its own check of braces.
	 * @throws ItemRefused for null, and if an expression within the text gives undefined or null
	 */
	content({ isMarkup = false, isInEmail = false } = {}): Checked | undefined {
		if (this.isUndefined) return undefined;
		if (this.value === null) this.refuse(`'${this.label}' can't be null`, OR_EMPTY);
		this.#refuseEmptyExpressions();
		const notText = textProblem(this.label, this.value);
		if (notText) this.refuse(...notText);
		this.warnOfUndefinedWord();
		this.#warnOfNoText();
		if (!isMarkup) this.#warnOfBraces(this.label, isInEmail);
		return (typeof this.value === 'string' ? this.value : this.#text()) as Checked;
	}

	/** Content, trimmed, or a number as text; '' if there is none. */
	text(): Checked {
		return this.isEmpty ? ('' as Checked) : (trimmed(this.content() ?? '') as Checked);
	}

	/** Warns of a value in which an expression finds nothing. */
	warnOfEmptyExpressions(name: string): void {
		const shown = formatName(name);
		for (const expression of this.#emptyExpressions())
			this.warn(
				`'${shown}': ${formatName(expression)} returns nothing. ${this.lookAlike(expression) ?? OR_EMPTY}`,
			);
		this.warnOfUndefinedWord(name);
	}

	warnOfUndefinedWord(name = this.label): void {
		const word = typeof this.value === 'string' ? this.#undefinedWord(this.value) : undefined;
		if (word === undefined) return;
		this.warn(wordProblem(name, word, this.value)[0]);
	}

	/** Parses a value that may become text. Messages call it `name`. */
	override parse<T>(parser: (value: unknown) => ParseResult<T>, name?: string): T {
		this.#warnOfNoText(name);
		this.#warnOfBraces(name);
		return super.parse(parser, name);
	}

	/** Warns of text that stands for no value, also in the rows of a list. What a person typed is not judged. */
	#warnOfNoText(name = this.label): void {
		if (this.isFixed) return;
		const rows = Array.isArray(this.value) ? this.value.slice(0, MAX_ROWS) : [];
		const cells = rows.flatMap((row) => (isPlainObject(row) ? Object.values(row) : []));
		const isNothing = (value: unknown) => typeof value === 'string' && isNoText(trimmed(value));
		if (![this.value, ...cells].some(isNothing)) return;
		this.warn(
			`'${formatName(name)}' has text that stands for no value, such as #N/A or \\N. Remove it before this node, or people may read it`,
		);
	}

	/** The expressions within the text that give undefined or null, which n8n replaces by ''. */
	#emptyExpressions(): string[] {
		if (typeof this.value !== 'string') return [];
		return this.template().expressions.filter((each) => (this.evaluate(each) ?? null) === null);
	}

	/** Refuses what people would read as a gap, NaN or [object Object]. Empty text is deliberate. */
	#refuseEmptyExpressions(): void {
		if (typeof this.value !== 'string') return;
		const results = this.template().expressions.map((each) => [each, this.evaluate(each)] as const);
		const problem = resultProblem(
			this.label,
			results.filter(([, value]) => typeof value !== 'string'),
			OR_EMPTY,
		);
		if (problem) this.refuse(...problem);
	}

	/** The names and values of an object, such as the added entries of a collection. */
	entries(): Map<string, ParameterValue> {
		const value = this.value;
		if (isBlank(value)) return new Map();
		if (isPlainObject(value)) {
			const names = Object.keys(value);
			this.#refuseMoreThan(MAX_NAMES, names.length);
			return new Map(names.map((name) => [name, this.at(name)]));
		}
		return this.refuse(
			`'${this.label}' can't be ${this.shown}`,
			expressionHint('an object of names and values'),
		);
	}

	/** The rows of a list in the form. */
	rows(): ParameterValue[] {
		const value = this.value;
		if (isBlank(value)) return [];
		if (Array.isArray(value) && value.every(isPlainObject)) {
			this.#refuseMoreThan(MAX_NAMES, value.length);
			return value.map((_, row) => this.at(row));
		}
		return this.refuse(
			`'${this.label}' can't be ${this.shown}`,
			expressionHint('an array of objects'),
		);
	}

	/**
	 * The file in a field of the input item, or else the file that is the value.
	 * @throws ItemRefused if there is none
	 */
	file(field?: string): File {
		const { input } = this.source;
		try {
			const isThere =
				field === undefined ? isFile(this.value) : Object.hasOwn(input.binary ?? {}, field);
			if (isThere) return this.source.file(field ?? (this.value as IBinaryData));
		} catch {
			// Refused below.
		}
		return this.refuse(...fileProblem(this.label, field, input));
	}

	/**
	 * The names and values of a JSON object. Blank is `{}`.
	 * @throws ItemRefused for other JSON, and for a value that would change the JSON around it
	 */
	jsonEntries(): Map<string, ParameterValue> {
		const entries = Object.entries(this.#object());
		const ofStrings = expressionsInStrings(this.template());
		for (const expression of this.#emptyExpressions()) {
			// JSON has null, but no undefined.
			if (!ofStrings.includes(expression) && this.evaluate(expression) === null) continue;
			this.warn(
				`'${this.label}': ${formatName(expression)} returns nothing. ${this.lookAlike(expression) ?? OR_EMPTY}`,
			);
		}
		return new Map(entries.map(([name, value]) => [name, this.within(value)]));
	}

	/** A JSON object that goes to Loops as it is. Blank is `{}`. */
	json({ withoutOmitted = false } = {}): Body {
		this.#refuseEmptyExpressions();
		this.#warnOfBraces();
		const object = this.#object();
		checkValues(this.label, object);
		const isGiven = (value: unknown) => !withoutOmitted || !this.within(value).isOmitted;
		return Object.fromEntries(Object.entries(object).filter(([, value]) => isGiven(value))) as Body;
	}

	#object(): IDataObject {
		if (this.isEmpty) return {};
		const object = objectIn(this.label, this.value, this.template(), (each) => this.evaluate(each));
		this.#refuseMoreThan(MAX_NAMES, Object.keys(object).length);
		return object;
	}

	#refuseMoreThan(max: number, count: number): void {
		if (count <= max) return;
		this.refuse(
			`'${this.label}' has ${count} entries, and an item can have at most ${max}`,
			'Check that the expression returns only the entries of this item',
		);
	}

	/** Unique IDs from a multi-select or an expression: an array of texts, or one text with commas. */
	identifiers<T extends IdOrReference | Checked = Identifier>(
		things: string,
		readOne = (value: ParameterValue): T => value.identifier(things) as Checked as T,
	): T[] {
		if (this.isEmpty) return [];
		const isText = typeof this.value === 'string';
		const given = isText ? listIn(this.value as string) : this.value;
		if (Array.isArray(given)) this.#refuseMoreThan(MAX_IDENTIFIERS, given.length);
		const values = Array.isArray(given)
			? given
					.map((each, index) => (isText ? this.within(each) : this.at(index)))
					.filter((each) => !each.isEmpty)
			: undefined;
		// Without any ID, the field counts as untouched.
		if (values?.length === 0) return [];
		this.refuseExpression();
		const problem = isText ? this.#identifierProblem(things, false) : undefined;
		if (problem) this.refuse(...problem);
		if (values) return [...new Set(readEach(values, readOne))];
		return this.refuse(
			`'${this.label}' can't be ${this.shown}`,
			'Choose from the list, or use an expression that returns an array of IDs, or IDs separated by commas',
		);
	}
}
