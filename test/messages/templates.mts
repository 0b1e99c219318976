import type { Fault } from '../emulator/faults.mts';
import { byId, contentParameters as of } from '../harness/operations.mts';
import { answered, type Section, each, found, said } from './cases.mts';

const EMPTY = '={{ "" }}';
const byName = (value: string) => ({ __rl: true, mode: 'name', value });
const lost: Fault = { kind: 'resetAfter', method: 'POST' };
/** Lets a look-up pass, before a fault of the next one. */
const pass = (path: string): Fault => ({ kind: 'slow', delay: 1, method: 'GET', path });
const broken = '<Button href="nowhere">Buy</Button>';
const publish = of('transactionalEmail publish');
const saveContent = of('transactionalEmail saveContent');
const draft = '/v1/transactional-emails/cm8tx0draftspring0000065a';
const WELCOME = 'cm8tx0welcome00000000001a';
const welcome = `/v1/transactional-emails/${WELCOME}`;
const hidden = (id: string): Fault => ({
	...{ kind: 'body', status: 409, method: 'GET', path: `/v1/email-messages/${id}` },
	body: { message: 'This email message is written in MJML.' },
});

/** Messages about transactional emails. */
export const TEMPLATES: Section = [
	'Templates',
	[
		{ parameters: { ...publish, transactionalId: byId('cm8tx0welcome00000000001a') } },
		answered(publish, { ...said(409, 'No draft.'), method: 'POST' }),
		answered(publish, { ...said(422, 'Unverified domain.'), method: 'POST' }),
		answered(publish, found(draft, { id: 'cm8tx0draftspring0000065a' })),
		answered(publish, {
			...{ kind: 'body', body: { id: 'cm8tx0draftspring0000065a' } },
			...{ method: 'POST', path: `${draft}/publish` },
		}),
		answered(
			publish,
			{ kind: 'slow', delay: 1, path: draft },
			{ ...lost, kind: 'resetBefore' },
			found(draft, { id: 'cm8tx0draftspring0000065a', draftEmailMessageId: 'other' }),
		),
		answered(
			publish,
			...[pass(draft), pass(draft), { ...lost, kind: 'resetBefore' } as Fault, pass(draft)],
			found(draft, { id: 'cm8tx0draftspring0000065a', draftEmailMessageId: 'other' }),
		),
		answered(
			{ ...saveContent, transactionalId: byName('Welcome') },
			{
				...{ kind: 'body', method: 'POST', path: `/v1/transactional-emails/${WELCOME}/draft` },
				body: { id: WELCOME, name: 'Other' },
			},
		),
		answered(
			{ ...saveContent, publish: true },
			found('/v1/email-messages/cm9msgwelcome00000000001a', {
				...{ id: 'cm9msgwelcome00000000001a', fromName: 'Kim', fromEmail: 'hello' },
			}),
		),
		{
			before: { ...saveContent, publish: true },
			between: { ...saveContent, publish: true, subject: 'Other' },
			parameters: { ...saveContent, publish: true, subject: 'Later' },
		},
		...each(saveContent, [
			{ transactionalId: byName(EMPTY) },
			{ transactionalId: byName('clfq6dinn000yl70fgwwyp82l') },
			{ publish: true, lmx: broken },
			{ publish: true, lmx: '<Paragraph>{data.firstName} {data.plan}</Paragraph>' },
		]),
		{ parameters: { ...saveContent, transactionalId: byName('New'), lmx: '<Bold>Hi</Bold>' } },
		{
			parameters: { ...saveContent, subject: '={{ $json.subject }}' },
			items: [{ subject: 'Your receipt' }, { subject: 'Deine Quittung' }],
		},
		answered(
			of('campaign getAll'),
			found('/v1/campaigns', { pagination: { nextCursor: 'x' }, data: [] }),
			found('/v1/campaigns', { pagination: { nextCursor: 'x' }, data: [] }),
		),
		{ parameters: { ...saveContent, transactionalId: byName('WELCOME') } },
		answered({ ...saveContent, transactionalId: byName('New') }, said(400, 'No.')),
		answered(
			{ ...saveContent, transactionalId: byName('Welcome') },
			found('/v1/transactional-emails', {
				pagination: { nextCursor: null },
				data: [
					{ id: 'b', name: 'Welcome', createdAt: '2026-02', publishedEmailMessageId: null },
					{ id: WELCOME, name: 'Welcome', createdAt: '2026-01', publishedEmailMessageId: 'a' },
				],
			}),
		),
		answered(saveContent, found(welcome, { id: WELCOME, draftEmailMessageId: 'm' }), hidden('m')),
		answered(
			saveContent,
			found(welcome, { id: WELCOME, publishedEmailMessageId: 'p' }),
			hidden('p'),
		),
		answered(
			saveContent,
			found(welcome, { id: WELCOME, draftEmailMessageId: 'm', publishedEmailMessageId: 'p' }),
			hidden('p'),
			found('/v1/email-messages/m', { id: 'm', lmx: '<Paragraph>Kim</Paragraph>' }),
		),
		answered(
			saveContent,
			found(welcome, { id: WELCOME, draftEmailMessageId: 'm' }),
			found('/v1/email-messages/m', { id: 'm', contentRevisionId: 'rev_1' }),
			{
				...{ kind: 'body', method: 'POST', path: `${welcome}/draft` },
				body: {
					...{ id: WELCOME, draftEmailMessageId: 'm' },
					draftEmailMessageContentRevisionId: 'rev_1',
				},
			},
			{
				...{ kind: 'body', method: 'POST', path: '/v1/email-messages/m' },
				body: { id: 'm', contentRevisionId: 'rev_2' },
			},
			found('/v1/email-messages/m', { id: 'm', contentRevisionId: 'rev_3' }),
		),
		answered(
			{ ...saveContent, transactionalId: byName('Welcome') },
			found('/v1/transactional-emails', {
				pagination: { nextCursor: null },
				data: [
					{ id: 'a', name: 'Welcome' },
					{ id: 'b', name: 'Welcome' },
				],
			}),
		),
	],
];
