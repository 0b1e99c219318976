import type { IncomingMessage } from 'node:http';

/** Bytes. The docs say a payload must stay under 4 MB; whether that is 4 MiB is a guess. */
export const LARGEST_BODY = 4 * 1024 * 1024;

export interface RequestBody {
	text: string;
	tooLarge: boolean;
}

/** Reads a body to its end, since many clients only listen for an answer after sending it all. */
export async function readBody(req: IncomingMessage): Promise<RequestBody> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of req as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= LARGEST_BODY) chunks.push(chunk);
	}
	const tooLarge = size > LARGEST_BODY;
	return { text: tooLarge ? '' : Buffer.concat(chunks).toString('utf8'), tooLarge };
}
