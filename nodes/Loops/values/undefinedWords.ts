/** What JavaScript writes for a value that is missing, for an invalid date, or for an object. */
const UNDEFINED_WORD =
	/(?<![\p{L}\p{N}])(?:undefined|null|NaN|Invalid Date(?:Time)?)(?![\p{L}\p{N}])|\[object \w+\]/giu;

/** How many words to look for in the data, which takes longer the more of both a stranger sends. */
const MAX_WORDS = 20;

const MARKS = /\p{M}/gu;

/**
 * Removes case and accents, which an expression may change. Marks go first: to sort 100,000 of them, Node.js
 * takes 20 s, and strangers choose the texts that a webhook receives.
 */
const fold = (text: string): string =>
	text.replace(MARKS, '').normalize('NFD').replace(MARKS, '').toLowerCase();

/**
 * A word that JavaScript left in the result of an expression, such as `undefined` in `user_undefined`.
 * People may be called Null: words in `known`, the texts that the expression can use, do not count.
 */
export function undefinedWordIn(text: string, known: () => string): string | undefined {
	const words = text.match(UNDEFINED_WORD);
	if (!words) return undefined;
	const texts = fold(known());
	return words.slice(0, MAX_WORDS).find((word) => !texts.includes(fold(word)));
}

/** What `{{ }}` may name besides the item: it holds no text of other data. */
const OTHER_SOURCE =
	/\$(?=[a-z(])(?!(?:json|input\.item|now|today|itemIndex|runIndex|if|ifEmpty|min|max|jmespath)\b)/i;

/** True if an expression names more than the item, such as another node or a variable. */
export const hasOtherSource = (expression: string): boolean => OTHER_SOURCE.test(expression);

/** An item of another node or of the input, or what holds texts of its own. */
const SOURCE =
	/\$(?:\((['"`]).*?\1\)|node\[(['"`]).*?\2\]|input)\.\w+(?:\([^()]*\))?|\$(?:vars|binary|workflow|prevNode)\b/g;

/** The data that an expression names, each as an expression. */
export const sourcesIn = (expression: string): string[] => expression.match(SOURCE) ?? [];

/** The names and texts in an item's data. JSON would write null and NaN as the word null: both are left out. */
export function textsIn(data: unknown): string {
	try {
		const isText = (value: unknown) => typeof value === 'string' || typeof value === 'object';
		return JSON.stringify(data, (_name, value: unknown) => (isText(value) ? (value ?? '') : ''));
	} catch {
		return '';
	}
}
