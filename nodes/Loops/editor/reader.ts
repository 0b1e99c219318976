import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { callLoops } from '../http/client';
import type { LoopsRequest } from '../http/request';

/** Calls Loops from the editor and returns the body of the answer. */
export const readerFor =
	(context: ILoadOptionsFunctions) =>
	async (request: LoopsRequest): Promise<unknown> =>
		(await callLoops(context, request)).body;
