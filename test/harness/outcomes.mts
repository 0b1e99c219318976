import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';

import { type Seed, shippedSeed } from '../emulator/seed.mts';
import type { Bench } from './loops.mts';
import { contentOutcomes, type Outcomes, type Way } from './contentOutcomes.mts';
import { methodOf, parametersOf } from './operations.mts';
import { workflowOutcomes } from './workflowOutcomes.mts';

const {
	create,
	createProperty,
	find,
	getEmails,
	getLists,
	getProperties,
	sendEmail,
	sendEvent,
	testApiKey,
	update,
	upsert,
} = parametersOf;
const deleteContact = parametersOf.delete;
const { checkSuppression, removeSuppression, subscribe, unsubscribe } = parametersOf;

const seed = shippedSeed() as Seed;
const transactionalId = sendEmail.transactionalId.value;
const id: unknown = expect.stringMatching(/^cm/);

const byUserId = { findBy: 'userId', userId: 'u-77' };
const kim = { email: 'kim@example.com' };
const quota = (remaining: number | null, limit: number | null = 100) => ({
	removalQuotaRemaining: remaining,
	removalQuotaLimit: limit,
});
const oneLess = { found: true, email: 'tomas@example.com', ...quota(4) };
const notWritten = { found: false, success: false, id: null };
const once = { options: { sendOnlyOnceFor: 'order-1' } };

/** An account without custom properties and mailing lists. */
const bare = {
	contacts: [
		{
			id: 'cm9contact0all0000000001',
			email: 'all@example.com',
			userId: 'u-1',
			firstName: 'Alma',
			lastName: 'Alder',
			source: 'Form',
			userGroup: 'customers',
			optInStatus: 'accepted',
		},
		{ id: 'cm9contact0none000000002', email: 'none@example.com' },
	],
} satisfies Seed;

/** The output of each operation: name, parameters, outcomes, and the account if not seeded. */
export const outcomes: Array<[string, IDataObject, Outcomes, Seed?]> = [
	['API Key > Test', testApiKey, { thisRun: { success: true, teamName: 'Acme Mail' } }],
	[
		'Contact > Create',
		{ ...create, additionalFields: { userId: 7 } },
		{
			thisRun: { success: true, id, email: 'new@example.com', userId: '7' },
			lost: { success: true, id, email: 'new@example.com', userId: '7' },
		},
	],
	['Contact > Create or Update', upsert, { thisRun: { success: true, id, ...kim } }],
	[
		'Contact > Create or Update, by both',
		{ ...upsert, findBy: 'emailAndUserId', userId: 'u-77' },
		{ thisRun: { success: true, id, ...kim, userId: 'u-77' } },
	],
	['Contact > Update', update, { thisRun: { success: true, id, found: true, ...kim } }],
	[
		'Contact > Update, by user ID',
		{ ...update, ...byUserId },
		{ thisRun: { success: true, id, found: true, userId: 'u-77' } },
	],
	[
		'Contact > Update, of someone who is not there',
		{ ...update, email: 'Nobody@Example.com', options: { whenNotFound: 'foundFalse' } },
		{ thisRun: { ...notWritten, email: 'Nobody@Example.com' } },
	],
	[
		'Contact > Update, of the email address',
		{ ...update, additionalFields: { changeEmailTo: 'kim@new.example' } },
		{ thisRun: { success: true, id, found: true, email: 'kim@new.example' } },
	],
	[
		'Contact > Find',
		{ ...find, email: 'all@example.com' },
		{ thisRun: { ...bare.contacts[0], subscribed: true, mailingLists: {}, found: true } },
		bare,
	],
	[
		'Contact > Find, of someone without a name',
		{ ...find, email: 'none@example.com' },
		{
			thisRun: {
				...bare.contacts[1],
				...{ firstName: null, lastName: null, source: 'API', subscribed: true },
				...{ userGroup: '', userId: null, mailingLists: {}, optInStatus: null, found: true },
			},
		},
		bare,
	],
	[
		'Contact > Find, of nobody',
		{ ...find, email: ' Nobody@Example.com ' },
		{ thisRun: { found: false, email: 'Nobody@Example.com' } },
	],
	[
		'Contact > Find, of nobody, by user ID',
		{ ...find, findBy: 'userId', userId: 42 },
		{ thisRun: { found: false, userId: '42' } },
	],
	[
		'Contact > Delete',
		{ ...deleteContact, options: { ignoreIfMissing: true } },
		{
			thisRun: { deleted: true, ...kim },
			before: { deleted: false, ...kim },
			lost: { deleted: null, ...kim },
		},
	],
	[
		'Contact > Delete, by user ID',
		{ ...deleteContact, ...byUserId },
		{ thisRun: { deleted: true, userId: 'u-77' } },
	],
	[
		'Contact > Check Suppression',
		{ ...checkSuppression, email: 'Tomas@Example.com' },
		{
			thisRun: {
				...{ found: true, isSuppressed: true, email: 'Tomas@Example.com', userId: null, id },
				...quota(5),
			},
		},
	],
	[
		'Contact > Check Suppression, by user ID',
		{ ...checkSuppression, ...byUserId },
		{
			thisRun: {
				...{ found: true, isSuppressed: false, ...kim, userId: 'u-77', id },
				...quota(5),
			},
		},
	],
	[
		'Contact > Check Suppression, of nobody',
		{ ...checkSuppression, findBy: 'userId', userId: 42 },
		{
			thisRun: {
				...{ found: false, isSuppressed: null, email: null, userId: '42', id: null },
				...quota(null, null),
			},
		},
	],
	[
		'Contact > Remove Suppression',
		{ ...removeSuppression, options: { ignoreIfNotSuppressed: true } },
		{
			thisRun: { removed: true, ...oneLess },
			before: { removed: false, ...oneLess },
			lost: { removed: null, ...oneLess },
		},
	],
	[
		'Contact > Remove Suppression, of nobody, by user ID',
		{ ...removeSuppression, ...byUserId, userId: 42, options: { whenNotFound: 'foundFalse' } },
		{ thisRun: { found: false, removed: false, userId: '42', ...quota(null, null) } },
	],
	['Mailing List > Subscribe', subscribe, { thisRun: { success: true, id, found: true, ...kim } }],
	[
		'Mailing List > Subscribe, of nobody, by user ID',
		{ ...subscribe, ...byUserId, userId: 42, options: { whenNotFound: 'foundFalse' } },
		{ thisRun: { ...notWritten, userId: '42' } },
	],
	[
		'Mailing List > Subscribe, of whoever it is',
		{ ...subscribe, email: 'new@example.com', options: { whenNotFound: 'create' } },
		{
			thisRun: { found: false, success: true, id, email: 'new@example.com' },
			before: { success: true, id, found: true, email: 'new@example.com' },
		},
	],
	[
		'Mailing List > Unsubscribe',
		unsubscribe,
		{ thisRun: { success: true, id, found: true, ...kim } },
	],
	[
		'Mailing List > Unsubscribe, of nobody',
		{ ...unsubscribe, email: 'nobody@example.com', options: { whenNotFound: 'foundFalse' } },
		{ thisRun: { ...notWritten, email: 'nobody@example.com' } },
	],
	[
		'Mailing List > Unsubscribe, by user ID',
		{ ...unsubscribe, ...byUserId },
		{ thisRun: { success: true, id, found: true, userId: 'u-77' } },
	],
	[
		'Contact Property > Create',
		{ ...createProperty, options: { ifPropertyExists: 'skip' } },
		{
			thisRun: { success: true, existed: false, name: 'somethingNew', type: 'string' },
			before: { success: true, existed: true, name: 'somethingNew', type: 'string' },
			lost: { success: true, existed: null, name: 'somethingNew', type: 'string' },
		},
	],
	[
		'Contact Property > Get Many',
		{ ...getProperties, properties: 'custom' },
		{
			thisRun: [
				{ key: 'planName', label: 'Plan Name', type: 'string' },
				{ key: 'seats', label: 'Seats', type: 'number' },
				{ key: 'isBeta', label: 'Is Beta', type: 'boolean' },
				{ key: 'trialEndsAt', label: 'Trial Ends At', type: 'date' },
			],
		},
	],
	[
		'Event > Send',
		{ ...sendEvent, ...once },
		{
			thisRun: { success: true, deduplicated: false, ...kim, eventName: 'signup' },
			before: { success: true, deduplicated: true, ...kim, eventName: 'signup' },
			lost: { success: true, deduplicated: null, ...kim, eventName: 'signup' },
		},
	],
	[
		'Event > Send, by both',
		{ ...sendEvent, findBy: 'emailAndUserId', userId: 'u-77' },
		{
			thisRun: {
				...{ success: true, deduplicated: false },
				...{ ...kim, userId: 'u-77', eventName: 'signup' },
			},
		},
	],
	[
		'Transactional Email > Send',
		{ ...sendEmail, ...once },
		{
			thisRun: { success: true, deduplicated: false, ...kim, transactionalId },
			before: { success: true, deduplicated: true, ...kim, transactionalId },
			lost: { success: true, deduplicated: null, ...kim, transactionalId },
		},
	],
	['Mailing List > Get Many', getLists, { thisRun: seed.mailingLists }],
	[
		'Transactional Email > Get Many',
		{ ...getEmails, limit: 1 },
		{
			thisRun: [
				{
					id: transactionalId,
					name: 'Welcome',
					lastUpdated: '2026-08-31T09:00:00.000Z',
					dataVariables: ['firstName'],
				},
			],
		},
	],
	...contentOutcomes,
	...workflowOutcomes,
];

/** Runs an operation with the outcome `way` and returns the json of its items. */
export async function outcomeOf(
	loops: Bench,
	parameters: IDataObject,
	way: Way,
	account?: Seed,
): Promise<IDataObject[]> {
	if (account) loops.emulator.reset(account);
	if (way === 'before') await loops.run(parameters);
	if (way === 'lost') {
		loops.emulator.inject({ kind: 'resetAfter', method: methodOf(parameters) ?? 'POST' });
	}
	return (await loops.run(parameters)).json;
}
