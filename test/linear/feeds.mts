import {
	buildNameIndex,
	type ContactProperty,
	hasAll,
	propertyKeys,
	suggestProperty,
} from '../../nodes/Loops/account/contactProperties';
import { LruCache } from '../../nodes/Loops/account/lruCache';
import { NameIndex } from '../../nodes/Loops/values/nameIndex';
import { didYouMean, nearest, suggester } from '../../nodes/Loops/values/nearest';
import { Report } from '../../nodes/Loops/run/report';
import { Warnings } from '../../nodes/Loops/run/warnings';
import { keepAll, simplify } from '../../nodes/Loops/fields/simplify';
import { idsOf } from '../../nodes/Loops/fields/read';
import { failedItem, outputItems, preview } from '../../nodes/Loops/run/output';
import { lossIn } from '../../nodes/Loops/values/parse';
import { parseTyped, PROPERTY_TYPES } from '../../nodes/Loops/values/propertyValue';
import { editorProperties, typesOf } from '../../nodes/Loops/fields/contactProperties';
import { labeled, sorted } from '../../nodes/Loops/editor/entries';
import { apiError } from '../../nodes/Loops/http/apiError';
import { failedCall } from '../../nodes/Loops/http/errors';
import { realClock } from '../../nodes/Loops/http/clock';
import { isKeyGood } from '../../nodes/Loops/http/keyCheck';
import { allPages } from '../../nodes/Loops/http/pages';
import { RateLimiter, rateLimiterOf } from '../../nodes/Loops/http/rateLimiter';
import { writeMessage } from '../../nodes/Loops/operations/emailMessage/requests';
import { findByName } from '../../nodes/Loops/operations/transactionalEmail/byName';
import { redact, redactBody } from '../../nodes/Loops/http/redact';
import { isListWith } from '../../nodes/Loops/http/request';
import { decide, retryAfterMs } from '../../nodes/Loops/http/retryPolicy';
import { Slots } from '../../nodes/Loops/http/slots';
import { Deliveries } from '../../nodes/LoopsTrigger/deliveries';
import { type LoopsEvent, payloadIn } from '../../nodes/LoopsTrigger/event';
import { exclusion } from '../../nodes/LoopsTrigger/filters';
import { type Claim, isSigned, readClaim, staleness } from '../../nodes/LoopsTrigger/signature';
import { testSigningSecret } from '../../nodes/LoopsTrigger/signingSecret';

/** The names in a text of `longLists`; another text is one long name. */
const namesOf = (text: string): string[] => text.split('\n\n');

const recordOf = (text: string) => ({
	...Object.fromEntries(namesOf(text).map((name) => [name, name])),
	email: text,
	userId: text,
});

/** Values by the types of parameters, where each value of the type may be given. */
export const values = new Map<string, (text: string) => unknown>([
	['string', (text) => text],
	['unknown', (text) => text],
	['object', recordOf],
	['IDataObject', recordOf],
	['IDataObject | undefined', recordOf],
	['string[]', namesOf],
	['Iterable<string>', namesOf],
	['Identifier', recordOf],
	['INodeExecutionData', (text) => ({ json: {}, binary: recordOf(text) })],
	['Suppression', (text) => ({ ...recordOf(text), contact: recordOf(text), removalQuota: {} })],
	['ResourceMapperField', (text) => ({ type: text })],
	['Outcome', (text) => ({ statusCode: 200, headers: {}, body: recordOf(text) })],
]);

const KEY = '0123456789abcdef0123456789abcdef';

/** Properties of an account, labelled like others where the text repeats itself. */
const propertiesOf = (text: string): ContactProperty[] =>
	namesOf(text).map((key) => ({ key, label: `Label of ${key}`, type: 'string' }));

const entriesOf = (text: string) =>
	propertiesOf(text).map(({ key, label }) => ({ name: label, value: key }));

const node = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: {} };
const request = {
	method: 'GET',
	path: '/',
	repeat: { kind: 'safe' },
	isAnswer: () => false,
} as const;
const failed = (body: unknown) =>
	failedCall(node as never, {
		request,
		outcome: { statusCode: 400, headers: {}, body },
		failure: 'refused',
		attempts: 1,
		elapsedMs: 0,
		mayHaveArrived: false,
		apiKey: KEY,
	});

const sourceOf = (text: string) => ({ index: 0, input: { json: recordOf(text) } });

const permit = { sentAt: 0, countsFrom: 0, isProbe: false };
const limits = (text: string) => ({ 'x-ratelimit-limit': text, 'x-ratelimit-remaining': text });

const webhook = (text: string): LoopsEvent =>
	({
		event: text,
		sourceId: text,
		mailingLists: namesOf(text).map((id) => ({ id })),
		contact: { mailingLists: Object.fromEntries(namesOf(text).map((name) => [name, true])) },
	}) as unknown as LoopsEvent;

const claim = (text: string): Claim => ({
	id: text,
	timestamp: text,
	signature: text,
	body: Buffer.from(text),
});

/** How to feed functions that take something else. */
export const feeds = new Map<unknown, (text: string) => unknown>([
	[
		findByName,
		(text) => {
			const others = Array.from({ length: text.length / 500 }, (_, n) => ({ name: `Mail ${n}` }));
			return findByName([...others, { name: `${text}x` }, { name: `x${text}` }], text);
		},
	],
	[buildNameIndex, (text) => buildNameIndex(propertiesOf(text)).find(text)],
	[
		NameIndex,
		(text) => {
			const index = new NameIndex(propertiesOf(text));
			return namesOf(text).map((name) => index.find(`${name} `));
		},
	],
	[propertyKeys, (text) => propertyKeys(propertiesOf(text))],
	[hasAll, (text) => hasAll(namesOf(text))(propertiesOf(text))],
	[
		suggester,
		(text) => {
			const suggest = suggester(propertiesOf(text));
			return namesOf(text).map((name) => suggest(`${name}x`));
		},
	],
	[didYouMean, didYouMean],
	[nearest, (text) => nearest(text, [`${text}x`, ...namesOf(text)])],
	[suggestProperty, (text) => suggestProperty(text, propertiesOf(text))],
	[
		LruCache,
		(text) => {
			const cache = new LruCache<string>(100);
			for (const name of namesOf(text)) cache.set(name, text);
			return cache.get(text);
		},
	],
	[Report, (text) => new Report(2, KEY).warn(0, text)],
	[
		Warnings,
		(text) => {
			const warnings = new Warnings(2);
			for (const name of namesOf(text)) warnings.add(0, name);
			warnings.addNotMapped(namesOf(text), (index) => namesOf(text)[index]);
			return warnings.texts();
		},
	],
	[keepAll, (text) => keepAll(recordOf(text))],
	[simplify, (text) => simplify(namesOf(text)).properties],
	[
		parseTyped,
		(text) => [...PROPERTY_TYPES, 'consent' as const].map((type) => parseTyped(text, type)),
	],
	[outputItems, (text) => outputItems(sourceOf(text), [recordOf(text)], true)],
	[failedItem, (text) => failedItem(sourceOf(text), failed(text), false)],
	[preview, (text) => preview({ reasons: [text], warnings: namesOf(text) })],
	[idsOf, (text) => [idsOf(text), idsOf(namesOf(text)), idsOf(JSON.stringify(namesOf(text)))]],
	[lossIn, (text) => lossIn(JSON.stringify({ [text]: text, numbers: text.split('').map(Number) }))],
	[
		editorProperties,
		(text) =>
			editorProperties(
				propertiesOf(text).map(({ key: id, label }) => ({
					id,
					displayName: `${label} (${id})`,
					required: false,
					defaultMatch: false,
					display: true,
				})),
			),
	],
	[typesOf, (text) => typesOf(propertiesOf(text))],
	[labeled, (text) => labeled(entriesOf(text))],
	[sorted, (text) => sorted(entriesOf(text))],
	[apiError, (text) => apiError(node as never, { message: text, description: text })],
	[
		failedCall,
		(text) => [
			failed(text),
			failed({ message: text, path: text }),
			failed({ error: recordOf(text) }),
		],
	],
	[
		allPages,
		(text) =>
			allPages(
				async () => await Promise.resolve({ pagination: { nextCursor: text }, data: [] }),
			).catch(String),
	],
	[
		writeMessage,
		(text) => {
			const { repeat } = writeMessage('cm9', 'rev', recordOf(text));
			return repeat.kind === 'lookUp' && repeat.found(recordOf(text));
		},
	],
	[redact, (text) => [redact(text, KEY), redact(KEY, text)]],
	[redactBody, (text) => redactBody({ a: text, names: recordOf(text) }, KEY)],
	[
		isListWith,
		(text) => isListWith('key')({ headers: {}, statusCode: 200, body: propertiesOf(text) }),
	],
	[
		decide,
		(text) =>
			decide(
				request,
				{ statusCode: 500, headers: { 'retry-after': text }, body: recordOf(text) },
				{
					attempts: 1,
					rateLimited: 0,
					elapsedMs: 0,
					mayHaveArrived: false,
					patienceMs: 1,
					pauseMs: 1,
					jitter: 0,
				},
			),
	],
	[isKeyGood, async (text) => await isKeyGood(text, async () => await Promise.resolve())],
	[rateLimiterOf, (text) => rateLimiterOf(text, 'plain')],
	[RateLimiter, (text) => rateLimiterOf('', 'plain').onResponse(permit, limits(text))],
	[Slots, (text) => new Slots(10, 1_000, realClock).onResponse(permit, limits(text))],
	[retryAfterMs, (text) => retryAfterMs({ 'retry-after': text }, 0)],
	[
		Deliveries,
		(text) =>
			new Deliveries({ delivered: 1, pending: 1, pendingMs: 1 }).add('1', '2', text, {
				writableEnded: false,
				statusCode: 200,
			}),
	],
	[
		payloadIn,
		(text) => [text, JSON.stringify(recordOf(text))].map((each) => payloadIn(Buffer.from(each))),
	],
	[
		exclusion,
		(text) =>
			exclusion(webhook(text), {
				events: ['*'],
				mailingLists: namesOf(text).map((name) => `not ${name}`),
				sources: [],
				sourceTypes: [],
			}),
	],
	[
		readClaim,
		(text) =>
			readClaim(
				{ 'webhook-id': text, 'webhook-timestamp': text, 'webhook-signature': text },
				Buffer.from(text),
			),
	],
	[isSigned, (text) => isSigned(claim(text), [Buffer.from(KEY)])],
	[staleness, (text) => staleness(claim(text), 1, 0)],
	[
		testSigningSecret,
		// It uses nothing of its context.
		async (text) =>
			await testSigningSecret.call({} as never, { data: { signingSecret: text } } as never),
	],
]);
