import type { IncomingMessage } from 'node:http';
import { type Answer, Refusal } from '../answer.mts';
import type { ApiRequest } from '../api.mts';
import type { Account } from '../account.mts';
import { found } from './content.mts';
import { number, object, text } from './read.mts';

const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const MAX_BYTES = 4_000_000;
const LIMIT = { maxUploads: 50, windowHours: 24 };

/** Path of presigned URLs: a store outside the API. */
export const STORE = '/__store/';

const creation = object({ contentType: text(), contentLength: number(1) });

export function createUpload({ account: { content }, body, baseUrl }: ApiRequest): Answer {
	const { contentType, contentLength } = creation(body, 'body');
	if (!TYPES.includes(contentType)) {
		throw new Refusal(400, 'Unsupported contentType.', { supportedContentTypes: TYPES });
	}
	if (contentLength > MAX_BYTES) {
		throw new Refusal(413, 'The upload exceeds the maximum size.', { maxBytes: MAX_BYTES });
	}
	const id = content.id('asset');
	content.uploads.set(id, { id, contentType, contentLength });
	const { origin } = new URL(baseUrl);
	return {
		status: 200,
		body: { emailAssetId: id, presignedUrl: `${origin}${STORE}${id}?signature=emulated` },
	};
}

export function completeUpload({ account: { content }, params }: ApiRequest): Answer {
	const upload = found(content.uploads, params.emailAssetId, 'Asset');
	// Guess: an upload without a file is a 404.
	if (upload.bytes === undefined) throw new Refusal(404, 'Asset not found.');
	const complete = [...content.uploads.values()].filter(({ finalUrl }) => finalUrl).length;
	if (!upload.finalUrl && complete >= LIMIT.maxUploads) {
		throw new Refusal(429, 'Upload limit exceeded.', LIMIT);
	}
	upload.finalUrl = `https://images.loops.so/${upload.id}`;
	return { status: 200, body: { emailAssetId: upload.id, finalUrl: upload.finalUrl } };
}

/** Stores a file like the store behind a presigned URL, which refuses an API key. */
export async function store({ content }: Account, req: IncomingMessage): Promise<Answer> {
	let bytes = 0;
	for await (const chunk of req) bytes += (chunk as Buffer).length;
	const id = (req.url ?? '').slice(STORE.length).split('?')[0];
	const upload = content.uploads.get(id);
	const problem = !upload
		? 'no such upload'
		: req.method !== 'PUT'
			? 'only PUT is signed'
			: req.headers.authorization !== undefined
				? 'only one authentication mechanism is allowed'
				: req.headers['content-type'] !== upload.contentType || bytes !== upload.contentLength
					? 'Content-Type and Content-Length are signed'
					: undefined;
	if (problem !== undefined || !upload) return { status: 403, body: problem, html: true };
	upload.bytes = bytes;
	return { status: 200, body: '', html: true };
}
