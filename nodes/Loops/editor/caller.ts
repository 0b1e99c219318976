import type { CredentialType } from '../http/connection';
import type { Caller, LoopsContext } from '../http/request';

/** The editor gives up on a slow list, so that a form doesn't wait for minutes. */
const PATIENCE_MS = 4_000;

/** Makes calls for the editor, and returns the bodies of their answers without the API key. */
export const callerOf =
	(context: LoopsContext, credentialType?: CredentialType): Caller =>
	async (request) => {
		// Not loaded while n8n starts, as only an open form needs it.
		const { loopsConnection } = await import('../http/connection');
		const { callLoops } = await import('../http/client');
		const { CallFailed } = await import('../http/errors');
		const connection = await loopsConnection(context, credentialType);
		const calling = callLoops(context, request, { connection, patienceMs: PATIENCE_MS });
		const { body } = await calling.catch((error: Error) => {
			throw error instanceof CallFailed ? error.toNodeError(context.getNode()) : error;
		});
		return connection.redactor.answer(body);
	};
