import { parametersOf } from '../../harness/operations.mts';
import { given, refuses } from './refuses.mts';

const { sendEmail, upsert } = parametersOf;

refuses('options that would not come to matter', [
	[
		'a switch beside a key of its own',
		{
			...sendEmail,
			options: { customIdempotencyKey: 'a', preventDuplicatesOnRetry: given('perhaps') },
		},
		`'Prevent Duplicates on Retry' is neither true nor false: "perhaps"`,
		'',
	],
	[
		'a choice about fields that are not used',
		{ ...sendEmail, options: { missingVariables: given('other') } },
		`'Missing Variables' can't be "other"`,
		'Choose one of dontSend, sendAndWarn',
	],
	[
		'a choice about properties where there are none',
		{ ...upsert, options: { unknownProperties: given('other') } },
		`'Unknown Properties' can't be "other"`,
		'Choose one of dontSend, sendAndWarn',
	],
]);
