import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { withAdded } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { create, sendEvent, update, upsert } = parametersOf;
const validateOnly = { options: { validateOnly: true } };
const having = (call: IDataObject, json: string) =>
	withAdded(call, { contactPropertiesJson: json });
const warningsOf = (json: IDataObject[]) => json.map(({ warnings }) => String(warnings));

describe.each(Object.entries({ create, upsert, update, sendEvent }))('%s', (_name, call) => {
	it('warns each item about an unknown property with Validate Only', async () => {
		const parameters = having({ ...call, ...validateOnly }, '{ "seat": 1 }');
		const { json } = await loops.run(parameters, [{ n: 0 }, { n: 1 }, { n: 2 }]);
		const warning = expect.stringMatching(/'seat'.*'seats'/);
		expect(warningsOf(json)).toEqual([warning, warning, warning]);
	});

	it("names the property 'notes', which Loops lists but drops", async () => {
		const notes = having(call, '{ "notes": "VIP" }');
		const { error, hints } = await loops.run(notes);
		expect([error?.message, ...hints].join()).toContain("'notes'");
		const writes = loops.sent().length;
		const options = { ...(notes.options as IDataObject), unknownProperties: 'dontSend' };
		const strict = await loops.run({ ...notes, options });
		expect(strict.error?.message).toContain("'notes'");
		expect(loops.sent()).toHaveLength(writes);
	});
});

describe('Validate Only', () => {
	it('warns each item about its own properties only, even if an earlier one fails', async () => {
		const names = ['seat', 'planNam', 'isBet', 'firstName'];
		const email = '={{ $json.name === "seat" ? "none" : "kim@example.com" }}';
		const parameters = having(
			{ ...upsert, email, ...validateOnly },
			'={{ { [$json.name]: "x" } }}',
		);
		const items = names.map((name) => ({ name }));
		const { json } = await loops.run(parameters, items, { onError: 'continueRegularOutput' });
		expect(
			warningsOf(json).map((text) => names.filter((name) => text.includes(`'${name}'`))),
		).toEqual([[], ['planNam'], ['isBet'], []]);
	});
});

it.each<Fault>([
	{ kind: 'html', status: 503, headers: { 'retry-after': '0' } },
	{ kind: 'empty', status: 503, headers: { 'retry-after': '0' } },
])('a 503 is reported as unavailable, not as a wrong Base URL: %o', async (fault) => {
	loops.emulator.inject({ ...fault, times: 'always' });
	const { error } = await loops.run(parametersOf.find);
	expect(error?.message).toContain('Loops is not available at the moment (HTTP 503');
	expect(error?.description).not.toContain('Check the Base URL');
});
