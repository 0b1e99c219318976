import type { IBinaryData, IDataObject, INodeProperties } from 'n8n-workflow';

import { formatName } from '../http/sentences';
import type { Item } from './item';
import { isPlainObject } from './kinds';
import { checkName } from './name';
import { readCollection, readRows, readText } from './values';

const LABEL = 'Attachments';

/** A row of the form. */
type Row = Record<string, unknown>;

export const attachmentsField: INodeProperties = {
	displayName: 'Attachments',
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
				{
					displayName: 'File Name',
					name: 'filename',
					type: 'string',
					default: '',
					placeholder: 'e.g. invoice.pdf',
					description:
						'Name of the file as the recipient sees it. Leave it empty to keep the own one.',
				},
				{
					displayName: 'MIME Type',
					name: 'contentType',
					type: 'string',
					default: '',
					placeholder: 'e.g. application/pdf',
					description: 'What kind of file it is. Leave it empty to keep the own one.',
				},
			],
		},
		{
			displayName: 'From Base64 Text',
			name: 'base64',
			values: [
				{
					displayName: 'File Name',
					name: 'filename',
					type: 'string',
					default: '',
					placeholder: 'e.g. invoice.pdf',
					description: 'Name of the file as the recipient sees it',
				},
				{
					displayName: 'MIME Type',
					name: 'contentType',
					type: 'string',
					default: '',
					placeholder: 'e.g. application/pdf',
					description: 'What kind of file it is',
				},
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
};

/** An attachment as Loops takes it; it requires all three keys. `data` is base64. */
export interface Attachment extends IDataObject {
	filename: string;
	contentType: string;
	data: string;
}

/** `attachments` of the body; absent when there are none. */
export async function readAttachments(
	item: Item,
	from: IDataObject,
): Promise<{ attachments?: Attachment[] }> {
	const { binary, base64 } = readCollection(item, LABEL, from.attachments);
	const attachments: Attachment[] = [];
	for (const [row, each] of readRows(item, LABEL, binary).entries()) {
		checkName(item, `${LABEL}: Input Data Field Name`, [
			'additionalFields',
			'attachments',
			'binary',
			row,
			'field',
		]);
		attachments.push(...(await fromBinary(item, each)));
	}
	const texts = readRows(item, LABEL, base64);
	attachments.push(...texts.map((each, index) => fromBase64(item, each, index + 1)));
	return attachments.length ? { attachments } : {};
}

async function fromBinary(item: Item, each: Row): Promise<Attachment[]> {
	const filename = textIn(item, each, 'filename');
	const contentType = textIn(item, each, 'contentType');
	// An expression may give the file itself, as well as the name of its field.
	const fields = isPlainObject(each.field)
		? [each.field as unknown as IBinaryData]
		: readText(item, `${LABEL}: Input Data Field Name`, each.field)
				.split(',')
				.map((name) => name.trim())
				.filter((name) => name !== '');
	if (fields.length === 0) {
		throw item.invalidParameter(
			"'Attachments' has no 'Input Data Field Name'",
			'Give the name of the input field that holds the file, or remove the attachment',
		);
	}
	if (fields.length > 1 && filename !== '') {
		throw item.invalidParameter(
			"'Attachments' gives one 'File Name' to several files",
			'Leave it empty to keep the own names, or add an attachment for each file',
		);
	}
	// Of many names the first wrong one ends it.
	const files = fields.map((field) => ({ field, ...fileOf(item, field) }));
	return await Promise.all(
		files.map(async ({ field, about, content }) => {
			const { fileName, fileExtension, mimeType } = about;
			const ownName =
				fileName ?? `${typeof field === 'string' ? field : 'file'}.${fileExtension ?? 'bin'}`;
			return {
				filename: filename || ownName,
				contentType: contentType || mimeType,
				data: (await content()).toString('base64'),
			};
		}),
	);
}

/** What n8n knows of a file, and its content, which may lie elsewhere. */
function fileOf(item: Item, field: string | IBinaryData): ReturnType<Item['file']> {
	try {
		return item.file(field);
	} catch {
		const fields = Object.keys(item.input.binary ?? {});
		if (typeof field !== 'string') {
			throw item.invalidParameter(
				"'Attachments': 'Input Data Field Name' gives something that holds no file",
				'Give the name of the input field. Where n8n keeps files in memory, an expression does not hold them.',
			);
		}
		throw item.invalidParameter(
			`'Attachments': the item has no file in '${formatName(field)}'`,
			fields.length > 0
				? `Its files are in: ${fields.map(formatName).join(', ')}`
				: 'It has no files at all. Data that was pinned in the editor loses its files: unpin it.',
		);
	}
}

function fromBase64(item: Item, each: Row, number: number): Attachment {
	const refuse = (what: string, wayOut: string) =>
		item.invalidParameter(`'Attachments': number ${number} ${what}`, wayOut);

	const filename = textIn(item, each, 'filename');
	const contentType = textIn(item, each, 'contentType');
	for (const [text, name] of [
		[filename, 'File Name'],
		[contentType, 'MIME Type'],
	]) {
		if (text === '') throw refuse(`has no '${name}'`, 'Loops requires one for each attachment');
	}
	// Mail programs break base64 into lines. A number has lost its leading zeros.
	const data = typeof each.data === 'string' ? each.data.replace(/\s+/g, '') : '';
	if (data === '' || Buffer.from(data, 'base64').toString('base64') !== data) {
		throw refuse(
			'is not base64 text',
			"Give the bare content of the file in base64, without a prefix such as 'data:…;base64,'",
		);
	}
	return { filename, contentType, data };
}

/** '' where nothing is given. */
const textIn = (item: Item, each: Row, part: 'filename' | 'contentType'): string =>
	readText(item, `${LABEL}: ${part === 'filename' ? 'File Name' : 'MIME Type'}`, each[part]);
