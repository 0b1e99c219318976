import { formatName } from '../http/sentences';
import type { Attachment } from './attachments';
import type { Item } from './item';

/** Of the whole request in bytes, base64 included. */
const MAX_PAYLOAD = 4 * 1024 * 1024;

/**
 * Refuses a body that is too large for Loops, which would answer without saying which file it is.
 */
export function checkPayload(item: Item, body: { attachments?: Attachment[] }): void {
	if (!body.attachments) return;
	const size = Buffer.byteLength(JSON.stringify(body));
	if (size <= MAX_PAYLOAD) return;
	const files = body.attachments.map(
		({ filename, data }) => `${formatName(filename)} ${megabytes(data.length)}`,
	);
	throw item.invalidParameter(
		`The email is too large with its attachments: ${megabytes(size)}, and Loops takes ${megabytes(MAX_PAYLOAD)}`,
		`In base64, which is a third larger than the file: ${files.join(', ')}. Send a link in place of a large file.`,
	);
}

/** Rounded up, so that what is too large looks it. */
function megabytes(bytes: number): string {
	return `${(Math.ceil((bytes / 1024 / 1024) * 100) / 100).toFixed(2)} MB`;
}
