import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { data, joining, template, expectedText, type Template } from './templates.mts';

/** `TEMPLATES=100000 npx vitest run test/generated/templates` for more; `VALUES_SEED=7` repeats one. */
const TOTAL = Number(process.env.TEMPLATES ?? 400);
const SEED = Number(process.env.VALUES_SEED ?? 1);

/** Items for each template. */
const ITEMS = 10;

const loops = useEmulator({ requestLog: 2 * ITEMS });

const email = '={{ "i" + $json.item + "@example.com" }}';
const upsert = {
	...{ resource: 'contact', operation: 'upsert', findBy: 'userId' },
	additionalFields: { contactPropertiesJson: `={{ { email0: ${email.slice(4, -3)} } }}` },
};
const event = { resource: 'event', operation: 'send', eventName: 'signup', email };

/** A template, and the data of its items. */
const run = fc.tuple(
	fc.oneof(template, joining),
	fc.array(data, { minLength: ITEMS, maxLength: ITEMS }) as fc.Arbitrary<IDataObject[]>,
);

interface Field {
	name: string;
	of: (text: string) => IDataObject;
	/** What was sent, or undefined if the request does not show it. */
	sent: (body: IDataObject) => unknown;
}

const FIELDS: Field[] = [
	{ name: 'User ID', of: (userId) => ({ ...upsert, userId }), sent: ({ userId }) => userId },
	{
		name: 'Send Only Once For',
		of: (sendOnlyOnceFor) => ({ ...event, options: { sendOnlyOnceFor } }),
		// Sent as a hash.
		sent: () => undefined,
	},
	{
		name: 'Extra Event Properties: Name',
		of: (name) => ({
			...event,
			options: {
				extraEventProperties: { assignments: [{ id: '1', name, type: 'string', value: 'x' }] },
			},
		}),
		sent: ({ eventProperties }) => Object.keys(eventProperties ?? {})[0],
	},
];

/** The items for which a template had a wrong outcome. */
async function complaints({ name, of, sent }: Field, given: Template, items: IDataObject[]) {
	loops.emulator.reset();
	const inputs = items.map((item, index) => ({ ...item, item: index }));
	const { items: output } = await loops.run(of(given.text), inputs, {
		onError: 'continueRegularOutput',
	});
	const bodies = new Map(
		loops.calls().map(({ body }) => {
			const of = body as IDataObject;
			return [Number(/\d+/.exec(String(of.email ?? of.email0))?.[0]), of];
		}),
	);
	return items.flatMap((item, index) => {
		const expected = expectedText(given, item, name !== 'Extra Event Properties: Name');
		const body = bodies.get(index);
		const { message = '' } = (output[index].json.error ?? {}) as { message?: string };
		const isRight =
			'refusedFor' in expected
				? !body && message.startsWith(`'${name}'`) && message.includes(expected.refusedFor)
				: body
					? [undefined, expected.sent].includes(sent(body) as string)
					: message.includes('has the same value as that of item');
		return isRight ? [] : [{ text: given.text, item, expected, body, message }];
	});
}

describe(`templates, seed ${SEED}`, () => {
	const count = Math.ceil(TOTAL / ITEMS / FIELDS.length);

	it.each(FIELDS.map((field, index) => ({ ...field, seed: SEED + index })))(
		`$name: ${count} templates for ${ITEMS} items each are sent whole or refused`,
		{ timeout: 3_600_000 },
		async ({ seed, ...field }) => {
			for (const [given, items] of fc.sample(run, { numRuns: count, seed })) {
				expect(await complaints(field, given, items as IDataObject[])).toEqual([]);
			}
		},
	);

	it('are refused for many items, and sent for many', () => {
		const ofItems = fc
			.sample(run, { numRuns: TOTAL, seed: SEED })
			.flatMap(([given, items]) => items.map((item) => expectedText(given, item, true)));
		const refused = ofItems.filter((expected) => 'refusedFor' in expected);
		expect(refused.length / ofItems.length).toBeGreaterThan(0.2);
		expect(refused.length / ofItems.length).toBeLessThan(0.8);
	});
});
