import type { IExecuteFunctions } from 'n8n-workflow';

const QUOTED = /['"`][^'"`\\]+['"`]/.source;
const NODE = `\\((?<called>${QUOTED})\\)|node\\[(?<indexed>${QUOTED})\\]`;
const ITEMS =
	/(?<name>item|json|first|last|all|itemMatching|pairedItem)(?<call>\((?:[\d, ]*|\$itemIndex)\))?/
		.source;
const NAMED = new RegExp(`^\\$(?:input|${NODE})\\.${ITEMS}(?<json>\\.json)?$`);

type Source = Record<string, unknown>;

/**
 * The data that an expression names, such as `$('Form').first().json`, in the way n8n holds it. To evaluate
 * the expression, n8n would copy all of it, although the user reads one field of it: 2 s of a busy n8n for
 * 4,000 nested objects, which a stranger may have sent to a webhook. Undefined for what names no data.
 * @throws as the expression does, for example if the node did not run
 */
export function namedData(node: IExecuteFunctions, index: number, expression: string): unknown {
	const proxy = node.getWorkflowDataProxy(index);
	const groups = NAMED.exec(expression)?.groups;
	if (!groups) return proxy[expression];
	const { $input, $, $node } = proxy;
	const { called, indexed, name, call, json } = groups;
	const unquoted = (called ?? indexed)?.slice(1, -1);
	const source = (called ? $(unquoted) : indexed ? $node[unquoted] : $input) as Source;
	const found = call
		? callOf(source[name], call.replace('$itemIndex', String(index)))
		: source[name];
	return json ? (found as Source).json : found;
}

/** Calls a method of n8n with the numbers in the parentheses, such as the output to read. */
function callOf(method: unknown, parentheses: string): unknown {
	const numbers = parentheses.match(/\d+/g) ?? [];
	return (method as (...numbers: number[]) => unknown)(...numbers.map(Number));
}
