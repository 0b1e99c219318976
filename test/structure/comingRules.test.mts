import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import manifest from '../../package.json';
import { Loops } from '../../nodes/Loops/Loops.node';
import { LoopsTrigger } from '../../nodes/LoopsTrigger/LoopsTrigger.node';
import { publishedFiles, read } from '../harness/repository.mts';

// Rules that n8n's linter and package scan will have after version 0.32: delete each once it is released.

/** `categories` of docs.n8n.io, "Node codex files". */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

/**
 * What GuardDog 3.2.0 reports as a threat (`threat-*.yar`) and ordinary text or code could contain. n8n's
 * scan will fail for any of them. The other rules need modules, which published code does not import, or
 * `eval` and `process`, which n8n's linter forbids.
 */
const THREATS = [
	// Services that shorten links, catch calls, open tunnels, keep pastes or tell an IP address.
	/\b(bit\.ly|(webhook|oast|burpcollaborator)\.\w+|oastify\.com|webhook-test\.com|typedwebhook\.tools|beeceptor\.com|pipedream\.net|dnslog\.cn|ngrok(-free)?\.\w+|trycloudflare\.com|localhost\.run|ply\.gg|appdomain\.cloud)\b/i,
	/\b(pastebin|hastebin|sendspace|backblazeb2)\.com|\b(paste\.ee|ghostbin\.site|rentry\.co|termbin\.com|transfer\.sh|filetransfer\.io|catbox\.moe|api\.telegram\.org|discord(app)?\.com\/api)\b/i,
	/(ipinfo\.io|ip\.me|jsonip\.com|ipify\.org|ifconfig\.me|checkip\.)\b/i,
	// Domains that are often abused, and public IP addresses.
	/https?:\/\/[^\s/]+\.(xyz|tk|ml|ga|cf|gq|pw|top|club|bid|icu|zip|stream|link|quest)(?![\w.-])/,
	/https?:\/\/(?!(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)\.)\d+\.\d+\.\d+\.\d+/,
	// Files with secrets or of the start of a system.
	/\/etc\/|\.env(\.\w+)?['"]|\.ssh\/|\.git(\/config|config|-credentials)|\/\.netrc|\w\/credentials['"]|\.(npm|pypi)rc|\/autostart/i,
	// 'rm' may be part of any word, such as "form".
	/rm.*['"]\/((home|users)[/'"]|['"]\s*$)|\b(dig|nslookup)\s.*\$|\b(curl|wget)\s|DownloadFile\(/im,
	/(steal|grab|exfiltrate).*(password|credential)|log_?key(stroke|press)|telegram.*send(message|document)/i,
	/hashrate|stratum|xmrig|miner\b|\.monero|on_press|memory_info|mimikatz|lsass/i,
	// Tokens of Telegram and Discord.
	/\b\d{8,12}:[\w-]{30,40}\b|['"][a-z\d]{24,28}\.[\w-]{6}\.[\w-]{27,}['"]/i,
	// Letters that look like others, and code that hides what it does.
	/[a-z][\u0380-\u03ff\u0400-\u047f\u200b-\u200d\u{1d400}-\u{1d7ff}]|[\u0380-\u03ff\u0400-\u047f\u{1d400}-\u{1d7ff}][a-z]/iu,
	/[a-z\d+/]{150}|(\\x[\da-f]{2}){20}|(\\u[\da-f]{4}){11}|fromCharCode\((\w+,\s*){9}|\[!!\[\]\]| {400}/i,
	/Object\s*\.entries\([^)]+\)\s*\.(find\([^)]+\)\s*\[1\]|filter\([^)]+\)\s*\[0\]\s*\[1\])|\)\.value\(/,
];

type Field = Pick<INodeProperties, 'name'> & {
	hint?: string;
	options?: unknown[];
	values?: unknown[];
};

/** A property and all that its collections hold. */
const withNested = (field: Field): Field[] => [
	field,
	...[...(field.options ?? []), ...(field.values ?? [])].flatMap((each) =>
		withNested(each as Field),
	),
];

describe.each([
	['Loops', new Loops().description],
	['LoopsTrigger', new LoopsTrigger().description],
])('%s', (name, { credentials = [], properties, version }) => {
	const folder = `nodes/${name}/${name}.node`;
	const codex = JSON.parse(read(`${folder}.json`)) as Record<string, string & string[]>;

	it('shows one credential at a time', () => {
		expect(credentials).toHaveLength(1);
	});

	it('has categories that n8n knows, and the version of its node', () => {
		expect(codex.categories).not.toEqual([]);
		expect(CATEGORIES).toEqual(expect.arrayContaining(codex.categories));
		expect(codex).not.toHaveProperty('subcategories');
		expect(codex.nodeVersion).toBe(`${[version].flat().at(-1)}.0`);
	});

	it('has no hint of more than 120 characters', () => {
		const hints = properties.flatMap((each) => withNested(each as Field));
		expect(hints.filter(({ hint = '' }) => hint.length > 120)).toEqual([]);
	});

	it('holds no identifier of an account', () => {
		expect(read(`${folder}.ts`)).not.toMatch(
			/(?:partner|affiliate|reseller|account|tenant|customer|client)_?id['"]?\s*[:=]\s*['"`]/i,
		);
	});
});

it('is licensed under the MIT License', () => {
	expect([manifest.license, read('LICENSE').split('\n')[0]]).toEqual(['MIT', 'MIT License']);
});

it('no published file contains what malware contains', () => {
	const found = publishedFiles.flatMap((file) => {
		const text = read(file);
		return THREATS.flatMap((threat) => threat.exec(text)?.[0] ?? []).map((match) => [file, match]);
	});
	expect(found).toEqual([]);
});

it('the package runs nothing when it is installed, and depends on no address', () => {
	expect(read('package.json')).not.toMatch(/"(pre|post)?install":|"http:|\.(tgz|zip)"|\$\(/);
});
