import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { parametersOf } from '../../harness/operations.mts';
import { jsonOf } from '../n8n/client.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();

const PEOPLE = ['anna', 'bob'].map((name) => ({ email: `${name}@example.com`, name }));
const { sendEmail, upsert } = parametersOf;
const email = '={{ $json.email }}';

/** Runs with the error output and returns the messages of the failed items. */
async function refusals(parameters: IDataObject, items: IDataObject[] = PEOPLE) {
	const settings = { onError: 'continueErrorOutput' } as const;
	const execution = await n8n.runLoops({ email, ...parameters }, items, settings);
	expect(jsonOf(execution, 'Done')).toEqual([]);
	return jsonOf(execution, 'Failed').map(({ error }) => String((error as IDataObject).message));
}

describe('text with expressions', () => {
	it('is refused as Send Only Once For if an expression finds nothing', async () => {
		const sendOnlyOnceFor = '={{ $json.orderId }}-{{ $json.email }}';
		for (const order of ['first', 'second'].map((line) => ({ ...PEOPLE[0], line }))) {
			expect(
				await refusals({ ...sendEmail, email, options: { sendOnlyOnceFor } }, [order]),
			).toEqual(["'Send Only Once For': {{ $json.orderId }} finds nothing [item 0]"]);
		}
		expect(n8n.calls()).toEqual([]);
	});

	it('is refused as User ID if an expression finds nothing', async () => {
		const userId = '=user_{{ $json.id }}';
		expect(await refusals({ ...upsert, email, findBy: 'userId', userId })).toEqual(
			[0, 1].map((item) => `'User ID': {{ $json.id }} finds nothing [item ${item}]`),
		);
		expect(n8n.calls()).toEqual([]);
		expect(PEOPLE.map((each) => n8n.emulator.contact(each.email))).toEqual([undefined, undefined]);
	});

	it('is accepted as User ID if all expressions have values', async () => {
		const userId = '=user_{{ $json.name }}-{{ 7 }}';
		await n8n.runLoops({ ...upsert, email, findBy: 'emailAndUserId', userId }, PEOPLE);
		expect(PEOPLE.map((each) => n8n.emulator.contact(each.email)?.userId)).toEqual([
			'user_anna-7',
			'user_bob-7',
		]);
	});
});
