import { isBlank } from './blank';

/**
 * Text from an expression that found nothing, or an object: `user_undefined`. Between spaces, null and
 * Infinity count as words, as in 'null and void', but not at the end.
 */
const NO_NAME =
	/undefined|(?<!\p{L})UNDEFINED(?!\p{L})|(?<![\p{L}\p{N}])NaN(?![\p{L}\p{N}])|(?<![\p{L}\p{N}\s])(null|Infinity)(?![\p{L}\p{N}\s])|\s(null|Infinity)$|Invalid Date|\[object |function \w*\(/u;

/** How databases write a missing value. */
const NO_VALUE = /^(null|nan|\\n)$/i;

/** A formula without a result, in a few languages. A whole column of a sheet may have it. Not '#SALE!'. */
const SHEET_ERROR =
	/^(#n\/\p{L}|#[¡¿]?(ref|val(ue|or|eur)|n(ame|om(e|bre)?|um)|null|div\/0|bezug|wert|zahl|error|spill|calc)[!?]|loading\.\.\.)$/iu;

/** True for text that different people or messages would share. */
export const isNoName = (text: string): boolean =>
	[NO_NAME, NO_VALUE, SHEET_ERROR].some((each) => each.test(text));

/** The result of an expression that found nothing. People may be called Null, and plans None. */
const NO_PART = /undefined|^(null|NULL|NaN|nan|\\N|-?Infinity|\[object \w+\])$/;

export const isNoPart = (text: string): boolean => NO_PART.test(text) || SHEET_ERROR.test(text);

/** How text looks around an expression that found nothing: `?token=`, `Hi ,`. */
const GAP = /[=/?&#:-]$|=&|\s[,.!?;:]|^[,\s]|\s$|\s{2}|\(\s*\)|undefined/;

/** True if an expression within the text may have found nothing. */
export const hasGap = (text: string): boolean => isBlank(text) || GAP.test(text);
