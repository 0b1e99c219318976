import { testKey } from '../api/contacts';
import { asRecord } from '../values/parse';
import { type Operation, operation } from './base/operation';

const test = operation({
	value: 'test',
	name: 'Test',
	action: 'Test API key',
	description: 'Check that the API key works, and see which team it belongs to',
	fields: {},
	run: async (_values, { get }) => asRecord(await get(testKey)),
});

export const apiKeys: Operation[] = [test];
