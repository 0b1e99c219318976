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

/**
 * The address every call starts with, without surrounding spaces and trailing slashes. Loops' own
 * where there is none: another package may declare `loopsApi` too, and then drops our field.
 * @throws Error when the value isn't an http or https URL; it is not quoted, as it may be the API key
 */
export function loopsBaseUrl(value: unknown): string {
	const given = String(value ?? '').trim();
	const baseUrl = (given === '' ? LOOPS_BASE_URL : given).replace(/\/+$/, '');
	if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
		throw new Error('The Base URL of the Loops credential has to start with https:// or http://');
	}
	return baseUrl;
}

/** What the test of the credential and a run of the node find wrong, in the same words. */
export const problems = {
	badKey: {
		problem: 'Loops does not accept this API key',
		wayOut: 'Make a new one in Loops under Settings > API > Generate key, and copy the whole of it',
	},
	noAccess: {
		problem: 'Loops knows this API key but refuses it access',
		wayOut: 'Check it in Loops under Settings > API',
	},
	notLoops: {
		problem: 'This address answers, but not as the Loops API does',
		wayOut: `Check the Base URL of the credential (normally ${LOOPS_BASE_URL}), and any proxy or firewall in between`,
	},
	rateLimit: "Loops' rate limit is reached",
	unavailable: 'Loops is not available at the moment',
};

const byStatus = (value: number, message: string): IAuthenticateRuleResponseCode => ({
	type: 'responseCode',
	properties: { value, message },
});

const inOne = ({ problem, wayOut }: { problem: string; wayOut: string }) => `${problem}. ${wayOut}`;

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
	...[301, 302, 307, 308, 404, 405].map((status) => byStatus(status, notLoops)),
	...[500, 502, 503, 504].map((status) => byStatus(status, unavailable)),
	// A body without `success` (HTML, another service's JSON) fails the test.
	{
		type: 'responseSuccessBody',
		properties: { key: 'success', value: undefined, message: notLoops },
	},
];

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
	];

	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		loopsBaseUrl(credentials.baseUrl);
		return {
			...requestOptions,
			headers: {
				...requestOptions.headers,
				Authorization: `Bearer ${String(credentials.apiKey).trim()}`,
			},
			sendCredentialsOnCrossOriginRedirect: false,
		};
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ($credentials.baseUrl ?? "").trim().replace(/\\/+$/, "") || "${LOOPS_BASE_URL}" }}`,
			url: '/api-key',
			disableFollowRedirect: true,
		},
		// The type wants all rules of one kind; n8n's tester takes each by its own `type`.
		rules: rules as IAuthenticateRuleResponseCode[],
	};
}
