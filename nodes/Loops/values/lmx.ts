import { isBlank } from './blank';

/** What shows nothing: the styles of an email, and empty paragraphs. */
const EMPTY = /<Style\b[^<>]*\/>|<Paragraph\b[^<>]*(?:\/>|>\s*<\/Paragraph>)/g;

/** True for LMX without content. A new draft may have styles already (contract: draft-empty). */
export const isEmptyLmx = (lmx: unknown): boolean =>
	typeof lmx !== 'string' || isBlank(lmx.replace(EMPTY, ''));
