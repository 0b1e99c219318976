import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';

import { type Seed, shippedSeed } from '../emulator/seed.mts';
import type { Rig } from './loops.mts';
import { contentOutcomes, type Outcomes, type Way } from './contentOutcomes.mts';
import { methodOf, parametersOf } from './operations.mts';
import { workflowOutcomes } from './workflowOutcomes.mts';
import { perKey } from './sendOnce.mts';

const { create, createProperty, find, getEmails, getLists, getProperties } = parametersOf;
const { sendEmail, sendEvent, testApiKey, update, upsert, delete: deleteContact } = parametersOf;
const { checkSuppression, removeSuppression, subscribe, unsubscribe } = parametersOf;

const seed = shippedSeed() as Seed;
const transactionalId = sendEmail.transactionalId.value;
const id: unknown = expect.stringMatching(/^cm/);

const userId = 'u-77';
const byUserId = { findBy: 'userId', userId };
const byBoth = { findBy: 'emailAndUserId', userId };
const kim = { email: 'kim@example.com' };
const quota = (remaining: number | null, limit: number | null = 100) => ({
	removalQuotaRemaining: remaining,
	removalQuotaLimit: limit,
});
const notWritten = { found: false, success: false, id: null };
const once = { options: perKey('order-1') };

/** An account without custom properties and mailing lists. */
const all = {
	id: 'cm9contact0all0000000001',
	email: 'all@example.com',
	userId: 'u-1',
	firstName: 'Alma',
	lastName: 'Alder',
	source: 'Form',
	userGroup: 'customers',
	optInStatus: 'accepted' as const,
};
const none = { id: 'cm9contact0none000000002', email: 'none@example.com' };
const bare: Seed = { contacts: [all, none] };

type Row = [name: string, parameters: IDataObject, outcomes: Outcomes, account?: Seed];

const row = (
	name: string,
	parameters: IDataObject,
	thisRun: unknown,
	others: Partial<Outcomes> = {},
	account?: Seed,
): Row => [name, parameters, { thisRun, ...others }, account];

/** A field of the output that says whether this run did it, and its value in each case. */
interface Done {
	field: string;
	thisRun: boolean;
	before: boolean;
	lost: null;
}

function doneRow(name: string, parameters: IDataObject, output: object, done: Done): Row {
	const including = (value: unknown) => ({ ...output, [done.field]: value });
	return row(name, parameters, including(done.thisRun), {
		before: including(done.before),
		lost: including(done.lost),
	});
}

const written = { success: true, id };
const found = { ...written, found: true };
const sent = { success: true, deduplicated: false };
const isNew = { ...written, email: 'new@example.com' };
const created = { ...isNew, userId: '7' };
const foundFalse = { options: { whenNotFound: 'foundFalse' } };
const nobody = { email: 'nobody@example.com' };
const onNoList = { mailingLists: {}, mailingListNames: [] };
const deletion = (deleted: boolean | null) => ({ found: deleted, deleted, ...kim });
const property = { success: true, name: 'somethingNew', type: 'string' };

/** The output of each operation: name, parameters, outcomes, and the account if not seeded. */
export const outcomes: Row[] = [
	row('API Key > Test', testApiKey, { success: true, teamName: 'Acme Mail' }),
	doneRow(
		'Contact > Create',
		{ ...create, additionalFields: { userId: 7 }, options: { ifExists: 'leaveAsIs' } },
		created,
		{ field: 'created', thisRun: true, before: false, lost: null },
	),
	row('Contact > Create or Update', upsert, { ...written, ...kim }),
	row(
		'Contact > Create or Update, by both',
		{ ...upsert, ...byBoth },
		{ ...written, ...kim, userId },
	),
	row('Contact > Update', update, { ...found, ...kim }),
	row('Contact > Update, by user ID', { ...update, ...byUserId }, { ...found, userId }),
	row(
		'Contact > Update, of someone who is not there',
		{ ...update, email: 'Nobody@Example.com', ...foundFalse },
		{ ...notWritten, email: 'Nobody@Example.com' },
	),
	row(
		'Contact > Update, of the email address',
		{ ...update, additionalFields: { changeEmailTo: 'kim@new.example' } },
		{ ...found, email: 'kim@new.example' },
	),
	row(
		'Contact > Find',
		{ ...find, email: all.email },
		{ ...all, subscribed: true, ...onNoList, found: true },
		{},
		bare,
	),
	row(
		'Contact > Find, of someone without a name',
		{ ...find, email: none.email },
		{
			...none,
			firstName: null,
			lastName: null,
			source: 'API',
			subscribed: true,
			userGroup: '',
			userId: null,
			...onNoList,
			optInStatus: null,
			found: true,
		},
		{},
		bare,
	),
	row(
		'Contact > Find, of nobody',
		{ ...find, email: ' Nobody@Example.com ' },
		{ found: false, email: 'Nobody@Example.com' },
	),
	row(
		'Contact > Find, of nobody, by user ID',
		{ ...find, findBy: 'userId', userId: 42 },
		{ found: false, userId: '42' },
	),
	row('Contact > Delete', { ...deleteContact, ...foundFalse }, deletion(true), {
		before: deletion(false),
		lost: deletion(null),
	}),
	row(
		'Contact > Delete, by user ID',
		{ ...deleteContact, ...byUserId },
		{ found: true, deleted: true, userId },
	),
	row(
		'Contact > Check Suppression',
		{ ...checkSuppression, email: 'Tomas@Example.com' },
		{
			found: true,
			isSuppressed: true,
			email: 'Tomas@Example.com',
			userId: null,
			id,
			...quota(5),
		},
	),
	row(
		'Contact > Check Suppression, by user ID',
		{ ...checkSuppression, ...byUserId },
		{ found: true, isSuppressed: false, ...kim, userId, id, ...quota(5) },
	),
	row(
		'Contact > Check Suppression, of nobody',
		{ ...checkSuppression, findBy: 'userId', userId: 42 },
		{
			found: false,
			isSuppressed: null,
			email: null,
			userId: '42',
			id: null,
			...quota(null, null),
		},
	),
	doneRow(
		'Contact > Remove Suppression',
		{ ...removeSuppression, options: { ignoreIfNotSuppressed: true } },
		{ found: true, email: 'tomas@example.com', ...quota(4) },
		{ field: 'removed', thisRun: true, before: false, lost: null },
	),
	row(
		'Contact > Remove Suppression, of nobody, by user ID',
		{ ...removeSuppression, ...byUserId, userId: 42, ...foundFalse },
		{ found: false, removed: false, userId: '42', ...quota(null, null) },
	),
	row('Mailing List > Subscribe', subscribe, { ...found, ...kim }),
	row(
		'Mailing List > Subscribe, of nobody, by user ID',
		{ ...subscribe, ...byUserId, userId: 42, ...foundFalse },
		{ ...notWritten, userId: '42' },
	),
	row(
		'Mailing List > Subscribe, of whoever it is',
		{ ...subscribe, email: 'new@example.com', options: { whenNotFound: 'create' } },
		{ ...isNew, found: false },
		{ before: { ...isNew, found: true } },
	),
	row('Mailing List > Unsubscribe', unsubscribe, { ...found, ...kim }),
	row(
		'Mailing List > Unsubscribe, of nobody',
		{ ...unsubscribe, ...nobody, ...foundFalse },
		{ ...notWritten, ...nobody },
	),
	row(
		'Mailing List > Unsubscribe, by user ID',
		{ ...unsubscribe, ...byUserId },
		{ ...found, userId },
	),
	doneRow(
		'Contact Property > Create',
		{ ...createProperty, options: { ifPropertyExists: 'skip' } },
		property,
		{ field: 'existed', thisRun: false, before: true, lost: null },
	),
	row('Contact Property > Get Many', { ...getProperties, properties: 'custom' }, [
		{ key: 'planName', label: 'Plan Name', type: 'string' },
		{ key: 'seats', label: 'Seats', type: 'number' },
		{ key: 'isBeta', label: 'Is Beta', type: 'boolean' },
		{ key: 'trialEndsAt', label: 'Trial Ends At', type: 'date' },
	]),
	doneRow(
		'Event > Send',
		{ ...sendEvent, ...once },
		{ success: true, ...kim, eventName: 'signup' },
		{ field: 'deduplicated', thisRun: false, before: true, lost: null },
	),
	row(
		'Event > Send, by both',
		{ ...sendEvent, ...byBoth },
		{ ...sent, ...kim, userId, eventName: 'signup' },
	),
	doneRow(
		'Transactional Email > Send',
		{ ...sendEmail, ...once },
		{ success: true, ...kim, transactionalId },
		{ field: 'deduplicated', thisRun: false, before: true, lost: null },
	),
	row(
		'Transactional Email > Send, with its variables looked up',
		{ ...sendEmail, options: { missingVariables: 'dontSend' } },
		{ ...sent, ...kim, transactionalName: 'Welcome', transactionalId },
	),
	row('Mailing List > Get Many', getLists, seed.mailingLists),
	row('Transactional Email > Get Many', { ...getEmails, limit: 1 }, [
		{
			id: transactionalId,
			name: 'Welcome',
			lastUpdated: '2026-08-31T09:00:00.000Z',
			dataVariables: ['firstName'],
		},
	]),
	...contentOutcomes,
	...workflowOutcomes,
];

const SENT = '/v1/campaigns/cm9campaign0september001';

/** Runs an operation with the outcome `way` and returns the json of its items. */
export async function outcomeOf(
	loops: Rig,
	parameters: IDataObject,
	way: Way,
	account?: Seed,
): Promise<IDataObject[]> {
	if (account) loops.emulator.reset(account);
	if (way === 'before') await loops.run(parameters);
	if (way === 'lost') {
		loops.emulator.inject({ kind: 'resetAfter', method: methodOf(parameters) ?? 'POST' });
	}
	if (way === 'partly') {
		const refused = { kind: 'status', status: 401, times: 'always' } as const;
		loops.emulator.inject({ ...refused, path: '/v1/workflows' });
		loops.emulator.inject({ ...refused, status: 400, path: `${SENT}/metrics` });
	}
	return (await loops.run(parameters)).json;
}
