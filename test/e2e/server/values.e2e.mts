import { expect, it } from 'vitest';

import { itemsOf } from '../n8n/client.mts';
import { parametersOf } from '../../harness/operations.mts';
import { emailWithFile, sentFiles } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();
const body = () => n8n.calls()[0].body as Record<string, unknown>;

it('a file in the file system becomes an attachment', async () => {
	const execution = await n8n.run(emailWithFile());
	expect(itemsOf(execution, 'File')[0].binary?.data.id).toMatch(/^filesystem/);
	expect(body().attachments).toEqual(sentFiles);
});

it('an object as a part of a text is not copied, which takes n8n longer than it allows an expression', async () => {
	const parameters = { ...parametersOf.find, email: '={{ $json.person }}@example.com' };
	const person = { orders: Array(400_000).fill({ a: 1 }) };
	const execution = await n8n.runLoops(parameters, [{ person }]);
	expect(execution.data.resultData.error).toMatchObject({
		message: "'Email': {{ $json.person }} returns an object [item 0]",
	});
});
