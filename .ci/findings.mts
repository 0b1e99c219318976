import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter } from 'vitest/node';

type Ended = Required<Reporter>['onTestRunEnd'];
type Modules = Parameters<Ended>[0];
type Errors = Parameters<Ended>[1];

/** The first lines of an error, and where it was thrown. */
function excerpt({ message, stacks }: Errors[number]): string[] {
	const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, 3);
	const [at] = stacks ?? [];
	const place = at ? [`at ${at.file}:${at.line}`] : [];
	return [...lines, ...place].map((line) => `    ${line.slice(0, 200)}`);
}

/**
 * Writes into the file named by FINDINGS which tests failed, and which passed only when they were tried
 * again, for the end of what `.ci/run` prints. Writes none where there is nothing to tell.
 */
export default class Findings implements Reporter {
	onTestRunEnd(modules: Modules, unhandledErrors: Errors) {
		const failed: string[] = [];
		const retried: string[] = [];
		const fail = (where: string, errors: Errors) => {
			if (errors.length > 0) failed.push(`FAILED ${where}`, ...excerpt(errors[0]));
		};

		const inOrder = [...modules].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
		for (const module of inOrder) {
			const file = [module.project.name, module.relativeModuleId].filter(Boolean).join(' ');
			fail(file, module.errors());
			for (const suite of module.children.allSuites()) {
				fail(`${file} > ${suite.fullName}`, suite.errors());
			}
			for (const test of module.children.allTests()) {
				const { state, errors = [] } = test.result();
				const where = `${file} > ${test.fullName}`;
				if (state === 'failed') fail(where, errors);
				if (test.diagnostic()?.flaky) {
					retried.push(`TRIED AGAIN ${where}`, ...excerpt(errors[0]));
				}
			}
		}
		for (const error of unhandledErrors) fail('outside of a test', [error]);

		const lines = [...failed, ...retried];
		const path = process.env.FINDINGS;
		if (path && lines.length > 0) writeFileSync(path, `${lines.join('\n')}\n`);
	}
}
