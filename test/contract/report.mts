import type { Assumption } from './assumption.mts';
import { namedIn } from './named.mts';
import type { Result } from './run.mts';

const OUTCOMES = ['held', 'differs', 'not checked', 'not finished'] as const;

/** How many of each, in one line. */
export const summary = (results: readonly Result[]): string =>
	OUTCOMES.map((outcome) => {
		const count = results.filter((result) => result.outcome === outcome).length;
		return `${count} ${outcome}`;
	}).join(', ');

/** Each request that may change something, and what stays in Loops for good. */
export function planOf(assumptions: readonly Assumption[]): string {
	const list = (of: (assumption: Assumption) => string | undefined) =>
		assumptions.flatMap((assumption) => {
			const text = of(assumption);
			return text === undefined ? [] : [`  ${assumption.id.padEnd(24)} ${text}`];
		});
	const calls = ({ changes = {} }: Assumption) =>
		Object.entries(changes).map(([call, count]) => (count > 1 ? `${count} × ${call}` : call));
	const stays = list(({ leaves }) => leaves);
	return [
		'Requests that may change something:',
		...list((each) => calls(each).join(', ') || undefined),
		...(stays.length > 0 ? ['What no call removes again, so it stays in Loops:', ...stays] : []),
	].join('\n');
}

/** One line a result, as it comes. */
export function line({ assumption, outcome, expected, seen, reason }: Result): string {
	const about = outcome === 'differs' ? `expected ${expected}, saw ${seen}` : (reason ?? '');
	return `${outcome.padEnd(12)} ${assumption.id.padEnd(26)} ${about || assumption.says}`;
}

/** What differs, with where the code relies on it. */
export function differences(results: readonly Result[]): string {
	const named = namedIn('nodes', 'credentials', 'docs');
	return results
		.filter(({ outcome }) => outcome === 'differs')
		.map(({ assumption: { id, says, reliedOnBy, ifNot }, expected, seen }) =>
			[
				`${id}: ${says}`,
				`expected    ${expected}`,
				`saw         ${seen}`,
				`relied on   ${reliedOnBy}`,
				...(named.get(id) ?? []).map((file) => `named in    ${file}`),
				...(ifNot ? [`to do       ${ifNot}`] : []),
			].join('\n  '),
		)
		.join('\n\n');
}

export const asJson = (results: readonly Result[]): string =>
	JSON.stringify(
		results.map(({ assumption: { id, says, source = 'documented' }, ...result }) => ({
			id,
			says,
			source,
			...result,
		})),
		null,
		'\t',
	);

/** The tables of test/contract/README.md, by what checks them. Only what is not documented has its source. */
export const tablesOf = (assumptions: readonly Assumption[]): string =>
	Object.entries({
		'By every run': 'read',
		'With `--write`': 'write',
		'With `--drafts`': 'drafts',
		'With `--send`': 'send',
		'With `--schedule`': 'schedule',
		'On the emulator only': undefined,
	})
		.flatMap(([title, checkedWith]) => [
			`### ${title}`,
			'',
			'| ID | What the node assumes |',
			'| --- | --- |',
			...assumptions
				.filter(({ effect }) => effect === checkedWith)
				.map(({ id, says, source }) => {
					const from = source ? { seen: ' (seen)', guessed: ' (**guess**)' }[source] : '';
					return `| \`${id}\` | ${cell(says)}${from} |`;
				}),
			'',
		])
		.join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|');
