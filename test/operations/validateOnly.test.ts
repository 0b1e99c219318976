import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { byId, contentParameters as p } from '../harness/operations.mts';

const loops = useEmulator();

interface Shown {
	method: string;
	path: string;
	body?: IDataObject;
}

const save = p('transactionalEmail saveContent');
const byName = (name: string) => ({ transactionalId: { __rl: true, mode: 'name', value: name } });
const png = { data: Buffer.from('x').toString('base64'), mimeType: 'image/png' };
const items: INodeExecutionData[] = [{ json: {}, binary: { data: png } }];

/** Reads that only look once more right before a change are not shown. */
const isShown = ({ method, path }: Pick<Shown, 'method' | 'path'>) =>
	method !== 'GET' || path.endsWith('/guardian');

it.each<[string, IDataObject]>([
	['Campaign > Create', p('campaign create')],
	[
		'Campaign > Create with content',
		{ ...p('campaign create'), subject: 'Hi', lmx: '<H1>Hi</H1>' },
	],
	['Save Content of a published template', save],
	['Save Content of a new template', { ...save, ...byName('Brand new') }],
	['Save Content and publish', { ...save, publish: true }],
	['Publish', p('transactionalEmail publish')],
	['Image > Upload', p('image upload')],
	['Workflow > Delete', { ...p('workflow delete'), workflowId: byId('cm9workflow0trials000001') }],
])('Validate Only shows the calls of %s in their order', async (_name, parameters) => {
	const options = { ...(parameters.options as IDataObject), validateOnly: true };
	const { json } = await loops.run({ ...parameters, options }, items);
	const [{ ready, request, next = [] }] = json as unknown as [
		{ ready: boolean; request: Shown; next?: Shown[] },
	];
	expect(ready).toBe(true);
	expect(loops.changes()).toEqual([]);

	loops.emulator.reset();
	await loops.run(parameters, items);
	const made = loops.emulator.requests.map(({ path, ...rest }) => ({
		...rest,
		path: path.replace('/v1', ''),
	}));
	const shown = [request, ...next].filter(isShown).filter(({ path }) => path !== '{presignedUrl}');
	const done = made.filter(isShown).slice(-shown.length);
	expect(done.map(({ method }) => method)).toEqual(shown.map(({ method }) => method));
	for (const [at, { path, body }] of shown.entries()) {
		expect(done[at].path).toMatch(new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));
		const content = Object.entries(body ?? {}).filter(([name]) => name !== 'expectedRevisionId');
		if (body) expect(done[at].body).toMatchObject(Object.fromEntries(content));
	}
});
