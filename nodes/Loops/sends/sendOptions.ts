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
					'Choose this if a new execution must not send the message again. Enter a value that is unique to the message, such as an order ID. For 24 hours, Loops accepts this email or event only once with this value, from any execution or workflow. If several people get a message about one order, combine the order ID and the email address.',
			},
			read: keyIn,
		},
		preventsDuplicates: checkbox({
			displayName: 'Prevent Duplicates on Retry',
			name: 'preventDuplicatesOnRetry',
			default: true,
			description:
				"Whether to give each message its own idempotency key, so that a retry of a failed execution does not send it twice. A new execution sends it again. A retry also sends it again if the execution crashed, was stopped by hand, or ran this node in a sub-workflow. For these cases, use 'Send Only Once For'.",
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
				description: `Exact idempotency key to send to Loops, up to 100 characters. Choose this only if another tool sends the same message with this key. In other cases, '${ONCE_FOR}' is easier to use.`,
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
