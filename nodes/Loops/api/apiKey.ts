import { isSuccess, type LoopsRequest } from '../http/request';
import { asRecord } from '../values/parse';

/** Answers with the name of the team. */
export const testKey: LoopsRequest = {
	method: 'GET',
	path: '/api-key',
	repeat: { kind: 'safe' },
	isAnswer: (outcome) => isSuccess(outcome) && typeof asRecord(outcome.body).teamName === 'string',
};
