// The first opening of a node whose credential is made in the dialog that the form opens.
import { expect, it } from 'vitest';

import { chain, start } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';
import { addBehind, NOTHING, problemsIn } from './newNode.mts';
import { useEditor } from './useEditor.mts';

const n8n = useN8n();
const session = useEditor();

it.each(['Create or update contact', 'Create campaign'])(
	'opens without a problem: %s',
	async (action) => {
		const { editor } = session;
		await n8n.client.deleteCredentials('loopsEmailApi');
		editor.reload();
		await editor.openWorkflow(await n8n.store(chain([start])));
		await addBehind(editor, 'Start', action);
		await editor.page.getByText('Connect to Loops').click();
		await editor.saveCredential(n8n.emulator);
		// It closes by itself.
		const fields = editor.page.getByTestId('credential-connection-parameter');
		await fields.first().waitFor({ state: 'detached' });
		expect(await problemsIn(editor)).toEqual(NOTHING);
		if (action === 'Create campaign') return;
		await editor.fill('Email', 'kim@example.com');
		expect(await problemsIn(editor)).toEqual(NOTHING);
	},
);
