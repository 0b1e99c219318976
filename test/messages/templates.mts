import type { Fault } from '../emulator/faults.mts';
import { byId, byName, contentParameters } from '../harness/operations.mts';
import { answerToGet, contentRefusal, usualAnswerToGet, type Section } from './cases.mts';

const publish = contentParameters('transactionalEmail publish');
const saveContent = contentParameters('transactionalEmail saveContent');
const saveAndPublish = { ...saveContent, publish: true };
const saveWelcomeByName = { ...saveContent, transactionalId: byName('Welcome') };
const saveNewByName = { ...saveContent, transactionalId: byName('New') };

/** A transactional email that has a draft. */
const draftId = 'cm8tx0draftspring0000065a';
const draft = `/v1/transactional-emails/${draftId}`;
/** A transactional email that is called Welcome, and that is published. */
const welcomeId = 'cm8tx0welcome00000000001a';
const welcome = `/v1/transactional-emails/${welcomeId}`;

/** Loops' API does not show the content of this email. */
const emailInMjml = (id: string): Fault =>
	contentRefusal(409, 'This email message is written in MJML.', {
		method: 'GET',
		path: `/v1/email-messages/${id}`,
	});

/** Messages about transactional emails. */
export const TEMPLATES: Section = {
	heading: 'Templates',
	cases: [
		{
			name: 'publishes a transactional email that has no draft',
			parameters: { ...publish, transactionalId: byId(welcomeId) },
		},
		{
			name: 'publishes a draft that was published or discarded meanwhile',
			parameters: publish,
			faults: [contentRefusal(409, 'No draft.', { method: 'POST' })],
		},
		{
			name: 'publishes a draft whose sending domain is not verified',
			parameters: publish,
			faults: [contentRefusal(422, 'Unverified domain.', { method: 'POST' })],
		},
		{
			name: 'publishes a transactional email, and Loops shows no draft of it',
			parameters: publish,
			faults: [answerToGet(draft, { id: draftId })],
		},
		{
			name: 'publishes a draft, and Loops answers without saying that it is published',
			parameters: publish,
			faults: [{ kind: 'body', body: { id: draftId }, method: 'POST', path: `${draft}/publish` }],
		},
		{
			name: 'publishes a draft, the call is lost, and the email has another draft',
			parameters: publish,
			faults: [
				usualAnswerToGet(draft),
				{ kind: 'resetBefore', method: 'POST' },
				answerToGet(draft, { id: draftId, draftEmailMessageId: 'other' }),
			],
		},
		{
			name: 'publishes a draft, the call is lost, and the email gets another draft later',
			parameters: publish,
			faults: [
				usualAnswerToGet(draft),
				usualAnswerToGet(draft),
				{ kind: 'resetBefore', method: 'POST' },
				usualAnswerToGet(draft),
				answerToGet(draft, { id: draftId, draftEmailMessageId: 'other' }),
			],
		},
		{
			name: 'saves an email by its name, but the email is renamed meanwhile',
			parameters: saveWelcomeByName,
			faults: [
				{
					kind: 'body',
					method: 'POST',
					path: `${welcome}/draft`,
					body: { id: welcomeId, name: 'Other' },
				},
			],
		},
		{
			name: 'saves and publishes over a draft that someone else has changed',
			parameters: saveAndPublish,
			faults: [
				answerToGet('/v1/email-messages/cm9msgwelcome00000000001a', {
					id: 'cm9msgwelcome00000000001a',
					fromName: 'Kim',
					fromEmail: 'hello',
				}),
			],
		},
		{
			name: 'saves and publishes over what another workflow has published',
			before: saveAndPublish,
			between: { ...saveAndPublish, subject: 'Other' },
			parameters: { ...saveAndPublish, subject: 'Later' },
		},
		{
			name: 'saves an email by a name that is empty',
			parameters: { ...saveContent, transactionalId: byName('={{ "" }}') },
		},
		{
			name: 'saves an email by a name that is an ID',
			parameters: { ...saveContent, transactionalId: byName('clfq6dinn000yl70fgwwyp82l') },
		},
		{
			name: 'publishes content with an invalid URL',
			parameters: { ...saveAndPublish, lmx: '<Button href="nowhere">Buy</Button>' },
		},
		{
			name: 'publishes content that needs another data variable',
			parameters: {
				...saveAndPublish,
				lmx: '<Paragraph>{data.firstName} {data.plan}</Paragraph>',
			},
		},
		{
			name: 'saves a new email with a tag that Loops does not know',
			parameters: { ...saveNewByName, lmx: '<Bold>Hi</Bold>' },
		},
		{
			name: 'saves two subjects to the same email',
			parameters: { ...saveContent, subject: '={{ $json.subject }}' },
			items: [{ subject: 'Your receipt' }, { subject: 'Deine Quittung' }],
		},
		{
			name: 'lists campaigns, and Loops returns the same page again and again',
			parameters: contentParameters('campaign getAll'),
			faults: [
				answerToGet('/v1/campaigns', { pagination: { nextCursor: 'x' }, data: [] }),
				answerToGet('/v1/campaigns', { pagination: { nextCursor: 'x' }, data: [] }),
			],
		},
		{
			name: 'saves an email by a name that differs only in upper and lower case',
			parameters: { ...saveContent, transactionalId: byName('WELCOME') },
		},
		{
			name: 'saves an email by its name, but Loops does not list the emails',
			parameters: saveNewByName,
			faults: [contentRefusal(400, 'No.')],
		},
		{
			name: 'saves an email by a name that two emails have, of which one is published',
			parameters: saveWelcomeByName,
			faults: [
				answerToGet('/v1/transactional-emails', {
					pagination: { nextCursor: null },
					data: [
						{ id: 'b', name: 'Welcome', createdAt: '2026-02', publishedEmailMessageId: null },
						{
							id: welcomeId,
							name: 'Welcome',
							createdAt: '2026-01',
							publishedEmailMessageId: 'a',
						},
					],
				}),
			],
		},
		{
			name: "saves over a draft that Loops' API does not show",
			parameters: saveContent,
			faults: [answerToGet(welcome, { id: welcomeId, draftEmailMessageId: 'm' }), emailInMjml('m')],
		},
		{
			name: "saves over a published email that Loops' API does not show",
			parameters: saveContent,
			faults: [
				answerToGet(welcome, { id: welcomeId, publishedEmailMessageId: 'p' }),
				emailInMjml('p'),
			],
		},
		{
			name: "saves over a draft whose published email Loops' API does not show",
			parameters: saveContent,
			faults: [
				answerToGet(welcome, {
					id: welcomeId,
					draftEmailMessageId: 'm',
					publishedEmailMessageId: 'p',
				}),
				emailInMjml('p'),
				answerToGet('/v1/email-messages/m', { id: 'm', lmx: '<Paragraph>Kim</Paragraph>' }),
			],
		},
		{
			name: 'saves a draft that someone changes right afterwards',
			parameters: saveContent,
			faults: [
				answerToGet(welcome, { id: welcomeId, draftEmailMessageId: 'm' }),
				answerToGet('/v1/email-messages/m', { id: 'm', contentRevisionId: 'rev_1' }),
				{
					kind: 'body',
					method: 'POST',
					path: `${welcome}/draft`,
					body: {
						id: welcomeId,
						draftEmailMessageId: 'm',
						draftEmailMessageContentRevisionId: 'rev_1',
					},
				},
				{
					kind: 'body',
					method: 'POST',
					path: '/v1/email-messages/m',
					body: { id: 'm', contentRevisionId: 'rev_2' },
				},
				answerToGet('/v1/email-messages/m', { id: 'm', contentRevisionId: 'rev_3' }),
			],
		},
		{
			name: 'saves an email by a name that two emails have',
			parameters: saveWelcomeByName,
			faults: [
				answerToGet('/v1/transactional-emails', {
					pagination: { nextCursor: null },
					data: [
						{ id: 'a', name: 'Welcome' },
						{ id: 'b', name: 'Welcome' },
					],
				}),
			],
		},
	],
};
