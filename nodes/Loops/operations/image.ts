import { answersWith, contentCall } from '../api/content';
import type { Field } from '../form/form';
import { options, validateOnly } from '../form/parameter';
import { isOk, type LoopsRequest, type Outcome } from '../http/request';
import { asRecord } from '../values/parse';
import type { Checked } from '../values/checked';
import { format } from '../values/format';
import { ItemRefused } from '../values/itemRefused';
import { reachesNobody } from './base/builders';
import { type Operation, operation } from './base/operation';

const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']; // contract: upload-type
const MAX_BYTES = 4_000_000;
const LABEL = 'Input Data Field Name';

interface LoadedImage {
	contentType: string;
	content: Buffer;
}

interface Image {
	fileName: string;
	load(): Promise<LoadedImage>;
}

/** The first bytes of each type, in hex. Downloads are often named application/octet-stream. */
const FIRST_BYTES = [/^ffd8ff/, /^89504e47/, /^47494638/, /^52494646.{8}57454250/];

function typeOf(mimeType: string, content: Buffer): string {
	const [named] = mimeType.toLowerCase().split(';');
	const contentType = named.trim().replace(/^image\/p?jpe?g$/, 'image/jpeg');
	if (TYPES.includes(contentType)) return contentType;
	const start = content.toString('hex', 0, 12);
	const found = TYPES[FIRST_BYTES.findIndex((bytes) => bytes.test(start))];
	if (found) return found;
	throw new ItemRefused(
		`The image has the type ${format(mimeType)}`,
		`Loops accepts ${TYPES.join(', ')}`,
	);
}

const image: Field<Image> = {
	properties: [
		{
			displayName: LABEL,
			name: 'inputDataFieldName',
			type: 'string',
			required: true,
			default: 'data',
			hint: 'The name of the input field that holds the image',
			description: 'JPEG, PNG, GIF or WebP of at most 4,000,000 bytes',
		},
	],
	read: (form) => {
		const value = form.value('inputDataFieldName', LABEL, 'data');
		const hint = 'Enter the name of the input field that holds the image';
		const name = value.identifier('images', { hint });
		const { about, content } = value.file(name);
		checkSize(about.bytes ?? 0);
		const load = async () => {
			const bytes = await content();
			return { content: bytes, contentType: typeOf(about.mimeType, bytes) };
		};
		return { fileName: about.fileName ?? name, load };
	},
};

function checkSize(bytes: number): void {
	if (bytes <= MAX_BYTES) return;
	throw new ItemRefused(
		`The image has ${bytes} bytes`,
		`Loops accepts at most ${MAX_BYTES} bytes. Make the image smaller first`,
	);
}

/** An ID such as '..' would lead to another call. */
const isUpload = (outcome: Outcome): boolean => {
	const { emailAssetId } = asRecord(outcome.body);
	const isId = typeof emailAssetId === 'string' && /^[\w-]+$/.test(emailAssetId);
	return isId && answersWith('presignedUrl')(outcome);
};

/** Loops documents its quota only for the last call, after the upload (contract: upload-quota). */
const uploadQuota: Pick<LoopsRequest, 'isQuota' | 'rejections'> = {
	isQuota: ({ body }) => Object.hasOwn(asRecord(body), 'maxUploads'),
	rejections: [
		{
			status: 413,
			problem: 'The image is too large for Loops',
			hint: `Loops accepts at most ${MAX_BYTES} bytes. Make the image smaller first`,
		},
		{
			status: 429,
			problem: 'Loops accepts no more uploads now',
			hint: 'Loops accepts 50 uploads per team in any 24 hours. Try again later, or ask Loops for more',
		},
	],
};

const upload = operation({
	value: 'upload',
	name: 'Upload',
	action: 'Upload image',
	description: 'Upload an image, and get the URL to use in the content of emails',
	fields: { image, options: options({ validateOnly }) },
	reaches: reachesNobody,
	run: async ({ image: { fileName, load } }, { change }) => {
		const { content, contentType } = await load();
		checkSize(content.length);
		if (content.length === 0)
			throw new ItemRefused('The image is empty', 'Check the node that returns the image');
		const { answer: asset } = await change(
			contentCall({
				method: 'POST',
				path: '/uploads',
				body: { contentType: contentType as Checked, contentLength: content.length },
				// An upload that is never completed does not count.
				repeat: { kind: 'safe' },
				isAnswer: isUpload,
				...uploadQuota,
			}),
			{
				follows: {
					steps: [
						'The node would upload the file to a URL from Loops',
						'Loops would complete the upload',
					],
				},
			},
		);
		const path = `/uploads/${String(asset.emailAssetId)}`;
		await change({
			method: 'PUT',
			path,
			file: { url: String(asset.presignedUrl), contentType, content },
			repeat: { kind: 'safe' },
			isAnswer: isOk,
		});
		const { answer } = await change(
			contentCall({
				method: 'POST',
				path: `${path}/complete`,
				repeat: { kind: 'safe' },
				isAnswer: ({ body }) => typeof asRecord(body).finalUrl === 'string',
				...uploadQuota,
			}),
		);
		return { ...answer, fileName, contentType };
	},
});

export const images: Operation[] = [upload];
