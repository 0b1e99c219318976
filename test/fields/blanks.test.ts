import type { GenericValue, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';

const loops = useEmulator();
const { delete: remove, sendEmail, upsert } = parametersOf;

const rounded = 9007199254740992;
const fields: Array<[field: string, of: (text: string) => IDataObject, values: GenericValue[]]> = [
	['User ID', (userId) => ({ ...remove, findBy: 'userId', userId }), [rounded, ['u-77']]],
	[
		'Send Only Once For',
		(sendOnlyOnceFor) => ({ ...sendEmail, options: { sendOnlyOnceFor } }),
		[rounded, ['a']],
	],
	[
		'Contact Properties',
		(subscribed) => ({
			...upsert,
			...propertiesMapper({ subscribed: 'boolean' }, { subscribed }),
		}),
		[[true]],
	],
	[
		'Data Variables',
		(firstName) => ({ ...sendEmail, ...variablesMapper(['firstName'], { firstName }) }),
		[['Kim'], [{ title: 'Pen' }], { a: 1 }],
	],
	[
		'Subscription (All Emails)',
		(subscription) => ({ ...upsert, additionalFields: { subscription } }),
		[[true]],
	],
	['Add to Audience', (addToAudience) => ({ ...sendEmail, options: { addToAudience } }), [[true]]],
];

describe.each(['= {{ $json.v }}', '={{ $json.v }}\n', '={{ $json.v }}\u200b'])(
	'an expression with blanks around it: %j',
	(text) => {
		it.each(fields)('is refused when its value is not text: %s', async (field, of, values) => {
			for (const v of values) {
				const { error } = await loops.run(of(text), [{ v }]);
				expect(error?.message, JSON.stringify(v)).toContain(`'${field}': {{ $json.v }} gives `);
			}
			expect(loops.sent()).toEqual([]);
		});

		it('causes a warning when it finds nothing', async () => {
			const values = propertiesMapper({ firstName: 'string' }, { firstName: text });
			const { hints } = await loops.run({ ...upsert, ...values });
			expect(hints).toContain("'firstName': {{ $json.v }} finds nothing.");
		});
	},
);
