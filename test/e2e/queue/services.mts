import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';

import { becomesReady, type RunningProcess, startProcess } from '../n8n/process.mts';
import { freePort, removeFolder, temporaryFolder } from '../n8n/server.mts';

/** A temporary PostgreSQL or Redis on the loopback interface. */
export interface Service {
	readonly port: number;
	log(): string;
	/** Stops the service and removes its folder. */
	stop(): Promise<void>;
}

/** Superuser and name of the only database. */
export const database = { user: 'n8n', name: 'postgres' };

export async function startPostgres(): Promise<Service> {
	const port = await freePort();
	const folder = await temporaryFolder('postgres');
	const user = postgresUser();
	if (user) await chown(folder, user.uid, user.gid);
	const env = { PATH: postgresPath() };

	const args = ['--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'];
	const init = startProcess('initdb', ['-D', folder, '-U', database.user, ...args], env, user);
	const server =
		(await init.ended) === 0
			? startProcess('postgres', ['-D', folder, ...settings(port)], env, user)
			: init;
	const stop = async () => {
		// SIGTERM would wait until every client disconnects.
		server.kill('SIGQUIT');
		await server.stop();
		await removeFolder(folder);
	};
	return await startedOrStopped({ port, log: server.log, stop }, server, 'PostgreSQL');
}

const settings = (port: number) =>
	Object.entries({
		port,
		listen_addresses: '127.0.0.1',
		unix_socket_directories: '',
		fsync: 'off',
		synchronous_commit: 'off',
		full_page_writes: 'off',
	}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** PostgreSQL refuses to run as root, so root runs it as the user of its package. */
function postgresUser(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (option: string) =>
		Number(execFileSync('id', [option, 'postgres'], { stdio: 'pipe' }));
	return { uid: id('-u'), gid: id('-g') };
}

/** Debian does not add the server's programs to PATH. */
function postgresPath(): string {
	const root = '/usr/lib/postgresql';
	const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
	return [...versions.map((version) => join(root, version, 'bin')), process.env.PATH].join(':');
}

export async function startRedis(): Promise<Service> {
	const port = await freePort();
	const folder = await temporaryFolder('redis');
	const server = startProcess(
		'redis-server',
		`--port ${port} --bind 127.0.0.1 --dir ${folder} --save --appendonly no`.split(' '),
		{},
	);
	const stop = async () => {
		await server.stop();
		await removeFolder(folder);
	};
	return await startedOrStopped({ port, log: server.log, stop }, server, 'Redis');
}

/** Environment of an n8n that keeps its data in this PostgreSQL. */
export const inPostgres = ({ port }: Service): Record<string, string> => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(port),
	DB_POSTGRESDB_USER: database.user,
	DB_POSTGRESDB_DATABASE: database.name,
});

async function startedOrStopped(service: Service, server: RunningProcess, name: string) {
	// Both services print this once they accept connections.
	const accepts = () => /ready to accept connections/i.test(service.log());
	if (await becomesReady(server, 30_000, accepts)) return service;
	await service.stop();
	throw new Error(`${name} did not become ready:\n${service.log()}`);
}
