import type { INodeProperties } from 'n8n-workflow';

import type { Checked } from '../values/checked';
import { formatName } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { MAX_REQUEST, MAX_REQUEST_MB } from '../values/limits';
import { type AttachedFile, fileOfText, filesOfInput } from './attachedFiles';
import type { WithDefault } from '../form/parameter';

const LABEL = 'Attachments';

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
