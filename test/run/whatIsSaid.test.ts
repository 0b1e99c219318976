import { expect, it } from 'vitest';

import { Report } from '../../nodes/Loops/run/report.ts';
import { variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();

const { createProperty, sendEmail, upsert } = parametersOf;

it('an expression that throws fails with its item in the message and the context', async () => {
	const email = "={{ $json.n === 1 ? DateTime.fromISO('x').no.thing : 'kim@example.com' }}";
	const { error } = await loops.run({ ...upsert, email }, [{ n: 0 }, { n: 1 }]);
	expect(error?.message).toMatch(/ \[item 1\]$/);
	expect(error?.context.itemIndex).toBe(1);
});

const list = () =>
	loops.emulator.requests.filter(
		({ method, path }) => method === 'GET' && path.startsWith('/v1/transactional'),
	);
const send = (values: Record<string, string>) => ({
	...sendEmail,
	...variablesMapper(['firstName'], values),
	options: { missingVariables: 'dontSend' },
});

it('the data variables of an email are cached across runs', async () => {
	await loops.run(send({ firstName: 'Kim' }));
	const before = list().length;
	expect(before).toBeGreaterThan(0);
	await loops.run(send({ firstName: 'Kim' }));
	expect(loops.emulator.outbox).toHaveLength(2);
	expect(list()).toHaveLength(before);
});

it.each([
	[20, undefined],
	[21, 'More warnings are not listed: 1.'],
	[1_019, 'More warnings are not listed: 999.'],
	[1_020, 'More warnings are not listed: at least 1000.'],
	[1_100, 'More warnings are not listed: at least 1000.'],
])('the hints of a report list 20 of %i warnings and count the others: %s', (count, text) => {
	const report = new Report(5);
	// Each counts once for all its items.
	for (const item of [0, 1]) {
		for (let n = 0; n < count; n++) report.warn(item, `Warning ${n}`);
	}
	const hints = report.hints().map(({ message }) => message);
	expect(hints.slice(0, 20).every((hint) => hint.startsWith('Warning '))).toBe(true);
	expect(hints[20]).toBe(text);
	expect(hints).toHaveLength(text === undefined ? 20 : 21);
});

it.each([
	[
		'resetBefore',
		'If you run the workflow again with all items, those already done fail. Filter them out before this node.',
	],
	[undefined, undefined],
] as const)(
	'a property that exists with another type counts as possibly created only after a lost answer: %s',
	async (kind, advice) => {
		if (kind) loops.emulator.inject({ kind, method: 'POST' });
		const { error } = await loops.run(
			{
				...createProperty,
				propertyName: 'seats',
				propertyType: 'string',
			},
			[{}, {}],
		);
		expect(error?.description).toContain('Of 2 items: 1 failed, 1 not started');
		if (advice) expect(error?.description).toContain(advice);
		else expect(error?.description).not.toContain('If you run the workflow again with all items');
	},
);
