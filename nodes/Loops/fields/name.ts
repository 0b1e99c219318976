import { format } from '../values/format';
import { checkExpression, InvalidValue } from '../values/invalidValue';
import type { Form, Path } from './form';
import { readText } from './read';
import { checkParts } from './templateParts';

/**
 * What an expression puts into a text that found nothing, or found an object: `user_undefined`. Between
 * spaces, null and Infinity are words, as in 'null and void', but not at the end.
 */
const NO_NAME =
	/undefined(?!\p{L})|(?<![\p{L}\p{N}])NaN(?![\p{L}\p{N}])|(?<![\p{L}\p{N}\s])(null|Infinity)(?![\p{L}\p{N}\s])|\s(null|Infinity)$|Invalid Date|\[object /u;

/** True for text that would be the same for different people or messages. */
export const isNoName = (text: string): boolean => NO_NAME.test(text);

/** Text that tells one of several `things` from another. `hint` says what to do where it is blank. */
export function readName(
	form: Form,
	field: string,
	value: unknown,
	path: Path,
	things: string,
	hint: string,
): string {
	checkParts(form, field, path);
	const name = readText(form, field, value);
	if (name === '') throw new InvalidValue(`'${field}' is empty`, hint);
	if (!isNoName(name)) return name;
	throw new InvalidValue(
		`'${field}' can't be ${format(name)}: it would be the same for different ${things}`,
		checkExpression('one text or number'),
	);
}
