import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator } from '../harness/loops.mts';
import { contentParameters } from '../harness/operations.mts';

const loops = useEmulator();
const of = contentParameters;

/** The error of a run, in one text. */
async function errorOf(parameters: IDataObject): Promise<string> {
	const { error } = await loops.run(parameters);
	return `${error?.message} ${error?.description}`;
}

describe('Email Message > Send Preview', () => {
	const preview = of('emailMessage sendPreview');

	it.each(['kim@example.com; ada@example.com', 'kim@example.com\nada@example.com'])(
		'asks for commas between addresses: %j',
		async (emails) => {
			expect(await errorOf({ ...preview, emails })).toContain(
				'Separate the email addresses with commas',
			);
			expect(loops.calls()).toEqual([]);
		},
	);

	it('takes blanks and line breaks beside commas', async () => {
		const emails = 'kim@example.com,\n ada@example.com,\n';
		const { error } = await loops.run({ ...preview, emails });
		expect(error).toBeUndefined();
	});
});

it('a change of a workflow that sends says so', async () => {
	const body = { message: 'The workflow is sending.' };
	loops.emulator.inject({ kind: 'body', method: 'POST', status: 400, body });
	const text = await errorOf(of('workflowNode reroute'));
	expect(text).toContain('The workflow is sending');
	expect(text).toContain('Pause the workflow in Loops');
	expect(text).not.toContain('in brackets');
});

it('a segment with an unknown property names the property, not the name', async () => {
	const condition = [{ property: 'nobodyKnows', operator: 'notEmpty' }];
	const create = of('audienceSegment create');
	loops.emulator.inject({
		kind: 'body',
		method: 'POST',
		status: 400,
		body: { message: 'Unknown contact property: nobodyKnows.' },
	});
	const text = await errorOf({ ...create, conditions: { condition }, options: {} });
	expect(text).toContain('Unknown contact property: nobodyKnows');
	expect(text).not.toContain('name may be taken');
});

it.each(['<Paragraph>{ok}</Paragraph>', '<Paragraph>{{price}}</Paragraph>'])(
	'content that does not compile for its braces gets a hint on braces: %s',
	async (lmx) => {
		const body = { message: 'LMX failed to compile: unexpected expression.' };
		loops.emulator.inject({ kind: 'body', method: 'POST', status: 422, body });
		const text = await errorOf({ ...of('emailMessage update'), updateFields: { lmx } });
		expect(text).toContain('Write braces only around variables');
	},
);
