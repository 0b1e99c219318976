import { describe, expect, it } from 'vitest';

import { LoopsEmailApi } from '../../credentials/LoopsEmailApi.credentials';
import { LoopsEmailWebhookApi } from '../../credentials/LoopsEmailWebhookApi.credentials';
import { Loops } from '../../nodes/Loops/Loops.node';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { events } from '../../nodes/LoopsTrigger/parameters';
import { labels } from './labels.mts';
import { pages } from './markdown.mts';

const credentials = [new LoopsEmailApi(), new LoopsEmailWebhookApi()];
const nodes = [new Loops(), new LoopsTrigger()].map(({ description }) => description);

/** A label, and its short form without the part in brackets. */
const bothWays = (label: string) => [label, label.replaceAll(/ \([^)]*\)/g, '')];

const paths = new Set(
	[...labels.values()].flatMap(bothWays).filter((label) => label.includes(' > ')),
);
const names = new Set([
	...[...labels.values()].flatMap((label) => label.split(/ > |: /)).flatMap(bothWays),
	...[...credentials, ...nodes].map(({ displayName }) => displayName),
	...events.flatMap(({ name }) => bothWays(name)),
	...credentials.flatMap(({ properties }) => properties.map(({ displayName }) => displayName)),
]);

/** Names from elsewhere: n8n, Loops, other nodes and common ones. */
const OTHERS = [
	'AI Agent',
	'Call n8n Workflow Tool',
	'Error Workflow',
	'Exclude Byte Order Mark',
	'Include Empty Cells',
	'Docker Compose',
	'Header Auth',
	'HTTP Request',
	'Loop Over Items',
	'Map Automatically',
	'Mapping Column Mode',
	'MCP Server Trigger',
	'User Group',
	'Remove Duplicates',
	'Data Table',
	'If Row Does Not Exist',
	'Remove Items Processed',
	'Previous Executions',
	'History Size',
	'Input Data',
	'Refused Rows',
	'Opted Out Elsewhere',
	'Left Out',
	'Release Notes',
	'Delete Picture',
	'Upload Image',
	'Safe Link',
	'Tables Support',
	'Get Markdown',
	'GitHub Task Lists',
	'Invalid Form Link',
	'Create Campaign',
	'CI Push',
	'Edit Fields',
	'GitHub Actions',
	'Manual Trigger',
	'Only Answers',
	'Schedule Trigger',
	'Simplify Answers',
	'Typeform Trigger',
	'Webflow Trigger',
	'Form Trigger',
	'Google Sheets',
	'British Columbia',
	'Send Email',
	'Send and Wait for Response',
	'Never Error',
	'On Error',
	'Retry On Fail',
	'Stop Workflow',
	'Timeout Workflow',
	'Webhook URLs',
	'Predefined Credential Type',
	'Response Format',
	'Dedicated Sending IP',
	'Idempotency Key',
	'Continue',
	'Retry',
	'Luxon DateTime',
	'JavaScript Date',
	'First Name',
	'Last Name',
	'Transactional ID',
	'Custom Properties',
	'Per Page',
	'Member Tag',
	'Send Batch',
];

const WORD = "[A-Z][A-Za-z]*(?:'t)?";
const JOINERS = '(?:as|at|for|from|if|is|of|on|or|per|to) ';
const LABEL = `${WORD}(?: (?:${JOINERS})*${WORD})*`;
/** Words beside a name that are not part of it. */
const BESIDE =
	/^(A|Add|After|An|Another|Ask|Before|Can|Do|For|From|How|ID|If|In|Is|Malformed|On|So|The|To|Under|Use|What|When|Where|Whether|Which|Why|With|Without) /;

const longestFirst = (list: Iterable<string>) => [...list].sort((a, b) => b.length - a.length);
const escaped = (name: string) => name.replaceAll(/[()*+.?|]/g, '\\$&');
const known = new RegExp(
	`\\b(?:${longestFirst([...names, ...OTHERS].filter((name) => name.includes(' ')))
		.map(escaped)
		.join('|')})(?!\\w)`,
	'g',
);

/** The first parts of paths, such as Options in 'Options > Timeout'. */
const above = longestFirst(new Set([...paths].map((path) => path.split(' > ')[0])))
	.filter((name) => [...paths].some((path) => path.startsWith(`${name} > `)))
	.map(escaped)
	.join('|');

/** The text of a page, without code and the targets of links. */
const proseOf = (text: string) =>
	text
		.replaceAll(/^( *)```.*?^\1```$/gms, '')
		.replaceAll(/`[^`]*`/g, '``')
		.replaceAll(/\]\([^)]*\)/g, ']');

const texts = pages
	.filter(({ path }) => /^(README|docs\/[^/]+)\.md$/.test(path))
	.map(({ path, text }) => ({ path, prose: proseOf(text) }));

/** Unknown names in Title Case, of two or more words. */
const unknownIn = (prose: string) =>
	[...prose.replaceAll(known, '·').matchAll(new RegExp(`\\b${WORD}(?: ${WORD})+`, 'g'))]
		.map(([name]) => name.replace(BESIDE, ''))
		.filter((name) => name.includes(' '));

/** Paths such as 'Options > Timeout' that do not exist. */
const wrongPathsIn = (prose: string) =>
	[...prose.matchAll(new RegExp(`\\b(?:${above}) > ${LABEL}`, 'g'))]
		.map(([path]) => path)
		.filter((path) => ![...paths].some((each) => `${path} `.startsWith(`${each} `)));

describe('names in the text', () => {
	it('are names in the editor or known names from elsewhere', () => {
		expect(
			texts.flatMap(({ path, prose }) => unknownIn(prose).map((name) => `${path}: ${name}`)),
		).toEqual([]);
	});

	it('from elsewhere are all in use', () => {
		const all = texts.map(({ prose }) => prose).join('\n');
		expect(OTHERS.filter((name) => !all.includes(name))).toEqual([]);
	});

	it.each(texts)('of one word in bold are known: $path', ({ prose }) => {
		const bold = [...prose.matchAll(/\*\*([A-Z][a-z]+)\*\*/g)].map(([, name]) => name);
		expect(bold.filter((name) => !names.has(name) && !OTHERS.includes(name))).toEqual([]);
	});

	it.each(texts)('have existing paths: $path', ({ prose }) => {
		expect(wrongPathsIn(prose)).toEqual([]);
	});
});
