import { testKey } from '../../http/request';
import type { Operation } from '../operation';

export const test: Operation = {
	resource: 'apiKey',
	value: 'test',
	name: 'Test',
	action: 'Test API key',
	description: 'Check that the API key works, and see which team it belongs to',
	fields: [],
	request: () => testKey,
};
