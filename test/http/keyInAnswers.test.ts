import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../emulator/faults.mts';
import { source, useEmulator } from '../harness/loops.mts';
import { contentParameters, parametersOf } from '../harness/operations.mts';
import { onceOff } from '../harness/sendOnce.mts';

/** Not a real key: it has every character that JSON, URLs or HTML escape. */
const KEY = 'secret/example"key\\0123456789-abcdefghij';
const loops = useEmulator({ apiKey: KEY });

const { create, find, sendEvent, upsert } = parametersOf;

/** The substrings of 12 characters of the key that a text contains in any case. */
function partsIn(text: string): string[] {
	const parts = [];
	const lower = text.toLowerCase();
	for (let at = 0; at + 12 <= KEY.length; at++) {
		const part = KEY.slice(at, at + 12);
		if (lower.includes(part.toLowerCase())) parts.push(part);
	}
	return parts;
}

/** All text of a value, not escaped as JSON. */
const textOf = (value: unknown): string =>
	typeof value === 'object' && value !== null
		? Object.entries(value)
				.map(([name, each]) => `${name} ${textOf(each)}`)
				.join('\n')
		: String(value);

const refusal = (body: unknown, status = 400): Fault => ({ kind: 'body', status, body });

/** Runs nodes that fail, and expects that each says for which item, but nothing of the key. */
async function expectNoPart(fault: Fault, named: Array<[string, IDataObject]> = [['Find', find]]) {
	loops.emulator.clearFaults();
	loops.emulator.inject({ ...fault, times: 'always' });
	for (const { name, json, hints } of await loops.runEach(named)) {
		const shown = textOf([json, hints]);
		expect(shown, name).toContain('[item 0]');
		expect(partsIn(shown), name).toEqual([]);
	}
}

const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('no part of the API key is shown', () => {
	it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'when an item fails (On Error: %s)',
		async (onError) => {
			loops.emulator.inject(refusal({ message: `Invalid API key ${KEY}` }));
			const { error, json, failed, hints } = await loops.run(find, [{}], { onError });
			const { message, description } = error ?? {};
			const shown = textOf([message, description, json, failed.map((each) => each.json), hints]);
			expect(shown).toContain('[item 0]');
			expect(partsIn(shown)).toEqual([]);
		},
	);

	it.each([
		[
			'at any place where text is truncated',
			range(200 - KEY.length - 2, 205).map((length) => `${'x'.repeat(length)}${KEY} is no key`),
		],
		['many times', range(0, 7).map((length) => 'x'.repeat(length) + KEY.repeat(12))],
	])('when an answer repeats the key %s', async (_where, messages) => {
		for (const message of messages) loops.emulator.inject(refusal({ message }));
		const { json } = await loops.run(
			find,
			messages.map(() => ({})),
			{ onError: 'continueRegularOutput' },
		);
		expect(json.filter(({ error }) => error)).toHaveLength(messages.length);
		expect(json.flatMap((item) => partsIn(textOf(item)))).toEqual([]);
	});

	const asJson = JSON.stringify(KEY).slice(1, -1);
	const asUnicode = [...KEY]
		.map((each) => (/\w/.test(each) ? each : `\\u00${each.charCodeAt(0).toString(16)}`))
		.join('');

	it.each<[string, unknown]>([
		['as its message', { message: `Invalid API key ${KEY}` }],
		['as its field', { message: 'no', path: KEY }],
		['as the error', { error: KEY }],
		['deep within its error', { error: { path: 'x', reason: KEY } }],
		['as JSON in its message', { message: JSON.stringify({ authorization: `Bearer ${KEY}` }) }],
		['as JSON of unknown shape', { request: { authorization: `Bearer ${KEY}` } }],
		['as a property name', { [KEY]: true }],
		['as JSON within JSON', { message: JSON.stringify(JSON.stringify({ a: KEY })) }],
		['with slashes escaped', `<p>${asJson.replaceAll('/', '\\/')}</p>`],
		['with characters as Unicode escapes', `<p>${asUnicode}</p>`],
		['as part of a URL', `<p>/?key=${encodeURIComponent(KEY)}</p>`],
		['as HTML', `<p>Bearer ${KEY.replace('"', '&quot;')}</p>`],
		['between tags', `<p>Bearer <b>${KEY}</b></p>`],
		['with a tag in it', `<p>${KEY.slice(0, 20)}<wbr>${KEY.slice(20)}</p>`],
		['over two lines', `${KEY.slice(0, 20)}\n${KEY.slice(20)}`],
		['as a list', [KEY, KEY]],
	])('when an answer repeats the key %s', async (_where, body) => {
		await expectNoPart(refusal(body));
	});

	it.each([
		['its first 12 characters', KEY.slice(0, 12)],
		['its first 18 characters', KEY.slice(0, 18)],
		['its last 14 characters', KEY.slice(-14)],
		['all but the first', KEY.slice(1)],
		['all but the last', KEY.slice(0, -1)],
		['its middle', KEY.slice(8, 24)],
	])('when an answer repeats %s', async (_part, part) => {
		await expectNoPart(refusal({ message: `The key ${part}… is not valid` }));
		await expectNoPart(refusal(`<h1>Bearer ${part}</h1>`, 404));
	});

	it.each([
		KEY,
		KEY.slice(0, 12),
		KEY.slice(-14),
		`https://${KEY} `,
		`ftp://${KEY}`,
		`http://[${KEY}`,
	])('when the Base URL contains the key: %s', async (baseUrl) => {
		const credentials = { apiKey: KEY, baseUrl };
		const { error } = await loops.run(find, [{}], { credentials });
		expect(error).toBeDefined();
		expect(partsIn(textOf([error?.message, error?.description]))).toEqual([]);
	});

	it('when a success repeats the key as a property name', async () => {
		const body = [{ email: 'kim@example.com', [KEY]: { [`of ${KEY.slice(0, 20)}`]: 1 } }];
		loops.emulator.inject({ kind: 'body', path: '/v1/contacts/find', body });
		const { json } = await loops.run(find);
		expect(json).toEqual([expect.objectContaining({ '***': { 'of ***': 1 } })]);
	});

	it.each([401, 403, 404, 405, 409, 413, 422])(
		'when an answer with status %d repeats the key',
		async (status) => {
			const options = onceOff;
			await expectNoPart(refusal({ message: `${'x'.repeat(185)}${KEY}` }, status), [
				['Find', find],
				['Create or Update', upsert],
				['Send', { ...sendEvent, options }],
			]);
		},
	);

	it('when a 503 repeats the key', async () => {
		const body = `${'x'.repeat(185)}${KEY}`;
		await expectNoPart({ kind: 'body', status: 503, body, headers: { 'retry-after': '3600' } });
	});

	it('when a success repeats the key in a value', async () => {
		loops.emulator.inject(
			refusal({ success: true, id: `contact of ${KEY}, or of ${KEY.slice(0, 15)}` }, 200),
		);
		const { json, hints } = await loops.run(upsert);
		expect(json[0].id).toContain('contact of ');
		expect(partsIn(textOf([json, hints]))).toEqual([]);
	});

	it('when an answer repeats it in upper case', async () => {
		await expectNoPart(refusal({ message: `no ${KEY.toUpperCase()}!` }));
		loops.emulator.clearFaults();
		loops.emulator.inject(refusal({ success: true, id: `contact of ${KEY.toUpperCase()}` }, 200));
		const { json } = await loops.run(upsert);
		expect(json[0].id).toBe('contact of ***');
	});

	it('when a later call fails, whose error has fields of the first answer', async () => {
		const made = { id: `cm9${KEY}`, emailMessageId: KEY, emailMessageContentRevisionId: 'r' };
		loops.emulator.inject({ ...refusal(made, 201), path: '/v1/campaigns' });
		const parameters = { ...contentParameters('campaign create'), lmx: '<Paragraph>x</Paragraph>' };
		const { failed } = await loops.run(parameters, [{}], { onError: 'continueErrorOutput' });
		expect(failed[0].json.error).toMatchObject({ campaignId: 'cm9***' });
		expect(partsIn(textOf(failed[0].json))).toEqual([]);
	});

	it('in what n8n keeps for the next try of Retry On Fail', async () => {
		const body = { success: true, id: `contact of ${KEY}` };
		loops.emulator.inject({ ...refusal(body, 200), path: '/v1/contacts/create' });
		const { run } = await loops.run(create, [{}], { retryOnFail: true });
		const kept = textOf(run.data.executionData?.contextData);
		expect(kept).toContain('contact of ***');
		expect(partsIn(kept)).toEqual([]);
	});

	it('when the load of a dropdown fails', async () => {
		loops.emulator.inject({ ...refusal({ message: `${'x'.repeat(185)}${KEY}` }), times: 'always' });
		const { methods } = source.node;
		for (const load of Object.values(methods?.loadOptions ?? {})) {
			const error = await load.call(loops.editor(find)).catch((caught: Error) => caught);
			expect(error).toBeInstanceOf(Error);
			const { message, description } = error as Error & { description?: string };
			expect(partsIn(textOf([message, description]))).toEqual([]);
		}
	});
});
