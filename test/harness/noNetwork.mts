import { Socket } from 'node:net';

type Connect = typeof Socket.prototype.connect & { isGuarded?: true };

const connect = Socket.prototype.connect as Connect;

/** Only loopback: a test that would reach the real service fails instead. */
const guarded: Connect = function (this: Socket, ...args: unknown[]) {
	// Node.js itself hands on its arguments as one list.
	const [{ host = 'localhost' }] = args.flat() as [{ host?: string }];
	if (/^(127\.0\.0\.1|localhost)$/.test(host)) return Reflect.apply(connect, this, args) as Socket;
	process.nextTick(() => this.destroy(new Error(`The tests have no network: ${host}`)));
	return this;
};
guarded.isGuarded = true;

// Each file of a process sets it up.
if (!connect.isGuarded) Socket.prototype.connect = guarded;
