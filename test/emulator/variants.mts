import { readFileSync } from 'node:fs';
import type { Answer } from './answer.mts';

/** An answer of the live service that differs from the emulator's; `npm run contract` records it. */
export interface Variant {
	/** ID of the assumption that does not hold. */
	id: string;
	/** Such as `GET /campaigns/{campaignId}`. */
	call: string;
	/** The status of the emulator's answer that it replaces. */
	was: number;
	status: number;
	/** Text is sent as HTML, anything else as JSON. */
	body: unknown;
	/** Whether the answer has rate limit headers. */
	hasRateHeaders: boolean;
}

/** Reads the variants from the file in LOOPS_VARIANTS. */
export function chosenVariants(file = process.env.LOOPS_VARIANTS): Variant[] {
	return file ? (JSON.parse(readFileSync(file, 'utf8')) as Variant[]) : [];
}

/** The variant that replaces an answer, if any. */
export function variantOf(
	variants: readonly Variant[],
	{ method, path }: { method: string; path: string },
	{ status }: Answer,
): { answer: Answer; hasRateHeaders: boolean } | undefined {
	const found = variants.find(({ call, was }) => was === status && isCall(call, method, path));
	if (!found) return undefined;
	const { body, hasRateHeaders } = found;
	return { answer: { status: found.status, body, html: typeof body === 'string' }, hasRateHeaders };
}

function isCall(call: string, method: string, path: string): boolean {
	const parts = `${method} ${path.replace('/v1', '')}`.split('/');
	const names = call.split('/');
	return (
		names.length === parts.length &&
		names.every((name, at) => name.startsWith('{') || name === parts[at])
	);
}
