import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { type StoredError, useEmulator } from '../harness/loops.mts';
import { contentOperations, contentParameters } from '../harness/operations.mts';

const save = contentParameters('transactionalEmail saveContent');
const rows: Array<[string, IDataObject]> = [
	...contentOperations,
	['campaign create with content', { ...contentParameters('campaign create'), subject: 'News' }],
	[
		'transactionalEmail saveContent by name',
		{ ...save, transactionalId: { __rl: true, mode: 'name', value: 'New' }, publish: true },
	],
	[
		'emailMessage check that fails',
		{ ...contentParameters('emailMessage check'), options: { failOnErrors: true } },
	],
	['workflow delete, dry', { ...contentParameters('workflow delete'), dryRun: true }],
];

const finding = { rule: 'r', title: 'Title', description: '', items: [{ label: 'here' }] };

type Answer = Record<string, unknown> | unknown[];

/** Variants of an answer with one field null or absent, down to the first entry of each list. */
function* changed(answer: Answer): Generator<[name: string, answer: Answer]> {
	for (const key of Object.keys(answer)) {
		if (Array.isArray(answer) && key !== '0') continue;
		const value = (answer as Record<string, unknown>)[key];
		const withValue = (other: unknown): Answer => {
			const copy = (Array.isArray(answer) ? [...answer] : { ...answer }) as Record<string, unknown>;
			if (other === undefined) delete copy[key];
			else copy[key] = other;
			return Array.isArray(answer) ? Object.values(copy) : copy;
		};
		yield [`${key} is null`, withValue(null)];
		yield [`${key} is absent`, withValue(undefined)];
		if (typeof value !== 'object' || value === null) continue;
		for (const [name, other] of changed(value as Answer))
			yield [`${key}.${name}`, withValue(other)];
	}
}

/** Completes an answer, since the emulator's log truncates long lists. */
function completeAnswer(path: string, answer: string): Answer {
	if (path.endsWith('/guardian')) return { errors: [finding], warnings: [finding] };
	if (!answer.includes('"pagination"')) return JSON.parse(answer) as Answer;
	return { pagination: { nextCursor: null }, data: [{ id: 'cm9one', name: 'One' }] };
}

/** Matches text without a JavaScript TypeError. */
const NO_TYPE_ERROR =
	/^(?!.*(TypeError|Cannot (read|convert|use)|is not (a function|iterable|an object))).+/;

/** Tests every operation with one in so many fields of the answers changed. */
export function testNulls(oneIn: number): void {
	const loops = useEmulator({}, { checksOutput: false });
	let variants = 0;

	it.each(rows)(
		'%s never throws a TypeError for a null or absent field in an answer',
		async (_name, parameters) => {
			await loops.run(parameters);
			const answers = new Map(
				loops.emulator.requests
					.filter(({ answer }) => answer?.startsWith('{') || answer?.startsWith('['))
					.map(({ method, path, answer }) => [
						`${method} ${path}`,
						completeAnswer(path, String(answer)),
					]),
			);
			for (const [call, answer] of answers) {
				const left = [...changed(answer)].filter(() => variants++ % oneIn === 0);
				// As many items as variants: each call gets the next one. What a run asks only once gets few.
				let count = left.length;
				while (left.length > 0) {
					const given: string[] = [];
					loops.emulator.reset();
					loops.onRequest = ({ method, path }) => {
						if (`${method} ${path}` !== call) return undefined;
						const [name, body] = left.shift() ?? last;
						given.push(name);
						return { fault: { kind: 'body', body, after: true } };
					};
					const last = left[left.length - 1];
					const items = left.slice(0, count).map(() => ({}));
					const { error, json } = await loops.run(parameters, items, {
						onError: 'continueRegularOutput',
					});
					expect(given).not.toEqual([]);
					count = given.length;
					const errors = [error, ...json.map((each) => each.error as StoredError | undefined)];
					for (const each of errors) {
						const said = `${each?.message ?? 'fine'} ${each?.description ?? ''}`;
						expect(`${call}: ${given.join('; ')}: ${said}`).toMatch(NO_TYPE_ERROR);
					}
				}
			}
		},
	);
}
