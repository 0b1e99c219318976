import { testKey } from '../api/apiKey';
import { type Operation, operation } from './operation';

const test = operation({
	value: 'test',
	name: 'Test',
	action: 'Test API key',
	description: 'Check that the API key works, and see which team it belongs to',
	fields: {},
	plan: () => ({ request: testKey }),
});

export const apiKeys: Operation[] = [test];
