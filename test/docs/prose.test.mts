import { describe, expect, it } from 'vitest';

import { findingsIn, longIn, ofForms, ofMessages, ofPages, type Text } from './prose.mts';

/** Texts, and the most words that a sentence of them may have. */
const TEXTS: Array<[string, Text[], number]> = [
	['pages', ofPages, 30],
	['messages', ofMessages, 20],
	['forms', ofForms, 25],
];

describe.each(TEXTS)('the prose of %s', (_name, texts, most) => {
	it('has no repeated words, wordy phrases or words to avoid', () => {
		expect(texts.length).toBeGreaterThan(500);
		expect(texts.flatMap(findingsIn)).toEqual([]);
	});

	it(`has at most ${most} words in a sentence`, () => {
		expect(texts.flatMap((text) => longIn(text, most))).toEqual([]);
	});
});
