import type { FieldType, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { eventMapper, propertiesMapper } from '../harness/forms.mts';
import { useEmulator } from '../harness/loops.mts';
import { parametersOf } from '../harness/operations.mts';
import { tablesIn } from '../harness/tables.mts';

const loops = useEmulator();
const { sendEmail, sendEvent, upsert } = parametersOf;

/** Ways to give `$json.v`, and what of the body it becomes. */
type Ways = Array<[parameters: IDataObject, sent: (body: IDataObject) => unknown]>;

const inProperties = (name: string, type: FieldType): Ways =>
	(
		[
			[propertiesMapper, upsert, (body) => body[name]],
			[eventMapper, sendEvent, ({ eventProperties }) => (eventProperties as IDataObject)?.[name]],
		] as Array<[typeof propertiesMapper, IDataObject, (body: IDataObject) => unknown]>
	).flatMap(
		([mapper, operation, sent]): Ways => [
			[{ ...operation, ...mapper({ [name]: type }) }, sent],
			[{ ...operation, ...mapper({ [name]: type }, { [name]: `={{ $json.${name} }}` }) }, sent],
		],
	);

const FIELDS: Record<string, Ways> = {
	'Contact or event property: text': inProperties('planName', 'string'),
	'Contact or event property: boolean': inProperties('isBeta', 'boolean'),
	'`subscribed` or a mailing list, in JSON': [
		'contactPropertiesJson={{ { subscribed: $json.planName } }}',
		'mailingListsJson={{ { cm9list0releasenotes00001: $json.planName } }}',
	].map((json) => {
		const [name, value] = json.split(/(?==\{\{)/);
		return [{ ...upsert, additionalFields: { [name]: value } }, (body) => body];
	}),
	'Data variable': [
		[
			{
				...sendEmail,
				dataVariables: {},
				options: { dataVariablesJson: '={{ { name: $json.planName } }}' },
			},
			(body) => body,
		],
	],
	Email: [[{ ...upsert, email: '={{ $json.planName }}' }, ({ email }) => email]],
};

const valuesIn = (cell: string) =>
	[...cell.matchAll(/`([^`]+)`/g)].map(([, json]) => JSON.parse(json) as unknown);

const { rows } = tablesIn('docs/values.md').find(({ columns }) => columns[1] === 'You give')!;

it('the documented table of values has a row for each field', () => {
	expect(new Set(rows.map(([field]) => field))).toEqual(new Set(Object.keys(FIELDS)));
});

describe.each(rows)('%s: %s arrives as documented', (field, given, answer) => {
	it.each(valuesIn(given).map((value) => ({ value })))('$value', async ({ value }) => {
		for (const [parameters, sent] of FIELDS[field]) {
			const { error, hints } = await loops.run(parameters, [
				{ planName: value, isBeta: value } as IDataObject,
			]);
			const body = loops.emulator.requests.findLast(({ method }) => method !== 'GET')?.body;
			if (answer === 'refused') {
				expect(error?.message).toMatch(/can't be|is not an email address|Loops accepts only/);
				expect(body).toBeUndefined();
				continue;
			}
			expect(error).toBeUndefined();
			expect(sent(body as IDataObject)).toEqual(valuesIn(answer)[0]);
			const said = hints.filter(
				(hint) => !/lists no event|has no property|not mapped|waits for/.test(hint),
			);
			expect(said).toHaveLength(answer.includes('with a warning') ? 1 : 0);
		}
	});
});
