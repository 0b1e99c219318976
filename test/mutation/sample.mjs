import { createHash } from 'node:crypto';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const MUTATION_SAMPLE = process.env.MUTATION_SAMPLE ?? '1';
const oneOf = Number(MUTATION_SAMPLE);

/** The same mutants each time, whatever else is mutated: by what they change, not by their number. */
function isChosen({ fileName, location, mutatorName, replacement }) {
	const { start } = location;
	const file = fileName.split('/nodes/')[1];
	const text = [file, start.line, start.column, mutatorName, replacement].join(' ');
	return createHash('sha256').update(text).digest().readUInt32BE() % oneOf === 0;
}

/** Stryker has no sampling. What a checker refuses counts for nothing: as if it had not compiled. */
const createSample = () => ({
	async init() {},
	async check(mutants) {
		const result = (mutant) =>
			isChosen(mutant)
				? { status: 'passed' }
				: { status: 'compileError', reason: `not among the sample of 1 in ${oneOf}` };
		return Object.fromEntries(mutants.map((mutant) => [mutant.id, result(mutant)]));
	},
	async group(mutants) {
		return [mutants.map(({ id }) => id)];
	},
});

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, 'sample', createSample)];
