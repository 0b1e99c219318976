import { afterEach } from 'vitest';

import { startTrigger, type TriggerServer, type TriggerSetUp } from '../harness/webhook.mts';
import { post } from './post.mts';
import { event, secret } from './refused.mts';
import { signedRequest } from './sign.mts';

/** A trigger for each test, closed after it. */
export function useTrigger() {
	let running: TriggerServer;
	afterEach(async () => await running.close());
	return {
		get trigger() {
			return running;
		},
		async start(setUp: TriggerSetUp = {}) {
			running = await startTrigger({
				parameters: { events: ['*'] },
				credential: { signingSecret: secret },
				...setUp,
			});
		},
		/** Posts a signed event. */
		async send(body: unknown = event, options = {}) {
			return await post(running.url, signedRequest(secret, body, options));
		},
	};
}
