import { parametersOf } from '../../harness/operations.mts';
import { given, refuses } from './refuses.mts';

const { sendEmail, upsert } = parametersOf;

refuses('options without effect', [
	[
		'an invalid switch beside an idempotency key',
		{
			...sendEmail,
			options: { customIdempotencyKey: 'a', preventDuplicatesOnRetry: given('perhaps') },
		},
		`'Prevent Duplicates on Retry' is neither true nor false: "perhaps"`,
		'',
	],
	[
		'an invalid choice for variables that are not mapped',
		{ ...sendEmail, options: { missingVariables: given('other') } },
		`'Missing Variables' can't be "other"`,
		'Choose one of dontSend, sendAndWarn',
	],
	[
		'an invalid choice for properties that are not given',
		{ ...upsert, options: { unknownProperties: given('other') } },
		`'Unknown Properties' can't be "other"`,
		'Choose one of dontSend, sendAndWarn',
	],
]);
