import { expect, it } from 'vitest';

import { itemsOf } from '../n8n/client.mts';
import { emailWithFile, sentFiles } from '../nodes.mts';
import { useN8n } from '../useN8n.mts';

const n8n = useN8n();
const body = () => n8n.calls()[0].body as Record<string, unknown>;

it('a file in the file system becomes an attachment', async () => {
	const execution = await n8n.run(emailWithFile());
	expect(itemsOf(execution, 'File')[0].binary?.data.id).toMatch(/^filesystem/);
	expect(body().attachments).toEqual(sentFiles);
});
