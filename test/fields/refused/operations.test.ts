import { type Case, refuses } from './refuses.mts';

const selects: Case[] = [
	['contact', '__CUSTOM_API_CALL__'],
	['contact', 'send'],
	['contact', '__proto__'],
	// Without a known resource, n8n passes no operation.
	['__CUSTOM_API_CALL__', ''],
	['__proto__', ''],
	['', ''],
].map(([resource, operation]) => [
	`resource '${resource}' with operation '${operation}'`,
	{ resource, operation },
	`This node has no operation "${operation}" for resource "${resource}"`,
	"n8n's HTTP Request node with the credential 'Loops API'",
]);

refuses('unknown operations', selects);
