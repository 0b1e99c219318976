import { isBlank } from './blank';

/**
 * Text from an expression that found nothing, or an object: `user_undefined`. Between spaces, null and
 * Infinity count as words, as in 'null and void', but not at the end.
 */
const NO_NAME =
	/undefined|(?<!\p{L})UNDEFINED(?!\p{L})|(?<![\p{L}\p{N}])NaN(?![\p{L}\p{N}])|(?<![\p{L}\p{N}\s])(null|Infinity)(?![\p{L}\p{N}\s])|\s(null|Infinity)$|Invalid Date|\[object |function \w*\(/u;

/** How databases and spreadsheets write a missing value. */
const NO_VALUE = /^(null|nan|#n\/a|\\n)$/i;

/** True for text that different people or messages would share. */
export const isNoName = (text: string): boolean => NO_NAME.test(text) || NO_VALUE.test(text);

/** The result of an expression that found nothing. People may be called Null, and plans None. */
const NO_PART = /undefined|^(null|NULL|NaN|nan|#N\/A|\\N|-?Infinity|\[object \w+\])$/;

export const isNoPart = (text: string): boolean => NO_PART.test(text);

/** How text looks around an expression that found nothing: `?token=`, `Hi ,`. */
const GAP = /[=/?&#:-]$|=&|\s[,.!?;:]|^[,\s]|\s$|\s{2}|\(\s*\)|undefined/;

/** True if an expression within the text may have found nothing. */
export const hasGap = (text: string): boolean => isBlank(text) || GAP.test(text);
