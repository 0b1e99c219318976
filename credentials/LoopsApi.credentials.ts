import type {
	IAuthenticate,
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

const LOOPS_BASE_URL = 'https://app.loops.so/api/v1';

/** A host has up to 253 characters, and what takes longer addresses is rare. Node.js takes long over them. */
const MAX_URL_LENGTH = 2_000;

/**
 * The address every call starts with, without surrounding spaces and trailing slashes. Loops' own
 * where there is none: another package may declare `loopsApi` too, and then drops our field.
 * @throws Error when the value isn't an http or https URL, or holds a user name or password, which axios
 * would send in place of the API key; it is not quoted, as it may be the API key
 */
export function loopsBaseUrl(value: unknown): string {
	const given = String(value ?? '').trim();
	const baseUrl = (given === '' ? LOOPS_BASE_URL : given).replace(/(?<!\/)\/+$/, '');
	if (baseUrl.length > MAX_URL_LENGTH) {
		throw new Error(
			`The Base URL of the Loops credential has ${baseUrl.length} characters, and at most ${MAX_URL_LENGTH} are possible`,
		);
	}
	if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
		throw new Error('The Base URL of the Loops credential has to start with https:// or http://');
	}
	const { username, password } = new URL(baseUrl);
	if (username !== '' || password !== '') {
		throw new Error(
			'The Base URL of the Loops credential holds a user name or password, which would replace the API key. Remove what stands before the @',
		);
	}
	return baseUrl;
}

/** What the test of the credential and a run of the node find wrong, in the same words. */
export const problems = {
	badKey: {
		problem: 'Loops does not accept this API key',
		hint: 'Make a new one in Loops under Settings > API > Generate key, and copy the whole of it',
	},
	noAccess: {
		problem: 'Loops knows this API key but refuses it access',
		hint: 'Check it in Loops under Settings > API',
	},
	notLoops: {
		problem: 'This address answers, but not as the Loops API does',
		hint: `Check the Base URL of the credential (normally ${LOOPS_BASE_URL}), and any proxy or firewall in between`,
	},
	rateLimit: "Loops' rate limit is reached",
	unavailable: 'Loops is not available at the moment',
};

const byStatus = (value: number, message: string): IAuthenticateRuleResponseCode => ({
	type: 'responseCode',
	properties: { value, message },
});

/** n8n shows the bare status text, such as 'See Other', for a status without a rule. */
const NOT_LOOPS = [
	...[300, 301, 302, 303, 304, 305, 307, 308],
	...[400, 402, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 418, 421, 422, 426],
	...[431, 451, 501, 505, 511, 520, 521, 522, 523, 524, 525, 526, 530],
];

const inBody = (key: string, value: unknown): IAuthenticateRuleResponseSuccessBody => ({
	type: 'responseSuccessBody',
	properties: { key, value, message: notLoops },
});

const inOne = ({ problem, hint }: { problem: string; hint: string }) => `${problem}. ${hint}`;

const notLoops = inOne(problems.notLoops);
const unavailable = `${problems.unavailable}. Wait a little and test again`;

// n8n gives no say over a network failure: it shows the bare code, such as ECONNREFUSED.
const rules: Array<IAuthenticateRuleResponseCode | IAuthenticateRuleResponseSuccessBody> = [
	byStatus(401, inOne(problems.badKey)),
	byStatus(403, inOne(problems.noAccess)),
	byStatus(
		429,
		`${problems.rateLimit} (10 requests per second for the whole team). Wait a few seconds and test again`,
	),
	...NOT_LOOPS.map((status) => byStatus(status, notLoops)),
	...[500, 502, 503, 504].map((status) => byStatus(status, unavailable)),
	// Loops answers `{ success: true, teamName: '…' }`, HTML or another service something else.
	...[undefined, null, false, 'true', 'false', 0, 1, ''].map((value) => inBody('success', value)),
	...[undefined, null, ''].map((value) => inBody('teamName', value)),
];

/**
 * The header with a key. HTTP clients drop characters that a header can't hold.
 * @throws Error that names the place of such a character, and nothing of the key
 */
function bearer(apiKey: unknown): string {
	const key = String(apiKey).trim();
	const wrong = [...key].findIndex((character) => !/[!-~]/.test(character));
	if (wrong === -1) return `Bearer ${key}`;
	throw new Error(
		`Character ${wrong + 1} of the API key cannot be part of one. Copy the whole key again from Loops, Settings > API`,
	);
}

export class LoopsApi implements ICredentialType {
	name = 'loopsApi';

	displayName = 'Loops API';

	icon: Icon = { light: 'file:../icons/loops.svg', dark: 'file:../icons/loops.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-loops-email/n8n-nodes-loops-email#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Made in Loops under Settings > API > Generate key',
			hint: 'In Loops, open Settings > API and choose Generate key',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: LOOPS_BASE_URL,
			description: 'Change it only to send through a proxy or to a test server',
		},
		{
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'hidden',
			default: 'domains',
		},
		{
			displayName: 'Allowed Domains',
			name: 'allowedDomains',
			type: 'hidden',
			default: `={{ String($self.baseUrl || "${LOOPS_BASE_URL}").replace(/^.*:\\/\\/|[\\/:?#].*$/g, "") }}`,
		},
	];

	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		loopsBaseUrl(credentials.baseUrl);
		return {
			...requestOptions,
			headers: {
				...requestOptions.headers,
				Authorization: bearer(credentials.apiKey),
			},
			sendCredentialsOnCrossOriginRedirect: false,
		};
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ($credentials.baseUrl ?? "").trim().replace(/(?<!\\/)\\/+$/, "") || "${LOOPS_BASE_URL}" }}`,
			url: '/api-key',
			disableFollowRedirect: true,
		},
		// The type wants all rules of one kind; n8n's tester takes each by its own `type`.
		rules: rules as IAuthenticateRuleResponseCode[],
	};
}
