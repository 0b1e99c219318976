import { crc32 } from 'node:zlib';

/** A screenshot as PNG, and how long it is shown in ms. */
export interface Frame {
	png: Buffer;
	ms: number;
}

const SIGNATURE = 8;

function* chunksOf(png: Buffer) {
	for (let at = SIGNATURE; at < png.length; ) {
		const length = png.readUInt32BE(at);
		const type = png.toString('latin1', at + 4, at + 8);
		yield { type, data: png.subarray(at + 8, at + 8 + length) };
		at += length + 12;
	}
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const ends = Buffer.alloc(8);
	ends.writeUInt32BE(data.length, 0);
	ends.writeUInt32BE(crc32(body), 4);
	return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

const uint32 = (...numbers: number[]) =>
	Buffer.concat(
		numbers.map((number) => {
			const bytes = Buffer.alloc(4);
			bytes.writeUInt32BE(number);
			return bytes;
		}),
	);

/**
 * An animated PNG (third edition of the PNG specification) of screenshots of one size, which plays for
 * ever. The pixels stay as they are compressed: a frame is the data of its screenshot.
 */
export function movingPicture(frames: readonly Frame[]): Buffer {
	const chunks = frames.map(({ png }) => [...chunksOf(png)]);
	const headers = chunks.map((each) => each.find(({ type }) => type === 'IHDR')!.data);
	const [header] = headers;
	if (headers.some((each) => !each.equals(header))) throw new Error('Frames of several sizes');

	let sequence = 0;
	const control = (ms: number) => {
		// Width and height, no offset, then the delay; nothing is cleared or blended.
		const place = Buffer.concat([uint32(sequence++), header.subarray(0, 8), uint32(0, 0)]);
		const delay = Buffer.alloc(6);
		delay.writeUInt16BE(ms, 0);
		delay.writeUInt16BE(1_000, 2);
		return chunk('fcTL', Buffer.concat([place, delay]));
	};
	const pixels = chunks.map((each) => each.filter(({ type }) => type === 'IDAT'));
	const shown = frames.flatMap(({ ms }, index) => [
		control(ms),
		...pixels[index].map(({ data }) =>
			index === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([uint32(sequence++), data])),
		),
	]);
	return Buffer.concat([
		frames[0].png.subarray(0, SIGNATURE),
		chunk('IHDR', header),
		chunk('acTL', uint32(frames.length, 0)),
		...shown,
		chunk('IEND', Buffer.alloc(0)),
	]);
}
