import { expect, it } from 'vitest';

import { findingsIn, longIn, ofForms, ofMessages, ofPages, type Text } from './prose.mts';

const TEXTS: Array<[string, Text[]]> = [
	['pages', ofPages],
	['messages', ofMessages],
	['forms', ofForms],
];

it.each(TEXTS)('%s have no repeated words, wordy phrases or words to avoid', (_name, texts) => {
	expect(texts.length).toBeGreaterThan(500);
	expect(texts.flatMap(findingsIn)).toEqual([]);
});

// n8n has little room for both. Pages have no limit: a whole sentence may be long.
it.each([
	['messages', ofMessages, 20],
	['forms', ofForms, 25],
])('sentences of %s have few words', (_name, texts, most) => {
	expect(texts.flatMap((text) => longIn(text, most))).toEqual([]);
});
