import type { ReceivedRequest } from '../requestLog.mts';
import type { Emulator } from '../server.mts';
import { isObject } from '../values.mts';
import { markup, type Markup } from './markup.mts';
import { block, copyable, cut, more, type Row, table, time } from './parts.mts';

const LONGEST_KEY = 12;
const LONGEST_REASON = 80;

export function requests({ requests: kept, stats, baseUrl }: Emulator): Markup {
	const dropped = stats.requests - kept.length;
	const columns = ['Time', 'Request', 'Answer', 'Idempotency-Key', 'Details'];
	const advice = markup`No requests yet. Set the Base URL of a Loops credential to <code>${baseUrl}</code> and run a workflow.`;
	const numbered = (request: ReceivedRequest, index: number) =>
		rowOf(request, `request-${dropped + index}`);
	return table('Requests', columns, kept, numbered, advice, stats.requests);
}

function rowOf(request: ReceivedRequest, id: string): Row {
	const { at, method, status, fault, body } = request;
	const outcome = `${status ?? 'no answer'}${fault === undefined ? '' : ` (fault: ${fault})`}`;
	const answer = answerOf(request);
	const reason = isObject(answer) ? String(answer.message ?? '') : '';
	const key = keyOf(request);
	const parts = [
		key !== '' && part('Idempotency-Key', copyable('Idempotency-Key', markup`<code>${key}</code>`)),
		body !== undefined && part('Body', block('body', body)),
		answer !== undefined && part('Answer', block('answer', answer)),
	];
	return {
		id,
		cells: [
			time(at),
			`${method} ${targetOf(request)}`,
			isGood(request)
				? outcome
				: markup`<strong>${outcome}</strong> ${cut(reason, LONGEST_REASON)}`,
			cut(key, LONGEST_KEY),
			more(`${id}-details`, 'Show', markup`<dl class="parts">${parts}</dl>`),
		],
	};
}

function part(name: string, content: Markup): Markup {
	return markup`<dt>${name}</dt><dd>${content}</dd>`;
}

function isGood({ status }: ReceivedRequest): boolean {
	return status !== undefined && status < 300;
}

function targetOf({ path, query }: ReceivedRequest): string {
	const search = new URLSearchParams(query).toString();
	return search === '' ? path : `${path}?${search}`;
}

function keyOf({ headers }: ReceivedRequest): string {
	return String(headers['idempotency-key'] ?? '');
}

/** Parsed as JSON unless truncated. */
function answerOf({ answer }: ReceivedRequest): unknown {
	try {
		return answer && JSON.parse(answer);
	} catch {
		return answer;
	}
}
