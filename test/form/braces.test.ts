import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, propertiesMapper, variablesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { byId, byName, contentParameters, parametersOf } from '../harness/operations.mts';
import { perKey, perRawKey } from '../harness/sendOnce.mts';

const loops = useEmulator();

const { create, createProperty, find, sendEmail, sendEvent, subscribe, upsert } = parametersOf;
const both = { ...upsert, findBy: 'emailAndUserId' };
const createCampaign = contentParameters('campaign create');
const saveContent = contentParameters('transactionalEmail saveContent');

const FIXED = '{{ $json.id }}';
const HINT = 'For an n8n expression, switch the field from Fixed to Expression.';

describe('an expression in a Fixed field that identifies something', () => {
	it.each<[string, IDataObject]>([
		['Email', { ...upsert, email: '{{ $json.email }}' }],
		['Email', { ...find, email: "{{$('Form').item.json.email}}" }],
		['User ID', { ...upsert, findBy: 'userId', userId: FIXED }],
		['User ID', { ...both, userId: `user_${FIXED}` }],
		['User ID', { ...both, userId: "{{ 'user_' + $json.id }}" }],
		['User ID', { ...create, additionalFields: { userId: FIXED } }],
		['Event Name', { ...sendEvent, eventName: byName(FIXED) }],
		['Transactional Email', { ...sendEmail, transactionalId: byId(FIXED) }],
		['Send Only Once: Key', { ...sendEmail, options: perKey(FIXED) }],
		['Send Only Once: Key', { ...sendEmail, options: perRawKey(FIXED) }],
		['Mailing List', { ...subscribe, mailingList: FIXED }],
		['Name', { ...createCampaign, name: '{{ $json.title }}' }],
		['Name', { ...createProperty, propertyName: FIXED }],
		['Only for Team', { ...upsert, options: { onlyForTeam: '{{ $vars.team }}' } }],
	])('is refused: %s', async (label, parameters) => {
		const { error } = await loops.run(parameters, [{ id: 7, email: 'kim@example.com' }]);
		expect(error?.message).toContain('is Fixed, so n8n leaves ');
		expect(error?.message).toContain(`'${label}`);
		expect(error?.description).toContain(HINT);
		expect(loops.changes()).toEqual([]);
	});
});

const first = '{{ $json.first }}';
const ITEM = { first: 'Kim', stored: 'Hi {{first_name}}', template: '{{ $json.a }}' };
const row = (name: string, value: string) => ({
	assignments: [{ id: '1', name, type: 'string', value }],
});
const hintsOf = async (parameters: IDataObject) => {
	const { error, hints } = await loops.run(parameters, [ITEM]);
	expect(error).toBeUndefined();
	return hints.filter((hint) => /as it is|as they are/.test(hint));
};

describe('an expression in another Fixed text is sent with a warning', () => {
	it.each<[string, IDataObject]>([
		[
			'firstName',
			{ ...upsert, ...propertiesMapper({ firstName: 'string' }, { firstName: first }) },
		],
		[
			'firstName',
			{ ...upsert, additionalFields: { contactPropertiesJson: `{"firstName": "${first}"}` } },
		],
		['plan', { ...sendEvent, ...eventMapper({ plan: 'string' }, { plan: first }) }],
		['plan', { ...sendEvent, options: { extraEventProperties: row('plan', first) } }],
		[
			'firstName',
			{ ...sendEmail, ...variablesMapper(['firstName'], { firstName: `Hi ${first}` }) },
		],
		['Subject', { ...saveContent, subject: `Hi ${first}` }],
		['Preview Text', { ...saveContent, additionalFields: { previewText: first } }],
		['From Name', { ...saveContent, additionalFields: { fromName: first } }],
		[
			'Contact Fallbacks',
			{
				...saveContent,
				additionalFields: { contactPropertiesFallbacks: `{"firstName": "${first}"}` },
			},
		],
		[
			'Description',
			{ ...contentParameters('campaignGroup create'), additionalFields: { description: first } },
		],
	])('%s', async (name, parameters) => {
		expect(await hintsOf(parameters)).toEqual([
			`'${name}' is sent with {{ $json.first }} as it is. ${HINT}`,
		]);
	});

	it('in content', async () => {
		const lmx = `<Paragraph>Hi ${first}</Paragraph>`;
		expect(await hintsOf({ ...saveContent, lmx })).toEqual([
			`Readers see these placeholders as they are: {{ $json.first }}. ${HINT}`,
		]);
	});
});

describe('a placeholder of another tool in an email', () => {
	it.each<[string, IDataObject]>([
		['Subject', { subject: 'Hi {{first_name}}' }],
		['Subject', { subject: '={{ $json.stored }}' }],
		['Preview Text', { additionalFields: { previewText: 'For {{first_name}}' } }],
		['From Name', { additionalFields: { fromName: '{{first_name}}' } }],
	])('is told, however it got there: %s', async (name, fields) => {
		expect(await hintsOf({ ...saveContent, ...fields })).toEqual([
			`'${name}' is sent with {{first_name}} as it is. Replace it before this node.`,
		]);
	});

	it.each<[string, IDataObject]>([
		['a variable of Loops', { ...saveContent, subject: 'Hi {data.firstName}' }],
		['code', { ...saveContent, lmx: '<CodeBlock>{{ name }} {{ $json.id }}</CodeBlock>' }],
		[
			'after a dollar',
			{ ...saveContent, subject: 'Use ${{ secrets.KEY }}', lmx: '<Paragraph>${{ a }}</Paragraph>' },
		],
		['a price', { ...saveContent, subject: 'Now $5 {{' }],
		[
			'a template in a contact property',
			{ ...upsert, ...propertiesMapper({ firstName: 'string' }, { firstName: 'Hi {{name}}' }) },
		],
		[
			'a template in an event property',
			{ ...sendEvent, ...eventMapper({ plan: 'string' }, { plan: 'Hi {{name}}' }) },
		],
		[
			'what an expression gives',
			{ ...sendEvent, ...eventMapper({ plan: 'string' }, { plan: '={{ $json.template }}' }) },
		],
		['a name', { ...createCampaign, name: 'Sale {{year}}' }],
	])('is not told: %s', async (_what, parameters) => {
		expect(await hintsOf(parameters)).toEqual([]);
	});
});
