import { contentCall } from '../api/content';
import { isOk } from '../http/request';
import { operation, type Operation } from './base/operation';

const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many sending IPs',
	description:
		'List the dedicated IP addresses that Loops sends from, for example for an allowlist',
	fields: {},
	isList: true,
	run: async (_values, { get }) => {
		const call = contentCall({
			method: 'GET',
			path: '/dedicated-sending-ips',
			isAnswer: (outcome) => isOk(outcome) && Array.isArray(outcome.body), // contract: sending-ips
		});
		return ((await get(call)) as string[]).map((ip) => ({ ip }));
	},
});

export const sendingIps: Operation[] = [getAll];
