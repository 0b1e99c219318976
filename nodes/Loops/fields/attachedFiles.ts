import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { formatName } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { didYouMean, nearest } from '../values/nearest';
import { isPlainObject } from '../values/parse';
import type { Form, Path } from '../form/form';
import { readText } from '../form/read';
import { checkInserted, checkParts } from '../form/templateParts';

const LABEL = 'Attachments';

/** An attachment whose content n8n may not have fetched yet. */
export interface AttachedFile {
	filename: string;
	contentType: string;
	/** If n8n knows it. */
	bytes?: number;
	content(): Promise<Buffer | string>;
}

type Row = Record<string, unknown>;

function nameAndType(form: Form, { filename, contentType }: Row, path: Path) {
	checkInserted(form, `${LABEL}: File Name`, [...path, 'filename']);
	checkInserted(form, `${LABEL}: MIME Type`, [...path, 'contentType']);
	return {
		filename: readText(form, `${LABEL}: File Name`, filename),
		contentType: readText(form, `${LABEL}: MIME Type`, contentType),
	};
}

/** The input files that a row names. */
export function filesOfInput(form: Form, row: Row, path: Path): AttachedFile[] {
	const field = `${LABEL}: Input Data Field Name`;
	checkParts(form, field, [...path, 'field']);
	const { filename, contentType } = nameAndType(form, row, path);
	// An expression may give the file itself instead of the name of its field.
	const fields = isPlainObject(row.field)
		? [row.field as unknown as IBinaryData]
		: readText(form, field, row.field)
				.split(',')
				.map((name) => name.trim())
				.filter((name) => name !== '');
	if (fields.length === 0) {
		throw new ItemRefused(
			"'Attachments' has no 'Input Data Field Name'",
			'Give the name of the input field that holds the file, or remove the attachment',
		);
	}
	if (fields.length > 1 && filename !== '') {
		throw new ItemRefused(
			"'Attachments' gives one 'File Name' to several files",
			'Leave it empty to keep the original names, or add an attachment for each file',
		);
	}
	return fields.map((each) => {
		const { about, content } = fileIn(form, each);
		const original =
			about.fileName ??
			`${typeof each === 'string' ? each : 'file'}.${about.fileExtension ?? 'bin'}`;
		return {
			filename: filename || original,
			contentType: contentType || about.mimeType,
			bytes: about.bytes ?? (about.id ? undefined : about.data.length * 0.75),
			content,
		};
	});
}

function fileIn(form: Form, field: string | IBinaryData): ReturnType<Form['file']> {
	try {
		return form.file(field);
	} catch {
		return refuseFile(form, field);
	}
}

function refuseFile({ input }: Form, field: string | IBinaryData): never {
	if (typeof field !== 'string') {
		throw new ItemRefused(
			"'Attachments': 'Input Data Field Name' gives something that holds no file",
			'Give the name of the input field. Where n8n keeps files in memory, an expression does not hold them.',
		);
	}
	throw noFile(LABEL, field, input);
}

/** For a field of the input that holds no file. */
export function noFile(label: string, field: string, { binary = {} }: INodeExecutionData) {
	const fields = Object.keys(binary);
	return new ItemRefused(
		`'${label}': the item has no file in '${formatName(field)}'`,
		fields.length > 0
			? `Its files are in: ${fields.map(formatName).join(', ')}.${didYouMean(nearest(field, fields))}`
			: 'It has no files at all. Data that was pinned in the editor loses its files: unpin it.',
	);
}

/** The file that a row holds as base64 text. */
export function fileOfText(form: Form, row: Row, path: Path, place: string): AttachedFile {
	const refuse = (problem: string, hint: string) =>
		new ItemRefused(`'Attachments': entry ${place} ${problem}`, hint);
	const { filename, contentType } = nameAndType(form, row, path);
	const missing = filename === '' ? 'File Name' : contentType === '' ? 'MIME Type' : undefined;
	if (missing) throw refuse(`has no '${missing}'`, 'Loops requires one for each attachment');
	checkInserted(form, `${LABEL}: Content`, [...path, 'data']);
	// Mail programs break base64 into lines. Numbers are refused: they have lost leading zeros.
	const data = typeof row.data === 'string' ? row.data.replace(/\s+/g, '') : '';
	if (data === '' || Buffer.from(data, 'base64').toString('base64') !== data) {
		throw refuse(
			'is not base64 text',
			"Give the bare content of the file in base64, without a prefix such as 'data:…;base64,'",
		);
	}
	return { filename, contentType, content: async () => await Promise.resolve(data) };
}
