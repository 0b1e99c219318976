import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { invalidInput } from '../invalidInput';

export const attachmentsField: INodeProperties = {
	displayName: 'Attachments',
	name: 'attachments',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Attachment',
	default: {},
	description:
		'Files to send with the email. Loops has to enable attachments for your account first, and takes at most 4 MB per email.',
	options: [
		{
			displayName: 'From Base64 Text',
			name: 'base64',
			values: [
				{
					displayName: 'File Name',
					name: 'filename',
					type: 'string',
					default: '',
					placeholder: 'e.g. invoice.pdf',
					description: 'Name of the file as the recipient sees it',
				},
				{
					displayName: 'MIME Type',
					name: 'contentType',
					type: 'string',
					default: '',
					placeholder: 'e.g. application/pdf',
					description: 'What kind of file it is',
				},
				{
					displayName: 'Content',
					name: 'data',
					type: 'string',
					default: '',
					description: 'Content of the file as base64 text',
				},
			],
		},
	],
};

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** `attachments` of the body; absent when there are none. Loops requires all three of their keys. */
export function readAttachments(
	node: IExecuteFunctions,
	itemIndex: number,
	from: IDataObject,
): IDataObject {
	const { base64 = [] } = (from.attachments ?? {}) as { base64?: IDataObject[] };
	const attachments = base64.map((attachment, index) => {
		const refuse = (what: string, wayOut: string) =>
			invalidInput(node, itemIndex, `'Attachments': number ${index + 1} ${what}`, wayOut);
		const text = (key: string) => String(attachment[key] ?? '').trim();

		for (const [key, name] of [
			['filename', 'File Name'],
			['contentType', 'MIME Type'],
		]) {
			if (text(key) === '')
				throw refuse(`has no '${name}'`, 'Loops requires one for each attachment');
		}
		// Mail programs break base64 into lines.
		const data = text('data').replace(/\s+/g, '');
		if (data === '' || !BASE64.test(data)) {
			throw refuse(
				'is not base64 text',
				"Give the bare content of the file in base64, without a prefix such as 'data:…;base64,'",
			);
		}
		return { filename: text('filename'), contentType: text('contentType'), data };
	});
	return attachments.length ? { attachments } : {};
}
