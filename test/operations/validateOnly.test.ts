import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { offersOption, useEmulator } from '../harness/loops.mts';
import {
	byId,
	contentOperations,
	contentParameters,
	parametersOf,
} from '../harness/operations.mts';
import { perKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const save = contentParameters('transactionalEmail saveContent');
const byName = (name: string) => ({ transactionalId: { __rl: true, mode: 'name', value: name } });
const png = { data: Buffer.from('x').toString('base64'), mimeType: 'image/png' };
const items: INodeExecutionData[] = [{ json: {}, binary: { data: png } }];
const content = { subject: 'Hi', lmx: '<H1>Hi</H1>' };
const written = ['The node would write the content to the draft', 'Loops would check the draft'];
const published = [...written, 'The node would publish the draft if the check finds no errors'];

it.each<[string, IDataObject, next?: string[], content?: IDataObject]>([
	['Campaign > Create', contentParameters('campaign create')],
	[
		'Campaign > Create with content',
		{ ...contentParameters('campaign create'), ...content },
		['The node would write the content to the email of the new campaign'],
		content,
	],
	[
		'Campaign > Update of the campaign and its email',
		{ ...contentParameters('campaign update'), updateFields: { name: 'News', ...content } },
		['The node would write the content to the email of the campaign'],
		content,
	],
	[
		'Campaign > Update of the email',
		{ ...contentParameters('campaign update'), updateFields: content },
	],
	['Save Content of a published template', { ...save, ...content }, written, content],
	['Save Content of a new template', { ...save, ...byName('New'), ...content }, written, content],
	['Save Content and publish', { ...save, ...content, publish: true }, published, content],
	['Publish', contentParameters('transactionalEmail publish')],
	[
		'Image > Upload',
		contentParameters('image upload'),
		['The node would upload the file to a URL from Loops', 'Loops would complete the upload'],
	],
	[
		'Workflow > Delete',
		{ ...contentParameters('workflow delete'), workflowId: byId('cm9workflow0trials000001') },
	],
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

const UNKNOWN = 'cm9nothing00000000000001';
const writes = contentOperations.filter(([, each]) => offersOption(each, 'validateOnly'));
const unknownIds = writes.flatMap(([name, parameters]) =>
	Object.entries(parameters)
		.filter(([, value]) => (value as IDataObject).__rl === true)
		.map(([field]): [string, string, IDataObject] => [name, field, parameters]),
);
const validate = async (parameters: IDataObject) => {
	const options = { ...(parameters.options as IDataObject), validateOnly: true };
	const { json } = await loops.run({ ...parameters, options }, items);
	expect(loops.changes()).toEqual([]);
	return json[0];
};

it.each(unknownIds)(
	'Validate Only of %s is not ready if %s is unknown',
	async (_name, field, of) => {
		const { ready, reasons } = await validate({ ...of, [field]: byId(UNKNOWN) });
		expect([ready, reasons]).toEqual([
			false,
			[expect.stringMatching(/^(Loops has no|.*could not)/)],
		]);
	},
);

const sent = 'cm9campaign0september001';
const property = { resource: 'contactProperty', operation: 'create', propertyType: 'string' };
const contact = (operation: string, email: string) => ({ resource: 'contact', operation, email });

it.each<[string, IDataObject, RegExp]>([
	[
		'the audience of a sent campaign',
		{
			...contentParameters('campaign update'),
			campaignId: byId(sent),
			updateFields: { clearMailingList: true },
		},
		/^The campaign is no longer a draft\./,
	],
	[
		'the email of a sent campaign',
		{
			...contentParameters('emailMessage update'),
			emailMessageId: byId('cm9msg0september00000001'),
		},
		/^The email message is no longer a draft\./,
	],
	[
		'a segment whose name is taken',
		{ ...contentParameters('audienceSegment create'), name: 'Teams' },
		/^Loops already has a segment called "Teams"\./,
	],
	[
		'a contact property that exists',
		{ ...property, propertyName: 'planName' },
		/^Loops already has a contact property 'planName'\./,
	],
	[
		'a contact that exists',
		contact('create', 'kim@example.com'),
		/^A contact with this email or user ID already exists\./,
	],
	[
		'the user ID of another contact',
		{
			...contact('create', 'new@example.com'),
			additionalFields: { userId: 'u-77' },
			options: { ifExists: 'leaveAsIs' },
		},
		/^Another contact already has this user ID\./,
	],
	[
		'the deletion of nobody',
		contact('delete', 'nobody@example.com'),
		/^No contact has this email: nobody@example.com\./,
	],
])('Validate Only finds what Loops would refuse: %s', async (_what, parameters, reason) => {
	const { ready, reasons } = await validate(parameters);
	expect([ready, reasons]).toEqual([false, [expect.stringMatching(reason)]]);
	// A run leaves the refusal to Loops.
	expect((await loops.run(parameters, items)).error?.message).toBeDefined();
});

it.each<[string, IDataObject]>([
	[
		'to leave a contact as it is',
		{ ...contact('create', 'kim@example.com'), options: { ifExists: 'leaveAsIs' } },
	],
	[
		'to skip a property',
		{ ...property, propertyName: 'planName', options: { ifPropertyExists: 'skip' } },
	],
	[
		'to ignore a missing contact',
		{ ...contact('delete', 'no@b.co'), options: { whenNotFound: 'foundFalse' } },
	],
	[
		'to rename a sent campaign',
		{ ...contentParameters('campaign update'), campaignId: byId(sent) },
	],
])('Validate Only is ready %s', async (_what, parameters) => {
	expect((await validate(parameters)).ready).toBe(true);
});

it('Validate Only of a refused item claims nothing', async () => {
	const once = { ...perKey('={{ $json.order }}'), validateOnly: true };
	const ids = { findBy: 'emailAndUserId', email: '={{ $json.email }}', userId: '={{ $json.id }}' };
	const rows = [
		{ email: 'a@b.co', id: 'u1', order: '1' },
		{ email: 'c@b.co', id: 'u2', order: '1' },
		{ email: 'd@b.co', id: 'u2', order: '2' },
	];
	const { json } = await loops.run({ ...parametersOf.sendEvent, ...ids, options: once }, rows);
	expect(json.map(({ ready }) => ready)).toEqual([true, false, true]);
});
