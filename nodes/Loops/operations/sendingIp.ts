import { contentCall } from '../api/content';
import { isOk } from '../http/request';
import { operation, type Operation } from './operation';

const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many sending IPs',
	description:
		'List the dedicated IP addresses that Loops sends from, for example for an allowlist',
	fields: {},
	isList: true,
	plan: () => ({
		request: contentCall({
			method: 'GET',
			path: '/dedicated-sending-ips',
			isAnswer: (outcome) => isOk(outcome) && Array.isArray(outcome.body), // contract: sending-ips
		}),
	}),
	output: (answer) => (answer as string[]).map((ip) => ({ ip })),
});

export const sendingIps: Operation[] = [getAll];
