import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeExecutionData } from 'n8n-workflow';
import { afterEach, describe, expect, it } from 'vitest';

import { useEmulator } from '../../harness/loops.mts';
import { contentParameters } from '../../harness/operations.mts';

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

/** A store at another address, which answers as told and keeps what it gets. */
async function useStore(status: number, text: string, headers = {}): Promise<Stored[]> {
	const received: Stored[] = [];
	store = createServer((req, res) => {
		const chunks: Buffer[] = [];
		req.on('data', (chunk: Buffer) => chunks.push(chunk));
		req.on('end', () => {
			received.push({ method: req.method, headers: req.headers, body: Buffer.concat(chunks) });
			res.writeHead(status, { 'content-type': 'application/xml', ...headers });
			res.end(text);
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

	it.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])('takes %s', async (type) => {
		const { json } = await loops.run(upload, [item(Buffer.from('GIF89a'), type)]);
		const [{ id, finalUrl }] = uploads();
		expect(json).toEqual([{ emailAssetId: id, finalUrl, fileName: 'logo.png', contentType: type }]);
	});

	it('takes an image of exactly the greatest size', async () => {
		expect((await loops.run(upload, [item(Buffer.alloc(MAX_BYTES))])).error).toBeUndefined();
		expect(uploads()).toMatchObject([{ bytes: MAX_BYTES }]);
	});

	it.each<[string, INodeExecutionData, string]>([
		['another type', item(Buffer.from('x'), 'image/svg+xml'), 'has the type "image/svg+xml"'],
		['a text', item(Buffer.from('x'), 'text/plain'), 'has the type "text/plain"'],
		['one byte too many', item(Buffer.alloc(MAX_BYTES + 1)), 'has 4000001 bytes'],
		['an empty file', item(Buffer.alloc(0)), 'is empty'],
		['a file in another field', item(Buffer.from('x'), 'image/png', 'logo'), "no file in 'data'"],
		['no file', { json: {}, binary: {} }, "no file in 'data'"],
	])('refuses %s', async (_case, input, said) => {
		const { error } = await loops.run(upload, [input]);
		expect(error?.message).toContain(said);
		expect(loops.emulator.requests).toEqual([]);
	});

	it('refuses what n8n knows to be too large, before it loads the file', async () => {
		const input = item(Buffer.from('x'));
		input.binary!.data.bytes = MAX_BYTES + 1;
		expect((await loops.run(upload, [input])).error?.message).toContain('has 4000001 bytes');
	});

	it('names the fields that hold files', async () => {
		const { error } = await loops.run(upload, [item(Buffer.from('x'), 'image/png', 'logo')]);
		expect(error?.description).toContain('Its files are in: logo');
	});

	it.each([['={{ $json.nothing }}'], ['=data{{ $json.nothing }}']])(
		'refuses the field name %s',
		async (inputDataFieldName) => {
			const { error } = await loops.run({ ...upload, inputDataFieldName });
			expect(error?.message).toContain("'Input Data Field Name'");
			expect(loops.emulator.requests).toEqual([]);
		},
	);

	it.each([
		[403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'],
		[400, '<Error><Code>EntityTooLarge</Code></Error>'],
		[401, '<Error><Code>InvalidToken</Code></Error>'],
		[404, '<Error><Code>NoSuchBucket</Code></Error>'],
		[413, '<Error><Code>EntityTooLarge</Code></Error>'],
	])('completes nothing where the store answers %i, and says so', async (status, text) => {
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

	it('does not blame the Base URL where the store redirects', async () => {
		await useStore(307, '', { location: 'http://127.0.0.1:1/' });
		const { error } = await loops.run(upload);
		expect(error?.message).toContain("Loops' image storage refused the file (HTTP 307");
		expect(calls()).toEqual(['POST /v1/uploads']);
	});

	it('does not blame the Base URL where the store can not be reached', async () => {
		const body = { emailAssetId: 'a', presignedUrl: 'http://127.0.0.1:9/a' };
		loops.emulator.inject({ kind: 'body', body, path: '/v1/uploads' });
		const { error } = await loops.run(upload);
		expect(error?.message).toContain("Loops' image storage could not be reached");
		expect(error?.description).not.toContain('Base URL');
	});

	it('tries again where the store is not available, and completes nothing', async () => {
		const received = await useStore(503, '<Error><Code>SlowDown</Code></Error>');
		const { error } = await loops.run(upload, [{}], {});
		expect(received.length).toBeGreaterThan(1);
		expect(error?.message).toContain('503');
		expect(error?.description).toContain('It is safe to run this item again');
		expect(calls()).toEqual(['POST /v1/uploads']);
	});

	it.each([
		['an answer without an address', { emailAssetId: 'a' }],
		['an address that is none', { emailAssetId: 'a', presignedUrl: '' }],
	])('sends no file after %s', async (_case, body) => {
		loops.emulator.inject({ kind: 'body', body, path: '/v1/uploads', times: 'always' });
		const { error } = await loops.run(upload);
		expect(error).toBeDefined();
		expect(new Set(calls())).toEqual(new Set(['POST /v1/uploads']));
	});

	it('repeats a call whose answer was lost', async () => {
		loops.emulator.inject({ kind: 'resetAfter', path: '/v1/uploads' });
		expect((await loops.run(upload)).error).toBeUndefined();
		expect(uploads().filter(({ finalUrl }) => finalUrl)).toHaveLength(1);
	});

	it('uploads nothing with Validate Only, and checks the file', async () => {
		const options = { validateOnly: true };
		const { json } = await loops.run({ ...upload, options }, [
			item(Buffer.from('x')),
			item(Buffer.alloc(0)),
		]);
		expect(json).toMatchObject([{ ready: true }, { ready: false }]);
		expect(loops.emulator.requests).toEqual([]);
	});
});
