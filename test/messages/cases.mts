import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../emulator/faults.mts';
import { makeCertificates } from '../harness/certificates.mts';
import type { Credentials, RunOptions } from '../harness/loops.mts';

/** A run that produces a message. */
export interface Case {
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
export async function untrusted(): Promise<Partial<Credentials>> {
	const server = createServer(makeCertificates().SELF_SIGNED_CERT_IN_CHAIN);
	server.once('connection', () => server.close()).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Cases under a heading. */
export type Section = [heading: string, cases: Case[]];

/** One case for each change of the parameters. */
export const each = (base: IDataObject, changes: IDataObject[]): Case[] =>
	changes.map((change) => ({ parameters: { ...base, ...change } }));

/** One case for each set of options. */
export const eachOption = (base: IDataObject, options: IDataObject[]): Case[] =>
	each(
		base,
		options.map((option) => ({ options: option })),
	);

/** One case for each set of optional fields. */
export const eachField = (base: IDataObject, fields: IDataObject[]): Case[] =>
	each(
		base,
		fields.map((added) => withAdded(base, added)),
	);

export const answered = (parameters: IDataObject, ...faults: Fault[]): Case => ({
	parameters,
	faults,
});

/** A refusal with this message. */
export const said = (status: number, message: string, more: Partial<Fault> = {}): Fault => ({
	kind: 'body',
	status,
	body: { message },
	...more,
});

/** The answer to a look-up of this path. */
export const found = (path: string, body: IDataObject): Fault => ({
	kind: 'body',
	method: 'GET',
	path,
	body,
});
import { withAdded } from '../harness/forms.mts';
