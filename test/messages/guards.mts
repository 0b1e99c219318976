import { propertiesMapper } from '../harness/forms.mts';
import { byId, contentParameters, parametersOf } from '../harness/operations.mts';
import type { Case, Section } from './cases.mts';

const { sendEmail, upsert } = parametersOf;
const deleteContact = parametersOf.delete;
const createCampaignGroup = contentParameters('campaignGroup create');
/** A credential that allows other domains than those of the contacts. */
const onlyAcmeDev = { onlyToDomains: 'acme.dev' };

/** Contact > Create or Update, with Plan Name mapped to the column plan. */
const upsertWithPlan = {
	...upsert,
	...propertiesMapper({ planName: 'string' }, { planName: '={{ $json.plan }}' }),
};

/** Contact > Create or Update by email and user ID, which come from the item. */
const upsertByBoth = {
	...upsert,
	findBy: 'emailAndUserId',
	email: '={{ $json.email }}',
	userId: '={{ $json.id }}',
};

/** The first group is created, the second one refused, and then n8n tries the whole node again. */
const triedAgain: Pick<Case, 'items' | 'faults' | 'settings'> = {
	items: [{ name: 'One' }, { name: 'Two' }],
	faults: [
		{ kind: 'slow', delay: 1, method: 'POST' },
		{ kind: 'status', status: 403, method: 'POST' },
	],
	settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
};

/** Messages about what keeps a run from the wrong account, the wrong people and the wrong columns. */
export const GUARDS: Section[] = [
	{
		heading: 'The right account',
		cases: [
			{
				name: 'allows only another team than that of the API key',
				parameters: { ...sendEmail, options: { onlyForTeam: 'Acme Staging' } },
			},
			{
				name: 'gives a team name that is empty',
				parameters: { ...sendEmail, options: { onlyForTeam: '={{ "" }}' } },
			},
			{
				name: 'allows only one team, but Loops does not tell the team',
				parameters: { ...sendEmail, options: { onlyForTeam: 'Acme Mail' } },
				faults: [{ kind: 'status', status: 403, path: '/v1/api-key', times: 'always' }],
			},
			{
				name: 'sends an email to a domain that the credential does not allow',
				parameters: sendEmail,
				credentials: onlyAcmeDev,
			},
			{
				name: 'deletes a contact by the user ID of somebody at another domain',
				parameters: { ...deleteContact, findBy: 'userId', userId: 'u-77' },
				credentials: onlyAcmeDev,
			},
			{
				name: 'deletes a contact by user ID, but the credential allows only one domain',
				parameters: { ...deleteContact, findBy: 'userId', userId: 'u-9' },
				credentials: onlyAcmeDev,
			},
			{
				name: 'schedules a campaign, but the credential allows only one domain',
				parameters: contentParameters('campaign schedule'),
				credentials: onlyAcmeDev,
			},
			{
				name: 'changes a workflow that is sending, but the credential allows only one domain',
				parameters: contentParameters('workflow changeMailingList'),
				credentials: onlyAcmeDev,
				faults: [
					{
						kind: 'body',
						method: 'GET',
						times: 'always',
						body: { id: 'cm9workflow0welcome00001', status: 'Sending' },
					},
				],
			},
			{
				name: 'changes a component of many emails, but the credential allows only one domain',
				parameters: contentParameters('component update'),
				credentials: onlyAcmeDev,
			},
			{
				name: 'changes a campaign that is not a draft, but the credential allows only one domain',
				parameters: {
					...contentParameters('campaign update'),
					campaignId: byId('cm9campaign0spring000001'),
				},
				credentials: onlyAcmeDev,
			},
			{
				name: 'publishes a transactional email, but the credential allows only one domain',
				parameters: contentParameters('transactionalEmail publish'),
				credentials: onlyAcmeDev,
			},
			{
				name: 'changes the email of a workflow, but the credential allows only one domain',
				parameters: {
					...contentParameters('emailMessage update'),
					emailMessageId: byId('cm9msg0welcome0000000001'),
					options: { changeWorkflowEmail: true },
				},
				credentials: onlyAcmeDev,
			},
			{
				name: 'sends an email, but the list of allowed domains contains only a comma',
				parameters: sendEmail,
				credentials: { onlyToDomains: ',' },
			},
		],
	},
	{
		heading: 'What Validate Only finds',
		cases: [
			{
				name: 'validates creating a segment whose name is taken',
				parameters: {
					...contentParameters('audienceSegment create'),
					name: 'Teams',
					options: { validateOnly: true },
				},
			},
			{
				name: 'validates creating a contact property that exists',
				parameters: {
					...parametersOf.createProperty,
					propertyName: 'planName',
					options: { validateOnly: true },
				},
			},
		],
	},
	{
		heading: 'People who share a user ID',
		cases: [
			{
				name: 'gives two people the same user ID',
				parameters: upsertByBoth,
				items: [
					{ email: 'ada@example.com', id: 'k1' },
					{ email: 'kim@example.com', id: 'k1' },
				],
			},
			{
				name: 'gives one person two user IDs',
				parameters: upsertByBoth,
				items: [
					{ email: 'ada@example.com', id: 'k1' },
					{ email: 'ada@example.com', id: 'k2' },
				],
			},
		],
	},
	{
		heading: 'Fields that no item has',
		cases: [
			{
				name: 'maps the column plan, which no item has',
				parameters: upsertWithPlan,
				items: [{ other: 'team' }],
			},
			{
				name: 'maps the column plan, which is called Plan',
				parameters: upsertWithPlan,
				items: [{ Plan: 'team' }],
			},
			{
				name: 'maps the column plan, whose name begins with a byte order mark',
				parameters: upsertWithPlan,
				items: [{ '\ufeffplan': 'team' }],
			},
			{
				name: 'maps the column plan, whose name ends with a space',
				parameters: upsertWithPlan,
				items: [{ 'plan ': 'team' }],
			},
		],
	},
	{
		heading: 'Characters that were lost',
		cases: [
			{
				name: 'gives a first name in which a character was lost',
				parameters: { ...upsert, ...propertiesMapper({}, { firstName: 'Ga\ufffdlle' }) },
			},
		],
	},
	{
		heading: 'Another try of Retry On Fail',
		cases: [
			{
				name: 'lets n8n try again after one of two groups was created',
				parameters: { ...createCampaignGroup, name: '={{ $json.name }}' },
				...triedAgain,
			},
			{
				name: 'lets n8n try again a campaign without its content, whose name is then different',
				parameters: {
					...contentParameters('campaign create'),
					name: '={{ "News " + $now.toMillis() }}',
					subject: 'News',
				},
				...triedAgain,
				items: [{}],
			},
			{
				name: 'lets n8n try again after the answer to a new group was lost',
				parameters: { ...createCampaignGroup, name: 'One' },
				...triedAgain,
				items: [{}],
				faults: [{ kind: 'resetAfter', method: 'POST' }],
			},
			{
				name: 'lets n8n try again after the answers to a removal and to its check were lost',
				parameters: parametersOf.removeSuppression,
				...triedAgain,
				items: [{}],
				faults: [
					{ kind: 'slow', delay: 1, method: 'GET' },
					{ kind: 'resetAfter', method: 'DELETE' },
					{ kind: 'status', status: 403, method: 'GET' },
				],
			},
		],
	},
];
