import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../emulator/faults.mts';
import { makeCertificates } from '../harness/certificates.mts';
import type { Credentials, RunOptions } from '../harness/loops.mts';

/** A run that produces a message. */
export interface Case {
	/** What happens to the user, as a sentence that begins with 'a user'. */
	name: string;
	parameters: IDataObject;
	items?: Array<IDataObject | INodeExecutionData>;
	/** `{origin}` stands for the emulator's origin. */
	faults?: Fault[];
	/** A run before it, whose messages are ignored. */
	before?: IDataObject;
	/** A run of another workflow after that one. */
	between?: IDataObject;
	settings?: RunOptions;
	credentials?: Partial<Credentials> | (() => Promise<Partial<Credentials>>);
	/** Retries the execution with this API key, and takes the messages of that run. */
	retriedWith?: string;
}

/** The credential for a server that n8n does not trust. It closes after a connection. */
export async function untrustedServer(): Promise<Partial<Credentials>> {
	const server = createServer(makeCertificates().SELF_SIGNED_CERT_IN_CHAIN);
	server.once('connection', () => server.close()).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Cases under a heading of messages.txt. */
export interface Section {
	heading: string;
	cases: Case[];
}

/** Loops refuses a call about contacts, events or sends, with this message as its reason. */
export const refusal = (status: number, message: string, more: Partial<Fault> = {}): Fault => ({
	kind: 'body',
	status,
	body: { success: false, message },
	...more,
});

/** The content API refuses a call, with this message as its reason. */
export const contentRefusal = (
	status: number,
	message: string,
	more: Partial<Fault> = {},
): Fault => ({
	kind: 'body',
	status,
	body: { message },
	...more,
});

/** Loops answers the GET of this path with this body. */
export const answerToGet = (path: string, body: IDataObject): Fault => ({
	kind: 'body',
	method: 'GET',
	path,
	body,
});

/** The next GET of this path is answered as usual, so that the next fault hits the one after it. */
export const usualAnswerToGet = (path: string): Fault => ({
	kind: 'slow',
	delay: 1,
	method: 'GET',
	path,
});
