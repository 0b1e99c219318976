import { isBlank } from './blank';

/**
 * Text from an expression that found nothing, or an object: `user_undefined`. Between spaces, null and
 * Infinity count as words, as in 'null and void', but not at the end.
 */
const NO_NAME =
	/undefined|(?<!\p{L})UNDEFINED(?!\p{L})|(?<![\p{L}\p{N}])NaN(?![\p{L}\p{N}])|(?<![\p{L}\p{N}\s])(null|Infinity)(?![\p{L}\p{N}\s])|\s(null|Infinity)$|[-_:/](NULL|nan)$|Invalid Date|\[object |function \w*\(/u;

/** How databases write a missing value. */
const NO_VALUE = /^(null|nan|\\n)$/i;

/** A formula without a result. A whole column of a sheet may have it. 'Now #SALE!' is a name. */
const SHEET_ERROR =
	/(?<![\p{L}\p{N}\s#])(#n\/\p{L}|#[¡¿]?(ref|val(ue|or|eur)|n(ame|om(e|bre)?|um)|null|div\/0|error|spill|calc)[!?])$|^loading\.\.\.$/iu;

/** A formula without a result in other languages, in capitals: #NV, #ADR!, #ССЫЛКА!. Or a column too narrow. */
const SHEET_ERROR_ELSEWHERE =
	/(?<![\p{L}\p{N}\s#])#(\p{Lu}[\p{Lu}\p{M}/_ ]{1,19}[!?]|\p{Lu}\/\p{Lu}|NV|BRAK|YOK|HIÁNYZIK|GETTING_DATA)$|^#{2,}$|^Err:\d{3}$/u;

export const isSheetError = (text: string): boolean =>
	SHEET_ERROR.test(text) || SHEET_ERROR_ELSEWHERE.test(text);

/** True for text that different people or messages would share. */
export const isNoName = (text: string): boolean =>
	NO_NAME.test(text) || NO_VALUE.test(text) || isSheetError(text);

/** The result of an expression that found nothing; 1970 is `new Date(null)`. People may be called Null, and plans None. */
const NO_PART =
	/undefined|^(null|NULL|NaN|nan|\\N|-?Infinity|\[object \w+\])$|^1970-01-01T00:00:00/;

export const isNoPart = (text: string): boolean => NO_PART.test(text) || isSheetError(text);

/** The result of an expression that found nothing, or of a formula: no words. A title may contain them. */
export const isNothing = (text: string): boolean =>
	/^(undefined|null|nan|\\n|\[object \w+\])$/i.test(text) ||
	(text.startsWith('#') && SHEET_ERROR.test(text));

/** How text looks around an expression that found nothing: `?token=`, `Hi ,`. */
const GAP = /[=/?&#:-]$|=&|\s[,.!?;:]|^[,\s]|\s$|\s{2}|\(\s*\)|undefined/;

/** True if an expression within the text may have found nothing. */
export const hasGap = (text: string): boolean => isBlank(text) || GAP.test(text);
