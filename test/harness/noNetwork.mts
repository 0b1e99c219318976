import { Socket } from 'node:net';

type Connect = typeof Socket.prototype.connect & { isGuarded?: true };

const connect = Socket.prototype.connect as Connect;

/** Allows only loopback, so that no test reaches the real service. */
const guarded: Connect = function (this: Socket, ...args: unknown[]) {
	// Node.js passes its arguments as one list.
	const [{ host = 'localhost' }] = args.flat() as [{ host?: string }];
	if (/^(127\.0\.0\.1|localhost)$/.test(host)) return Reflect.apply(connect, this, args) as Socket;
	process.nextTick(() => this.destroy(new Error(`The tests have no network: ${host}`)));
	return this;
};
guarded.isGuarded = true;

// Every test file of a process runs this.
if (!connect.isGuarded) Socket.prototype.connect = guarded;
