/** What a spreadsheet shows where it can't calculate a cell. */
const ERROR_CELL = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|ERROR!)$/;

/**
 * True for text that programs write where they have no value: error cells, NULL in a dump of a database, an object in
 * JavaScript. People are called Null, None and Nil, so no word is among it.
 */
export const isNoText = (text: string): boolean =>
	ERROR_CELL.test(text) || text === String.raw`\N` || text === '[object Object]';

/** What Excel makes of a long number, whose other digits are lost. */
const ROUNDED = /^\d[.,]\d+E\+\d\d$/;

/** True for text that can't identify anybody: shops and databases write it where there is no ID. */
export const isNoId = (text: string): boolean =>
	isNoText(text) ||
	ROUNDED.test(text) ||
	/^(?:null|n\/a)$/i.test(text) ||
	['0', '-', 'undefined', 'NaN'].includes(text);

/** True for text that most likely identifies nobody, although an ID can be like that. */
export const isHardlyId = (text: string): boolean => /^(?:none|nil|unknown|false)$/i.test(text);

/** True for a zero in any spelling, as shops write it for guests. */
export const isZero = (text: string): boolean => /^[+-]?0+(?:[.,]0+)?$/.test(text);
