import type { IDataObject } from 'n8n-workflow';
import {
	afterAll,
	afterEach,
	beforeAll,
	beforeEach,
	describe,
	expect,
	inject,
	it,
	vi,
} from 'vitest';

import { type Emulator, startEmulator } from '../../emulator/server.mts';
import { parametersOf } from '../../harness/operations.mts';
import { perKey } from '../../harness/sendOnce.mts';
import { jsonOf, N8nClient } from '../n8n/client.mts';
import { type Installation, installN8n } from '../n8n/install.mts';
import type { N8nProcess } from '../n8n/server.mts';
import { webhookToLoops } from '../nodes.mts';
import { type Cluster, startCluster } from './cluster.mts';

/** Loops' limit of requests per second. */
const LIMIT = 10;

/**
 * ms until n8n notices a dead worker; the defaults are 60, 10 and 30 s. n8n 2 then waits another 30 s
 * for its result, which cannot be configured.
 */
const FAST_DETECTION = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

let cluster: Cluster;
/** The workers that no test has killed. */
let running: N8nProcess[];
let n8n: N8nClient;
let emulator: Emulator;

function useCluster(installed: () => Promise<Installation>) {
	beforeAll(async () => {
		const { tarball } = inject('n8n');
		cluster = await startCluster({
			installation: await installed(),
			tarball,
			workers: 3,
			env: FAST_DETECTION,
		});
		running = cluster.workers;
		n8n = await N8nClient.connect(cluster.main.origin);
	});
	afterAll(async () => await cluster?.stop());
}

beforeEach(async ({ onTestFailed }) => {
	onTestFailed(() => console.error(cluster.log()));
	// Realistic, varying answer times.
	emulator = await startEmulator({ rateLimit: LIMIT, way: '20', processing: 'lognormal:120:0.6' });
});
afterEach(async () => await emulator.close());

/** Publishes a workflow with `name` as webhook path. Returns the ID. */
async function publish(name: string, parameters: IDataObject): Promise<string> {
	const workflow = webhookToLoops(name, parameters);
	const workflowId = await n8n.createWorkflow(workflow, await n8n.createCredential(emulator));
	await n8n.activate(workflowId);
	return workflowId;
}

const ordersOf = (tag: string, count: number) =>
	Array.from({ length: count }, (_, n) => ({ email: `${tag}-${n}@example.com`, orderId: n }));

const emailsOf = (messages: Array<{ email: string }>) => messages.map(({ email }) => email).sort();

/** Waits for `count` ended executions of a workflow; returns them, latest first. */
const ended = async (workflowId: string, count: number) =>
	await vi.waitUntil(
		async () => {
			const executions = await n8n.executions(workflowId);
			const areDone = executions.every(({ status }) => !['new', 'running'].includes(status));
			return areDone && executions.length === count && executions;
		},
		{ timeout: 150_000, interval: 500 },
	);

/** Starts an execution with the items, and kills its worker after a third of them. */
async function killWorkerMidway(workflowId: string, webhook: string, items: IDataObject[]) {
	await n8n.postToWebhook(webhook, { items });
	await vi.waitUntil(() => emulator.outbox.length >= items.length / 3, { timeout: 60_000 });
	const [{ id }] = await n8n.executions(workflowId);
	const worker = cluster.workerOf(id);
	worker?.kill('SIGKILL');
	await worker?.ended;
	running = running.filter((each) => each !== worker);
	return { id, sent: emulator.outbox.length, userFolder: worker?.userFolder };
}

const isDuplicate = ({ deduplicated }: IDataObject) => deduplicated === true;

interface Load {
	executions: number;
	/** Items of each. */
	each: number;
}

/** Reached even by a busy machine. */
const SHARE_OF_LIMIT = 0.75;
const SHARE_OF_429 = 0.15;

/** Sends events in executions on all workers, and expects each event once. */
async function shareTheLimit({ executions, each }: Load) {
	const name = `events-${executions}-${each}`;
	const workflowId = await publish(name, parametersOf.sendEvent);
	const batches = Array.from({ length: executions }, (_, n) => ordersOf(`batch${n}`, each));
	for (const items of batches) await n8n.postToWebhook(name, { items });
	const done = await ended(workflowId, executions);

	expect(done.map(({ status }) => status)).toEqual(Array(executions).fill('success'));
	expect(emailsOf(emulator.eventLog)).toEqual(emailsOf(batches.flat()));
	expect(new Set(done.map(({ id }) => cluster.workerOf(id)))).toEqual(new Set(running));

	const acceptedAt = emulator.eventLog.map(({ at }) => at);
	const seconds = (Math.max(...acceptedAt) - Math.min(...acceptedAt)) / 1_000;
	const reached = acceptedAt.length / (LIMIT * seconds);
	const { rateLimited, requests } = emulator.stats;
	console.log(
		`${running.length} workers: ${acceptedAt.length} items in ${seconds.toFixed(1)} s,`,
		`${(reached * 100).toFixed(0)} % of the limit, ${rateLimited} of ${requests} answers 429`,
	);
	expect(reached).toBeGreaterThan(SHARE_OF_LIMIT);
	expect(rateLimited / requests).toBeLessThan(SHARE_OF_429);
}

const once = {
	...parametersOf.sendEmail,
	options: perKey('=order-{{ $json.orderId }}'),
};

/** Expects each email once, and that an execution answered for those sent before. */
async function expectOnce(id: string, items: IDataObject[], sent: number) {
	expect(emailsOf(emulator.outbox)).toEqual(emailsOf(items as Array<{ email: string }>));
	const answers = jsonOf(await n8n.execution(id), 'Loops');
	expect(answers).toHaveLength(items.length);
	expect(answers.filter(isDuplicate)).toHaveLength(sent);
}

describe('n8n 2.41', { timeout: 180_000 }, () => {
	useCluster(async () => inject('n8n').installation);

	it('a Retry emails nobody twice', async () => {
		const workflowId = await publish('retried', parametersOf.sendEmail);
		const items = ordersOf('retried', 30);
		emulator.inject({ kind: 'slow', delay: 0, path: '/v1/transactional', times: 10 });
		emulator.inject({ kind: 'status', status: 403, path: '/v1/transactional' });
		await n8n.postToWebhook('retried', { items });
		const [{ id }] = await ended(workflowId, 1);
		expect(emulator.outbox.length).toBeGreaterThan(0);
		expect((await n8n.retry(await n8n.execution(id))).status).toBe('success');
		expect(emailsOf(emulator.outbox)).toEqual(emailsOf(items));
	});

	it('three workers share the limit without a setting', async () => {
		await shareTheLimit({ executions: 6, each: 40 });
	});

	// The killed worker does not start again. n8n 2 fails the execution without its items: no worker
	// continues it, and Retry has no effect.
	it('emails arrive once after a worker is killed and the trigger runs again', async () => {
		const workflowId = await publish('orders', once);
		const items = ordersOf('order', 30);
		const { id, sent } = await killWorkerMidway(workflowId, 'orders', items);

		const killedAt = Date.now();
		const [givenUp] = await ended(workflowId, 1);
		const seconds = (Date.now() - killedAt) / 1_000;
		console.log(`Given up ${seconds.toFixed(0)} s after its worker was killed`);
		expect(givenUp).toMatchObject({ id, status: 'error' });
		expect((await n8n.retry(await n8n.execution(id))).status).toBe('error');
		expect(emulator.outbox).toHaveLength(sent);

		await n8n.postToWebhook('orders', { items });
		const [again] = await ended(workflowId, 3);
		expect(again.status).toBe('success');
		await expectOnce(again.id, items, sent);
	});

	it('the two others share the limit', async () => {
		expect(running).toHaveLength(2);
		await shareTheLimit({ executions: 4, each: 40 });
	});

	// A worker that starts again in its folder finds what it was running, and n8n marks it as crashed with
	// its items.
	describe('with a single worker, which is killed and starts again', () => {
		beforeAll(async () => {
			const [, ...others] = running;
			for (const worker of others) await worker.stop();
		});

		/** Kills the worker, starts it again, and retries the execution. */
		async function retryCrashed(name: string, parameters: IDataObject, items: IDataObject[]) {
			const workflowId = await publish(name, parameters);
			const { id, sent, userFolder } = await killWorkerMidway(workflowId, name, items);
			await cluster.addWorker(userFolder);
			const [left] = await ended(workflowId, 1);
			expect(left).toMatchObject({ id, status: 'crashed' });
			const retried = await n8n.retry(await n8n.execution(id));
			expect(retried.status).toBe('success');
			return { id: retried.id, sent };
		}

		it('a Retry sends emails again, with the automatic key', async () => {
			const items = ordersOf('plain', 30);
			const { sent } = await retryCrashed('plain', parametersOf.sendEmail, items);
			expect(emulator.outbox).toHaveLength(items.length + sent);
		});

		it('a Retry sends each email once, with a key in Send Only Once', async () => {
			const items = ordersOf('crashed', 30);
			const { id, sent } = await retryCrashed('crashed', once, items);
			await expectOnce(id, items, sent);
		});
	});
});

// In n8n 1, another worker runs the execution of a killed one from the start with its ID.
describe('n8n 1.123', { timeout: 180_000 }, () => {
	useCluster(async () => await installN8n('1.123'));

	it('emails arrive again after a worker is killed, with the automatic key', async () => {
		const workflowId = await publish('plain', parametersOf.sendEmail);
		const items = ordersOf('plain', 30);
		const { id, sent } = await killWorkerMidway(workflowId, 'plain', items);

		const [takenOver] = await ended(workflowId, 1);
		expect(takenOver).toMatchObject({ id, status: 'success' });
		expect(emulator.outbox).toHaveLength(items.length + sent);
	});

	it('emails arrive once after a worker is killed, with a key in Send Only Once', async () => {
		const workflowId = await publish('orders', once);
		const items = ordersOf('order', 30);
		const { id, sent } = await killWorkerMidway(workflowId, 'orders', items);

		const [takenOver] = await ended(workflowId, 1);
		expect(takenOver).toMatchObject({ id, status: 'success' });
		await expectOnce(id, items, sent);
	});
});
