import { options, validateOnly } from '../form/options';
import { checkbox, type ParameterSet } from '../form/parameter';
import { ONCE_FOR } from './rerun';
import { CUSTOM_KEY, customKeyIn, headers, keyIn } from './headers';

/** The options of both send operations. `entries` are the operation's own. */
export const sendOptions = <E extends ParameterSet>(entries: E) =>
	options({
		onceFor: {
			property: {
				displayName: ONCE_FOR,
				name: 'sendOnlyOnceFor',
				type: 'string',
				default: '',
				placeholder: 'e.g. {{ $json.orderId }}',
				description:
					'Something that is unique to the message, such as an order ID. For 24 hours, Loops takes this email or event only once for it, from any execution or workflow. For several people per order, give the order ID and the email together.',
			},
			read: keyIn,
		},
		preventsDuplicates: checkbox({
			displayName: 'Prevent Duplicates on Retry',
			name: 'preventDuplicatesOnRetry',
			default: true,
			description:
				'Whether to give each message its own key, so a retry of a failed execution does not send it twice. A new execution sends again. So does a retry of an execution that crashed, that was stopped by hand, or whose sub-workflow has this node.',
		}),
		validateOnly,
		...entries,
		customKey: {
			property: {
				displayName: CUSTOM_KEY,
				name: 'customIdempotencyKey',
				type: 'string',
				default: '',
				placeholder: 'e.g. {{ $json.orderId }}-receipt',
				description: `The exact key that goes to Loops, in up to 100 characters. '${ONCE_FOR}' is easier.`,
			},
			read: customKeyIn,
		},
		headers,
	});

export interface KeyOptions {
	onceFor?: string;
	customKey?: string;
	preventsDuplicates: boolean;
	headers: Record<string, string>;
}
