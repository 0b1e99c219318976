/** What JavaScript writes for a value that is missing, for an invalid date, or for an object. */
const UNDEFINED_WORD =
	/(?<![\p{L}\p{N}])(?:undefined|null|NaN|Invalid Date(?:Time)?)(?![\p{L}\p{N}])|\[object \w+\]/giu;

const MARKS = /\p{M}/gu;

/**
 * Removes case and accents, which an expression may change. Marks go first: to sort 100,000 of them, Node.js
 * takes 20 s, and strangers choose the texts that a webhook receives.
 */
const fold = (text: string): string =>
	text.replace(MARKS, '').normalize('NFD').replace(MARKS, '').toLowerCase();

/** The same words in the data, which an expression may cut out of others. */
const KNOWN_WORD = /undefined|null|nan|invalid date|\[object \w+\]/giu;

/** The words of texts that an expression can use, as `undefinedWordIn` compares them. */
export const knownWordsIn = (text: string): ReadonlySet<string> =>
	new Set(fold(text).match(KNOWN_WORD));

/**
 * Each word of a text is compared, and strangers choose the texts that a webhook receives: 15 MB of them
 * blocked n8n for 6 s. No identifier is as long, and few emails are.
 */
const LONGEST_SEARCHED = 100_000;

/**
 * A word that JavaScript left in the result of an expression, such as `undefined` in `user_undefined`.
 * People may be called Null: words in `known`, which the expression can use, do not count. Without `known`,
 * none counts.
 */
export function undefinedWordIn(
	text: string,
	known: () => ReadonlySet<string> | undefined,
): string | undefined {
	const words = (text.length <= LONGEST_SEARCHED && text.match(UNDEFINED_WORD)) || [];
	// An expression that gives an invalid date may write it in another form than the data.
	return words.find((word) => known()?.has(fold(word).replace('datetime', 'date')) === false);
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

/** To fold 15 MB of accents, Node.js takes 3 s. Few items have as many characters. */
const MAX_CHARACTERS = 500_000;

/**
 * The names and texts in an item's data, or undefined if they are too long to be searched. JSON would write null
 * and NaN as the word null: both are left out.
 */
export function textsIn(data: unknown): string | undefined {
	let left = MAX_CHARACTERS;
	const textOf = (name: string, value: unknown) => {
		left -= name.length + (typeof value === 'string' ? value.length : 1);
		if (left < 0) throw new RangeError(); // Ends the search.
		return typeof value === 'string' || typeof value === 'object' ? (value ?? '') : '';
	};
	try {
		return JSON.stringify(data, textOf) ?? '';
	} catch {
		return undefined;
	}
}
