import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readExample } from '../../harness/examples.mts';
import type { WorkflowJson } from '../../harness/workflow.mts';
import { type Execution, jsonOf } from '../n8n/client.mts';
import type { N8nRig } from '../useN8n.mts';
import { useMailbox } from './mailbox.mts';

/** The tests of newsletter.json. */
export function newsletter(n8n: N8nRig): void {
	const { mails, credential } = useMailbox();
	/** Bytes of its broadcast that the site has sent. */
	let sent = 0;
	const broadcast = (response: ServerResponse) => {
		const minute = Buffer.alloc(1_000_000);
		sent += minute.length;
		// A real one has no end.
		if (sent < 50_000_000) response.write(minute, () => broadcast(response));
		else response.end(minute);
	};
	/** A site of which some pages are gone. */
	const site = createServer(({ url, method }, response) => {
		response.writeHead(Number(/^\/(\d+)/.exec(url ?? '')?.[1] ?? 200));
		if (url === '/radio' && method !== 'HEAD') broadcast(response);
		else response.end('page');
	});
	beforeAll(async () => {
		await once(site.listen(0, '127.0.0.1'), 'listening');
	});
	afterAll(() => site.close());
	const page = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;

	/** The example with Schedule enabled, and these fields in its notes. */
	function example(...changes: IDataObject[]): WorkflowJson {
		const workflow = readExample('newsletter.json');
		const [note] = workflow.pinData!['Release Notes'];
		const notes = changes.map((each) => ({ json: { ...note.json, link: page('/'), ...each } }));
		return {
			...workflow,
			nodes: workflow.nodes.map((node) => ({ ...node, disabled: false })),
			pinData: { 'Release Notes': notes },
		};
	}

	/** The link in the newest email to the approver. */
	function linkTo(): string {
		const [, link] = /href="([^"]*webhook-waiting[^"]*)"/.exec(mails.at(-1)!.html)!;
		return link.replaceAll('&amp;', '&');
	}

	/** The form behind the link, as a browser opens it now. */
	async function openForm(): Promise<FormData> {
		const page = await (await fetch(linkTo())).text();
		const form = new FormData();
		for (const [, name, value] of page.matchAll(
			/type="hidden"[^>]* name="(field-\d)" value="([^"]*)"/g,
		)) {
			form.set(name, value);
		}
		return form;
	}

	/** Runs the workflow. The approver answers each email once, since n8n needs a moment to resume. */
	async function run(
		workflow: WorkflowJson,
		answer: (mail: number) => Promise<string> | string,
		opened = async (_mail: number) => await openForm(),
	) {
		let answered = 0;
		const id = await n8n.storeWith(workflow, { smtp: credential() });
		return await n8n.client.run(id, 'Release Notes', async () => {
			if (answered === mails.length) return;
			answered = mails.length;
			const form = await opened(answered);
			form.set('field-0', await answer(answered));
			expect((await fetch(linkTo(), { method: 'POST', body: form })).status).toBe(200);
		});
	}
	const newest = () => [...n8n.emulator.content.campaigns.values()].at(-1)!;
	const scheduled = (execution: Execution) => {
		expect(execution.data.resultData.error?.message).toBeUndefined();
		return [newest().name, newest().status];
	};

	it('lists what is wrong in the email to the approver, and stops nothing', async () => {
		const execution = await run(
			example(
				{ link: page('/404?a=1&b=2'), text: 'Hi, TODO' },
				{ link: page('/410'), text: 'Hi {contact.firstName}' },
				{ link: 'http://no-such-host.invalid/', text: 'One' },
				{ link: page('/403'), text: 'Two' },
			),
			async () => {
				// Scanners open the links of emails: that decides nothing.
				for (const method of ['GET', 'HEAD']) await fetch(linkTo(), { method });
				expect(await (await fetch(linkTo())).text()).toContain('Newsletter ready?');
				expect(newest().status).toBe('Draft');
				return 'Approve';
			},
		);
		expect(mails).toHaveLength(1);
		expect(mails[0].to).toBe('kim@example.com');
		const listed = [
			`Dead link: ${page('/404?a=1&b=2')}`,
			`Dead link: ${page('/410')}`,
			'Dead link: http://no-such-host.invalid/',
			'Note: TODO',
			'No fallback: firstName',
		];
		for (const finding of listed) expect(mails[0].html).toContain(finding);
		expect(mails[0].html).not.toContain(`Dead link: ${page('/403')}`);
		expect(scheduled(execution)[1]).toBe('Scheduled');
	});

	it('tries a link without reading the page, which may be a broadcast without end', async () => {
		await run(example({ link: page('/radio') }), () => 'Reject');
		expect(mails[0].html).not.toContain('Dead link');
		expect(sent).toBe(0);
	});

	it('schedules a draft that was renamed, and previews one that was edited again', async () => {
		const execution = await run(example({}), (mail) => {
			const { messages } = n8n.emulator.content;
			if (mail === 1) {
				messages.get(newest().emailMessageId)!.lmx = `<Button href="${page('/404')}">Go</Button>`;
			} else newest().name = 'Renamed in Loops';
			return 'Approve';
		});
		expect(mails.map(({ html }) => html.includes('Dead link'))).toEqual([false, true]);
		expect(n8n.emulator.content.previews).toHaveLength(2);
		expect(scheduled(execution)).toEqual(['Renamed in Loops', 'Scheduled']);
		expect(jsonOf(execution, 'Ready to Schedule')[0].campaign).toBe('Renamed in Loops');
	});

	it('takes no form of an earlier preview as the approval of what was changed since', async () => {
		let first = new FormData();
		const execution = await run(
			example({}),
			(mail) => {
				const { messages } = n8n.emulator.content;
				if (mail === 1) messages.get(newest().emailMessageId)!.lmx = '<Paragraph>New</Paragraph>';
				return 'Approve';
			},
			async (mail) => {
				if (mail === 1) first = await openForm();
				return first;
			},
		);
		expect(mails).toHaveLength(2);
		expect(jsonOf(execution, 'Rejected')).toHaveLength(1);
		expect(scheduled(execution)[1]).toBe('Draft');
	});

	it("shows a note's markup as text in the email to the approver", async () => {
		const button = '<a href="https://example.com/other">Decide</a>';
		const link = `http://no-such-host.invalid/"&lt;b>${button}`;
		await run(example({ link, text: `Hi {{${button}}}` }), () => 'Reject');
		const { html } = mails[0];
		expect(html).not.toContain('<a href="https://example.com/other"');
		expect(html).toMatch(/placeholders as they are: \{\{.{1,12}a href=/);
		expect(html).not.toContain('<b>');
	});

	it('leaves a rejected draft in Loops, and makes another draft in a second run', async () => {
		const { size } = n8n.emulator.content.campaigns;
		for (const _ of [1, 2]) {
			const execution = await run(example({ link: 'mailto:hi@example.com' }), () => 'Reject');
			expect(jsonOf(execution, 'Rejected')).toHaveLength(1);
			expect(scheduled(execution)[1]).toBe('Draft');
		}
		expect(n8n.emulator.content.campaigns.size).toBe(size + 2);
		for (const { html } of mails) expect(html).toContain('Nothing was found.');
	});
}
