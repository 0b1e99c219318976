import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** A received email. */
export interface Mail {
	to: string;
	/** Its HTML. */
	html: string;
}

/** An SMTP server that delivers to this test. */
export interface Mailbox {
	readonly mails: Mail[];
	/** A credential of n8n's Send Email. */
	credential(): object;
}

/** Starts an SMTP server (RFC 5321) for the tests of a file, with an empty mailbox for each. */
export function useMailbox(): Mailbox {
	const mails: Mail[] = [];
	const server = createServer((socket) => {
		let to = '';
		let data: string[] | undefined;
		const say = (line: string) => socket.write(`${line}\r\n`);
		socket.on('error', () => socket.destroy());
		say('220 test');
		createInterface(socket).on('line', (line) => {
			if (data && line === '.') {
				mails.push({ to, html: htmlOf(data) });
				data = undefined;
				say('250 OK');
			} else if (data) data.push(line.replace(/^\.\./, '.'));
			else if (/^RCPT/i.test(line)) {
				to = /<(.*?)>/.exec(line)![1];
				say('250 OK');
			} else if (/^DATA/i.test(line)) {
				data = [];
				say('354 Go on');
			} else if (/^QUIT/i.test(line)) socket.end('221 Bye\r\n');
			else say('250 OK');
		});
	});
	beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')));
	beforeEach(() => void mails.splice(0));
	afterAll(() => server.close());
	return {
		mails,
		credential: () => ({
			user: '',
			password: '',
			hostName: '',
			secure: false,
			disableStartTls: true,
			host: '127.0.0.1',
			port: (server.address() as AddressInfo).port,
		}),
	};
}

/** The body of a message with a single part. */
function htmlOf(lines: string[]): string {
	const blank = lines.indexOf('');
	const [, encoding = '7bit'] =
		/^Content-Transfer-Encoding: *(\S+)/im.exec(lines.slice(0, blank).join('\n')) ?? [];
	const body = lines.slice(blank + 1).join('\n');
	if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
	if (encoding !== 'quoted-printable') return body;
	const bytes = body
		.replace(/=\n/g, '')
		.replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1').toString();
}
