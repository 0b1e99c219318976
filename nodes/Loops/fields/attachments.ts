import type { INodeProperties } from 'n8n-workflow';

import type { WithDefault } from '../form/parameter';
import type { ParameterValue } from '../form/parameterValue';
import type { Checked } from '../values/checked';
import { formatName, MAX_REQUEST, MAX_REQUEST_MB } from '../values/format';
import { ItemRefused } from '../values/itemRefused';

const LABEL = 'Attachments';

/** An attachment whose content n8n might not have fetched yet. */
interface AttachedFile {
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
function filesOfInput(rows: ParameterValue[]): AttachedFile[] {
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
function fileOfText(row: ParameterValue, place: string): AttachedFile {
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

/** An attachment as Loops takes it; all three keys are required. `data` is base64. */
type Attachment = { filename: Checked; contentType: Checked; data: Checked };

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

export const attachments: WithDefault<() => AttachedFile[]> = {
	absent: () => [],
	property: {
		displayName: LABEL,
		name: 'attachments',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Attachment',
		default: {},
		description: `Files to send with the email. Loops has to enable attachments for your account first, and takes at most ${MAX_REQUEST_MB} MB per email.`,
		options: [
			{
				displayName: 'From Input Data',
				name: 'binary',
				values: [
					{
						displayName: 'Input Data Field',
						name: 'field',
						type: 'string',
						default: 'data',
						hint: 'The name of the input field that holds the file. To attach several files, separate their names with commas.',
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
	// The files are read later, since those of a message that was sent before may be gone.
	read: (value) => () => {
		const given = value.entries();
		const files = filesOfInput(given.get('binary')?.rows() ?? []);
		const texts = given.get('base64')?.rows() ?? [];
		return [
			...files,
			...texts.map((row, index) => fileOfText(row, `${index + 1} of ${texts.length}`)),
		];
	},
};

/**
 * Fetches the contents of files.
 * @throws ItemRefused for an empty file, and for files that are too large, before they are in memory
 */
export async function loadAttachments(files: AttachedFile[]): Promise<Attachment[]> {
	checkSizes(files.map(({ bytes = 0, filename }) => ({ filename, size: (bytes * 4) / 3 })));
	// One after another, since n8n may not know the sizes: of a thousand, only what fits is in memory.
	const attachments: Attachment[] = [];
	let size = 0;
	for (const { filename, contentType, content } of files) {
		const given = await content();
		const data = typeof given === 'string' ? given : (given.toString('base64') as Checked);
		// Loops would say that attachments have to be enabled.
		if (data === '') {
			throw new ItemRefused(
				`'${LABEL}': the file ${formatName(filename)} is empty`,
				'Check the node that returns the file',
			);
		}
		attachments.push({ filename, contentType, data });
		size += data.length;
		if (size > MAX_REQUEST) checkSizes(sizesOf(attachments));
	}
	return attachments;
}

/** Refuses a body that is too large: Loops would not name the file (contract: payload-size). */
export function checkSize(body: { attachments?: Attachment[] }): void {
	if (!body.attachments) return;
	checkSizes(sizesOf(body.attachments), Buffer.byteLength(JSON.stringify(body)));
}

const sizesOf = (attachments: Attachment[]) =>
	attachments.map(({ filename, data }) => ({ filename, size: data.length }));

function checkSizes(
	files: Array<{ filename: string; size: number }>,
	total = files.reduce((sum, { size }) => sum + size, 0),
): void {
	if (total <= MAX_REQUEST) return;
	const sizes = files.map(({ filename, size }) => `${formatName(filename)} ${megabytes(size)}`);
	throw new ItemRefused(
		`The email is too large with its attachments: ${megabytes(total)}, and Loops accepts ${megabytes(MAX_REQUEST)}`,
		`In base64, which is a third larger than the file, the sizes are: ${sizes.join(', ')}. Send a link instead of a large file.`,
	);
}

/** Rounds up, so that a size above the limit also looks larger. */
const megabytes = (bytes: number) =>
	`${(Math.ceil((bytes / 1024 / 1024) * 100) / 100).toFixed(2)} MB`;
