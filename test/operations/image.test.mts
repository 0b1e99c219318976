import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type INodeExecutionData, sleep } from 'n8n-workflow';
import { afterEach, describe, expect, it } from 'vitest';

import { runWorkflow } from '../harness/engine.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { contentParameters } from '../harness/operations.mts';
import { workflowWith } from '../harness/workflow.mts';

const loops = useEmulator();

const upload = contentParameters('image upload');
const MAX_BYTES = 4_000_000;

const item = (bytes: Buffer, mimeType = 'image/png', name = 'data'): INodeExecutionData => ({
	json: {},
	binary: { [name]: { data: bytes.toString('base64'), mimeType, fileName: 'logo.png' } },
});
const uploads = () => [...loops.emulator.content.uploads.values()];
const calls = () => loops.emulator.requests.map(({ method, path }) => `${method} ${path}`);

interface Stored {
	method?: string;
	headers: IncomingMessage['headers'];
	body: Buffer;
}

let store: Server | undefined;
afterEach(() => {
	store?.closeAllConnections();
	store?.close();
	store = undefined;
});

/** Starts an image store with a fixed answer; returns the requests that it receives. */
async function useStore(status: number, text: string, headers = {}, delay = 0): Promise<Stored[]> {
	const received: Stored[] = [];
	store = createServer((req, res) => {
		const chunks: Buffer[] = [];
		req.on('data', (chunk: Buffer) => chunks.push(chunk));
		req.on('end', () => {
			received.push({ method: req.method, headers: req.headers, body: Buffer.concat(chunks) });
			setTimeout(() => {
				res.writeHead(status, { 'content-type': 'application/xml', ...headers });
				res.end(text);
			}, delay);
		});
	});
	await new Promise<void>((resolve) => store?.listen(0, '127.0.0.1', resolve));
	const { port } = store.address() as AddressInfo;
	const presignedUrl = `http://127.0.0.1:${port}/bucket/a?X-Amz-Signature=abc%2Fdef`;
	const body = { emailAssetId: 'cm9asset1', presignedUrl };
	loops.emulator.inject({ kind: 'body', body, path: '/v1/uploads' });
	return received;
}

describe('Image > Upload', () => {
	it('sends exactly the bytes, with their length and type and without the API key', async () => {
		const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 256));
		const received = await useStore(200, '');
		await loops.run(upload, [item(bytes)]);
		expect(received).toHaveLength(1);
		const [{ method, headers, body }] = received;
		expect(method).toBe('PUT');
		expect(body.equals(bytes)).toBe(true);
		expect(headers['content-length']).toBe('70000');
		expect(headers['content-type']).toBe('image/png');
		expect(headers['transfer-encoding']).toBeUndefined();
		expect(headers.authorization).toBeUndefined();
		expect(JSON.stringify(headers)).not.toContain(loops.emulator.apiKey);
		expect(loops.emulator.requests[0].body).toEqual({
			contentType: 'image/png',
			contentLength: 70_000,
		});
	});

	const octets = 'application/octet-stream';
	it.each([
		...['image/jpeg', 'image/png', 'image/gif', 'image/webp'].map((type) => [type, type, '78']),
		...['image/jpg', 'image/pjpeg', 'IMAGE/JPEG', 'image/jpeg; charset=binary'].map((type) => {
			return [type, 'image/jpeg', '78'];
		}),
		// Known by its first bytes.
		[octets, 'image/jpeg', 'ffd8ffe000104a464946'],
		[octets, 'image/png', '89504e470d0a1a0a'],
		[octets, 'image/gif', '474946383961'],
		[octets, 'image/webp', '524946462400000057454250'],
	])('uploads %s as %s: %s', async (type, contentType, hex) => {
		const { json } = await loops.run(upload, [item(Buffer.from(hex, 'hex'), type)]);
		const [{ id, finalUrl }] = uploads();
		expect(uploads()).toMatchObject([{ contentType }]);
		expect(json).toEqual([{ emailAssetId: id, finalUrl, fileName: 'logo.png', contentType }]);
	});

	it('fails if Loops gives no address for the image', async () => {
		const body = { emailAssetId: 'cm9asset1', finalUrl: null };
		loops.emulator.inject({ kind: 'slow', delay: 1, path: '/v1/uploads' });
		loops.emulator.inject({ kind: 'body', body, method: 'POST', times: 'always' });
		const { error } = await loops.run(upload, [item(Buffer.from('x'))]);
		expect(error).toBeDefined();
	});

	it('uploads an image of exactly the maximum size', async () => {
		await loops.expectSuccess(upload, [item(Buffer.alloc(MAX_BYTES))]);
		expect(uploads()).toMatchObject([{ bytes: MAX_BYTES }]);
	});

	it.each<[string, INodeExecutionData, string]>([
		[
			'an unsupported image type',
			item(Buffer.from('x'), 'image/svg+xml'),
			'has the type "image/svg+xml"',
		],
		['a text file', item(Buffer.from('x'), 'text/plain'), 'has the type "text/plain"'],
		['a file one byte too large', item(Buffer.alloc(MAX_BYTES + 1)), 'has 4000001 bytes'],
		['an empty file', item(Buffer.alloc(0)), 'is empty'],
		['a file in another field', item(Buffer.from('x'), 'image/png', 'logo'), "no file in 'data'"],
		['no file', { json: {}, binary: {} }, "no file in 'data'"],
	])('refuses %s', async (_case, input, said) => {
		await loops.expectRefusal(upload, said, [input]);
	});

	it('refuses a file by the size that n8n states, before loading it', async () => {
		const input = item(Buffer.from('x'));
		input.binary!.data.bytes = MAX_BYTES + 1;
		expect((await loops.run(upload, [input])).error?.message).toContain('has 4000001 bytes');
	});

	it.each([
		[403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'],
		[401, '<Error><Code>InvalidToken</Code></Error>'],
		[413, '<Error><Code>EntityTooLarge</Code></Error>'],
	])('fails without completing the upload if the store answers %i', async (status, text) => {
		const received = await useStore(status, text);
		const { error } = await loops.run(upload);
		expect(received).toHaveLength(1);
		expect(error?.message).toContain(`Loops' image storage refused the file (HTTP ${status}`);
		expect(error?.message).toContain(
			text
				.replace(/<[^>]*>/g, ' ')
				.trim()
				.split(' ')[0],
		);
		expect(error?.description).toContain('Nothing was uploaded');
		expect(error?.description).not.toContain('Base URL');
		expect(error?.failure).toBeUndefined();
		expect(calls()).toEqual(['POST /v1/uploads']);
	});

	it('quotes no signed address of a page', async () => {
		await useStore(403, '<p>Blocked: http://127.0.0.1/bucket/a?X-Amz-Signature=abc%2Fdef</p>');
		const { error, run } = await loops.run(upload);
		expect(error?.message).toContain('HTTP 403)');
		expect(JSON.stringify(error)).not.toContain('Signature');
		expect(String(error?.description)).not.toContain('Signature');
		expect(JSON.stringify(run.data.resultData.error ?? {})).not.toContain('X-Amz');
	});

	it('does not blame the Base URL if the store redirects', async () => {
		await useStore(307, '', { location: 'http://127.0.0.1:1/' });
		await loops.expectError(upload, "Loops' image storage refused the file (HTTP 307");
		expect(calls()).toEqual(['POST /v1/uploads']);
	});

	it('does not blame the Base URL if the store cannot be reached', async () => {
		const body = { emailAssetId: 'a', presignedUrl: 'http://127.0.0.1:9/a' };
		loops.emulator.inject({ kind: 'body', body, path: '/v1/uploads' });
		const error = await loops.expectError(upload, "Loops' image storage could not be reached");
		expect(error.description).not.toContain('Base URL');
	});

	it('retries a 503 of the store, then fails without completing the upload', async () => {
		const received = await useStore(503, '<Error><Code>SlowDown</Code></Error>');
		const { error } = await loops.run(upload, [{}], {});
		expect(received.length).toBeGreaterThan(1);
		expect(error?.message).toContain('503');
		expect(error?.description).toContain('It is safe to run the workflow again with this item');
		expect(calls()).toEqual(['POST /v1/uploads']);
	});

	it('does not slow down calls to Loops after a 429 of the store', async () => {
		const headers = { 'retry-after': '60', 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' };
		const received = await useStore(429, '<Error><Code>SlowDown</Code></Error>', headers);
		const { error } = await loops.run(upload);
		expect(received.length).toBeGreaterThan(1);
		expect(error?.message).toContain("Loops' image storage refused the file (HTTP 429");
		expect(error?.failure).toBeUndefined();
		const startedAt = performance.now();
		for (const name of ['campaign get', 'audienceSegment get', 'component get']) {
			await loops.expectSuccess(contentParameters(name));
		}
		expect(performance.now() - startedAt).toBeLessThan(2_000);
	});

	it('ends on cancel without an error about a lost answer', async () => {
		const received = await useStore(200, '', {}, 5_000);
		const workflow = workflowWith(upload, {});
		const running = runWorkflow(source, loops.credentials(), workflow, [item(Buffer.from('x'))]);
		while (received.length === 0) await sleep(5);
		running.cancel();
		const run = await running;
		expect(run.status).toBe('canceled');
		expect(JSON.stringify(run.data)).not.toMatch(/not known|No answer/);
		await sleep(10_000);
		expect(received).toHaveLength(1);
		expect(calls()).toEqual(['POST /v1/uploads']);
	});

	it.each([
		['an answer without a URL', { emailAssetId: 'a' }],
		['an answer with an empty URL', { emailAssetId: 'a', presignedUrl: '' }],
	])('sends no file after %s', async (_case, body) => {
		loops.emulator.inject({ kind: 'body', body, path: '/v1/uploads', times: 'always' });
		const { error } = await loops.run(upload);
		expect(error).toBeDefined();
		expect(new Set(calls())).toEqual(new Set(['POST /v1/uploads']));
	});

	it.each(['../contacts/delete?email=kim@example.com#', '..', 'a/b', '', 7, null])(
		'goes on to no other call if Loops answers with the ID %j',
		async (emailAssetId) => {
			const presignedUrl = `${loops.emulator.origin}/__store/a`;
			const body = { emailAssetId, presignedUrl };
			loops.emulator.inject({ kind: 'body', body, path: '/v1/uploads', times: 'always' });
			const message = 'The server at the Base URL does not respond like the Loops API';
			await loops.expectError(upload, message);
			expect(new Set(calls())).toEqual(new Set(['POST /v1/uploads']));
		},
	);

	it('checks the file and uploads nothing with Validate Only', async () => {
		const options = { validateOnly: true };
		const { json } = await loops.run({ ...upload, options }, [
			item(Buffer.from('x')),
			item(Buffer.alloc(0)),
		]);
		expect(json).toMatchObject([{ ready: true }, { ready: false }]);
		expect(loops.emulator.requests).toEqual([]);
	});
});
