import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentParameters } from '../harness/operations.mts';

const loops = useEmulator();

/** Where each operation has its content: among its own fields, or in a collection. */
const WRITES: Array<[name: string, of: string, collection?: string]> = [
	['Campaign > Create', 'campaign create'],
	['Email Message > Update', 'emailMessage update', 'updateFields'],
	['Transactional Email > Save Content', 'transactionalEmail saveContent'],
	['Component > Create', 'component create'],
	['Component > Update', 'component update', 'updateFields'],
];
const written = (content: IDataObject, of: string, collection?: string): IDataObject => ({
	...contentParameters(of),
	...(collection ? { [collection]: content } : content),
});
/** The content in the last change. */
const sent = () => {
	const bodies = loops.changes().map(({ body }) => body as IDataObject | undefined);
	return bodies.findLast((body) => body && 'lmx' in body);
};

const LMX = '<Paragraph>Hi <Strong>Kim</Strong></Paragraph>';
const FORMATS: Array<[format: string, content: IDataObject, lmx: string]> = [
	['no format', { lmx: LMX }, LMX],
	['LMX', { lmx: LMX, contentFormat: 'lmx' }, LMX],
	[
		'a format that an expression does not find',
		{ lmx: LMX, contentFormat: '={{ $json.no }}' },
		LMX,
	],
	['HTML', { lmx: '<p>Hi <b>Kim</b></p>', contentFormat: 'html' }, LMX],
	[
		'HTML with a variable',
		{ lmx: '<p>{contact.firstName}', contentFormat: 'html', allowVariables: true },
		'<Paragraph>{contact.firstName}</Paragraph>',
	],
	['Plain Text', { lmx: 'a\nb', contentFormat: 'text' }, '<Paragraph>a<Br />b</Paragraph>'],
	[
		'a format and content by expressions',
		{ lmx: '={{ $json.text }}', contentFormat: '={{ $json.format }}' },
		'<Paragraph>a &lt; b</Paragraph>',
	],
];
const ITEM = { text: 'a < b', format: 'text' };

describe.each(WRITES)('%s', (_name, ...of) => {
	it.each(FORMATS)('sends content in %s as LMX', async (_format, content, lmx) => {
		await loops.expectSuccess(written(content, ...of), [ITEM]);
		expect(sent()).toMatchObject({ lmx });
		expect(sent()).not.toHaveProperty('contentFormat');
		expect(sent()).not.toHaveProperty('allowVariables');
	});

	it('shows the LMX by Validate Only, without a change', async () => {
		const given = { lmx: '<p>Hi <b>Kim</b></p>', contentFormat: 'html' };
		const parameters = written(given, ...of);
		const options = { ...(parameters.options as IDataObject), validateOnly: true };
		const { json } = await loops.run({ ...parameters, options });
		const [{ ready, request, content }] = json;
		expect(ready).toBe(true);
		expect(content ?? (request as IDataObject).body).toMatchObject({ lmx: LMX });
		expect(loops.changes()).toEqual([]);
	});

	it.each<[IDataObject, string]>([
		[{ lmx: '<p>Hi</p>' }, "'Content' is HTML, not LMX: the content has the tag p"],
		[{ lmx: '# Hi' }, "'Content' is text without tags"],
		[{ lmx: LMX, contentFormat: 'html' }, "'Content' is LMX, not HTML"],
		[
			{ lmx: '<Component componentId="c" /><p>a</p>', contentFormat: 'html' },
			"'Content' is LMX, not HTML",
		],
		[{ lmx: 'Hi\nKim', contentFormat: 'html' }, "'Content' is Plain Text, not HTML"],
		[{ lmx: '<p>Hi</p>', contentFormat: 'text' }, "'Content' is HTML, not Plain Text"],
		[{ lmx: '<p> </p>', contentFormat: 'html' }, "'Content' has no text and no image"],
		[{ lmx: 'Hi {contact.email}', contentFormat: 'text' }, "'Content' contains braces"],
		[{ lmx: 'Hi {x}', contentFormat: 'text', allowVariables: true }, "'Content' contains braces"],
		[{ lmx: LMX, contentFormat: 'markdown' }, `'Content Format' can't be "markdown"`],
	])('refuses %j before the first call', async (content, said) => {
		await loops.expectRefusal(written(content, ...of), said);
	});
});

const update = (content: IDataObject) => written(content, 'emailMessage update', 'updateFields');

it('keeps no variable of LMX from being one if variables are off', async () => {
	const lmx = '<Paragraph>{contact.firstName}</Paragraph>';
	await loops.expectSuccess(update({ lmx, allowVariables: false }));
	expect(sent()).toMatchObject({ lmx });
});

it('changes nothing if only a format is given', async () => {
	await loops.expectRefusal(update({ contentFormat: 'html' }), 'There is nothing to update');
});

it('names what an email loses, and what readers see as it is', async () => {
	const lmx = '<table><tr><td>a<td>b</table><p>__GHOST_URL__</p>';
	const { hints } = await loops.run(update({ lmx, contentFormat: 'html' }));
	expect(hints).toEqual([
		expect.stringContaining('LMX has no tag for table'),
		expect.stringContaining('placeholders as they are: __GHOST_URL__'),
	]);
});

it('says the same about LMX', async () => {
	const lmx = '<Paragraph><Link href="/a">__GHOST_URL__</Link></Paragraph>';
	const { hints } = await loops.run(update({ lmx }));
	expect(hints).toEqual([
		expect.stringContaining("can't open these addresses"),
		expect.stringContaining('placeholders as they are: __GHOST_URL__'),
	]);
});

describe('size', () => {
	/** HTML of an email, in which styles are most of the text. */
	const html = (kb: number, word: string) =>
		`<p style="${'x'.repeat((kb - 1) * 1024)}">${word}</p>`;

	it.each<[string, IDataObject]>([
		['100 KB of text', { lmx: 'ä'.repeat(50 * 1024 - 20), contentFormat: 'text' }],
		['500 KB of HTML with few words', { lmx: html(500, 'Hi'), contentFormat: 'html' }],
	])('%s is converted', async (_what, content) => {
		await loops.expectSuccess(update(content));
	});

	it.each<[string, IDataObject, string]>([
		['text', { lmx: 'x'.repeat(102_401), contentFormat: 'text' }, "'Content' is 101 KB"],
		['HTML', { lmx: html(501, 'a'.repeat(2_000)), contentFormat: 'html' }, "'Content' is 502 KB"],
		['LMX that is made of it', { lmx: 'a<br>'.repeat(20_000), contentFormat: 'html' }, 'KB as LMX'],
	])('more %s is refused before the first call', async (_what, content, said) => {
		await loops.expectRefusal(update(content), said);
	});
});

describe('an AI agent', () => {
	const told = (name: string) => `={{ $fromAI('${name}', 'x', 'string') }}`;

	it.each(['', 'null', 'lmx'])('writes LMX if it gives the format %j', async (contentFormat) => {
		const fields = { lmx: told('lmx'), contentFormat: told('contentFormat') };
		await loops.askAgent(update(fields), [{ lmx: LMX, contentFormat }]);
		expect(sent()).toMatchObject({ lmx: LMX });
	});

	it('writes HTML where its user says so', async () => {
		const html = { lmx: told('lmx'), contentFormat: 'html' };
		const create = written(html, 'campaign create');
		await loops.askAgent(create, [{ lmx: '<p>Hi <strong>Kim</strong></p>' }]);
		expect(sent()).toMatchObject({ lmx: LMX });
	});
});
