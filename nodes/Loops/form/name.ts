import { format } from '../values/format';
import { isNoName } from '../values/identity';
import { expressionHint, ItemRefused } from '../values/itemRefused';
import type { Form, Path } from './form';
import { readText } from './read';
import { checkParts } from './templateParts';

/** Reads text that identifies one of several `things`. `hint` is for blank text. */
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
	if (name === '') throw new ItemRefused(`'${field}' is empty`, hint);
	if (!isNoName(name)) return name;
	throw new ItemRefused(
		`'${field}' can't be ${format(name)}: it would be the same for different ${things}`,
		expressionHint('one text or number'),
	);
}
