import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { byId, contentParameters as p } from '../harness/operations.mts';

const loops = useEmulator();

const save = p('transactionalEmail saveContent');
const byName = (name: string) => ({ transactionalId: { __rl: true, mode: 'name', value: name } });
const png = { data: Buffer.from('x').toString('base64'), mimeType: 'image/png' };
const items: INodeExecutionData[] = [{ json: {}, binary: { data: png } }];
const content = { subject: 'Hi', lmx: '<H1>Hi</H1>' };
const written = ['The content is written to the draft', 'Loops checks the draft'];
const published = [...written, 'The draft is published if the check finds no errors'];

it.each<[string, IDataObject, next?: string[], content?: IDataObject]>([
	['Campaign > Create', p('campaign create')],
	[
		'Campaign > Create with content',
		{ ...p('campaign create'), ...content },
		['The content is written to the email of the new campaign'],
		content,
	],
	['Save Content of a published template', { ...save, ...content }, written, content],
	['Save Content of a new template', { ...save, ...byName('New'), ...content }, written, content],
	['Save Content and publish', { ...save, ...content, publish: true }, published, content],
	['Publish', p('transactionalEmail publish')],
	[
		'Image > Upload',
		p('image upload'),
		['The file goes to an address that Loops gives', 'Loops completes it'],
	],
	['Workflow > Delete', { ...p('workflow delete'), workflowId: byId('cm9workflow0trials000001') }],
])(
	'Validate Only shows the first change of %s, and says what follows',
	async (_name, parameters, next, given) => {
		const options = { ...(parameters.options as IDataObject), validateOnly: true };
		const { json } = await loops.run({ ...parameters, options }, items);
		const [{ ready, request, ...shown }] = json;
		expect(ready).toBe(true);
		expect([shown.next, shown.content]).toEqual([next, given && expect.objectContaining(given)]);
		expect(loops.changes()).toEqual([]);

		loops.emulator.reset();
		await loops.run(parameters, items);
		const [{ method, path, body }] = loops.changes();
		expect({ method, path: path.replace('/v1', ''), body }).toEqual({
			body: undefined,
			...(request as IDataObject),
		});
	},
);
