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

describe('a fault in prose', () => {
	it.each([
		'The node sends the the email.',
		'Do this in order to send it.',
		'It opens a can of worms.',
		'This mends the workflow.',
		'Loops drops it without a word.',
		'It is subscribed, too.',
		'Loops takes it for a new one.',
	])('is found: %s', (text) => {
		expect(findingsIn({ at: 'here', text })).toHaveLength(1);
	});

	it('is found in a sentence with too many words', () => {
		const text = `Short. ${'word '.repeat(20)}word. Short; ${'word '.repeat(21)}`;
		expect(longIn({ at: 'here', text }, 20)).toHaveLength(2);
	});
});
