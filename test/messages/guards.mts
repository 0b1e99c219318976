import type { Fault } from '../emulator/faults.mts';
import { propertiesMapper } from '../harness/forms.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';
import type { Case, Section } from './cases.mts';

const { sendEmail } = parametersOf;
const deleteContact = parametersOf.delete;
const forbidden = (path: string): Fault => ({ kind: 'status', status: 403, path, times: 'always' });
const onlyFor = (onlyForTeam: string): Case => ({
	parameters: { ...sendEmail, options: { onlyForTeam } },
});
const schedule = contentParameters('campaign schedule');

/** Messages about what keeps a run from the wrong account, the wrong people and the wrong columns. */
export const GUARDS: Section[] = [
	[
		'The right account',
		[
			onlyFor('Acme Staging'),
			onlyFor('={{ "" }}'),
			{ ...onlyFor('Acme Mail'), faults: [forbidden('/v1/api-key')] },
			...[sendEmail, { ...deleteContact, findBy: 'userId', userId: 'u-9' }, schedule].map(
				(parameters): Case => ({ parameters, credentials: { onlyToDomains: 'acme.dev' } }),
			),
			{
				parameters: contentParameters('workflow changeMailingList'),
				credentials: { onlyToDomains: 'acme.dev' },
				faults: [
					{
						...{ kind: 'body', method: 'GET', times: 'always' },
						body: { id: 'cm9workflow0welcome00001', status: 'Sending' },
					},
				],
			},
			...[
				contentParameters('component update'),
				{
					...contentParameters('campaign update'),
					campaignId: { __rl: true, mode: 'id', value: 'cm9campaign0spring000001' },
				},
				{
					...contentParameters('emailMessage update'),
					emailMessageId: { __rl: true, mode: 'id', value: 'cm9msg0welcome0000000001' },
					options: { changeWorkflowEmail: true },
				},
			].map((parameters): Case => ({ parameters, credentials: { onlyToDomains: 'acme.dev' } })),
			{ parameters: sendEmail, credentials: { onlyToDomains: ',' } },
		],
	],
	[
		'What Validate Only finds',
		[
			{ ...contentParameters('audienceSegment create'), name: 'Teams' },
			{
				resource: 'contactProperty',
				operation: 'create',
				propertyName: 'planName',
				propertyType: 'string',
			},
		].map(
			(parameters): Case => ({ parameters: { ...parameters, options: { validateOnly: true } } }),
		),
	],
	[
		'People who share a user ID',
		[
			['k1', 'k1'],
			['k1', 'k2'],
		].map(
			([one, other]): Case => ({
				parameters: {
					...parametersOf.upsert,
					findBy: 'emailAndUserId',
					email: '={{ $json.email }}',
					userId: '={{ $json.id }}',
				},
				items: [
					{ email: 'ada@example.com', id: one },
					{ email: one === other ? 'kim@example.com' : 'ada@example.com', id: other },
				],
			}),
		),
	],
	[
		'Fields that no item has',
		['other', 'Plan', '\ufeffplan', 'plan '].map(
			(name): Case => ({
				parameters: {
					...parametersOf.upsert,
					...propertiesMapper({ planName: 'string' }, { planName: '={{ $json.plan }}' }),
				},
				items: [{ [name]: 'team' }],
			}),
		),
	],
	[
		'Characters that were lost',
		[
			{
				parameters: {
					...parametersOf.upsert,
					...propertiesMapper({}, { firstName: 'Ga\ufffdlle' }),
				},
			},
		],
	],
	[
		'Another try of Retry On Fail',
		['={{ $json.name }}', '={{ $json.name + $now.toMillis() }}'].map(
			(name): Case => ({
				parameters: { ...contentParameters('campaignGroup create'), name },
				items: ['One', 'Two'].map((each) => ({ name: each })),
				faults: [
					{ kind: 'slow', delay: 1, method: 'POST' },
					{ kind: 'status', status: 403, method: 'POST' },
				],
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			}),
		),
	],
];
