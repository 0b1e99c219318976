import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { Loops } from '../../nodes/Loops/Loops.node';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { LoopsEmailApi } from '../../credentials/LoopsEmailApi.credentials';
import { LoopsEmailWebhookApi } from '../../credentials/LoopsEmailWebhookApi.credentials';
import { pages } from './markdown.mts';

/** write-good has no types. */
const writeGood = createRequire(import.meta.url)('write-good') as (
	text: string,
	checks: Record<string, boolean>,
) => Array<{ index: number; offset: number; reason: string }>;

/** Words to avoid, and better ones. */
const VOCABULARY: Array<[RegExp, string]> = [
	[/\bmend(s|ed|ing)?\b/i, 'fix'],
	[/\bweakness(es)?\b/i, 'vulnerability'],
	[/\bbecom(e|es) of\b/i, 'say what happens'],
	[/\bknows? it again\b/i, 'remember'],
	[/\bturned away\b/i, 'refused'],
	[/\bwho did it\b/i, 'say which one'],
	[/\bthe (way|house) of\b/i, 'how'],
	[/\bsome(body|one) else's\b/i, "another person's"],
	[/\bsaid so\b/i, 'said it'],
	[/\btakes? it for\b/i, 'mistake for'],
	[/, too\b/, 'also'],
	[/\bmind it\b/i, 'note'],
	[/\bonce only for ever\b/i, 'once'],
	[/\bwithout a word\b/i, 'silently'],
	[/\bwritings?\b/i, 'spelling'],
	[/\bgive it one\b/i, 'name what to give'],
	[/\ba second time\b/i, 'again, or repeat'],
	[/\bsuch as to\b/i, 'for example to'],
	[/\bin general\b/i, 'leave it out'],
	[/\bswitch(ed|es)? (it |\w+ )?(on|off)\b/i, 'turn on or off, as n8n does'],
	[/\bcan not\b/i, 'cannot'],
];

/** Checks repeated words, wordy phrases and clichés. The other checks misjudge technical text. */
const CHECKS = { passive: false, weasel: false, adverb: false, so: false, thereIs: false };

/** Wordy to write-good, but right here; labels repeat a word at commas. */
const ALLOWED = /^(additional|all of|in between|it is|it was|maximum|update,|type of|validate)$/i;

/** A text that users read, and where it is. */
export interface Text {
	at: string;
	text: string;
}

/** The faults of a text. */
export function findingsIn({ at, text }: Text): string[] {
	const suggestions = writeGood(text, CHECKS).filter(
		({ index, offset }) => !ALLOWED.test(text.slice(index, index + offset)),
	);
	return [
		...suggestions.map(({ reason }) => reason),
		...VOCABULARY.flatMap(([words, instead]) =>
			words.test(text) ? [`"${words.exec(text)?.[0]}": write "${instead}"`] : [],
		),
	].map((finding) => `${at}: ${finding}: ${text}`);
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.@:/_-]*/gu) ?? [];

/** Sentences, or parts between semicolons, that are too long; lists of values are not. */
export const longIn = ({ at, text }: Text, most: number): string[] =>
	text
		.replace(/^Use one of these values: .*/, '')
		.split(/(?<=[.!?;]['")]*)\s+(?=\S)/u)
		.filter((sentence) => wordsIn(sentence).length > most)
		.map((sentence) => `${at}: ${wordsIn(sentence).length} words: ${sentence}`);

/** The prose of a page: each paragraph, cell and list item, without code and the targets of links. */
const proseIn = (page: string) =>
	page
		.replaceAll(/^( *)```.*?^\1```$/gms, '')
		.replaceAll(/`[^`\n]*`/g, (_code, offset: number) => `X${offset}`)
		.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replaceAll(/[*_]{1,2}(\S[^*_\n]*)[*_]{1,2}/g, '$1')
		.split('\n')
		.flatMap((line, number) =>
			line.split(/ ?\| ?|(?<=^ *)(?:#+|[-*]|\d+\.) /).map((text) => ({ line: number + 1, text })),
		)
		.filter(({ text }) => /\p{L}/u.test(text));

export const ofPages: Text[] = pages
	.filter(({ path }) => /^(README|CONTRIBUTING|docs\/(?:maintainers\/)?[^/]+)\.md$/.test(path))
	.flatMap(({ path, text: page }) =>
		proseIn(page).map(({ line, text }) => ({ at: `${path}:${line}`, text })),
	);

/** The messages without quotes from Loops, expressions and URLs. */
export const ofMessages: Text[] = readFileSync(
	new URL('../messages/messages.txt', import.meta.url),
	'utf8',
)
	.split('\n')
	.flatMap((line, number) =>
		(/^(?:- | {2})/.test(line) ? line.slice(2) : '')
			.replaceAll(/ \((HTTP \d+|E[A-Z]+)[^)]*(\([^)]*\)[^)]*)*\)/g, '')
			.replaceAll(/\{\{.*?\}\}|https?:\S+/g, 'X')
			.replace(/^'Loops Trigger' responded to a request with \d+: (.* is invalid: )?/, '')
			.replaceAll(/<\/?(ul|li)>/g, '\n')
			.split('\n')
			.filter((text) => text.trim())
			.map((text) => ({ at: `messages.txt:${number + 1}`, text: text.trim() })),
	);

const READ = ['displayName', 'description', 'hint', 'action', 'placeholder', 'message'];

function labelsIn(value: unknown, at: string): Text[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, each]) => {
		const name = (value as { name?: string }).name ?? at;
		if (typeof each !== 'string') return labelsIn(each, name);
		return READ.includes(key)
			? [{ at: `${name}, ${key}`, text: each.replaceAll(/<[^>]*>/g, '') }]
			: [];
	});
}

/** The texts in the forms of the editor. */
export const ofForms: Text[] = [
	...[new Loops(), new LoopsTrigger()].flatMap(({ description }) =>
		labelsIn(description, description.name),
	),
	...[new LoopsEmailApi(), new LoopsEmailWebhookApi()].flatMap((each) => labelsIn(each, each.name)),
];
