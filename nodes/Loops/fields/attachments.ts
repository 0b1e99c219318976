import type { IBinaryData, INodeProperties } from 'n8n-workflow';

import { formatName } from '../values/format';
import { InvalidValue } from '../values/invalidValue';
import { isPlainObject } from '../values/parse';
import type { Form } from './form';
import type { Entry } from './options';
import { readCollection, readRows, readText } from './read';
import { checkParts } from './templateParts';

const LABEL = 'Attachments';

/** Of the whole request in bytes, base64 included. */
const MAX_PAYLOAD = 4 * 1024 * 1024;

/** An attachment as Loops takes it; all three keys are required. `data` is base64. */
export type Attachment = { filename: string; contentType: string; data: string };

/** An attachment whose content n8n may still have to fetch. */
export type AttachedFile = Omit<Attachment, 'data'> & { content(): Promise<Buffer | string> };

const fileName: INodeProperties = {
	displayName: 'File Name',
	name: 'filename',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice.pdf',
	description: 'Name of the file as the recipient sees it',
};

const mimeType: INodeProperties = {
	displayName: 'MIME Type',
	name: 'contentType',
	type: 'string',
	default: '',
	placeholder: 'e.g. application/pdf',
	description: 'What kind of file it is',
};

const keepOriginal = ({ description, ...property }: INodeProperties): INodeProperties => ({
	...property,
	description: `${description}. Leave it empty to keep the original.`,
});

/** Entry of 'Additional Fields'. */
export const attachments: Entry<AttachedFile[]> = {
	property: {
		displayName: LABEL,
		name: 'attachments',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Attachment',
		default: {},
		description:
			'Files to send with the email. Loops has to enable attachments for your account first, and takes at most 4 MB per email.',
		options: [
			{
				displayName: 'From Input Data',
				name: 'binary',
				values: [
					{
						displayName: 'Input Data Field Name',
						name: 'field',
						type: 'string',
						default: 'data',
						hint: 'The name of the input field that holds the file. Several names with commas attach several files.',
						description: 'Where the input item holds the file',
					},
					keepOriginal(fileName),
					keepOriginal(mimeType),
				],
			},
			{
				displayName: 'From Base64 Text',
				name: 'base64',
				values: [
					fileName,
					mimeType,
					{
						displayName: 'Content',
						name: 'data',
						type: 'string',
						default: '',
						description: 'Content of the file as base64 text',
					},
				],
			},
		],
	},
	read: (form, value) => {
		const { binary, base64 } = readCollection(LABEL, value);
		const files = readRows(LABEL, binary).flatMap((row, index) => filesOfInput(form, row, index));
		const texts = readRows(LABEL, base64).map((row, index) => fileOfText(form, row, index + 1));
		return [...files, ...texts];
	},
};

type Row = Record<string, unknown>;

const nameAndType = (form: Form, { filename, contentType }: Row) => ({
	filename: readText(form, `${LABEL}: File Name`, filename),
	contentType: readText(form, `${LABEL}: MIME Type`, contentType),
});

function filesOfInput(form: Form, row: Row, index: number): AttachedFile[] {
	const field = `${LABEL}: Input Data Field Name`;
	checkParts(form, field, ['additionalFields', 'attachments', 'binary', index, 'field']);
	const { filename, contentType } = nameAndType(form, row);
	// An expression may give the file itself, as well as the name of its field.
	const fields = isPlainObject(row.field)
		? [row.field as unknown as IBinaryData]
		: readText(form, field, row.field)
				.split(',')
				.map((name) => name.trim())
				.filter((name) => name !== '');
	if (fields.length === 0) {
		throw new InvalidValue(
			"'Attachments' has no 'Input Data Field Name'",
			'Give the name of the input field that holds the file, or remove the attachment',
		);
	}
	if (fields.length > 1 && filename !== '') {
		throw new InvalidValue(
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
			content,
		};
	});
}

function fileIn(form: Form, field: string | IBinaryData): ReturnType<Form['file']> {
	try {
		return form.file(field);
	} catch {
		if (typeof field !== 'string') {
			throw new InvalidValue(
				"'Attachments': 'Input Data Field Name' gives something that holds no file",
				'Give the name of the input field. Where n8n keeps files in memory, an expression does not hold them.',
			);
		}
		const fields = Object.keys(form.input.binary ?? {});
		throw new InvalidValue(
			`'Attachments': the item has no file in '${formatName(field)}'`,
			fields.length > 0
				? `Its files are in: ${fields.map(formatName).join(', ')}`
				: 'It has no files at all. Data that was pinned in the editor loses its files: unpin it.',
		);
	}
}

function fileOfText(form: Form, row: Row, number: number): AttachedFile {
	const refuse = (problem: string, hint: string) =>
		new InvalidValue(`'Attachments': number ${number} ${problem}`, hint);
	const { filename, contentType } = nameAndType(form, row);
	const missing = filename === '' ? 'File Name' : contentType === '' ? 'MIME Type' : undefined;
	if (missing) throw refuse(`has no '${missing}'`, 'Loops requires one for each attachment');
	// Mail programs break base64 into lines. A number has lost its leading zeros.
	const data = typeof row.data === 'string' ? row.data.replace(/\s+/g, '') : '';
	if (data === '' || Buffer.from(data, 'base64').toString('base64') !== data) {
		throw refuse(
			'is not base64 text',
			"Give the bare content of the file in base64, without a prefix such as 'data:…;base64,'",
		);
	}
	return { filename, contentType, content: async () => await Promise.resolve(data) };
}

/** Fetches the contents of files. */
export const loadAttachments = async (files: AttachedFile[]): Promise<Attachment[]> =>
	await Promise.all(
		files.map(async ({ filename, contentType, content }) => {
			const given = await content();
			const data = typeof given === 'string' ? given : given.toString('base64');
			return { filename, contentType, data };
		}),
	);

/** Refuses a body that is too large: Loops would not say which file it is. */
export function checkSize(body: { attachments?: Attachment[] }): void {
	if (!body.attachments) return;
	const size = Buffer.byteLength(JSON.stringify(body));
	if (size <= MAX_PAYLOAD) return;
	const files = body.attachments.map(
		({ filename, data }) => `${formatName(filename)} ${megabytes(data.length)}`,
	);
	throw new InvalidValue(
		`The email is too large with its attachments: ${megabytes(size)}, and Loops takes ${megabytes(MAX_PAYLOAD)}`,
		`In base64, which is a third larger than the file: ${files.join(', ')}. Send a link in place of a large file.`,
	);
}

/** Rounded up, so that what is too large looks it. */
const megabytes = (bytes: number) =>
	`${(Math.ceil((bytes / 1024 / 1024) * 100) / 100).toFixed(2)} MB`;
