import type { IDataObject, ResourceMapperFields } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useEmulator, methods } from '../harness/loops.mts';

const loops = useEmulator();

const { loadOptions, listSearch, resourceMapping } = methods;

const WELCOME = 'cm8tx0welcome00000000001a';
const RECEIPT = 'cm8tx0receipt00000000003a';

const editor = (parameters: IDataObject) => loops.editor(parameters);

const sendEmail = (value: string): IDataObject => ({
	resource: 'transactionalEmail',
	operation: 'send',
	transactionalId: { __rl: true, mode: 'list', value },
});

const variablesOf = async (value: string): Promise<ResourceMapperFields> =>
	await resourceMapping.getDataVariableFields.call(editor(sendEmail(value)));

it.each([0, 1, 120])(
	'dropdowns and mappers list all of %i properties, lists and emails',
	async (count) => {
		const numbers = Array.from({ length: count }, (_, index) => index);
		loops.emulator.reset({
			teamName: 'Sized',
			properties: numbers.map((n) => ({ key: `own${n}`, type: 'string' })),
			mailingLists: numbers.map((n) => ({ id: `list${n}`, name: `List ${n}` })),
			contacts: [],
			templates: numbers.map((n) => ({
				id: `template${n}`,
				name: `Template ${n}`,
				dataVariables: numbers.map((v) => `variable${v}`),
			})),
		});
		const context = editor({ resource: 'contact', operation: 'upsert' });
		const builtIn = 5;

		expect(await loadOptions.getMailingLists.call(context)).toHaveLength(count);
		expect(await loadOptions.getContactProperties.call(context)).toHaveLength(count + builtIn);
		const { fields } = await resourceMapping.getContactPropertyFields.call(context);
		expect(fields).toHaveLength(count + builtIn);

		const found = await listSearch.searchTransactionalEmails.call(context, 'template');
		expect(found.results).toHaveLength(count);
		const { results } = await listSearch.searchTransactionalEmails.call(context);
		expect(results).toHaveLength(Math.min(count, 50));
		if (count > 0) {
			expect((await variablesOf(`template${count - 1}`)).fields).toHaveLength(count);
		}
	},
);

describe('the variables of a transactional email', () => {
	it('become fields of the mapper', async () => {
		expect((await variablesOf(RECEIPT)).fields).toEqual(
			['orderNumber', 'total', 'items'].map((name) => ({
				id: name,
				displayName: name,
				type: undefined,
				removed: false,
				required: false,
				defaultMatch: false,
				display: true,
			})),
		);
	});

	it.each([
		['no email is selected', '', 'Choose the email to see its variables'],
		[
			'an expression selects the email',
			'={{ $json.template }}',
			'If an expression chooses the email',
		],
		['Loops does not list the email', 'unknown', 'Loops lists no published transactional email'],
		['the email has none', 'cm8tx0heartbeat', 'This email needs no variables'],
	])('are replaced by a notice when %s', async (_case, value, notice) => {
		const known = loops.emulator.templates().find(({ id }) => value && id.startsWith(value));
		const { fields, emptyFieldsNotice } = await variablesOf(known?.id ?? value);
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toContain(notice);
	});

	it('are replaced by the error if they cannot be loaded', async () => {
		loops.emulator.inject({ kind: 'status', status: 403 });
		expect((await variablesOf(WELCOME)).emptyFieldsNotice).toContain('refuses access (HTTP 403');
	});
});
