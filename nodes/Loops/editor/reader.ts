import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { callLoops } from '../http/client';
import type { Read } from '../http/request';

/** Calls Loops from the editor and returns the body of the answer. */
export const readerFor =
	(context: ILoadOptionsFunctions): Read =>
	async (request) =>
		(await callLoops(context, request)).body;
