import type { IncomingMessage } from 'node:http';

/** Bytes. The docs limit payloads to 4 MB; that this means 4 MiB is a guess. */
export const LARGEST_BODY = 4 * 1024 * 1024;

export interface RequestBody {
	text: string;
	tooLarge: boolean;
}

/** Reads a body to its end, since many clients send all of it before they read the answer. */
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
