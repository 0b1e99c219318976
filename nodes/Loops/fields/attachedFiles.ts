import type { ParameterValue } from '../form/parameterValue';
import type { Checked } from '../values/checked';
import { ItemRefused } from '../values/itemRefused';

const LABEL = 'Attachments';

/** An attachment whose content n8n might not have fetched yet. */
export interface AttachedFile {
	filename: Checked;
	contentType: Checked;
	/** If n8n knows it. */
	bytes?: number;
	content(): Promise<Buffer | Checked>;
}

const nameAndType = (row: ParameterValue) => ({
	filename: row.at('filename', `${LABEL}: File Name`).text(),
	contentType: row.at('contentType', `${LABEL}: MIME Type`).text(),
});

/** All files are open at once, even if a stranger names the same one a million times. */
const MAX_FILES = 1_000;

/** The input files that rows name. */
export function filesOfInput(rows: ParameterValue[]): AttachedFile[] {
	const named = rows.map((row) => {
		const field = row.at('field', `${LABEL}: Input Data Field`);
		// An expression may give the file itself instead of the name of its field.
		return { row, field, names: field.isPlainObject ? [undefined] : namesIn(field) };
	});
	const count = named.reduce((sum, { names }) => sum + names.length, 0);
	if (count > MAX_FILES) {
		throw new ItemRefused(
			`'${LABEL}' names ${count} files, and an email can have at most ${MAX_FILES}`,
			'Check that the expression returns only the files of this item',
		);
	}
	return named.flatMap(({ row, field, names }) => filesOfRow(row, field, names));
}

function filesOfRow(
	row: ParameterValue,
	field: ParameterValue,
	names: Array<string | undefined>,
): AttachedFile[] {
	const { filename, contentType } = nameAndType(row);
	if (names.length === 0) {
		throw new ItemRefused(
			"'Attachments' has no 'Input Data Field'",
			'Enter the name of the input field that has the file, or remove the attachment',
		);
	}
	if (names.length > 1 && filename !== '') {
		throw new ItemRefused(
			"'Attachments' has one 'File Name' for several files",
			"Clear 'File Name' to keep the original names, or add an attachment for each file",
		);
	}
	return names.map((name) => {
		const { about, content } = field.file(name);
		const original = about.fileName ?? `${name ?? 'file'}.${about.fileExtension ?? 'bin'}`;
		return {
			filename: filename || (original as Checked),
			contentType: contentType || (about.mimeType as Checked),
			bytes: about.bytes ?? (about.id ? undefined : about.data.length * 0.75),
			content,
		};
	});
}

const namesIn = (value: ParameterValue): string[] =>
	value.isEmpty
		? []
		: value
				.identifier('files')
				.split(',')
				.map((name) => name.trim())
				.filter((name) => name !== '');

/** The file that a row holds as base64 text. */
export function fileOfText(row: ParameterValue, place: string): AttachedFile {
	const refuse = (problem: string, hint: string) =>
		row.refuse(`'Attachments': attachment ${place} ${problem}`, hint);
	const { filename, contentType } = nameAndType(row);
	const missing = filename === '' ? 'File Name' : contentType === '' ? 'MIME Type' : undefined;
	if (missing)
		refuse(`has no '${missing}'`, `Enter '${missing}', which Loops requires for each attachment`);
	// Mail programs break base64 into lines. Numbers are refused: they have lost leading zeros.
	const content = row.at('data', `${LABEL}: Content`);
	if (content.isEmpty) refuse('is empty', 'Enter the content of the file in base64');
	const data = (content.isText ? content.text() : '').replace(/\s+/g, '') as Checked;
	if (data === '' || Buffer.from(data, 'base64').toString('base64') !== data) {
		refuse(
			'is not base64 text',
			"Enter only the content of the file in base64, without a prefix such as 'data:…;base64,'",
		);
	}
	return { filename, contentType, content: async () => await Promise.resolve(data) };
}
