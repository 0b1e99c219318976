import { type INode, NodeApiError } from 'n8n-workflow';

import { problems } from '../../../credentials/LoopsEmailApi.credentials';
import { formatName, MAX_REQUEST_MB, MAX_TEXT, sentence, withoutTags } from '../values/format';
import { asRecord } from '../values/parse';
import type { CallSettings, Redactor } from './connection';
import { isChange, isRejection, type LoopsRequest, type Outcome, type Rejection } from './request';
import type { Failure, History } from './retryPolicy';

/** What is wrong, and what to do about it. */
interface Explanation {
	problem: string;
	hint: string;
	/** Loops' words go below the problem, not into the title. */
	isComplete?: boolean;
}

/** Messages that several parts of the node share. */
export const messages = {
	...problems,
	/** The content API answers 401 in both cases (contract: content-not-enabled). */
	keyOrCall: {
		problem: 'The API key is wrong, or Loops has not enabled this part of the API for the team',
		hint: 'Test the credential. If the test succeeds, ask Loops support to enable content, workflows or metrics in the API for your team',
	},
	runLater: 'Try again later',
	tooSlow: {
		problem: 'Loops responded too slowly to the last check before this change',
		hint: 'This change was not made. Try again later',
	},
	unknownAttempt: 'It is not known whether an earlier attempt made the change',
};

/** The first name in a path, such as `attachments` in `attachments[0].data`. */
const rootOf = (path: string): string => path.split(/[.[]/, 1)[0];

/** Names a part of a request as the form does. `own` are the labels that depend on the item. */
export function labelOf(
	path: string,
	own: Record<string, string[]> = {},
	inForm?: CallSettings['labelInForm'],
): string {
	const part = rootOf(path);
	const labels = (Object.hasOwn(own, part) && own[part]) || inForm?.(part);
	const shown = formatName(path);
	if (!labels?.length) return `'${shown}'`;
	const label = `'${[labels].flat().join("' or '")}'`;
	return part === path ? label : `${label} (${shown})`;
}

/** Counts from 0, like the item numbers in n8n's own errors. */
export const atItem = (index: number | undefined): string =>
	index === undefined ? '' : ` [item ${index}]`;

/** What is known about a failed call, beside its message. The API key is in none of it. */
interface AboutFailure {
	/** What to do about the cause. */
	hint?: string;
	/** A status, or the code of a socket. */
	httpCode?: string;
	/** Comes before all else. */
	first?: string;
	/** Loops may have made the change. */
	mayBeApplied?: boolean;
	/** Loops did not answer or is unavailable, so the hint comes after what to do next. */
	isDown?: boolean;
	/** Whether and when to run the item again. */
	again?: string;
	/** The attempts, and Loops' own words where the message lacks them. */
	details?: string[];
	/** How the request explains the refusal. */
	rejection?: Rejection;
	/** What n8n calls the failure. */
	cause?: 'rate-limited' | 'credential-invalid';
}

/** A call that failed. It names no item, since several items may share a look-up. */
export class CallFailed extends Error {
	constructor(
		message: string,
		readonly about: AboutFailure,
	) {
		super(message);
	}

	/** A copy that also says this. */
	with(about: AboutFailure, message = this.message): CallFailed {
		return new CallFailed(message, { ...this.about, ...about });
	}

	/** What users read below the message. */
	get description(): string {
		const { first, hint, mayBeApplied, isDown, again, details = [] } = this.about;
		const unknown = mayBeApplied
			? 'It is not known whether Loops processed the request'
			: undefined;
		const advice = isDown ? [unknown, again, hint] : [hint, unknown, again];
		const all = [first, ...advice, ...details].filter((each) => each !== undefined && each !== '');
		return all.map((each) => sentence(String(each))).join(' ');
	}

	/** n8n's error. It wraps no other one: the cause of a NodeApiError holds the request with the API key. */
	toNodeError(node: INode, message = withoutTags(this.message), itemIndex?: number): NodeApiError {
		const { cause, httpCode } = this.about;
		const failure = cause && { cause };
		const error = new NodeApiError(node, { message }, { message, httpCode, itemIndex, failure });
		// n8n replaces a message that contains an error code: 'preexisting' contains EEXIST.
		error.message = message;
		error.description = this.description;
		return error;
	}
}

/** An exception of n8n's helpers: an error of n8n, or of axios, which wraps that of a socket. */
interface Exception {
	name?: string;
	message?: string;
	description?: string;
	code?: string;
	/** The status of an answer that was cut off, or the code of the socket. */
	httpCode?: string | null;
	syscall?: string;
	cause?: Exception;
	errors?: Exception[]; // of several addresses
	request?: { socket?: unknown }; // of axios
}

/** Codes for a connection that was never made. Others, such as EHOSTUNREACH, may also end an open one. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'];

/**
 * Codes of Node.js for a certificate that it does not accept. Node.js then closes the connection before
 * it writes the request. https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
const CERTIFICATE_REFUSED = [
	...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_CRL', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE'],
	...['UNABLE_TO_DECRYPT_CRL_SIGNATURE', 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY'],
	...['CERT_SIGNATURE_FAILURE', 'CRL_SIGNATURE_FAILURE', 'CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED'],
	...['CRL_NOT_YET_VALID', 'CRL_HAS_EXPIRED', 'ERROR_IN_CERT_NOT_BEFORE_FIELD'],
	...['ERROR_IN_CERT_NOT_AFTER_FIELD', 'ERROR_IN_CRL_LAST_UPDATE_FIELD'],
	...['ERROR_IN_CRL_NEXT_UPDATE_FIELD', 'OUT_OF_MEM', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
	...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
	...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_CHAIN_TOO_LONG', 'CERT_REVOKED', 'INVALID_CA'],
	...['PATH_LENGTH_EXCEEDED', 'INVALID_PURPOSE', 'CERT_UNTRUSTED', 'CERT_REJECTED'],
	// Not in that list: the name of the host, and reasons that OpenSSL added, such as a weak signature.
	...['HOSTNAME_MISMATCH', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNSPECIFIED'],
];

const CERTIFICATE_HINT =
	"If your company's proxy inspects TLS traffic, n8n must trust the proxy's certificate. Set the environment variable NODE_EXTRA_CA_CERTS to the path of the certificate file, and restart n8n. If there is no such proxy, check the Base URL, and the clock of n8n's machine";

/** Reads what n8n's helper threw. A request counts as sent unless it certainly did not leave. */
export function outcomeOf(thrown: unknown): Outcome {
	const causes = causesOf(thrown as Exception);
	const { httpCode, code } = causes[0];
	const statusCode = Number(httpCode) || undefined;
	const networkCode = httpCode ?? code ?? 'UNKNOWN';
	const lost = { statusCode, networkCode, headers: {} };
	if (statusCode !== undefined) return lost;

	const { message = '' } = causes.at(-1) ?? {};
	const blocked = causes.find(({ name }) => name?.startsWith('SsrfBlocked'));
	if (blocked) {
		return { ...lost, isNeverSent: true, isFinal: true, said: message, hint: blocked.description };
	}
	if (CERTIFICATE_REFUSED.includes(networkCode)) {
		const said = `${networkCode}: ${message}`;
		return { ...lost, isNeverSent: true, isFinal: true, said, hint: CERTIFICATE_HINT };
	}
	const isConnecting = causes.some(({ syscall }) => syscall === 'connect');
	if (isConnecting || NEVER_CONNECTED.includes(networkCode)) return { ...lost, isNeverSent: true };
	// Other codes, such as ECONNRESET, may end an open connection.
	if (networkCode !== 'UNKNOWN') return lost;
	// An HTTPS proxy that refuses or closes the tunnel: the request never got a socket.
	const isNeverSent = causes.some(({ request }) => request && !request.socket);
	return { ...lost, isNeverSent, said: message || undefined };
}

/** An error, its cause, the cause of that, and so on. */
function causesOf(error: Exception): Exception[] {
	const cause = error.cause ?? error.errors?.[0];
	return cause ? [error, ...causesOf(cause)] : [error];
}

/** A call that is given up: `mayHaveArrived` includes its last attempt. */
interface FailedCall extends Pick<History, 'attempts' | 'elapsedMs' | 'mayHaveArrived'> {
	host: string; // of the Base URL
	request: LoopsRequest;
	outcome: Outcome; // of the last attempt
	failure: Failure;
	redactor: Redactor;
	labelInForm?: CallSettings['labelInForm'];
}

/** An explanation, and how the request explains the refusal. */
interface Refusal extends Explanation {
	rejection?: Rejection;
}

/** Loops' words about a refusal, and the part of the request that they name. */
type AnswerText = { text: string; path?: string };

const { badKey, noAccess, notLoops, proxyLogin, rateLimit, unavailable } = messages;

const FAILURES: Record<Exclude<Failure, 'noAnswer' | 'refused' | 'unreachable'>, Explanation> = {
	rateLimited: {
		problem: rateLimit,
		hint: 'The limit applies to the whole team. Wait until other workflows and tools have finished',
	},
	notLoops,
	redirected: { ...notLoops, problem: 'The Base URL responds with a redirect' },
	unavailable: { problem: unavailable, hint: '' },
};

/** A file is uploaded to another address than the Base URL. */
const fileRefused = {
	problem: "Loops' image storage refused the file",
	hint: 'Nothing was uploaded. Run the workflow again with this item',
};
const fileLost = {
	problem: "Loops' image storage could not be reached",
	hint: 'Nothing was uploaded. Check any proxy or firewall between n8n and the image storage',
};
const FILE_FAILURES: Partial<Record<Failure, Explanation>> = {
	refused: fileRefused,
	redirected: fileRefused,
	unavailable: fileRefused,
	unreachable: fileLost,
	noAnswer: fileLost,
};

/** Explanations by status, for requests whose operation has none. */
const REFUSALS: Partial<Record<number, Explanation>> = {
	401: badKey, // contract: key-wrong, key-missing
	403: noAccess,
	405: notLoops, // contract: method-wrong
	407: proxyLogin,
	413: {
		problem: 'The request is too large for Loops',
		hint: `Loops accepts at most ${MAX_REQUEST_MB} MB per request, including attachments in base64. Send fewer or smaller attachments`,
	},
};

/** The statuses with which Loops refuses an item's values. Others come from a proxy. */
const ABOUT_VALUES = [400, 404, 409, 422];

/** A proxy explains these in HTML or text, and what to do about them does not depend on who answers. */
const OF_PROXIES = [403, 407, 413];

/** Where a proxy may have answered, or Loops in another form than the documented one. */
const LOOPS_PERHAPS =
	"If the Base URL is correct and there is no proxy, the text in parentheses is Loops' own reason";

/** The advice if Loops does not name the field. */
const LOOK_AT_REASON =
	"Loops' reason is in parentheses. If it names a value, correct that value, then run the workflow again with this item";

/** How the content API refuses an ID of another form than its own (contract: id-form). */
const INVALID_ID = /^Invalid `?(\w+Id)`?\.?$/;

const NOT_SENT = 'The request was not sent';

/** What a user reads: what happened, the status and Loops' words, then what to do next. */
export function failedCall(failed: FailedCall): CallFailed {
	const { failure, mayHaveArrived, outcome, redactor, request } = failed;
	const answer = readAnswer(outcome.body, redactor, request.isContentApi);
	const { problem, hint, isComplete, rejection } = messageOf(failed, answer);
	const [inTitle, below] = isComplete ? ['', `Loops' response: ${answer.text}`] : [answer.text, ''];
	const isDown = failure === 'unavailable' || failure === 'noAnswer';
	const mayBeApplied = isChange(request) && mayHaveArrived;
	const isUnsent =
		failure === 'unreachable' && isChange(request) && !mayHaveArrived && !request.file;
	const isLater = !mayBeApplied && (isDown || failure === 'rateLimited');
	return new CallFailed(redactor.text(`${problem}${statusSuffix(failed, inTitle)}`), {
		// A certificate that n8n does not trust, for example.
		first: isUnsent ? NOT_SENT : undefined,
		hint: redactor.text(hint),
		httpCode: String(outcome.statusCode ?? outcome.networkCode),
		mayBeApplied,
		isDown,
		again: isLater ? messages.runLater : undefined,
		details: [retrySummary(failed), redactor.text(below)],
		rejection,
		cause: causeOf(failed),
	});
}

function messageOf(failed: FailedCall, answer: AnswerText): Refusal {
	const { request, outcome, failure } = failed;
	const ofFile = request.file && FILE_FAILURES[failure];
	if (ofFile) return ofFile;
	if (failure === 'refused') return refusal(failed, answer);
	if (failure === 'noAnswer') return { problem: lossOf(outcome), hint: messages.keepsHappening };
	if (failure === 'unreachable')
		return { problem: `n8n can't reach ${failed.host}`, hint: outcome.hint ?? notLoops.hint };
	return FAILURES[failure];
}

function refusal({ request, outcome, labelInForm }: FailedCall, answer: AnswerText): Refusal {
	const { body, statusCode = 0 } = outcome;
	// Loops answers in JSON, and refuses these two with `success: false` (contract: route-unknown).
	const isHtmlOrText = typeof body === 'string' && body !== '';
	const isForeign = isHtmlOrText
		? !OF_PROXIES.includes(statusCode)
		: (statusCode === 404 || statusCode === 409) && !isRejection(outcome, request);
	if (isForeign) {
		const hasMessage = typeof asRecord(body).message === 'string';
		return hasMessage ? { ...notLoops, hint: `${notLoops.hint}. ${LOOPS_PERHAPS}` } : notLoops;
	}
	const invalidId = INVALID_ID.exec(answer.text)?.[1];
	const isInBody = invalidId !== undefined && Object.hasOwn(request.body ?? {}, invalidId);
	const about = isInBody ? { ...answer, path: invalidId } : answer;
	const { path } = about;
	const field = path === undefined ? undefined : labelOf(path, request.labels, labelInForm);
	// To a user, an ID of the wrong form in the path is one that Loops does not have.
	const status = invalidId !== undefined && !isInBody ? 404 : statusCode;
	const known = request.rejections?.find((each) => each.status === status && isAbout(each, about));
	const rejection = known?.problem === undefined ? undefined : known;
	if (known?.isAboutId) {
		return { hint: known.hint, problem: `${known.problem}: ${idIn(request)}`, rejection };
	}
	const isUnnamed = statusCode === 400 && path === undefined && !request.isContentApi;
	const long = isUnnamed ? overlong(request.body) : undefined;
	const correct = field
		? `Correct ${field}, then run the workflow again with this item`
		: LOOK_AT_REASON;
	return {
		problem: `Loops refused ${field ?? 'the request'}`,
		hint: long
			? `${labelOf(long.path, request.labels, labelInForm)} has ${long.size} characters in JSON, and Loops accepts at most ${MAX_TEXT}. Shorten the value, then run the workflow again with this item`
			: ABOUT_VALUES.includes(statusCode)
				? correct
				: notLoops.hint,
		...(known ??
			(request.isContentApi && statusCode === 401 ? messages.keyOrCall : REFUSALS[statusCode])),
		rejection,
	};
}

/** The ID in a path such as `/campaigns/ID/metrics`. */
const idIn = ({ path }: LoopsRequest): string => formatName(path.split('/')[2]);

/** The first text of a body that is longer than Loops takes, such as `eventProperties.plan`. */
function overlong(body: unknown, path = ''): { path: string; size: number } | undefined {
	for (const [key, value] of Object.entries(body ?? {})) {
		const at = path === '' ? key : `${path}.${key}`;
		const size = typeof value === 'string' ? JSON.stringify(value).length : 0;
		if (size > MAX_TEXT && !path.startsWith('attachments')) return { path: at, size };
		const inside = typeof value === 'object' ? overlong(value, at) : undefined;
		if (inside) return inside;
	}
	return undefined;
}

function isAbout({ path, part, says }: Rejection, answer: AnswerText): boolean {
	if (answer.path === undefined) return says?.test(answer.text) ?? (path ?? part) === undefined;
	const isAny = (path ?? part ?? says) === undefined;
	return isAny || path === answer.path || part === rootOf(answer.path);
}

function lossOf({ statusCode, timeoutMs }: Outcome): string {
	if (timeoutMs) return `No complete response from Loops within ${Math.round(timeoutMs) / 1_000} s`;
	return statusCode ? "Loops' response was cut off" : 'No response from Loops';
}

function statusSuffix({ outcome, failure, request }: FailedCall, text: string): string {
	const unit = request.rateLimit === 'content' ? 'minute' : 'second';
	const { statusCode, networkCode, said: cause = networkCode, headers } = outcome;
	if (failure === 'rateLimited') {
		// A proxy's answer may lack the header.
		const limit = headers['x-ratelimit-limit'];
		return limit === undefined ? '' : ` (${String(limit)} requests per ${unit})`;
	}
	if (statusCode === undefined) return ` (${cause})`;
	const isQuoted = failure !== 'redirected' && failure !== 'noAnswer';
	// The page of another server may quote the signed address of a file.
	const said = request.file ? (/<Code>(\w+)<\/Code>/.exec(String(outcome.body))?.[1] ?? '') : text;
	const words = isQuoted ? said : '';
	return ` (HTTP ${statusCode}${words && `: ${words}`})`;
}

function retrySummary({ attempts, elapsedMs }: FailedCall): string {
	if (attempts === 1) return '';
	return `The node gave up after ${attempts} attempts in ${(elapsedMs / 1_000).toFixed(1)} s.`;
}

function causeOf({ failure, outcome, request }: FailedCall): AboutFailure['cause'] {
	if (failure === 'rateLimited') return 'rate-limited';
	const isKey = outcome.statusCode === 401 && !request.isContentApi && !request.file;
	return isKey ? 'credential-invalid' : undefined;
}

/**
 * Loops' errors have `message`, `path`, or `error`: text, or `path` and `message` or `reason`. Those of the
 * content API name tags of LMX, such as <div>.
 */
function readAnswer(body: unknown, redactor: Redactor, isContentApi = false): AnswerText {
	if (typeof body !== 'object' || body === null)
		return { text: oneLine(String(body ?? ''), redactor) };
	const { message, path, error, invalidTags } = asRecord(body);
	const inner = typeof error === 'object' ? asRecord(error) : { message: error };
	const text = [message, inner.message, inner.reason].find((each) => typeof each === 'string');
	const part = [path, inner.path].find((each) => typeof each === 'string');
	const variables = Array.isArray(invalidTags) ? ` (${invalidTags.join(', ')})` : '';
	const words = `${String(text ?? JSON.stringify(body))}${variables}`;
	return {
		text: oneLine(isContentApi ? words.replace(/<([^<>]*)>/g, "'$1'") : words, redactor),
		path: part === undefined ? undefined : oneLine(String(part), redactor),
	};
}

/** One short line without tags and the API key. */
function oneLine(text: string, redactor: Redactor): string {
	const plain = text
		.slice(0, 20_000)
		.replace(/<(style|script|head)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	const safe = redactor.text(plain);
	return safe.length > 200 ? `${safe.slice(0, 200)}…` : safe;
}
