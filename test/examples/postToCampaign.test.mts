import type { IDataObject, IPinData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { outputOf, runWorkflow } from '../harness/engine.mts';
import { pinnedTo, readExample } from '../harness/examples.mts';
import { source, useEmulator } from '../harness/loops.mts';

const loops = useEmulator();

/** A request as Ghost makes it. */
const ghost = () =>
	readExample('post-to-campaign.json').pinData!['Published Post'][0].json.body as {
		post: { current: IDataObject };
	};

describe('post to campaign', () => {
	const png: IPinData = {
		'Get Cover': [{ json: {}, binary: { data: { data: 'iVBORw0K', mimeType: 'image/png' } } }],
	};
	const claims = (...rows: IDataObject[]): IPinData => ({
		...png,
		...pinnedTo('Claim', [{ id: 7 }]),
		...pinnedTo('Claims', [{ id: 7, createdAt: new Date().toISOString() }, ...rows]),
	});
	const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
	/** The answer to a request with this token, if the user typed this secret. */
	const answerTo = async (body: IDataObject, rows: IDataObject[], secret = 's', token = 's') => {
		const workflow = readExample('post-to-campaign.json');
		const assignments = [{ id: 'a1', name: 'secret', value: secret, type: 'string' }];
		workflow.nodes.find(({ name }) => name === 'Secret')!.parameters.assignments = {
			assignments,
		};
		const request = pinnedTo('Published Post', [{ body, query: { token } }]);
		const done = await runWorkflow(source, loops.credentials(), {
			...workflow,
			pinData: { ...claims(...rows), ...request },
		});
		const { error, lastNodeExecuted } = done.data.resultData;
		expect(error?.message).toBeUndefined();
		return outputOf(done, lastNodeExecuted!)[0][0].json;
	};
	const drafted = () => {
		const { campaigns, messages } = loops.emulator.content;
		const campaign = [...campaigns.values()].at(-1)!;
		return { ...messages.get(campaign.emailMessageId)!, ...campaign };
	};

	it('drafts a post with its cover, excerpt and link, and answers with the draft', async () => {
		const { post } = ghost();
		post.current.feature_image = 'https://www.example.com/images/filters.png';
		const answer = await answerTo({ post }, []);
		const { id, lmx, subject, status, name } = drafted();
		const [{ finalUrl }] = loops.emulator.content.uploads.values();
		expect([subject, status, name]).toEqual([
			'Search & filters',
			'Draft',
			'Search & filters [post:64f0c0ffeepost1]',
		]);
		expect(lmx).toBe(`<Image src="${finalUrl}" alt="" />
<H1>Search &amp; filters</H1>
<Paragraph>Find people with more than one filter, such as seats &lt; 5.</Paragraph>
<Paragraph><Link href="https://www.example.com/search-and-filters/">Read the post</Link></Paragraph>`);
		expect(answer).toEqual({
			status: 200,
			body: { url: `https://app.loops.so/campaigns/${id}`, remarks: [] },
		});
	});

	it('answers with what readers could not use in the draft', async () => {
		const { post } = ghost();
		post.current.custom_excerpt = 'For %FIRSTNAME% only';
		const { body } = (await answerTo({ post }, [])) as { body: IDataObject };
		expect(body.remarks).toEqual(['Readers see these placeholders as they are: %FIRSTNAME%']);
	});

	it.each([
		['another request makes it', { id: 3, createdAt: ago(1) }, 202],
		['it was made before', { id: 3, createdAt: ago(1), url: 'https://app.loops.so/x' }, 200],
	])('makes no campaign if %s', async (_why, row, status) => {
		const { size } = loops.emulator.content.campaigns;
		const answer = await answerTo(ghost(), [row]);
		expect(answer).toEqual({ status, body: { url: 'url' in row ? row.url : null } });
		expect(loops.emulator.content.campaigns.size).toBe(size);
	});

	it.each([
		['failed', { id: 3, createdAt: ago(1), error: 'Loops is down' }],
		['stopped without a word', { id: 3, createdAt: ago(11) }],
		['came later', { id: 8, createdAt: ago(0) }],
	])('makes the campaign if the other request %s', async (_what, row) => {
		const { size } = loops.emulator.content.campaigns;
		const answer = await answerTo(ghost(), [row]);
		expect(answer).toMatchObject({ status: 200 });
		expect(loops.emulator.content.campaigns.size).toBe(size + 1);
	});

	/** A campaign with this name whose email nobody has written. */
	const empty = (name: string) => {
		const { campaigns, messages } = loops.emulator.content;
		const campaign = [...campaigns.values()].find(({ status }) => status === 'Draft')!;
		campaign.name = name;
		return Object.assign(messages.get(campaign.emailMessageId)!, { subject: '' });
	};
	const failed = { id: 3, createdAt: ago(1), error: 'Loops is down' };

	it.each([
		['that a colleague has named with the ID', 'Summer sale (64f0c0ffeepost1)', [failed]],
		['if the post is new', 'Summer sale [post:64f0c0ffeepost1]', []],
		[
			'if only a later request has a row',
			'Summer sale [post:64f0c0ffeepost1]',
			[{ id: 8, createdAt: ago(0) }],
		],
	])('leaves an empty campaign alone %s', async (_what, name, rows) => {
		const email = empty(name);
		expect(await answerTo(ghost(), rows)).toMatchObject({ status: 200 });
		expect(email.subject).toBe('');
	});

	it('writes the empty campaign of an earlier try', async () => {
		const email = empty('Search & filters [post:64f0c0ffeepost1]');
		expect(await answerTo(ghost(), [failed])).toMatchObject({ status: 200 });
		expect(email.subject).toBe('Search & filters');
	});

	it('makes no tag of what a stranger writes', async () => {
		const { post } = ghost();
		const tag = '<Component componentId="c" />';
		Object.assign(post.current, { title: tag, custom_excerpt: tag });
		post.current.url = `https://example.com/"/>${tag}<Paragraph x="`;
		await answerTo({ post }, []);
		expect(drafted().lmx).not.toMatch(/<Component|<Paragraph x/);
		expect(drafted().lmx).toContain('<H1>&lt;Component componentId="c" /></H1>');
	});

	it.each(['title', 'custom_excerpt', 'url'])(
		'makes no variable of braces in the %s, and no draft',
		async (field) => {
			const { size } = loops.emulator.content.campaigns;
			const { post } = ghost();
			post.current[field] = 'https://example.com/?e={contact.email}';
			expect(await answerTo({ post }, [])).toMatchObject({ status: 502 });
			expect(loops.emulator.content.campaigns.size).toBe(size);
		},
	);

	it.each([
		['', ''],
		['s', ''],
		['s', 'other'],
	])('answers 401 if the secret is "%s" and the token "%s"', async (secret, token) => {
		const { size } = loops.emulator.content.campaigns;
		const answer = await answerTo(ghost(), [], secret, token);
		expect(answer).toMatchObject({ status: 401 });
		expect(loops.emulator.content.campaigns.size).toBe(size);
	});

	it.each([{}, { title: 'A post' }, { url: 'https://example.com/' }, { title: 'A', url: '/a' }])(
		'answers 422 for %j',
		async (body) => expect(await answerTo(body, [])).toMatchObject({ status: 422 }),
	);
});
