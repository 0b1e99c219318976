import type {
	IAuthenticate,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

const LOOPS_BASE_URL = 'https://app.loops.so/api/v1';

/**
 * The start of every call's address, without surrounding spaces and trailing slashes.
 * Empty text means Loops' own address. n8n fills it in where a credential has none.
 * @throws Error when the value is missing, as that of an expression that finds nothing, or isn't an http or https
 * URL, or holds a login, which axios would send in place of the API key. The value may be the API key, so the
 * error does not quote it.
 */
export function loopsBaseUrl(value: unknown): string {
	if (value === undefined || value === null) {
		throw new Error(
			`The expression in the Base URL of the Loops credential returns nothing. Correct it, or enter ${LOOPS_BASE_URL}`,
		);
	}
	const given = String(value).trim() || LOOPS_BASE_URL;
	const baseUrl = given.replace(/(?<!\/)\/+$/, '');
	if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
		throw new Error('The Base URL of the Loops credential must start with https:// or http://');
	}
	const { username, password } = new URL(baseUrl);
	if (username === '' && password === '') return baseUrl;
	throw new Error(
		'The Base URL of the Loops credential contains a user name or password, which would replace the API key. Remove the part before the @',
	);
}

const CONNECTION = `the credential's Base URL (normally ${LOOPS_BASE_URL}), and any proxy or firewall between n8n and Loops`;

/** Problems that the test of the credential and a run of the node word alike. */
export const problems = {
	badKey: {
		problem: 'Loops does not accept this API key',
		hint: 'In Loops, open Settings > API, choose Generate key, and copy the whole key',
	},
	noAccess: {
		problem: 'Loops, or a proxy between n8n and Loops, refuses access',
		hint: 'Check the API key in Loops under Settings > API, and any proxy or firewall between n8n and Loops',
	},
	proxyLogin: {
		problem: 'A proxy between n8n and Loops requires a user name and password',
		hint: "Add them to the proxy's URL in n8n's environment variables, such as HTTPS_PROXY",
	},
	notLoops: {
		problem: 'The server at the Base URL does not respond like the Loops API',
		hint: `Check ${CONNECTION}`,
	},
	/** The hint after a lost answer. */
	keepsHappening: `If this keeps happening, check ${CONNECTION}`,
	rateLimit: "Loops' rate limit is reached",
	unavailable: 'Loops is not available at the moment',
};

const messageOf = ({ problem, hint }: typeof problems.notLoops) => `${problem}. ${hint}`;

const byStatus = (value: number, message: string) => ({
	type: 'responseCode' as const,
	properties: { value, message },
});

const byBody = (key: string, value: unknown) => ({
	type: 'responseSuccessBody' as const,
	properties: { key, value, message: messageOf(problems.notLoops) },
});

/** What other servers and proxies answer. For a status without a rule, n8n shows its bare text, such as 'See Other'. */
const NOT_LOOPS = [301, 302, 303, 307, 308, 400, 404, 405, 410];

// No rule covers a network failure: n8n shows the bare code, such as ECONNREFUSED.
const rules = [
	byStatus(401, messageOf(problems.badKey)),
	byStatus(403, messageOf(problems.noAccess)),
	byStatus(407, messageOf(problems.proxyLogin)),
	byStatus(
		429,
		`${problems.rateLimit} (10 requests per second for the whole team). Wait a few seconds and test again`,
	),
	...NOT_LOOPS.map((status) => byStatus(status, messageOf(problems.notLoops))),
	...[500, 502, 503, 504].map((status) =>
		byStatus(status, `${problems.unavailable}. Wait a moment and test again`),
	),
	// Loops answers `{ success: true, teamName: '…' }` (contract: key-test), HTML something else.
	...[undefined, null, false, 'true', 'false', 0, 1, ''].map((value) => byBody('success', value)),
	...[undefined, null, ''].map((value) => byBody('teamName', value)),
];

/** What is wrong with the answer to a test of the API key, by the rules that n8n applies; undefined if nothing. */
export const problemOfTest = (status: number, body: IDataObject): string | undefined =>
	rules.find(({ type, properties }) =>
		type === 'responseCode'
			? properties.value === status
			: properties.value === body[properties.key],
	)?.properties.message;

/**
 * The API key without surrounding spaces.
 * @throws Error when there is none, or for a character that HTTP clients would drop. It quotes no part of
 * the key.
 */
export function loopsApiKey(value: unknown): string {
	const key = String(value ?? '').trim();
	if (/^(undefined|null)?$/.test(key)) {
		throw new Error(
			'The Loops credential has no API key. Enter a key, or check that the expression returns a key',
		);
	}
	if (/^(Authorization:\s*)?Bearer\s/i.test(key)) {
		throw new Error("The API key begins with 'Bearer'. Enter the key without 'Bearer'");
	}
	if (/^(["'`]).*\1$/.test(key)) {
		throw new Error('The API key is in quotes. Enter the key without the quotes');
	}
	const invalid = [...key].findIndex((character) => !/[!-~]/.test(character));
	if (invalid === -1) return key;
	throw new Error(
		`Character ${invalid + 1} of the API key is invalid. Copy the whole key again from Loops, Settings > API`,
	);
}

/**
 * Beginnings of a Base URL, as conditions. No regular expression: n8n evaluates these whenever a run reads the
 * credential, and fails the item if an expression takes 250 ms, as it can on a busy machine.
 */
const startsWith = (...beginnings: string[]) =>
	beginnings.map((beginning) => ({ _cnd: { startsWith: beginning } }));
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'].flatMap((host) => [
	`http://${host}:`,
	`http://${host}/`,
]);

/** Where the API key is sent to: also what n8n lets the HTTP Request node call with it. */
export const addressProperties: INodeProperties[] = [
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: LOOPS_BASE_URL,
		description: 'Change it only to use a proxy or a test server',
	},
	{
		displayName:
			'With http://, your API key is sent unencrypted. Use https:// for a server that is not on this machine.',
		name: 'plainHttp',
		type: 'notice',
		default: '',
		displayOptions: {
			show: { baseUrl: startsWith('http://', 'HTTP://') },
			hide: { baseUrl: startsWith(...THIS_MACHINE) },
		},
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
		default: `={{ String($self.baseUrl || "${LOOPS_BASE_URL}").replace(/^[^:]*:\\/\\/|[\\/:?#].*$/g, "") }}`,
	},
];

/**
 * Adds the API key to a request of any node that uses the credential. Someone who may use the credential
 * without seeing its key chooses the address, the Host header and the proxy of HTTP Request, so all are
 * checked here. n8n checks only the host of the address, and n8n 1.x nothing.
 * @throws Error for an invalid Base URL or API key, an address that is not below the Base URL, a Host
 * header, or a proxy that a node sets. A proxy of n8n's environment variables is no part of the options.
 */
export const authenticate: IAuthenticate = async (credentials, requestOptions) => {
	const baseUrl = new URL(loopsBaseUrl(credentials.baseUrl)).href.replace(/\/?$/, '/');
	// HTTP Request writes the address into `uri`, which the type of n8n lacks.
	const { url, uri, baseURL, headers, proxy } = requestOptions as typeof requestOptions & {
		uri?: string;
	};
	const given = url ?? uri ?? '';
	// As axios joins them: 'https:app.loops.so' without slashes is a path below the baseURL.
	const address = baseURL && !/^(https?:)?\/\//i.test(given) ? `${baseURL}/${given}` : given;
	const isBelow = URL.canParse(address) && new URL(address).href.startsWith(baseUrl);
	// A gateway chooses the server by this header. HTTP clients drop blanks around a name, and axios takes
	// the headers within an object, such as `common`.
	const namesHost = Object.entries(headers ?? {}).some(
		([name, value]) => name.trim().toLowerCase() === 'host' || typeof value === 'object',
	);
	if (!isBelow || namesHost) {
		throw new Error(
			'The Loops credential sends its API key only to addresses that begin with its Base URL. Correct the URL of this request, and remove a Host header and any header that holds an object',
		);
	}
	if (proxy) {
		throw new Error(
			"The Loops credential does not send its API key through a proxy that a node sets. Remove the Proxy option, and set the proxy in n8n's environment variables, such as HTTPS_PROXY",
		);
	}
	return {
		...requestOptions,
		headers: {
			...headers,
			Authorization: `Bearer ${loopsApiKey(credentials.apiKey)}`,
		},
		sendCredentialsOnCrossOriginRedirect: false,
		// HTTP Request keeps a streamed response, which holds the sent headers, where expressions can read it.
		useStream: false,
	} as IHttpRequestOptions;
};

export class LoopsEmailApi implements ICredentialType {
	name = 'loopsEmailApi';
	displayName = 'Loops API';
	icon: Icon = { light: 'file:../icons/loops.svg', dark: 'file:../icons/loops.dark.svg' };
	documentationUrl = 'https://github.com/n8n-nodes-loops-email/n8n-nodes-loops-email#first-email';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: 'In Loops, open Settings > API and choose Generate key',
		},
		...addressProperties,
		{
			displayName: 'Only Send to These Domains',
			name: 'onlyToDomains',
			type: 'string',
			default: '',
			placeholder: 'e.g. example.com, example.org',
			description:
				'Domains of the email addresses that the Loops node may use. It refuses recipients, contacts, previews, CC and BCC at other domains. Leave the field empty to allow all.',
			hint: 'Optional. Use it for test accounts, because it blocks all other recipients.',
		},
	];

	authenticate = authenticate;

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ($credentials.baseUrl ?? "").trim().replace(/(?<!\\/)\\/+$/, "") || "${LOOPS_BASE_URL}" }}`,
			url: '/api-key',
			disableFollowRedirect: true,
		},
		// The type wants rules of one kind; n8n reads the `type` of each.
		rules: rules as ICredentialTestRequest['rules'],
	};
}
