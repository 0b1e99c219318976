import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A TLS server's key, and the certificates that it sends. */
export interface ServerCertificate {
	key: string;
	cert: string;
}

/** What a client that trusts none of these says to each, by the code of Node.js. */
export interface Certificates {
	DEPTH_ZERO_SELF_SIGNED_CERT: ServerCertificate;
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: ServerCertificate;
	/** The usual one behind a company's proxy: its own CA, of which it does not send the root. */
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ServerCertificate;
	SELF_SIGNED_CERT_IN_CHAIN: ServerCertificate;
	CERT_HAS_EXPIRED: ServerCertificate;
	/** The CA, which signed all but the first. */
	root: string;
}

/** Makes certificates for 127.0.0.1 and localhost with the command openssl. */
export function makeCertificates(): Certificates {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-loops-email-certificates-'));
	const openssl = (...args: string[]) =>
		execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
	const read = (...names: string[]) =>
		names.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
	const newKey = (name: string) =>
		openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', name);
	const signed = (name: string, by: string, days: number, extensions: string) => {
		newKey(`${name}.key`);
		writeFileSync(join(folder, `${name}.ext`), extensions);
		openssl('req', '-new', '-key', `${name}.key`, '-subj', `/CN=${name}`, '-out', `${name}.csr`);
		openssl(
			...['x509', '-req', '-in', `${name}.csr`, '-out', `${name}.crt`, '-days', String(days)],
			...['-CA', `${by}.crt`, '-CAkey', `${by}.key`, '-CAcreateserial', '-extfile', `${name}.ext`],
		);
	};
	try {
		for (const name of ['root', 'self']) {
			newKey(`${name}.key`);
			openssl(
				...['req', '-x509', '-new', '-key', `${name}.key`, '-subj', `/CN=${name}`],
				...['-days', '2', '-out', `${name}.crt`],
			);
		}
		signed('proxy', 'root', 2, 'basicConstraints=critical,CA:TRUE');
		signed('leaf', 'proxy', 2, 'subjectAltName=IP:127.0.0.1,DNS:localhost');
		signed('expired', 'proxy', -1, 'subjectAltName=IP:127.0.0.1');
		return {
			DEPTH_ZERO_SELF_SIGNED_CERT: { key: read('self.key'), cert: read('self.crt') },
			UNABLE_TO_VERIFY_LEAF_SIGNATURE: { key: read('leaf.key'), cert: read('leaf.crt') },
			UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
				key: read('leaf.key'),
				cert: read('leaf.crt', 'proxy.crt'),
			},
			SELF_SIGNED_CERT_IN_CHAIN: {
				key: read('leaf.key'),
				cert: read('leaf.crt', 'proxy.crt', 'root.crt'),
			},
			CERT_HAS_EXPIRED: { key: read('expired.key'), cert: read('expired.crt') },
			root: read('root.crt'),
		};
	} finally {
		rmSync(folder, { recursive: true });
	}
}
