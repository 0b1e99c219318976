import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as Blob from '@n8n/blob-storage';
import type * as Core from 'n8n-core';
import type * as Manager from 'n8n-core/dist/binary-data/blob.manager';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

// Several copies of @n8n/di and @n8n/blob-storage may be installed: these are n8n-core's own.
const requireTop = createRequire(import.meta.url);
const requireCore = createRequire(requireTop.resolve('n8n-core'));
const { BinaryDataConfig, BinaryDataService, ErrorReporter } = requireTop(
	'n8n-core',
) as typeof Core;
const { BinaryDataBlobManager } = requireCore('./binary-data/blob.manager') as typeof Manager;
const { FsByteStore } = requireCore('@n8n/blob-storage') as typeof Blob;
const { Container } = requireCore('@n8n/di') as { Container: { get<T>(type: unknown): T } };

const loops = useEmulator();

const text = 'Invoice no. 7: ü';
const send = (attachments: IDataObject): IDataObject => ({
	...parametersOf.sendEmail,
	options: { attachments },
});
const sentAttachments = () =>
	(loops.calls()[0].body as { attachments: Array<Record<string, string>> }).attachments;

describe.each(['default', 'filesystem', 's3'] as const)('binary data mode %s', (mode) => {
	const service = Container.get<InstanceType<typeof BinaryDataService>>(BinaryDataService);

	const inMode = async (chosen: typeof mode) => {
		Container.get<InstanceType<typeof BinaryDataConfig>>(BinaryDataConfig).mode = chosen;
		await service.init();
	};

	const folder = mkdtempSync(join(tmpdir(), 'loops-binary-'));

	beforeAll(async () => {
		Container.get<InstanceType<typeof BinaryDataConfig>>(BinaryDataConfig).localStoragePath =
			folder;
		await inMode(mode);
		const errors = Container.get<InstanceType<typeof ErrorReporter>>(ErrorReporter);
		// n8n's own manager for this mode: the item holds an ID instead of the content.
		if (mode === 's3') {
			const store = new FsByteStore({ storagePath: join(folder, 's3'), reportError: () => {} });
			service.setManager('s3', new BinaryDataBlobManager(store, errors));
		}
	});
	afterAll(async () => await inMode('default'));

	const file = async (content: string, rest: Partial<IBinaryData>): Promise<IBinaryData> =>
		await service.store(
			{ type: 'execution', workflowId: 'w', executionId: 'e' },
			Buffer.from(content),
			{ data: '', mimeType: 'text/plain', ...rest },
		);

	it('attaches files with their own or the given names and types', async () => {
		const item: INodeExecutionData = {
			json: {},
			binary: {
				data: await file(text, { fileName: 'own.txt' }),
				report: await file('{"a":1}', { mimeType: 'application/json', fileExtension: 'json' }),
				other: await file('x', { fileName: 'x.bin' }),
			},
		};
		if (mode !== 'default') expect(item.binary?.data.id).toMatch(`${mode}`);
		await loops.expectSuccess(
			send({
				binary: [
					{ field: 'data, report', filename: '', contentType: '' },
					{ field: 'other', filename: 'given.csv', contentType: 'text/csv' },
				],
				base64: [{ filename: 'b.txt', contentType: 'text/plain', data: 'YWJj' }],
			}),
			[item],
		);
		expect(
			sentAttachments().map(({ data, ...rest }) => ({
				...rest,
				content: Buffer.from(data, 'base64').toString(),
			})),
		).toEqual([
			{ filename: 'own.txt', contentType: 'text/plain', content: text },
			{ filename: 'report.json', contentType: 'application/json', content: '{"a":1}' },
			{ filename: 'given.csv', contentType: 'text/csv', content: 'x' },
			{ filename: 'b.txt', contentType: 'text/plain', content: 'abc' },
		]);
		expect(loops.emulator.outbox[0].attachments[0].bytes).toBe(Buffer.byteLength(text));
	});

	it('refuses an empty file before it calls Loops', async () => {
		const item = { json: {}, binary: { data: await file('', { fileName: 'own.txt' }) } };
		const said = "'Attachments': the file own.txt is empty";
		await loops.expectRefusal(send({ binary: [{ field: 'data' }] }), said, [item]);
	});

	it('accepts a file from an expression unless n8n keeps its content in memory', async () => {
		const { error } = await loops.run(send({ binary: [{ field: '={{ $binary.data }}' }] }), [
			{ json: {}, binary: { data: await file(text, { fileName: 'own.txt' }) } },
		]);
		if (mode === 'default') {
			expect(error?.description).toContain('Enter the name of the input field');
		} else {
			expect(Buffer.from(sentAttachments()[0].data, 'base64').toString()).toBe(text);
		}
	});

	it('refuses an object whose content is not text, which n8n would fill with zeros', async () => {
		const said = "'Attachments: Input Data Field' is an object without the content of a file";
		await loops.expectRefusal(send({ binary: [{ field: '={{ $json.file }}' }] }), said, [
			{ json: { file: { mimeType: 'text/plain', bytes: 1, data: { length: 20 } } } },
		]);
	});

	it.runIf(mode === 'filesystem')('refuses the stored data of an execution as a file', async () => {
		const data = await file(text, {});
		const stored = String(data.id).replace(/binary_data.*/, 'execution_data/bundle.json');
		const path = join(folder, stored.replace(/^.*?:/, ''));
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, '{"secret":1}');
		const said = "'Attachments: Input Data Field' is an object without the content of a file";
		// n8n reads an ID up to its second colon.
		for (const id of [stored, `${stored}:${randomUUID()}`, [data.id]]) {
			await loops.expectRefusal(send({ binary: [{ field: '={{ $json.file }}' }] }), said, [
				{ json: { file: { ...data, id } } },
			]);
		}
	});

	it('reads only the first of many files that are too large, if n8n does not know their sizes', async () => {
		const { bytes, ...data } = await file('abc'.repeat(1_100_000), { fileName: 'big.txt' });
		const fields = Array(100).fill('data').join(', ');
		const { error } = await loops.run(send({ binary: [{ field: fields }] }), [
			{ json: {}, binary: { data } },
		]);
		expect(bytes).toBeGreaterThan(0);
		const each = mode === 'default' ? 100 : 1;
		expect(error?.description?.match(/big\.txt/g)).toHaveLength(each);
	});
});

it('an attachment is sent when it just fits', async () => {
	await loops.expectSuccess(
		send({
			base64: [
				{ filename: 'big.txt', contentType: 'text/plain', data: '={{ "YWJj".repeat(1048500) }}' },
			],
		}),
	);
	expect(loops.emulator.outbox[0].attachments[0].bytes).toBe(3 * 1048500);
});
