import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { upsert } = parametersOf;

const run = async (value: unknown) =>
	await loops.run({ ...parametersOf.find, email: '={{ $json.value }}' }, [
		{ json: { value } as never },
	]);

describe('an email address', () => {
	it.each([
		['kim@example.com', 'kim@example.com'],
		[' \tkim@example.com\n', 'kim@example.com'],
		["o'brien+x@mail.example.co", "o'brien+x@mail.example.co"],
		['NaN.kim@example.com', 'NaN.kim@example.com'],
		['ü@exämple.com', 'ü@exämple.com'],
		['undefinedbehavior@gmail.com', 'undefinedbehavior@gmail.com'],
		['sales@null.com', 'sales@null.com'],
		['mailto:kim@example.com', 'kim@example.com'],
		['"kim@example.com"', 'kim@example.com'],
		["'kim@example.com'", 'kim@example.com'],
		['<kim@example.com>', 'kim@example.com'],
		['(kim@example.com)', 'kim@example.com'],
		['[ kim@example.com ]', 'kim@example.com'],
		['kim@example.com;', 'kim@example.com'],
		['"kim@example.com",', 'kim@example.com'],
		['<MAILTO:kim@example.com>', 'kim@example.com'],
		['Kim <kim@example.com>', 'kim@example.com'],
		["'t.hart@example.com", "'t.hart@example.com"],
	])('is accepted as "%s"', async (value, asked) => {
		const { error } = await run(value);
		expect(error).toBeUndefined();
		expect(loops.sent()[0].query).toEqual({ email: asked });
	});

	it('is found among 7 million blanks', async () => {
		await run(`${' '.repeat(7_000_000)}кім@example.com`);
		expect(loops.sent()[0].query).toEqual({ email: 'кім@example.com' });
	});

	it.each([
		'kim@example',
		'@example.com',
		'kim@',
		'kim@.com',
		'kim@example.',
		'kim',
		'kim lee@example.com',
		'kim@exam ple.com',
		'kim@@example.com',
		'kim@example.com,ada@example.com',
		'kim@example.com.',
		'kim@example.com?subject=Hi',
		'ada@example.com <kim@example.com>',
		'mailto:',
		'""',
		'ki\u200bm@example.com',
		7,
	])('is refused as %s', async (value) => {
		const { error } = await run(value);
		expect(error?.message).toContain("'Email' is not an email address: ");
		expect(loops.emulator.requests).toHaveLength(0);
	});

	it('is used with a warning if a name or an apostrophe is before it', async () => {
		expect((await run('Kim Lee <kim@example.com>')).hints).toEqual([
			"'Email' has a name before the address. Only the address is used.",
		]);
		expect((await run("'t.hart@example.com")).hints).toEqual([
			expect.stringContaining("'Email' begins with an apostrophe"),
		]);
		expect((await run('mailto:kim@example.com;')).hints).toEqual([]);
	});

	it('is refused with the name of an invisible character in it', async () => {
		const { error } = await run('ki\u200bm@example.com');
		expect(error?.message).toContain('contains the invisible character U+200B');
	});

	it('has one lock, whatever is around it', async () => {
		const rows = ['kim@example.com', '<kim@example.com>', 'mailto:KIM@example.com'];
		const items = rows.map((value, n) => ({ value, n }));
		const contactPropertiesJson = '={{ { seats: $json.n } }}';
		await loops.expectSuccess(
			{ ...upsert, email: '={{ $json.value }}', additionalFields: { contactPropertiesJson } },
			items,
		);
		expect(loops.emulator.contact('kim@example.com')).toMatchObject({ seats: 2 });
	});

	it.each([undefined, null, '', ' ', '\u200b'])('is refused as empty: %s', async (value) => {
		const { error } = await run(value);
		expect(error?.message).toBe("'Email' is empty [item 0]");
		expect(loops.emulator.requests).toHaveLength(0);
	});
});
