/**
 * What an expression puts into a text if it finds nothing, or an object: `user_undefined`. Between
 * spaces, null and Infinity are words, as in 'null and void', but not at the end.
 */
const NO_NAME =
	/undefined|(?<!\p{L})UNDEFINED(?!\p{L})|(?<![\p{L}\p{N}])NaN(?![\p{L}\p{N}])|(?<![\p{L}\p{N}\s])(null|Infinity)(?![\p{L}\p{N}\s])|\s(null|Infinity)$|Invalid Date|\[object |function \w*\(/u;

/** What databases and spreadsheets write for no value. */
const NO_VALUE = /^(null|nan|#n\/a|\\n)$/i;

/** True for text that would be the same for different people or messages. */
export const isNoName = (text: string): boolean => NO_NAME.test(text) || NO_VALUE.test(text);

/** What a part of a text is where it found nothing. A person may be called Null, a plan None. */
const NO_PART = /undefined|^(null|NULL|NaN|nan|#N\/A|\\N|-?Infinity|\[object \w+\])$/;

export const isNoPart = (text: string): boolean => NO_PART.test(text);

/** What text looks like around an expression that found nothing: `?token=`, `Hi ,`. */
const GAP = /[=/?&#:-]$|=&|\s[,.!?;:]|^[,\s]|\s$|\s{2}|\(\s*\)|undefined/;

/** True where an expression within a text may have found nothing. */
export const hasGap = (text: string): boolean => GAP.test(text);
