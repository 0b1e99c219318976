import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { AGENT } from '../../harness/agent.mts';
import { readExample, withServices } from '../../harness/examples.mts';
import type { WorkflowJson } from '../../harness/workflow.mts';
import { type Execution, itemsOf, jsonOf } from '../n8n/client.mts';
import { database, type Service, startPostgres } from '../queue/services.mts';
import { useN8n } from '../useN8n.mts';
import { mcpServer } from './mcpServer.mts';
import { newsletter } from './newsletter.mts';
import { useScriptedModel } from './scriptedModel.mts';

const n8n = useN8n();
const model = useScriptedModel();

type Button = { text: string; url: string };

async function run(id: string, trigger: string): Promise<Execution> {
	const execution = await n8n.client.run(id, trigger);
	expect(execution.data.resultData.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

function nightlySync() {
	const example = readExample('nightly-sync-from-postgresql.json');
	let postgres: Service;
	let workflow: string;

	beforeAll(async () => {
		postgres = await startPostgres();
	});
	afterAll(async () => await postgres?.stop());

	/** Returns rows with columns separated by `|`. */
	async function sql(query: string): Promise<string[]> {
		const { user, name } = database;
		const login = ['-h', '127.0.0.1', '-p', String(postgres.port), '-U', user, '-d', name];
		const args = [...login, '-v', 'ON_ERROR_STOP=1', '-XqAt', '-c', query];
		const { stdout } = await promisify(execFile)('psql', args);
		return stdout.split('\n').filter(Boolean);
	}

	beforeEach(async () => {
		// As in web frameworks, every change of a row sets updated_at.
		await sql(`
			DROP TABLE IF EXISTS users, loops_sync;
			CREATE TABLE users (
				id bigserial PRIMARY KEY,
				email text NOT NULL,
				first_name text,
				plan_name text,
				seats integer,
				trial_ends_at timestamptz,
				updated_at timestamptz DEFAULT clock_timestamp()
			);
			CREATE OR REPLACE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql
				AS 'BEGIN NEW.updated_at = clock_timestamp(); RETURN NEW; END';
			CREATE TRIGGER touch BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION touch();
		`);
		workflow = await store(example);
	});

	const store = async (changed: WorkflowJson) =>
		await n8n.storeWith(changed, {
			postgres: {
				host: '127.0.0.1',
				port: postgres.port,
				database: database.name,
				ssl: 'disable',
				user: database.user,
				password: '',
				sshTunnel: false,
				maxConnections: 5,
			},
		});

	/** Runs the workflow and returns the IDs of the users that Loops accepted. */
	async function sync(): Promise<unknown[]> {
		const execution = await run(workflow, 'Every Night at 3');
		return jsonOf(execution, 'Create or Update Contacts').map(({ id }) => id);
	}

	it('sends new and changed users, and refused users again the next night', async () => {
		await sql(`
			INSERT INTO users (email, first_name, plan_name, seats, trial_ends_at) VALUES
				('nia@example.com', 'Nia', 'team', 12, '2026-12-24 09:30+01'),
				('tove(at)example.com', 'Tove', 'free', 1, NULL),
				('luis@example.com', NULL, 'free', 0, NULL)
		`);
		const { emulator } = n8n;
		const first = await run(workflow, 'Every Night at 3');
		expect(jsonOf(first, 'Refused Users')).toEqual([
			expect.objectContaining({ ID: '2', Email: 'tove(at)example.com' }),
		]);
		expect(emulator.contact('1')).toMatchObject({
			email: 'nia@example.com',
			firstName: 'Nia',
			planName: 'team',
			seats: 12,
			trialEndsAt: '2026-12-24T08:30:00.000Z',
			subscribed: true,
			mailingLists: {},
		});
		// Unsubscribed in Loops, and without a name in the database.
		expect(emulator.contact('luis@example.com')).toMatchObject({
			userId: '3',
			firstName: null,
			seats: 0,
			subscribed: false,
		});
		expect(await sql('SELECT user_id FROM loops_sync ORDER BY 1')).toEqual(['1', '3']);

		expect(await sync()).toEqual([]);
		expect(n8n.calls()).toHaveLength(2);

		await sql(`
			UPDATE users SET email = 'tove@example.com' WHERE id = 2;
			UPDATE users SET email = 'nia@new.example', first_name = NULL WHERE id = 1
		`);
		expect(await sync()).toEqual(['1', '2']);
		expect(emulator.contact('1')).toMatchObject({ email: 'nia@new.example', firstName: null });
		expect(emulator.contact('2')).toMatchObject({ email: 'tove@example.com' });

		const last = await run(workflow, 'Every Night at 3');
		expect(itemsOf(last, 'Changed Users')).toEqual([]);
		expect(last.data.resultData.runData).not.toHaveProperty(['Create or Update Contacts']);
	});

	it('sends refused users, and users that changed during a run, again', async () => {
		await sql("INSERT INTO users (email) VALUES ('nia@example.com'), ('tove@example.com')");
		n8n.emulator.inject({ kind: 'status', status: 401, path: '/v1/contacts/update' });
		const taken = await sync();
		expect(taken.length).toBeLessThan(2);
		n8n.emulator.inject({ kind: 'slow', delay: 2_000, path: '/v1/contacts/update' });
		const running = sync();
		await expect.poll(() => n8n.calls().length).toBeGreaterThan(2);
		await sql("UPDATE users SET first_name = 'Nia' WHERE id = 1");
		expect([...taken, ...(await running)].sort()).toEqual(['1', '2']);
		expect(await sync()).toEqual(['1']);
		expect(n8n.emulator.contact('1')).toMatchObject({ firstName: 'Nia' });
		expect(await sync()).toEqual([]);
	});

	it('sends and marks users without updated_at, and duplicates of a JOIN', async () => {
		const from = 'FROM users u\\n';
		const joined = `${from}JOIN (VALUES (1), (1), (2), (3)) AS t(user_id) ON t.user_id = u.id\\n`;
		workflow = await store(
			JSON.parse(JSON.stringify(example).replace(from, joined)) as WorkflowJson,
		);
		await sql(`
			INSERT INTO users (email, updated_at) VALUES
				('nia@example.com', DEFAULT), ('tove@example.com', NULL), ('luis@example.com', DEFAULT)
		`);
		expect(await sync()).toEqual(['1', '1', '2', '3']);
		expect(await sync()).toEqual([]);
		await sql("UPDATE users SET first_name = 'Tove' WHERE id = 2");
		expect(await sync()).toEqual(['2']);
		expect(await sync()).toEqual([]);
	});
}

function agentWithFixedEmail() {
	const example = readExample('ai-agent-fixed-email.json');
	const requests = (example.pinData?.['Support Requests'] ?? []).map(({ json }) => json);

	// Agent 2.2 calls tools itself, agent 3 through the engine.
	it.each([2.2, 3])('sends one answer to each person with agent %s', async (typeVersion) => {
		const nodes = example.nodes.map((node) =>
			node.type === AGENT ? { ...node, typeVersion } : node,
		);
		const other = { email: 'everyone@example.org', transactionalId: 'cm8tx0welcome00000000001a' };
		model.inputs = [{ reply: 'One', ...other }, { reply: 'Two' }];
		const id = await n8n.storeWith({ ...example, nodes }, { openAiApi: model.credential() });
		const execution = await run(id, 'Support Requests');

		const [tool, ...more] = model.requests[0].tools ?? [];
		expect(more).toEqual([]);
		expect(tool.function.name).toBe('Send_Reply');
		expect(Object.keys(tool.function.parameters.properties as object)).toEqual(['reply']);
		expect(n8n.emulator.outbox.map(({ email, dataVariables }) => [email, dataVariables])).toEqual(
			requests.map(({ email, ticket }) => [
				email,
				{ ticketNumber: ticket, agentName: 'Acme Support', reply: 'One' },
			]),
		);
		// The other reply is refused, since it has the first one's key.
		const answers = jsonOf(execution, 'Done').map((json) => JSON.stringify(json));
		expect(answers).toHaveLength(requests.length);
		const refusal = "Another message has the same 'Send Only Once: Key'";
		for (const answer of answers) expect(answer).toContain(refusal);
	});
}

function agentWithApproval() {
	const example = readExample('ai-agent-with-approval.json');

	/** Runs it while a person answers each message with the button that is given for it. */
	async function answerWith(buttonOf: (message: number) => string): Promise<string[]> {
		const messages: Array<{ text: string; reply_markup: { inline_keyboard: Button[][] } }> = [];
		const telegram = createServer(async (request, response) => {
			messages.push((await json(request)) as (typeof messages)[number]);
			response.setHeader('content-type', 'application/json');
			response.end('{"ok":true,"result":{"message_id":1}}');
		}).listen(0, '127.0.0.1');
		await once(telegram, 'listening');
		try {
			const { port } = telegram.address() as AddressInfo;
			const id = await n8n.storeWith(example, {
				openAiApi: model.credential(),
				telegramApi: { accessToken: 'example', baseUrl: `http://127.0.0.1:${port}` },
			});
			let answered = 0;
			const execution = await n8n.client.run(id, 'Support Requests', async () => {
				if (answered === messages.length) return;
				const buttons = messages[answered].reply_markup.inline_keyboard.flat();
				const { url } = buttons.find(({ text }) => text === buttonOf(answered))!;
				answered++;
				// n8n takes no answer of a bot.
				const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
				expect((await fetch(url, { headers })).status).toBe(200);
			});
			expect(execution.data.resultData.error).toBeUndefined();
			expect(execution.status).toBe('success');
		} finally {
			telegram.close();
		}
		return messages.map(({ text }) => text);
	}

	it('sends what a person approves, to who asked, and nothing that is declined', async () => {
		const toolParameters = { reply: 'See *plans* in snake_case', email: 'everyone@example.org' };
		model.inputs = [{ toolParameters, hitlParameters: {} }];
		const texts = await answerWith((message) => {
			expect(n8n.emulator.outbox).toHaveLength(message);
			return message === 0 ? 'Send' : 'Decline';
		});
		expect(texts).toEqual([
			'Ticket T-204, to kim@example.com:\n\nSee \\*plans\\* in snake\\_case',
			'Ticket T-205, to ada@example.com:\n\nSee \\*plans\\* in snake\\_case',
		]);
		expect(n8n.emulator.outbox).toEqual([
			expect.objectContaining({
				email: 'kim@example.com',
				dataVariables: expect.objectContaining({ reply: 'See *plans* in snake_case' }) as object,
			}),
		]);
	});

	// n8n's $fromAI and $tool look into `query` first.
	it.each([
		{ toolParameters: { reply: 'Nice', query: { reply: 'Evil' } } },
		{ query: { toolParameters: { reply: 'Nice' } }, toolParameters: { reply: 'Evil' } },
		{
			toolParameters: { reply: 'Evil' },
			hitlParameters: { query: { toolParameters: { reply: 'Nice' } } },
		},
	])('shows the person the text that is sent, where a model gives two: %j', async (input) => {
		model.inputs = [input];
		const texts = await answerWith(() => 'Send');
		expect(texts.map((text) => text.split('\n').at(-1))).toEqual(['Evil', 'Evil']);
		const sent = n8n.emulator.outbox.map(({ dataVariables }) => dataVariables?.reply);
		expect(sent).toEqual(['Evil', 'Evil']);
	});

	// n8n does not hold a model to the type that $fromAI names.
	it.each([
		{ reply: 4930123456789, shown: '4930123456789' },
		{ reply: [{ text: 'Evil' }], shown: '\\[{"text":"Evil"}]' },
	])('shows the person what is sent, where a model gives no text: $reply', async (given) => {
		model.inputs = [{ toolParameters: { reply: given.reply }, hitlParameters: {} }];
		const texts = await answerWith(() => 'Send');
		expect(texts.map((text) => text.split('\n').at(-1))).toEqual([given.shown, given.shown]);
		const sent = n8n.emulator.outbox.map(({ dataVariables }) => dataVariables?.reply);
		expect(sent).toEqual([given.reply, given.reply]);
	});
}

const suites: Record<string, () => void> = {
	'ai-agent-fixed-email.json': agentWithFixedEmail,
	'ai-agent-with-approval.json': agentWithApproval,
	'mcp-server.json': () => mcpServer(n8n),
	'newsletter.json': () => newsletter(n8n),
	'nightly-sync-from-postgresql.json': nightlySync,
};

describe.each(withServices)('examples/%s', (file) => suites[file]());
